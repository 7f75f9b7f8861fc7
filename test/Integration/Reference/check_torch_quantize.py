# REQUIRES: numpy, torch
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""What lowp computes against the formulas of training libraries in torch.

Data and scales of lowp.quantize bit by bit; the presets of matmuls against a
product of torch in f64.
"""

import itertools

import numpy as np
import torch

from harness import DTYPES, Suite, expect_bits, expect_within, sample_size, scaled_type, tensor_type
from inputs import KINDS, wide_range
from oracle import in_torch
from oracle.formats import LARGEST
from oracle.matmul import reference_bound
from oracle.quantize import BLOCKS, FP8_BLOCKS, MX_BLOCKS, NVFP4_BLOCKS

MX_MODES = ["mx_floor", "mx_ceil", "mx_even", "mx_rceil"]
FP8_MODES = ["torchao", "torchao_rowwise", "transformer_engine"]
# These with fewer recipes.
MORE_FP8_MODES = ["transformer_engine, eps = 1.0e-30", "deep_gemm"]
UE8M0 = "deep_gemm_ue8m0"
SHAPE = (70, 300)


def float_factors(amax, element, recipe, preset, source):
    """Encode and decode factors of recipes with f32 scales."""
    largest = LARGEST[element]
    if preset == "deep_gemm":
        decode = in_torch.deep_gemm_decode_factor(amax, largest, False)
        return decode.reciprocal(), decode
    if preset.startswith("transformer_engine"):
        # The kernel for a scale of the tensor does not know the input's type.
        known = torch.float32 if recipe == "#lowp.tensorwise" else source
        eps = 1e-30 if "eps" in preset else 0.0
        factor = in_torch.transformer_engine_factor(amax, largest, known, eps)
    else:
        factor = in_torch.torchao_factor(amax, largest, preset == "torchao_rowwise")
    return factor, factor.reciprocal()


def e8m0_codes(amax, element, preset):
    if preset != UE8M0:
        return in_torch.mx_codes(amax, element, preset)
    # DeepGEMM has no code for NaN; lowp does.
    finite = torch.isfinite(amax)
    powers = in_torch.deep_gemm_decode_factor(
        torch.where(finite, amax, 1.0), LARGEST[element], True
    )
    codes = torch.where(finite, powers.log2() + 127, 254)
    return torch.where(torch.isnan(amax), 255, codes).to(torch.uint8)


def quantize(x, element, recipe, preset):
    """Data and scales as numpy arrays, and the values that they stand for."""
    source = torch.float32 if x.dtype == np.float32 else torch.bfloat16
    x = torch.from_numpy(np.asarray(x, np.float32))
    block = BLOCKS[recipe]
    amax = in_torch.block_amax(x, block)
    rest = []
    if recipe in MX_BLOCKS:
        codes = e8m0_codes(amax, element, preset)
        factor, decode = in_torch.mx_factors(codes), codes.view(in_torch.E8M0).float()
        scales = codes.numpy().view(DTYPES["f8E8M0FNU"])
    elif recipe in NVFP4_BLOCKS:
        stored, matrix, factor = in_torch.nvfp4_factors(
            amax, in_torch.block_amax(x, (0, 0)).reshape(1)
        )
        decode = stored.float() * matrix
        scales = stored.view(torch.uint8).numpy().view(DTYPES["f8E4M3FN"])
        rest = [matrix.numpy()]
    else:
        factor, decode = float_factors(amax, element, recipe, preset, source)
        scales = decode.numpy()
    data = in_torch.cast(x * in_torch.spread(factor, block, x.shape), element)
    values = torch.from_numpy(data.astype(np.float64))
    return [data, scales, *rest], values * in_torch.spread(decode, block, x.shape)


def add_quantize(suite, x, element, recipe, preset):
    source = {np.dtype(np.float32): "f32"}.get(x.dtype, "bf16")
    tensor, scaled = tensor_type(x.shape, source), scaled_type(x.shape, element, recipe)
    label = f"{preset} {scaled}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    parts, _ = quantize(x, element, recipe, preset)
    suite.add(label, function, [x], list(map(expect_bits, parts)))


def add_matmul(suite, name, x, w, lhs, rhs):
    """x . w^T under a preset; lhs and rhs are (element, recipe, numerics)."""
    types = [tensor_type(v.shape, "bf16") for v in (x, w)]
    out = tensor_type((len(x), len(w)), "f32")
    maps = ", ".join(f"affine_map<(m, n, k) -> ({dims})>" for dims in ("m, k", "n, k", "m, n"))
    function = f"""
func.func @NAME(%x: {types[0]}, %w: {types[1]}) -> {out} {{
  %zeros = arith.constant dense<0.0> : {out}
  %y = linalg.matmul indexing_maps = [{maps}] {{lowp.recipe = #lowp.matmul_recipe<{name}>}}
    ins(%x, %w : {", ".join(types)}) outs(%zeros : {out}) -> {out}
  return %y : {out}
}}"""
    a, b = quantize(x, *lhs)[1], quantize(w, *rhs)[1]
    want, magnitude = (a @ b.T).numpy(), (a.abs() @ b.abs().T).numpy()
    with np.errstate(all="ignore"):
        bound = reference_bound(want, magnitude, x.shape[1], "f32")
    suite.add(f"matmul {name}", function, [x, w], [expect_within(want, bound, DTYPES["f32"])])


def add_kinds(suite, x):
    """Presets, formats and recipes; blocks of 256 or of 128 differ from others in a
    number alone."""
    recipes = [recipe for recipe in FP8_BLOCKS if "256" not in recipe]
    for element, recipe, preset in itertools.product(in_torch.FLOAT8, recipes, FP8_MODES):
        add_quantize(suite, x, element, recipe, preset)
    for recipe, preset in itertools.product(
        ["#lowp.tensorwise", "#lowp.block<1x128>"], MORE_FP8_MODES
    ):
        add_quantize(suite, x, "f8E4M3FN", recipe, preset)
    recipes = [recipe for recipe in MX_BLOCKS if "128" not in recipe]
    for element, recipe, preset in itertools.product(LARGEST, recipes, MX_MODES):
        add_quantize(suite, x, element, recipe, preset)
    for recipe in MX_BLOCKS:
        add_quantize(suite, x, "f8E4M3FN", recipe, UE8M0)
    for recipe in NVFP4_BLOCKS:
        add_quantize(suite, x, "f4E2M1FN", recipe, "transformer_engine")


suite = Suite()
for source, kind in [
    *(("f32", kind) for kind in KINDS),
    *(("bf16", kind) for kind in ["extreme", "with_special"]),
]:
    add_kinds(suite, KINDS[kind](SHAPE, source))
many = wide_range((sample_size(100000) // 1000, 1000), "f32", seed=12)
for element, preset in itertools.product(in_torch.FLOAT8, [*FP8_MODES, "deep_gemm"]):
    add_quantize(suite, many, element, "#lowp.block<1x128>", preset)
for element, preset in itertools.product(LARGEST, MX_MODES):
    add_quantize(suite, many, element, "#lowp.mx<1x32>", preset)
x, w = KINDS["ordinary"]((40, 300), "bf16"), KINDS["ordinary"]((50, 300), "bf16", 5)
for name, lhs, rhs in [
    ("tensorwise", *2 * [("f8E4M3FN", "#lowp.tensorwise", "torchao")]),
    ("rowwise", *2 * [("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise")]),
    ("mxfp8", *2 * [("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil")]),
    ("mxfp4", *2 * [("f4E2M1FN", "#lowp.mx<1x32>", "mx_rceil")]),
    (
        "nvfp4",
        ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine"),
        ("f4E2M1FN", "#lowp.nvfp4<16x16>", "transformer_engine"),
    ),
]:
    add_matmul(suite, name, x, w, lhs, rhs)
suite.run()
