"""Programs with gemm kernels: the families whose order is mutated.

A family is MLIR of the function `product`, its inputs and its result, in numpy. Sizes give a
CTA several tiles, and an odd number of them, more blocks of K than stages, and ragged ends.
"""

from dataclasses import dataclass

import ml_dtypes
import numpy as np

MX, NVFP4, NVFP4_TILES = "#lowp.mx<1x32>", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>"
ROWS, BLOCKS = "#lowp.block<1x128>", "#lowp.block<128x128>"
E4M3, E2M3, E2M1 = "f8E4M3FN", "f6E2M3FN", "f4E2M1FN"
M, N, GROUPS = 180, 136, 3
# M, N, and how many times the K of a product: ragged ends, more tiles, more blocks of K.
SHAPES = {"ragged": (M, N, 1), "tiles": (392, 264, 1), "deep": (164, 72, 3)}
# For mutations of order alone, of two CTAs: one has five tiles for two stages, groups have whole
# tiles, and two tiles have more blocks of K than there are stages. Where a small tile has up to 22
# stages, one tile has more blocks.
ORDER_SHAPES = {"odd_tiles": (332, 264, 2), "more_blocks": (M, N, 6)}
# For pairs of CTAs, whose last one may have no rows; and the columns of a tile.
PAIR_SHAPES = {"ragged": (M, N, 1), "no_rows": (300, 456, 1), "tiles": (392, 264, 3)}
PAIR_ORDER_SHAPES = {"odd_tiles": (600, 392, 2)}
PAIR_COLUMNS = {"ragged": 128, "no_rows": 192, "tiles": 256, "odd_tiles": 192}
SHAPES_OF = {False: SHAPES | ORDER_SHAPES, True: PAIR_SHAPES | PAIR_ORDER_SHAPES}
# Type and scales of A and of B, numerics, and K.
SCALED = {
    "mxfp8": ((E4M3, MX), (E4M3, MX), "mx_rceil", 336),
    "mxfp6": ((E2M3, MX), (E2M3, MX), "mx_rceil", 672),
    "mxfp4": ((E2M1, MX), (E2M1, MX), "mx_rceil", 672),
    "mixed": ((E4M3, MX), (E2M1, MX), "mx_rceil", 672),
    "nvfp4": ((E2M1, NVFP4), (E2M1, NVFP4), "transformer_engine", 352),
    "nvfp4_tiles": ((E2M1, NVFP4), (E2M1, NVFP4_TILES), "transformer_engine", 352),
    "tensorwise": ((E4M3, "#lowp.tensorwise"), (E4M3, "#lowp.tensorwise"), "torchao", 528),
    "rowwise": ((E4M3, "#lowp.rowwise"), (E4M3, "#lowp.rowwise"), "torchao", 528),
    "rows": ((E4M3, ROWS), (E4M3, ROWS), "torchao", 528),
    "blocks": ((E4M3, ROWS), (E4M3, BLOCKS), "torchao", 528),
}
# K of products on a chip that spreads FP4 beside fp8, in groups of 128.
CHIP_K = {("sm_100a", "mixed"): 640}
# Whole words of four scales, which pairs need.
PAIR_K = {"mxfp8": 640, "mxfp4": 896, "nvfp4": 832, "nvfp4_tiles": 832}
FLOATS = {"bf16": 264, "f16": 264, "tf32": 132}
ELEMENTS = {"tf32": "f32"}
TYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i32": np.int32}
ANY_M, BATCH, GROUPED, EPILOGUE, ODD = "any_m", "batch", "groups", "epilogue", "odd_rows"
COUNTED, EXPERTS, TURNED = "counted", "experts", "turned"
# What else a kernel does, and of which product. Threads store rows that begin anywhere.
OTHERS = {
    f"{product}_{form}": (product, form)
    for form in (ANY_M, BATCH, GROUPED, COUNTED, EXPERTS, EPILOGUE)
    for product in ("mxfp8", "nvfp4", "rowwise", "bf16", "blocks")
}
OTHERS |= {f"bf16_{form}": ("bf16", form) for form in (ODD, TURNED)}
NAMES = [*SCALED, *FLOATS, *OTHERS]
# Families of sm_100a whose wide tiles leave no room for two places of sums.
WIDE_NAMES = ["mxfp8", "nvfp4", "nvfp4_epilogue", "mxfp8_groups"]
# Families that a chip has no kernels for: wgmma takes no scales.
BLOCK_SCALED = ("mxfp8", "mxfp6", "mxfp4", "mixed", "nvfp4")
MISSING = {
    "sm_90a": {name for name in NAMES if name.startswith(BLOCK_SCALED)},
    "sm_100a": {"mxfp6"},
}


def list_names(chip):
    return [name for name in NAMES if name not in MISSING.get(chip, ())]


def list_pair_names(chip):
    """Families that CTAs multiply in pairs."""
    alone = (GROUPED, COUNTED, EXPERTS)
    return [name for name in list_names(chip) if OTHERS.get(name, (name, None))[1] not in alone]


@dataclass
class Family:
    text: str
    inputs: list
    result: np.ndarray
    options: dict  # of lowp.compile


class Program:
    """The text of a family, and the values that it is called with."""

    def __init__(self, product, form, shape, chip, is_of_pair=False):
        self.form, self.random = form, np.random.default_rng(23)
        self.m, columns, times = SHAPES_OF[is_of_pair][shape]
        of_pairs = PAIR_K.get(product) if is_of_pair else None
        self.scaled = SCALED.get(product)
        self.element = "bf16" if self.scaled else ELEMENTS.get(product, product)
        self.options = {"f32_matmuls": "tf32"} if product == "tf32" else {}
        if is_of_pair and form == ANY_M:
            self.options["expected_m"] = self.m
        self.k = times * (
            of_pairs
            or CHIP_K.get((chip, product), self.scaled[3] if self.scaled else FLOATS[product])
        )
        self.arguments, self.inputs, self.body = [], [], ""
        self.n = columns - 1 if form == ODD else columns
        batches = (GROUPS,) if form in (BATCH, COUNTED) else ()
        self.m_sizes, self.n_sizes = (*batches, self.m), (*batches, self.n)
        if form in (GROUPED, EXPERTS):
            self.n_sizes = (GROUPS, self.n)

    def type(self, sizes, element):
        """Returns the type of a tensor, whose M may be unknown."""
        texts = [str(size) for size in sizes]
        if self.form == ANY_M and sizes[0] == self.m:
            texts[0] = "?"
        return f"tensor<{'x'.join([*texts, element])}>"

    def take(self, name, values, element):
        self.arguments.append(f"%{name}: {self.type(values.shape, element)}")
        self.inputs.append(values.astype(TYPES[element]))
        return f"%{name}"

    def quantize(self, name, sizes, side):
        """An argument, quantized; its name and its type."""
        shape = (self.k, *sizes) if self.form == TURNED and side == 1 else (*sizes, self.k)
        value = self.take(name, self.random.normal(size=shape), self.element)
        source = self.type(shape, self.element)
        if not self.scaled:
            return value, source
        element, recipe = self.scaled[side]
        scaled = source.replace("tensor<", "!lowp.scaled<").replace(
            "xbf16>", f"x{element}, {recipe}>"
        )
        self.body += (
            f"  %q{name} = lowp.quantize {value} numerics <{self.scaled[2]}> : "
            f"{source} -> {scaled}\n"
        )
        return f"%q{name}", scaled

    def multiply(self, result):
        (a, left), (b, right) = (
            self.quantize("x", self.m_sizes, 0),
            self.quantize("w", self.n_sizes, 1),
        )
        types = f"{left}, {right} -> {result}"
        if self.form in (GROUPED, COUNTED, EXPERTS):
            last = self.m - 17
            word, rows = (
                ("counts", (70, 0, last)) if self.form == COUNTED else ("ends", (70, 70, last))
            )
            numbers = self.take("rows", np.array(rows), "i32")
            op = "grouped_scaled_matmul" if self.scaled else "grouped_matmul"
            self.body += (
                f"  %y = lowp.{op} {a}, {b} {word}({numbers} : tensor<{GROUPS}xi32>) : {types}\n"
            )
        elif self.scaled:
            self.body += f"  %y = lowp.scaled_matmul {a}, {b} : {types}\n"
        else:
            self.multiply_floats(a, b, left, right, result)

    def multiply_floats(self, a, b, left, right, result):
        batch, dims = ("b, ", "b, m, n, k") if self.form == BATCH else ("", "m, n, k")
        of_b = "k, n" if self.form == TURNED else "n, k"
        maps = ", ".join(
            f"affine_map<({dims}) -> ({batch}{two})>" for two in ("m, k", of_b, "m, n")
        )
        loops = ", ".join(['"parallel"'] * (len(dims.split(",")) - 1) + ['"reduction"'])
        unknown = "%m" if "?" in result else ""
        widened, left_name, right_name = "", "%l", "%r"
        if self.element != "f32":
            widened, left_name, right_name = self.widen("l") + self.widen("r"), "%wide_l", "%wide_r"
        if unknown:
            self.body += f"  %c0 = arith.constant 0 : index\n  %m = tensor.dim {a}, %c0 : {left}\n"
        self.body += f"""  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty({unknown}) : {result}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {result}) -> {result}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}
      ins({a}, {b} : {left}, {right}) outs(%init : {result}) {{
  ^bb0(%l: {self.element}, %r: {self.element}, %s: f32):
{widened}    %p = arith.mulf {left_name}, {right_name} : f32
    %sum = arith.addf %s, %p : f32
    linalg.yield %sum : f32
  }} -> {result}
"""

    def widen(self, name):
        """The line of a product's body that makes an element f32."""
        return f"    %wide_{name} = arith.extf %{name} : {self.element} to f32\n"

    def weigh(self, product, result):
        """The factor and the bias of each expert."""
        ends = "%rows : tensor<3xi32>"
        factor = self.take("factor", self.random.normal(size=GROUPS), "f32")
        bias = self.take("bias", self.random.normal(size=(GROUPS, self.n)), "bf16")
        of_factors, of_biases = self.type((self.m,), "f32"), self.type((self.m, self.n), "bf16")
        self.body += f"""  %f = lowp.repeat_rows {factor} ends({ends}) : {self.type((GROUPS,), "f32")} -> {of_factors}
  %c = lowp.repeat_rows {bias} ends({ends}) : {self.type((GROUPS, self.n), "bf16")} -> {of_biases}
  %out = tensor.empty() : {result}
  %z = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (m, n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %f, %c : {product}, {of_factors}, {of_biases}) outs(%out : {result}) {{
  ^bb0(%v: f32, %w0: f32, %i: bf16, %o: f32):
    %p = arith.mulf %v, %w0 : f32
    %wide = arith.extf %i : bf16 to f32
    %all = arith.addf %p, %wide : f32
    linalg.yield %all : f32
  }} -> {result}
"""

    def finish(self, product, result):
        """A residual, which comes with the operands, and a bias."""
        self.take("residual", self.random.normal(size=(self.m, self.n)), "bf16")
        self.take("bias", self.random.normal(size=self.n), "f32")
        residual, bias = self.type((self.m, self.n), "bf16"), self.type((self.n,), "f32")
        self.body += f"""  %out = tensor.empty() : {result}
  %z = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %residual, %bias : {product}, {residual}, {bias}) outs(%out : {result}) {{
  ^bb0(%v: f32, %i: bf16, %c: f32, %o: bf16):
    %wide = arith.extf %i : bf16 to f32
    %plus = arith.addf %v, %wide : f32
    %all = arith.addf %plus, %c : f32
    %low = arith.truncf %all : f32 to bf16
    linalg.yield %low : bf16
  }} -> {result}
"""

    def make(self):
        sizes = (*self.m_sizes, self.n)
        product = result = self.type(sizes, "f32")
        self.multiply(product)
        if self.form == EPILOGUE:
            result = self.type(sizes, "bf16")
            self.finish(product, result)
        if self.form == EXPERTS:
            self.weigh(product, result)
        value = "%z" if self.form in (EPILOGUE, EXPERTS) else "%y"
        text = (
            f"func.func @product({', '.join(self.arguments)}) -> {result} {{\n"
            f"{self.body}  return {value} : {result}\n}}\n"
        )
        element = "bf16" if self.form == EPILOGUE else "f32"
        return Family(text, self.inputs, np.zeros(sizes, TYPES[element]), self.options)


def make_family(name, chip, shape="ragged", is_of_pair=False):
    return Program(*OTHERS.get(name, (name, None)), shape, chip, is_of_pair).make()
