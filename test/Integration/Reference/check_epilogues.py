# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Epilogues of matmuls: bias, residual, products, ReLU, alone and in rows, of several
types, with ragged and unknown sizes, batches and dimensions of size 1; and values on
the way that are results, too.

Elements are small whole numbers, so that sums are exact in f32; each later operation
rounds once where the program says so. Bit for bit the oracle.
"""

import itertools
import sys

import numpy as np

from check_contractions import contraction
from harness import DTYPES, Suite, expect_bits, scaled_type, tensor_type
from oracle.layouts import store_scales

BF16 = DTYPES["bf16"]
SHAPES = [
    (64, 64, 64),
    (65, 72, 200),
    (130, 264, 72),
    (1, 8, 16),
    (200, 128, 136),
    (65, 71, 200),
    (33, 10, 40),
    (7, 1, 16),
]
LONG = [(300, 512, 512), (77, 1032, 256), (77, 1031, 250)]
# Several waves of tiles with overlapped stores. K is long where a GPU loads it in stages;
# on the CPU it took half of this suite's time, and outputs are the same in number.
WAVE = (520, 1032, 512 if "--gpu" in sys.argv else 40)
# Split K, waves, rows that begin anywhere.
KEPT = [(65, 72, 200), (130, 264, 72), (65, 71, 200), (33, 12, 40), (16, 128, 2048), WAVE]
WAVES = [WAVE, (16, 128, 2048), (256, 512, 192)]
# What an operation reads besides the value, as the dimensions of the result.
OPERATIONS = {
    "bias": ("n", "addf"),
    "rows": ("m", "mulf"),
    "residual": ("mn", "addf"),
    "gate": ("mn", "mulf"),
    "turned": ("nm", "subf"),
}
CHAINS = [
    ["bias"],
    ["rows"],
    ["residual"],
    ["gate"],
    ["turned"],
    ["relu"],
    ["bias", "relu"],
    ["bias", "residual"],
    ["residual", "relu", "gate"],
    ["rows", "bias", "residual", "relu"],
    ["scale", "residual"],
    ["clip", "bias"],
]


def whole(generator, *shape, element="bf16", most=3):
    return generator.integers(-most, most + 1, shape).astype(DTYPES[element])


def with_special(x):
    flat = x.reshape(-1)
    for place, value in zip(
        range(0, flat.size, max(1, flat.size // 5)), [np.nan, np.inf, -np.inf, -0.0, 3e38]
    ):
        flat[place] = value
    return x


class Chain:
    """A product and what is done with it, as text, inputs and values."""

    def __init__(self, generator, sizes, element, leading="", unknown=""):
        self.generator, self.sizes, self.element = generator, sizes, element
        self.leading, self.unknown = leading, unknown
        self.inputs, self.arguments, self.body = [], [], ""
        # What the last operation read.
        self.before = None
        self.loops = leading + "mn"

    def type(self, dims, element):
        sizes = ["?" if d in self.unknown else str(self.sizes[d]) for d in dims]
        return f"tensor<{'x'.join([*sizes, element])}>"

    def take(self, array, dims, element):
        name = f"%i{len(self.inputs)}"
        self.inputs.append(array)
        self.arguments.append(f"{name}: {self.type(dims, element)}")
        return name

    def elementwise(self, value, kind, result, inputs, lines):
        """A linalg.generic on `value` of element `kind`; `inputs` are (name, dims, element)."""
        number = self.body.count("linalg.generic")
        all_inputs = [(value, self.loops, kind), *inputs]
        loops = ", ".join(self.loops)
        maps = ", ".join(
            f"affine_map<({loops}) -> ({', '.join(dims)})>"
            for dims in [*(i[1] for i in all_inputs), self.loops]
        )
        names = ", ".join(name for name, _, _ in all_inputs)
        types = ", ".join(self.type(dims, element) for _, dims, element in all_inputs)
        block = ", ".join(f"%b{n}: {element}" for n, (_, _, element) in enumerate(all_inputs))
        kinds = ", ".join(['"parallel"'] * len(self.loops))
        to = self.type(self.loops, result)
        self.body += f"""  %g{number} = linalg.generic {{indexing_maps = [{maps}],
      iterator_types = [{kinds}]}} ins({names} : {types}) outs(%e_{result} : {to}) {{
  ^bb0({block}, %o: {result}):
{lines}
    linalg.yield %r : {result}
  }} -> {to}
"""
        return f"%g{number}"

    def apply(self, operation, value, want):
        """The operation's result as text and as numbers of `self.element`. Some read
        what the operation before them read, beside its result or instead of it."""
        before, self.before = self.before, (value, want)
        if operation == "scale before":
            return self.compute("scale", *before)
        if operation == "by before":
            name = self.elementwise(
                value,
                self.element,
                self.element,
                [(before[0], self.loops, self.element)],
                f"    %r = arith.mulf %b0, %b1 : {self.element}",
            )
            with np.errstate(all="ignore"):
                return name, (want * before[1]).astype(want.dtype)
        return self.compute(operation, value, want)

    def compute(self, operation, value, want):
        kind, dtype = self.element, np.dtype(DTYPES[self.element]).type
        if operation == "relu":
            zero = f"    %z = arith.constant 0.0 : {kind}\n"
            name = self.elementwise(
                value, kind, kind, [], f"{zero}    %r = arith.maximumf %b0, %z : {kind}"
            )
            return name, np.maximum(want, dtype(0))
        if operation == "scale":
            half = f"    %z = arith.constant 0.375 : {kind}\n"
            name = self.elementwise(
                value, kind, kind, [], f"{half}    %r = arith.mulf %b0, %z : {kind}"
            )
            return name, (want * dtype(0.375)).astype(dtype)
        if operation == "clip":
            lines = (
                f"    %z = arith.constant 4.0 : {kind}\n"
                f"    %c = arith.cmpf ogt, %b0, %z : {kind}\n"
                f"    %r = arith.select %c, %z, %b0 : {kind}"
            )
            return (
                self.elementwise(value, kind, kind, [], lines),
                np.where(want > dtype(4), dtype(4), want),
            )
        if operation == "round":
            lines = "    %r = arith.truncf %b0 : f32 to bf16"
            self.element = "bf16"
            return self.elementwise(value, "f32", "bf16", [], lines), want.astype(BF16)
        dims, name = OPERATIONS[operation]
        if operation in ("residual", "gate"):
            dims = self.loops
        array = whole(self.generator, *(self.sizes[d] for d in dims), element=kind)
        if operation == "residual":
            array = with_special(array)
        other = self.take(array, dims, kind)
        out = self.elementwise(
            value, kind, kind, [(other, dims, kind)], f"    %r = arith.{name} %b0, %b1 : {kind}"
        )
        axes = [dims.index(d) for d in self.loops if d in dims]
        shape = [self.sizes[d] if d in dims else 1 for d in self.loops]
        spread = array.transpose(axes).reshape(shape)
        with np.errstate(all="ignore"):
            numbers = {"addf": np.add, "mulf": np.multiply, "subf": np.subtract}[name](want, spread)
        return out, numbers.astype(dtype)


def add_matmul(suite, sizes, chain, element="bf16", unknown="", batch=0, unit=False, keep=()):
    """A matmul of bf16, rounded to `element`, and `chain`. `keep` are values that are
    results, too: "sums", "product", or how many operations of the chain make one."""
    label = f"{sizes} {'+'.join(chain)} {element} ?{unknown} batch {batch} unit {unit} keep {keep}"
    if not suite.takes(label):
        return
    generator = np.random.default_rng(len(suite.cases))
    known = dict(zip("mnk", sizes)) | ({"b": batch} if batch else {})
    lead = "b" if batch else ""
    program = Chain(generator, known, element, "", unknown)
    x = whole(generator, *(known[d] for d in lead + "mk"))
    w = whole(generator, *(known[d] for d in lead + "nk"))
    a, b = program.take(x, lead + "mk", "bf16"), program.take(w, lead + "nk", "bf16")
    program.loops = lead + "mn"
    wide = program.type(lead + "mn", "f32")
    operands = [(a, program.type(lead + "mk", "bf16")), (b, program.type(lead + "nk", "bf16"))]
    program.body += contraction(
        [lead + dims for dims in ("mnk", "mk", "nk", "mn")], operands, ("%zeros", wide), "%y"
    )
    want = np.matmul(x.astype(np.float32), np.swapaxes(w.astype(np.float32), -1, -2))
    value, kind = "%y", "f32"
    made = {"sums": (value, wide, want)}
    if element != "f32":
        value = program.elementwise(
            value, "f32", element, [], f"    %r = arith.truncf %b0 : f32 to {element}"
        )
    want = want.astype(DTYPES[element])
    made["product"] = value, program.type(program.loops, element), want
    if unit:
        narrow = program.type("mn", element)
        program.sizes["u"], program.loops = 1, "umn"
        program.body += (
            f"  %unit = tensor.expand_shape {value} [[0, 1], [2]] output_shape "
            f"[1, {sizes[0]}, {sizes[1]}] : {narrow} into {program.type('umn', element)}\n"
        )
        value, want = "%unit", want[None]
    for number, operation in enumerate(chain, start=1):
        value, want = program.apply(operation, value, want)
        made[number] = value, program.type(program.loops, program.element), want
    results = [made[key] for key in (*keep, len(chain))]
    values, types = (", ".join(result[place] for result in results) for place in (0, 1))
    result = program.type(program.loops, element)
    size = (
        ""
        if not unknown
        else f"""  %c0 = arith.constant 0 : index
  %m = tensor.dim {a}, %c0 : {program.type(lead + "mk", "bf16")}
"""
    )
    empty = "%m" if unknown else ""
    rounded = (
        ""
        if program.element == element
        else f"""
  %e_bf16 = tensor.empty({empty}) : {program.type(program.loops, "bf16")}"""
    )
    text = f"""func.func @NAME({", ".join(program.arguments)}) -> ({types}) {{
  %zero = arith.constant 0.0 : f32
{size}  %wide = tensor.empty({empty}) : {wide}
  %zeros = linalg.fill ins(%zero : f32) outs(%wide : {wide}) -> {wide}
  %e_{element}{"_2" if unit else ""} = tensor.empty({empty}) : {program.type(lead + "mn", element)}{rounded}
{program.body}  return {values} : {types}
}}"""
    if unit:
        # The first generic is of two dimensions, the others of three.
        first, rest = text.split("  %unit =", 1)
        first = first.replace(f"outs(%e_{element} ", f"outs(%e_{element}_2 ")
        text = first + f"  %e_{element} = tensor.empty() : {result}\n  %unit =" + rest
    suite.add(label, text, program.inputs, [expect_bits(result[2]) for result in results])


def add_gemm(suite, sizes, recipes, second=None):
    """lowp.gemm as it is formed, of fp8 with scales, with a bias and a residual in f32.
    `second` is the type of a second result, the sum with the bias."""
    label = f"gemm {sizes} {recipes[0][0]} {recipes[1][0]} {second}"
    if not suite.takes(label):
        return
    generator = np.random.default_rng(len(suite.cases))
    m, n, k = sizes
    x, w = (whole(generator, rows, k, element="f8E4M3FN", most=2) for rows in (m, n))
    operands, values = [], []
    for data, (recipe, block, layout) in zip((x, w), recipes):
        counts = [-(-size // extent) if extent else 1 for size, extent in zip(data.shape, block)]
        scales = np.exp2(generator.integers(-1, 2, counts)).astype(np.float32)
        spread = scales
        for axis, extent in enumerate(block):
            repeat = extent or data.shape[axis]
            spread = np.repeat(spread, repeat, axis=axis)
        spread = spread[: data.shape[0], : data.shape[1]]
        values.append(data.astype(np.float32) * spread)
        operands.append(
            (
                scaled_type(data.shape, "f8E4M3FN", recipe, layout=layout),
                data,
                store_scales(scales, layout),
            )
        )
    bias, residual = whole(generator, n, element="f32"), with_special(whole(generator, m, n))
    (lt, ld, ls), (rt, rd, rs) = operands
    types = [
        tensor_type(array.shape, element)
        for array, element in [
            (ld, "f8E4M3FN"),
            (ls, "f32"),
            (rd, "f8E4M3FN"),
            (rs, "f32"),
            (bias, "f32"),
            (residual, "bf16"),
        ]
    ]
    out = tensor_type((m, n), "bf16")
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
    outs, inits, yielded, first = out, "%init", "%rounded : bf16", ""
    if second:
        outs = f"{tensor_type((m, n), second)}, {out}"
        inits, yielded = "%wide_init, %init", f"%first, %rounded : {second}, bf16"
        first = (
            f"%first = arith.truncf %added : f32 to {second}"
            if second != "f32"
            else "%first = arith.addf %sum, %bias : f32"
        )
    empties = "".join(
        f"  {name} = tensor.empty() : {kind}\n"
        for name, kind in zip(inits.split(", "), outs.split(", "))
    )
    count = ":2" if second else ""
    text = f"""func.func @NAME({arguments}) -> ({outs}) {{
{empties}  %y{count} = lowp.gemm lhs(%a0, %a1 : {types[0]}, {types[1]}) rhs(%a2, %a3 : {types[2]}, {types[3]})
      ins(%a4, %a5 : {types[4]}, {types[5]}) outs({inits} : {outs})
      {{lhs_type = {lt}, rhs_type = {rt},
       input_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>]}} -> {outs} epilogue {{
  ^bb0(%sum: f32, %bias: f32, %old: bf16):
    %added = arith.addf %sum, %bias : f32
    {first}
    %wide = arith.extf %old : bf16 to f32
    %all = arith.subf %added, %wide : f32
    %rounded = arith.truncf %all : f32 to bf16
    lowp.epilogue_yield {yielded}
  }}
  return {"%y#0, %y#1" if second else "%y"} : {outs}
}}"""
    with np.errstate(all="ignore"):
        added = values[0] @ values[1].T + bias
        want = [(added - residual.astype(np.float32)).astype(BF16)]
        if second:
            want.insert(0, added.astype(DTYPES[second]))
    suite.add(
        label,
        text,
        [ld, ls, rd, rs, bias, residual],
        [expect_bits(array) for array in want],
    )


def add_kept(suite):
    """Two results of one matmul: of one type and of two, in all forms of chains."""
    chains = [
        ("bf16", ["relu"], ("product",)),
        ("bf16", ["bias", "relu"], (1,)),
        ("bf16", ["bias", "residual", "relu"], (2,)),
        ("bf16", ["gate"], ("product",)),
        ("bf16", ["scale"], ("sums",)),
        ("f16", ["bias", "clip"], (1,)),
        ("f32", ["round"], ("sums",)),
        ("f32", ["residual", "round"], (1,)),
        ("f32", ["bias", "relu", "round", "scale"], (2,)),
        ("f32", ["bias", "relu"], (1,)),
        ("bf16", ["relu", "by before"], ()),
        ("bf16", ["clip", "by before"], ("product",)),
        ("f32", ["scale", "by before"], (1,)),
        ("bf16", ["relu", "scale before"], (1,)),
        ("f32", ["rows", "residual", "round"], (1, 2)),
    ]
    for (element, chain, keep), sizes in itertools.product(chains, KEPT):
        add_matmul(suite, sizes, chain, element, keep=keep)
    for element, chain, keep in chains[::2]:
        add_matmul(suite, (77, 128, 64), chain, element, unknown="m", keep=keep)
        add_matmul(suite, (77, 129, 63), chain, element, unknown="m", keep=keep)
        add_matmul(suite, (65, 72, 40), chain, element, batch=3, keep=keep)
        add_matmul(suite, (65, 71, 41), chain, element, batch=3, keep=keep)
    add_matmul(suite, (65, 72, 40), ["bias", "relu"], unit=True, keep=(1,))
    # Random sizes, so that no case is only right where sizes are round.
    generator = np.random.default_rng(17)
    for element, chain, keep in chains:
        sizes = tuple(int(size) for size in generator.integers(1, 300, 3))
        add_matmul(suite, sizes, chain, element, keep=keep)


RECIPES = [
    [("#lowp.tensorwise", (0, 0), "#lowp.compact"), ("#lowp.tensorwise", (0, 0), "#lowp.compact")],
    [("#lowp.rowwise", (1, 0), "#lowp.compact"), ("#lowp.rowwise", (1, 0), "#lowp.compact")],
    [
        ("#lowp.block<1x128>", (1, 128), "#lowp.mn_major"),
        ("#lowp.block<128x128>", (128, 128), "#lowp.compact"),
    ],
]


def main():
    suite = Suite()
    for sizes, chain in itertools.product(SHAPES, CHAINS):
        add_matmul(suite, sizes, chain)
    for chain in (["bias", "residual"], ["residual", "relu"], ["rows"]):
        for sizes in LONG:
            add_matmul(suite, sizes, chain)
        for element in ("f16", "f32"):
            add_matmul(suite, (65, 72, 200), chain, element)
        add_matmul(suite, (77, 128, 64), chain, unknown="m")
        add_matmul(suite, (65, 72, 40), chain, batch=3)
        add_matmul(suite, (77, 129, 63), chain, unknown="m")
        add_matmul(suite, (65, 71, 41), chain, batch=3)
        add_matmul(suite, (65, 72, 40), chain, unit=True)
    # Matrices that come through shared memory: several tiles of a CTA, split K, of all
    # types and of matrices of a batch; after others that do not.
    for sizes, element in itertools.product(WAVES, ("bf16", "f16", "f32")):
        add_matmul(suite, sizes, ["residual"], element)
        add_matmul(suite, sizes, ["bias", "gate", "residual"], element)
    add_matmul(suite, (300, 512, 512), ["residual", "gate"], unknown="m")
    add_matmul(suite, (200, 264, 320), ["turned", "residual"], batch=3)
    for sizes, recipes in itertools.product(
        [(64, 128, 256), (77, 72, 384), (300, 520, 512)], RECIPES
    ):
        add_gemm(suite, sizes, recipes)
        for second in ("bf16", "f32"):
            add_gemm(suite, sizes, recipes, second)
    add_kept(suite)
    suite.run()


if __name__ == "__main__":
    main()
