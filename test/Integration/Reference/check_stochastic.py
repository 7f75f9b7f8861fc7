# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Stochastic rounding: the same bits from the same seed, here and in the oracle.

Alone, and with what it reads: on the GPU that is one kernel, which reads the seed too.
"""

import itertools

import numpy as np

from check_fused_packing import ADD, packed, tensor
from check_fusions import ALONG_ROWS as ROWS, DOWN_COLUMNS as COLUMNS, ROWWISE as WHOLE_ROWS
from harness import DTYPES, Suite, expect_bits, numerics_text, sample_size, scaled_type, tensor_type
from inputs import KINDS, ordinary, wide_range, with_special
from oracle.formats import LARGEST
from oracle.layouts import store_data, store_scales
from oracle.quantize import NVFP4_BLOCKS, PRESETS, Numerics, quantize

BF16 = DTYPES["bf16"]
SEEDS = [0, 1, 0x0123456789ABCDEF, 0xFFFFFFFFFFFFFFFF]


def add_quantize(suite, x, source, element, recipe, numerics, seed, order=(0, 1), dynamic=False):
    tensor = tensor_type(x.shape, source, dynamic)
    scaled = scaled_type(x.shape, element, recipe, order, dynamic=dynamic)
    function = f"""
func.func @NAME(%x: {tensor}, %seeds: tensor<1xi64>) -> {scaled} {{
  %zero = arith.constant 0 : index
  %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
  %q = lowp.quantize %x numerics {numerics_text(numerics)} seed %seed : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    data, *scales = quantize(x, element, recipe, numerics, seed=seed)
    suite.add(
        f"{x.shape} {source} -> {scaled} {numerics} {seed:#x}",
        function,
        [x, np.array([seed], np.uint64)],
        [expect_bits(store_data(data, order)), *map(expect_bits, scales)],
    )


def stochastic(preset):
    values = dict(vars(PRESETS[preset]), rounding="stochastic")
    return Numerics(**values)


# Element, recipe, order, layout of scales, preset.
SQUARE = ("f8E5M2", "#lowp.block<128x128>", (0, 1), "#lowp.compact", "torchao")
WHOLE = ("f8E4M3FN", "#lowp.tensorwise", (0, 1), "#lowp.compact", "torchao")
MX_ROWS = ("f4E2M1FN", "#lowp.mx<1x32>", (0, 1), "#lowp.swizzled", "mx_rceil")
MX_COLUMNS = ("f6E3M2FN", "#lowp.mx<32x1>", (1, 0), "#lowp.swizzled", "mx_rceil")
MX_TURNED = ("f6E2M3FN", "#lowp.mx<1x32>", (1, 0), "#lowp.mn_major", "mx_floor")
NVFP4_ROWS = ("f4E2M1FN", "#lowp.nvfp4<1x16>", (0, 1), "#lowp.swizzled", "transformer_engine")
NVFP4_COLUMNS = ("f4E2M1FN", "#lowp.nvfp4<16x1>", (1, 0), "#lowp.swizzled", "transformer_engine")
TARGETS = [
    [ROWS],
    [COLUMNS],
    [SQUARE],
    [WHOLE_ROWS],
    [WHOLE],
    [MX_ROWS],
    [MX_COLUMNS],
    [MX_TURNED],
    [NVFP4_ROWS],
    [NVFP4_COLUMNS],
    [ROWS, COLUMNS],
    [MX_ROWS, MX_COLUMNS],
    [NVFP4_ROWS, NVFP4_COLUMNS],
]


def kind_of(shape, target, dynamic=False):
    element, recipe, order, layout, _ = target
    return scaled_type(
        shape,
        element,
        recipe,
        order,
        layout,
        dynamic=dynamic,
        packing="bytes" if element.startswith("f8") else "dense",
    )


def stored(x, target, seed):
    """All parts of `x` as they are stored."""
    element, recipe, order, layout, preset = target
    with np.errstate(all="ignore"):
        data, scales, *whole = quantize(x, element, recipe, stochastic(preset), seed=seed)
    is_packed = not element.startswith("f8")
    return [
        packed(data, element, order) if is_packed else store_data(data, order),
        store_scales(scales, layout),
        *whole,
    ]


def quantize_text(kinds, targets, matrix, value):
    """A quantize for each target, the seed counted up from one to the next."""
    text = (
        "  %at = arith.constant 0 : index\n  %step = arith.constant 1 : i64\n"
        "  %seed0 = tensor.extract %seeds[%at] : tensor<1xi64>\n"
    )
    for n, (kind, target) in enumerate(zip(kinds, targets)):
        text += (
            f"  %q{n} = lowp.quantize {value} numerics <{target[4]}, rounding = stochastic>"
            f" seed %seed{n} : {matrix} -> {kind}\n"
            f"  %seed{n + 1} = arith.addi %seed{n}, %step : i64\n"
        )
    return text + f"  return {', '.join(f'%q{n}' for n in range(len(kinds)))} : {', '.join(kinds)}"


def add_fused(suite, shape, targets, seed, dynamic=False, residual=True):
    """One matrix, or the sum of two, rounded once or in both directions."""
    x, r = with_special(shape, "bf16", 3), ordinary(shape, "bf16")
    with np.errstate(all="ignore"):
        y = (x.astype(np.float32) + r.astype(np.float32)).astype(BF16) if residual else x
    results = [part for n, target in enumerate(targets) for part in stored(y, target, seed + n)]
    matrix = tensor(shape, "bf16", dynamic)
    kinds = [kind_of(shape, target, dynamic) for target in targets]
    text = ADD.replace("MATRIX", matrix).replace("SIZES", "%d0, %d1" if dynamic else "")
    if dynamic:
        text = (
            "".join(
                f"  %i{n} = arith.constant {n} : index\n  %d{n} = tensor.dim %x, %i{n} : {matrix}\n"
                for n in (0, 1)
            )
            + text
        )
    suite.add(
        f"fused {shape} {targets} {residual}",
        f"""
func.func @NAME(%x: {matrix}, %r: {matrix}, %seeds: tensor<1xi64>) -> ({", ".join(kinds)}) {{
{text if residual else ""}{quantize_text(kinds, targets, matrix, "%y" if residual else "%x")}
}}""",
        [x, r, np.array([seed], np.uint64)],
        [expect_bits(part) for part in results],
    )


def add_batch(suite, shape, target, seed):
    """Each matrix has the seed after that of the one before."""
    x = np.stack([with_special(shape[1:], "bf16", n) for n in range(shape[0])])
    parts = zip(*(stored(matrix, target, (seed + n) % 2**64) for n, matrix in enumerate(x)))
    matrix = tensor(shape, "bf16")
    kind = kind_of(shape[1:], target).replace("<", f"<{shape[0]}x", 1)
    suite.add(
        f"batch {shape} {target}",
        f"""
func.func @NAME(%x: {matrix}, %seeds: tensor<1xi64>) -> {kind} {{
{quantize_text([kind], [target], matrix, "%x")}
}}""",
        [x, np.array([seed], np.uint64)],
        [expect_bits(np.stack(part)) for part in parts],
    )


def add_all_fused(suite):
    for shape, targets in itertools.product([(129, 136), (77, 100), (16, 40)], TARGETS):
        add_fused(suite, shape, targets, 2**63 + 17)
    for shape, targets in itertools.product([(1, 256), (130, 1)], TARGETS[:5]):
        add_fused(suite, shape, targets, 5)
    for targets in TARGETS:
        add_fused(suite, (96, 160), targets, 3, dynamic=True)
        add_fused(suite, (50, 70), targets, 4, residual=False)
    for target in (ROWS, COLUMNS, WHOLE_ROWS, WHOLE, MX_COLUMNS, NVFP4_ROWS):
        add_batch(suite, (3, 70, 96), target, 2**64 - 2)


def add_alone(suite):
    nvfp4 = PRESETS["transformer_engine_stochastic"]
    for kind, seed in itertools.product(KINDS, SEEDS):
        add_quantize(
            suite, KINDS[kind]((50, 70), "f32"), "f32", "f4E2M1FN", "#lowp.nvfp4<1x16>", nvfp4, seed
        )
    for element, kind in itertools.product(LARGEST, KINDS):
        x = KINDS[kind]((30, 70), "f32")
        add_quantize(suite, x, "f32", element, "#lowp.mx<1x32>", stochastic("mx_floor"), 7)
        overflow = Numerics(
            power_of_two=True, scale_rounding="floor", rounding="stochastic", saturation="overflow"
        )
        add_quantize(suite, x, "f32", element, "#lowp.mx<32x1>", overflow, 7)
    for order, dynamic in itertools.product([(0, 1), (1, 0)], [False, True]):
        add_quantize(
            suite,
            KINDS["ordinary"]((33, 50), "bf16"),
            "bf16",
            "f8E5M2",
            "#lowp.rowwise",
            stochastic("torchao"),
            5,
            order,
            dynamic,
        )
    # Many values for every format, under each kind of scale that it can have.
    many = (sample_size(100000) // 1000, 1000)
    for element in LARGEST:
        add_quantize(
            suite,
            wide_range(many, "f32"),
            "f32",
            element,
            "#lowp.mx<1x32>",
            stochastic("mx_rceil"),
            9,
        )
    for element in ["f8E4M3FN", "f8E5M2"]:
        for preset in ["torchao", "transformer_engine"]:
            add_quantize(
                suite,
                wide_range(many, "f32"),
                "f32",
                element,
                "#lowp.block<1x128>",
                stochastic(preset),
                10,
            )
    for recipe in NVFP4_BLOCKS:
        add_quantize(suite, ordinary(many, "f32"), "f32", "f4E2M1FN", recipe, nvfp4, 11)


def main():
    suite = Suite()
    add_alone(suite)
    add_all_fused(suite)
    suite.run()


if __name__ == "__main__":
    main()
