# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Every preset by its name: of whole matmuls, and of numerics.

Nothing here says how an operand is quantized but the name; the oracle has a
table of its own. A preset that only one of both tables knows is an error.
"""

import functools
import pathlib
import re
import subprocess
from dataclasses import replace

import numpy as np

from harness import Suite, expect_bits, expect_within, scaled_type, tensor_type
from inputs import KINDS, as_dtype, extreme, ordinary, with_special
from matmul_cases import MAPS
from oracle.formats import DTYPES, LARGEST
from oracle.matmul import matmul, reference_bound
from oracle.presets import MATMULS, is_stochastic, operand_values
from oracle.quantize import FP8_BLOCKS, MX_BLOCKS, NVFP4_BLOCKS, PRESETS, dequantize, quantize

FP8 = ["f8E4M3FN", "f8E5M2"]
MX_NUMERICS = [name for name in PRESETS if PRESETS[name].scale_rounding != "none"]
FP8_NUMERICS = [name for name in PRESETS if name not in MX_NUMERICS and name != "torchao_nvfp4"]
NVFP4_NUMERICS = [
    name for name in PRESETS if name not in MX_NUMERICS and not PRESETS[name].power_of_two
]
# Between these the inputs below can tell for every matmul.
NVFP4_TRAINING = ["transformer_engine", "transformer_engine_stochastic", "torchao_nvfp4"]
SEED = 0x0123456789ABCDEF


def complain_of(opt, program, *options):
    """What lowp-opt says of a program that names no preset."""
    run = subprocess.run([opt, *options], input=program, capture_output=True, text=True)
    return run.stderr


def names_in(message, pattern):
    return set(re.search(pattern, message).group(1).split(", "))


def check_names(opt):
    """lowp has the presets of the oracle's tables, no more and no less."""
    matmuls = names_in(
        complain_of(opt, "", "--lowp-apply-recipes=recipe=none"), r"to be one of (.*?), got"
    )
    assert matmuls == set(MATMULS), matmuls ^ set(MATMULS)
    numerics = names_in(
        complain_of(opt, "module attributes {n = #lowp.numerics<none>} {}"), r"a preset \((.*?)\)"
    )
    assert numerics == set(PRESETS), numerics ^ set(PRESETS)


def matmul_function(preset, types, transposed, count=1):
    """`count` times the same matmul; the seed is an argument of a function."""
    lhs, rhs, out = types
    maps = (
        f"{MAPS['lhs', transposed]}, {MAPS['rhs', not transposed]}, affine_map<(m, n, k) -> (m, n)>"
    )
    body = "".join(
        f"""
  %y{i} = linalg.matmul indexing_maps = [{maps}]
    {{lowp.recipe = #lowp.matmul_recipe<{preset}>}}
    ins(%a, %b : {lhs}, {rhs}) outs(%zeros : {out}) -> {out}"""
        for i in range(count)
    )
    results = ", ".join(f"%y{i}" for i in range(count))
    out_types = ", ".join([out] * count)
    return f"""
func.func private @NAME_seeded(%a: {lhs}, %b: {rhs}, %seed: i64 {{lowp.seed}}) -> ({out_types}) {{
  %zeros = arith.constant dense<0.0> : {out}{body}
  return {results} : {out_types}
}}
func.func @NAME(%a: {lhs}, %b: {rhs}, %seeds: tensor<1xi64>) -> ({out_types}) {{
  %zero = arith.constant 0 : index
  %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
  %y:{count} = func.call @NAME_seeded(%a, %b, %seed) : ({lhs}, {rhs}, i64) -> ({out_types})
  return {", ".join(f"%y#{i}" for i in range(count))} : {out_types}
}}"""


def expected(preset, x, w, source, transposed, seed):
    """The product, and how far a reference may be off."""
    lhs = operand_values(preset.lhs, x, source, preset.hadamard, seed, transposed)
    # The second operand of a matmul is contracted along its first dimension
    # where it is not transposed.
    rhs = operand_values(preset.rhs, w, source, preset.hadamard, seed, transposed)
    want, magnitude = matmul(lhs, rhs)
    with np.errstate(all="ignore"):
        return want, reference_bound(want, magnitude, x.shape[1], "f32")


def add_matmul(suite, name, x, w, source, transposed, count=1):
    """x is (M, K), w is (N, K); `transposed`: handed over as (K, M), (K, N)."""
    preset = MATMULS[name]
    operands = [x.T, w.T] if transposed else [x, w]
    types = [
        *(tensor_type(v.shape, source) for v in operands),
        tensor_type((len(x), len(w)), "f32"),
    ]
    assert not is_stochastic(preset.rhs)
    label = f"{name} {types} {transposed}"
    if not suite.takes(label):
        return
    outputs = [
        expect_within(*expected(preset, x, w, source, transposed, SEED + i), DTYPES["f32"])
        for i in range(count)
    ]
    suite.add(
        label,
        matmul_function(name, types, transposed, count),
        [*operands, np.array([SEED], np.uint64)],
        outputs,
    )


def check_fast_accumulation(opt, name):
    """The reference ignores it: it has to be in the IR."""
    matrix = "tensor<16x16xf32>"
    function = matmul_function(name, [matrix] * 3, False).replace("NAME", "f")
    run = subprocess.run(
        [opt, "--lowp-apply-recipes"], input=function, capture_output=True, text=True, check=True
    )
    found = "fast_accumulation" in run.stdout
    assert found == MATMULS[name].fast_accumulation, f"{name}: {found}"


def variants(operand):
    """The operand with one entry of the table changed."""
    families = [FP8_BLOCKS, MX_BLOCKS, NVFP4_BLOCKS]
    blocks = next(family for family in families if operand.recipe in family)
    elements = {0: FP8, 1: LARGEST, 2: []}[families.index(blocks)]
    yield from (replace(operand, element=element) for element in elements)
    yield from (replace(operand, recipe=recipe) for recipe in blocks)
    numerics = [FP8_NUMERICS, MX_NUMERICS, NVFP4_TRAINING][families.index(blocks)]
    yield from (replace(operand, numerics=name) for name in numerics)


def varied(shape, seed):
    """Magnitudes that differ along both dimensions: no two blocks are alike."""
    powers = np.random.default_rng(seed).integers(-6, 6, shape[1])
    powers = np.exp2(powers + np.arange(shape[1]) // 128 * 6.0)
    return as_dtype(ordinary(shape, "bf16", seed).astype(np.float32) * powers, "bf16")


def with_outliers(x, w):
    """Values near the end of what f8E5M2 has below the largest one of a block,
    which itself meets a zero: only so does a factor of 2 in a scale show."""
    x, w = x.copy(), w.copy()
    for large, other, column in [(x, w, 0), (w, x, 1)]:
        large[:, column::16] = large[:, column::16] * as_dtype(np.float32(2.0**29), "bf16")
        other[:, column::16] = 0
    return x, w


@functools.lru_cache(maxsize=None)
def inputs():
    """Ordinary matrices; some with an amax below torchao's eps; outliers,
    infinity, NaN."""
    x, w = varied((40, 300), 1), varied((130, 300), 2)
    tiny = as_dtype(np.float32(2.0**-76), "bf16")
    return [
        (x, w),
        (x * tiny, w),
        (x, w * tiny),
        with_outliers(x, w),
        (with_special(x.shape, "bf16"), w),
        (x, with_special(w.shape, "bf16")),
    ]


@functools.lru_cache(maxsize=None)
def expected_of_inputs(preset):
    return [expected(preset, x, w, "bf16", False, SEED) for x, w in inputs()]


def differs(one, other):
    """Whether two presets give results farther apart than is allowed."""
    for (x, w), (want, bound) in zip(inputs(), expected_of_inputs(one)):
        got, _ = expected(other, x, w, "bf16", False, SEED)
        with np.errstate(all="ignore"):
            close = (np.abs(want - got) <= bound) | (want == got)
        if not (close | (np.isnan(want) & np.isnan(got))).all():
            return True
    return False


def check_inputs():
    """The inputs show each change of an entry, so that no wrong one can pass."""
    for name, preset in MATMULS.items():
        changed = [
            *(replace(preset, lhs=lhs) for lhs in variants(preset.lhs)),
            *(replace(preset, rhs=rhs) for rhs in variants(preset.rhs)),
        ]
        if preset.hadamard is not None:
            changed += [replace(preset, hadamard=signs) for signs in [None, 0, 0xE8D7]]
        for other in changed:
            assert other == preset or differs(preset, other), f"{name} passes for {other}"


def add_numerics(suite, name, element, recipe, x):
    """lowp.quantize under the name of a preset."""
    numerics = PRESETS[name]
    label = f"{name} {scaled_type(x.shape, element, recipe)}"
    if not suite.takes(label):
        return
    seeded = numerics.rounding == "stochastic"
    source = next(name for name in ["f32", "bf16"] if DTYPES[name] == x.dtype)
    tensor, scaled = tensor_type(x.shape, source), scaled_type(x.shape, element, recipe)
    function = f"""
func.func @NAME(%x: {tensor}, %seeds: tensor<1xi64>) -> {scaled} {{
  %zero = arith.constant 0 : index
  %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
  %q = lowp.quantize %x numerics <{name}> {"seed %seed" if seeded else ""}
     : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    parts = quantize(x, element, recipe, numerics, seed=SEED if seeded else None)
    suite.add(
        label,
        function,
        [x, np.array([SEED], np.uint64)],
        list(map(expect_bits, parts)),
    )


def recipes_of(name):
    """Formats and recipes that a preset of numerics is for."""
    recipes = []
    if name in MX_NUMERICS:
        recipes += [
            (element, recipe)
            for element in LARGEST
            for recipe in ["#lowp.mx<1x32>", "#lowp.mx<1x128>"]
        ]
    if name in FP8_NUMERICS:
        recipes += [
            (element, recipe)
            for element in FP8
            for recipe in ["#lowp.tensorwise", "#lowp.rowwise", "#lowp.block<1x128>"]
        ]
    if name in NVFP4_NUMERICS:
        recipes.append(("f4E2M1FN", "#lowp.nvfp4<1x16>"))
    return recipes


def check_finite(name, element, recipe, x):
    """No preset makes infinity or NaN of finite values, in data or in scales;
    and the values that they stand for are numbers."""
    seed = SEED if PRESETS[name].rounding == "stochastic" else None
    data, scales, *rest = quantize(x, element, recipe, PRESETS[name], seed=seed)
    values = dequantize(
        data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
    )
    assert np.isfinite(values).all(), f"{name} {element} {recipe}: {values}"


suite = Suite()
opt = suite.tools / "lowp-opt"
check_names(opt)
# What the inputs tell apart depends on the oracle alone.
if not suite.sample:
    check_inputs()
for name in MATMULS:
    check_fast_accumulation(opt, name)
    for x, w in inputs():
        for transposed in [False, True]:
            add_matmul(suite, name, x, w, "bf16", transposed)
    x, w = inputs()[0]
    if is_stochastic(MATMULS[name].lhs):
        # The second matmul takes another seed.
        add_matmul(suite, name, x, w, "bf16", False, count=2)
        add_matmul(suite, name, x.astype(np.float32), w.astype(np.float32), "f32", True)
for name in PRESETS:
    for element, recipe in recipes_of(name):
        for kind in KINDS:
            add_numerics(suite, name, element, recipe, KINDS[kind]((20, 150), "f32"))
        for source in ["f32", "bf16"]:
            x = extreme((40, 150), source)
            check_finite(name, element, recipe, x)
            add_numerics(suite, name, element, recipe, x)
suite.run()
