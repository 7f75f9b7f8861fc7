# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Quantizes into packed elements with what they read, as one kernel: bit for bit.

Rows end within bytes and groups, blocks reach beyond the matrix, data lie along the
rows or down the columns of what computes them.
"""

import itertools
from dataclasses import replace

import numpy as np

from harness import DTYPES, Suite, expect_bits, numerics_text, scaled_type
from inputs import with_special
from oracle import nvfp4
from oracle.amax import block_amax
from oracle.data_layouts import IDENTITY, panels
from oracle.formats import LARGEST, WIDTH
from oracle.layouts import store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize, quantize_by

RNG = np.random.default_rng(31)
BF16 = DTYPES["bf16"]
SHAPES = [(256, 512), (300, 136), (77, 100), (33, 50), (5, 20), (64, 7), (8, 2048)]
MX = [
    ("#lowp.mx<1x32>", (0, 1), "#lowp.swizzled"),
    ("#lowp.mx<32x1>", (1, 0), "#lowp.swizzled"),
    ("#lowp.mx<32x32>", (0, 1), "#lowp.compact"),
    ("#lowp.mx<1x32>", (1, 0), "#lowp.mn_major"),
]
NVFP4 = [
    ("#lowp.nvfp4<1x16>", (0, 1), "#lowp.swizzled"),
    ("#lowp.nvfp4<16x1>", (1, 0), "#lowp.swizzled"),
]


def tensor(shape, element, dynamic=False):
    sizes = ["?"] * len(shape) if dynamic else map(str, shape)
    return f"tensor<{'x'.join([*sizes, element])}>"


def tensor_of(array):
    return tensor(
        array.shape,
        next(n for n in DTYPES if DTYPES[n] == array.dtype) if array.dtype != np.uint8 else "i8",
    )


def packed(data, element, order, layout=IDENTITY):
    stored = store_data(data, order, layout)
    rows = stored.reshape(-1, stored.shape[-1]) if stored.size else stored
    bytes_ = pack_rows(rows, element)
    return bytes_.reshape(*stored.shape[:-1], bytes_.shape[-1])


ADD = """  %e = tensor.empty(SIZES) : MATRIX
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %r : MATRIX, MATRIX) outs(%e : MATRIX) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %v = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %s = arith.addf %v, %w : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> MATRIX
"""


def add_quantize(
    suite,
    shape,
    element,
    target,
    preset,
    dynamic=False,
    layout=IDENTITY,
    packing="dense",
    residual=True,
):
    recipe, order, scales_layout = target
    kind = scaled_type(
        shape, element, recipe, order, scales_layout, dynamic=dynamic, packing=packing, data=layout
    )
    label = f"{shape} -> {kind}, residual {residual}"
    if not suite.takes(label):
        return
    x, r = with_special(shape, "bf16", 3), RNG.standard_normal(shape).astype(BF16)
    with np.errstate(all="ignore"):
        y = (x.astype(np.float32) + r.astype(np.float32)).astype(BF16) if residual else x
    data, scales, *whole = quantize(y, element, recipe, PRESETS[preset])
    results = [packed(data, element, order, layout), store_scales(scales, scales_layout), *whole]
    matrix = tensor(shape, "bf16", dynamic)
    text = ADD.replace("MATRIX", matrix) if residual else ""
    sizes = ""
    if dynamic and residual:
        sizes = "".join(
            f"  %i{n} = arith.constant {n} : index\n  %d{n} = tensor.dim %x, %i{n} : {matrix}\n"
            for n in (0, 1)
        )
    text = sizes + text.replace("SIZES", "%d0, %d1" if dynamic else "")
    suite.add(
        label,
        f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> {kind} {{
{text}  %q = lowp.quantize {"%y" if residual else "%x"} numerics <{preset}> : {matrix} -> {kind}
  return %q : {kind}
}}""",
        [x, r],
        [expect_bits(result) for result in results],
    )


def add_given_global(suite, shape, target, factor):
    """NVFP4 in steps, with a factor of the matrix that comes with a model."""
    recipe, order, layout = target
    numerics = replace(PRESETS["transformer_engine"], largest_factor="f32")
    x = with_special(shape, "bf16", 5)
    given = np.array([factor], np.float32)
    amax = block_amax(x, BLOCKS[recipe])
    with np.errstate(all="ignore"):
        factors, stored = nvfp4.scales(amax, given, given, LARGEST["f4E2M1FN"], numerics)
    data = quantize_by(factors, x, "f4E2M1FN", recipe, numerics)
    matrix, blocks = tensor(shape, "bf16"), tensor(amax.shape, "f32")
    codes = tensor(amax.shape, "f8E4M3FN")
    kind = scaled_type(shape, "f4E2M1FN", recipe, order, layout, "encode", packing="dense")
    how = numerics_text(numerics)
    suite.add(
        f"global {factor} {shape} -> {kind}",
        f"""
func.func @NAME(%x: {matrix}, %g: tensor<1xf32>) -> {kind} {{
  %a = lowp.amax %x recipe({recipe}) : {matrix} -> {blocks}
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe {recipe} element f4E2M1FN
    numerics {how} convention encode : {blocks} -> {blocks}, {codes}
  %q = lowp.quantize %x numerics {how} scales(%e, %s, %g : {blocks}, {codes}, tensor<1xf32>)
    : {matrix} -> {kind}
  return %q : {kind}
}}""",
        [x, given],
        [
            expect_bits(packed(data, "f4E2M1FN", order)),
            expect_bits(store_scales(stored, layout)),
            expect_bits(given),
        ],
    )


def add_without_rows(suite):
    """A matrix without rows has a scale, that of an amax of 0."""
    matrix = tensor((0, 96), "bf16", dynamic=True)
    kind = scaled_type((0, 96), "f4E2M1FN", NVFP4[0][0], dynamic=True, packing="dense")
    suite.add(
        f"without rows {kind}",
        f"""
func.func @NAME(%x: {matrix}) -> {kind} {{
  %q = lowp.quantize %x numerics <transformer_engine> : {matrix} -> {kind}
  return %q : {kind}
}}""",
        [np.zeros((0, 96), BF16)],
        [
            expect_bits(np.zeros((0, 48), np.int8)),
            expect_bits(np.zeros((0, 6), DTYPES["f8E4M3FN"])),
            expect_bits(np.ones(1, np.float32)),
        ],
    )


def add_batch(suite, shape, element, target, preset):
    recipe, order, layout = target
    x = np.stack([with_special(shape[1:], "bf16", n) for n in range(shape[0])])
    parts = [quantize(matrix, element, recipe, PRESETS[preset]) for matrix in x]
    results = [
        np.stack([packed(part[0], element, order) for part in parts]),
        np.stack([store_scales(part[1], layout) for part in parts]),
        *(np.stack(rest) for rest in zip(*(part[2:] for part in parts))),
    ]
    kind = scaled_type(shape[1:], element, recipe, order, layout, packing="dense")
    kind = kind.replace("<", f"<{shape[0]}x", 1)
    suite.add(
        f"batch -> {kind}",
        f"""
func.func @NAME(%x: {tensor(shape, "bf16")}) -> {kind} {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor(shape, "bf16")} -> {kind}
  return %q : {kind}
}}""",
        [x],
        [expect_bits(result) for result in results],
    )


def add_after_rows(suite, shape, element):
    """What the largest element of each row leaves, which is exact up to one rounding."""
    x = RNG.standard_normal(shape).astype(BF16)
    matrix, column = tensor(shape, "bf16"), tensor(shape[:1], "bf16")
    y = (x.astype(np.float32) - x.max(1, keepdims=True).astype(np.float32)).astype(BF16)
    data, scales = quantize(y, element, "#lowp.mx<1x32>", PRESETS["mx_rceil"])
    kind = scaled_type(shape, element, "#lowp.mx<1x32>", packing="dense")
    suite.add(
        f"after rows {shape} -> {kind}",
        f"""
func.func @NAME(%x: {matrix}) -> {kind} {{
  %low = arith.constant 0xFF80 : bf16
  %ce = tensor.empty() : {column}
  %ci = linalg.fill ins(%low : bf16) outs(%ce : {column}) -> {column}
  %m = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}} ins(%x : {matrix}) outs(%ci : {column}) {{
  ^bb0(%a: bf16, %o: bf16):
    %t = arith.maximumf %a, %o : bf16
    linalg.yield %t : bf16
  }} -> {column}
  %e = tensor.empty() : {matrix}
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %m : {matrix}, {column}) outs(%e : {matrix}) {{
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %v = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %s = arith.subf %v, %w : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  }} -> {matrix}
  %q = lowp.quantize %y numerics <mx_rceil> : {matrix} -> {kind}
  return %q : {kind}
}}""",
        [x],
        [expect_bits(packed(data, element, (0, 1))), expect_bits(scales)],
    )


RELU = """  %e = tensor.empty(SIZES) : MATRIX
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%v : MATRIX) outs(%e : MATRIX) {
  ^bb0(%a: bf16, %o: bf16):
    %zero = arith.constant 0.0 : bf16
    %t = arith.maximumf %a, %zero : bf16
    linalg.yield %t : bf16
  } -> MATRIX
"""


def decoded(parts, recipe):
    """The values of data, scales and maybe the scale of the matrix, in bf16."""
    data, scales, *whole = parts
    values = dequantize(data, scales, recipe, global_scale=whole[0] if whole else None)
    with np.errstate(all="ignore"):
        return values.astype(BF16)


def add_dequantize(
    suite, shape, element, target, preset, layout=IDENTITY, packing="dense", rows=None
):
    """Values, and what is quantized of them down the columns. `rows` stands for an unknown
    number."""
    recipe, order, scales_layout = target
    parts = quantize(with_special(shape, "bf16", 7), element, recipe, PRESETS[preset])
    values = decoded(parts, recipe)
    y = np.maximum(values, BF16.type(0))
    with np.errstate(all="ignore"):
        turned = quantize(y, "f8E4M3FN", "#lowp.block<128x1>", PRESETS["torchao"])
    data = (
        packed(parts[0], element, order, layout)
        if packing == "dense"
        else store_data(parts[0], order, layout)
    )
    inputs = [data, store_scales(parts[1], scales_layout), *parts[2:]]
    sizes = (rows or shape[0], shape[1])
    matrix = f"tensor<{sizes[0]}x{sizes[1]}xbf16>"
    kinds = [
        scaled_type(sizes, *how)
        for how in [
            (element, recipe, order, scales_layout),
            ("f8E4M3FN", "#lowp.block<128x1>", (1, 0)),
        ]
    ]
    kinds[0] = kinds[0].replace("packing = bytes", f"packing = {packing}")
    kinds[0] = kinds[0].replace("data = #lowp.identity", f"data = {layout}")
    count = (
        "  %c0 = arith.constant 0 : index\n  %rows = tensor.dim %v, %c0 : " + matrix + "\n"
        if rows
        else ""
    )
    text = RELU.replace("MATRIX", matrix).replace("SIZES", "%rows" if rows else "")
    suite.add(
        f"dequantize {kinds[0]}",
        f"""
func.func @NAME(%q: {kinds[0]}) -> ({matrix}, {kinds[1]}) {{
  %v = lowp.dequantize %q : {kinds[0]} -> {matrix}
{count}{text}  %r = lowp.quantize %y numerics <torchao> : {matrix} -> {kinds[1]}
  return %v, %r : {matrix}, {kinds[1]}
}}""",
        inputs,
        [expect_bits(values), expect_bits(store_data(turned[0], (1, 0))), expect_bits(turned[1])],
    )


def add_dequantized_batch(suite, shape, element, target, preset):
    recipe, order, layout = target
    parts = [
        quantize(with_special(shape[1:], "bf16", n), element, recipe, PRESETS[preset])
        for n in range(shape[0])
    ]
    inputs = [
        np.stack([packed(part[0], element, order) for part in parts]),
        np.stack([store_scales(part[1], layout) for part in parts]),
        *(np.stack(rest) for rest in zip(*(part[2:] for part in parts))),
    ]
    kind = scaled_type(shape[1:], element, recipe, order, layout, packing="dense")
    kind = kind.replace("<", f"<{shape[0]}x", 1)
    suite.add(
        f"dequantize batch {kind}",
        f"""
func.func @NAME(%q: {kind}) -> {tensor(shape, "bf16")} {{
  %v = lowp.dequantize %q : {kind} -> {tensor(shape, "bf16")}
  return %v : {tensor(shape, "bf16")}
}}""",
        inputs,
        [expect_bits(np.stack([decoded(part, recipe) for part in parts]))],
    )


def add_dequantizes(suite):
    for shape, element, target in itertools.product(
        [(256, 512), (77, 100), (33, 50), (64, 7), (1, 64)], WIDTH, MX
    ):
        add_dequantize(suite, shape, element, target, "mx_rceil")
    for shape, target in itertools.product([(256, 512), (77, 100), (5, 20)], NVFP4):
        add_dequantize(suite, shape, "f4E2M1FN", target, "transformer_engine")
    for shape, element, target in itertools.product([(128, 256), (77, 100)], WIDTH, MX[:2]):
        add_dequantize(suite, shape, element, target, "mx_rceil", panels(32))
    for target in MX[:2]:
        add_dequantize(suite, (77, 100), "f8E4M3FN", target, "mx_rceil", panels(32), "bytes")
    for target in (MX[0], NVFP4[0]):
        preset = "transformer_engine" if target in NVFP4 else "mx_rceil"
        add_dequantize(suite, (77, 160), "f4E2M1FN", target, preset, rows="?")
        add_dequantized_batch(suite, (3, 70, 96), "f4E2M1FN", target, preset)


def main():
    suite = Suite()
    add_dequantizes(suite)
    for shape, element, target in itertools.product(SHAPES, WIDTH, MX):
        add_quantize(suite, shape, element, target, "mx_rceil")
    for shape, target, residual in itertools.product(SHAPES, NVFP4, [True, False]):
        add_quantize(suite, shape, "f4E2M1FN", target, "transformer_engine", residual=residual)
    add_without_rows(suite)
    for shape, target in itertools.product([(48, 80), (64, 96), (160, 256)], MX + NVFP4):
        nvfp4_target = target in NVFP4
        for element in ["f4E2M1FN"] if nvfp4_target else WIDTH:
            preset = "transformer_engine" if nvfp4_target else "mx_rceil"
            add_quantize(suite, shape, element, target, preset, dynamic=True)
    for shape, element, target in itertools.product([(256, 512), (77, 100)], WIDTH, MX[:2]):
        add_quantize(suite, shape, element, target, "mx_rceil", layout=panels(32))
    for shape, target, factor in itertools.product(
        [(256, 512), (77, 100), (5, 20)], NVFP4, [0.5, 96.0]
    ):
        add_given_global(suite, shape, target, factor)
    for element, target in itertools.product(WIDTH, MX[:2]):
        add_batch(suite, (3, 64, 96), element, target, "mx_rceil")
    for target in NVFP4:
        add_batch(suite, (2, 70, 64), "f4E2M1FN", target, "transformer_engine")
    for shape, element in itertools.product([(9, 200), (64, 1024), (3, 20)], WIDTH):
        add_after_rows(suite, shape, element)
    suite.run()


if __name__ == "__main__":
    main()
