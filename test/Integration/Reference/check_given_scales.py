# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Quantize in steps: lowp.amax, lowp.compute_global_scale, lowp.compute_scale and
lowp.quantize with given scales.

In steps it is what it is in one piece. Then something else comes between the steps:
an amax of an earlier step, the maximum over shards, a scale that was calibrated.
"""

import itertools
from dataclasses import replace

import numpy as np

from harness import Suite, expect_bits, numerics_text, scaled_type
from inputs import KINDS, ordinary
from oracle import nvfp4
from oracle.amax import WHOLE, block_amax
from oracle.formats import DTYPES, LARGEST
from oracle.layouts import store_data, store_scales
from oracle.numerics import PRESETS
from oracle.quantize import (
    BLOCKS,
    MX_BLOCKS,
    NVFP4_BLOCKS,
    for_input,
    quantize,
    quantize_by,
    scales_of,
)

SHAPE = (70, 150)
# Element type, recipe, numerics.
QUANTIZERS = [
    *(
        ("f8E4M3FN", recipe, preset)
        for recipe in [
            "#lowp.tensorwise",
            "#lowp.rowwise",
            "#lowp.rowwise<axis = 0>",
            "#lowp.block<1x128>",
            "#lowp.block<128x1>",
            "#lowp.block<128x128>",
        ]
        for preset in ["torchao", "transformer_engine", "deep_gemm"]
    ),
    ("f8E5M2", "#lowp.block<1x32>", "torchao_rowwise"),
    *(
        ("f8E4M3FN", recipe, preset)
        for recipe in ["#lowp.mx<1x32>", "#lowp.mx<32x32>"]
        for preset in ["mx_floor", "torchao_mx_rceil"]
    ),
    ("f6E3M2FN", "#lowp.mx<32x1>", "torchao_mx_even"),
    ("f4E2M1FN", "#lowp.mx<1x128>", "deep_gemm_ue8m0"),
    *(
        ("f4E2M1FN", recipe, preset)
        for recipe in NVFP4_BLOCKS
        for preset in ["transformer_engine", "torchao_nvfp4"]
    ),
]
CONVENTIONS = ["decode", "encode"]


def tensor(shape, element, dynamic=False):
    """In a batch only the number of matrices may be unknown."""
    sizes = list(map(str, shape))
    if dynamic:
        sizes = ["?", *sizes[1:]] if len(shape) == 3 else ["?"] * len(shape)
    return f"tensor<{'x'.join([*sizes, element])}>"


def name_of(dtype):
    return next(name for name in DTYPES if DTYPES[name] == dtype)


class Steps:
    """The text of each step for a matrix, or a batch, of a type."""

    def __init__(self, shape, source, quantizer, convention, dynamic=False):
        self.element, self.recipe, preset = quantizer
        self.numerics, self.convention = PRESETS[preset], convention
        self.has_global = self.recipe in NVFP4_BLOCKS
        counts = [
            1 if extent == WHOLE else -(-size // extent)
            for size, extent in zip(shape[-2:], BLOCKS[self.recipe])
        ]
        batch = shape[:-2]
        stored = "f8E8M0FNU" if self.recipe in MX_BLOCKS else "f32"
        if self.has_global:
            stored = "f8E4M3FN"
        self.input = tensor(shape, source, dynamic)
        self.blocks = tensor((*batch, *counts), "f32", dynamic)
        self.whole = tensor((*batch, 1, 1), "f32", dynamic)
        self.number = tensor((*batch, 1), "f32", dynamic and len(batch) > 0)
        self.stored = tensor((*batch, *counts), stored, dynamic)
        self.scaled = scaled_type(shape, self.element, self.recipe, convention=convention)
        if dynamic:
            sizes = "x".join(map(str, shape))
            unknown = self.input.split("<")[1].rsplit("x", 1)[0]
            self.scaled = self.scaled.replace(f"<{sizes}x", f"<{unknown}x", 1)
        self.resolved = for_input(self.numerics, DTYPES[source], self.recipe)

    def how(self):
        return (
            f"recipe {self.recipe} element {self.element} "
            f"numerics {numerics_text(self.resolved)} convention {self.convention}"
        )

    def amax(self, x="%x", to="%amax"):
        return f"  {to} = lowp.amax {x} recipe({self.recipe}) : {self.input} -> {self.blocks}\n"

    def total(self, x="%x", to="%total"):
        return f"  {to} = lowp.amax {x} : {self.input} -> {self.whole}\n"

    def global_scale(self):
        return (
            f"  %factor, %global = lowp.compute_global_scale %total {self.how()} "
            f": {self.whole} -> {self.number}, {self.number}\n"
        )

    def scale(self, factor="%factor"):
        given = f"global({factor} : {self.number}) " if self.has_global else ""
        return (
            f"  %encode, %scales = lowp.compute_scale %amax {given}{self.how()} "
            f": {self.blocks} -> {self.blocks}, {self.stored}\n"
        )

    def quantize(self, x="%x", global_scale="%global", seed=""):
        values, types = "%encode, %scales", f"{self.blocks}, {self.stored}"
        if self.has_global:
            values, types = f"{values}, {global_scale}", f"{types}, {self.number}"
        numerics = self.numerics
        if seed:
            numerics = replace(numerics, rounding="stochastic")
        return (
            f"  %q = lowp.quantize {x} numerics {numerics_text(numerics)} {seed} "
            f"scales({values} : {types}) : {self.input} -> {self.scaled}\n"
            f"  return %q : {self.scaled}\n"
        )

    def all_steps(self):
        text = self.amax()
        if self.has_global:
            text += self.total() + self.global_scale()
        return text + self.scale()


def add(suite, label, steps, arguments, body, inputs, outputs):
    parameters = ", ".join(f"{name}: {kind}" for name, kind in arguments)
    function = f"\nfunc.func @NAME({parameters}) -> {steps.scaled} {{\n{body}}}"
    suite.add(
        f"{label} {steps.input} -> {steps.scaled} {steps.numerics}",
        function,
        inputs,
        list(map(expect_bits, outputs)),
    )


def add_in_steps(suite, x, quantizer, convention, dynamic=False):
    """What the quantize in one piece is, of a matrix and of a batch."""
    steps = Steps(x.shape, name_of(x.dtype), quantizer, convention, dynamic)
    matrices = x if x.ndim == 3 else x[None]
    parts = zip(
        *(
            quantize(matrix, steps.element, steps.recipe, steps.numerics, convention)
            for matrix in matrices
        )
    )
    outputs = [np.stack(part) if x.ndim == 3 else part[0] for part in parts]
    add(
        suite,
        "in steps",
        steps,
        [("%x", steps.input)],
        steps.all_steps() + steps.quantize(),
        [x],
        outputs,
    )


def add_layout(suite, quantizer, order, layout):
    """Given scales are in matrix order; the result has the layout of its type."""
    x = ordinary(SHAPE, "bf16")
    steps = Steps(SHAPE, "bf16", quantizer, "decode")
    steps.scaled = scaled_type(SHAPE, steps.element, steps.recipe, order, layout)
    data, scales, *rest = quantize(x, steps.element, steps.recipe, steps.numerics)
    add(
        suite,
        "layout",
        steps,
        [("%x", steps.input)],
        steps.all_steps() + steps.quantize(),
        [x],
        [store_data(data, order), store_scales(scales, layout), *rest],
    )


def history(x, recipe):
    """An amax that x has outgrown, with all that is not ordinary in it."""
    amax = block_amax(x, BLOCKS[recipe]) / np.float32(4)
    special = np.array([0, np.nan, np.inf, 1e-40, 3e38], np.float32)
    if amax.size > 10:
        amax.flat[: len(special)] = special
    return amax


def add_delayed(suite, x, amax, quantizer, convention):
    """The amax is an argument, of an earlier step."""
    steps = Steps(x.shape, name_of(x.dtype), quantizer, convention)
    total = np.array([[3]], np.float32)
    body, arguments, inputs = "", [("%x", steps.input), ("%amax", steps.blocks)], [x, amax]
    if steps.has_global:
        body = steps.global_scale()
        arguments, inputs = [*arguments, ("%total", steps.whole)], [*inputs, total]
    with np.errstate(all="ignore"):
        factors, stored = scales_of(
            amax, total[0], steps.element, steps.recipe, steps.resolved, convention
        )
    data = quantize_by(factors, x, steps.element, steps.recipe, steps.numerics)
    add(
        suite,
        "delayed",
        steps,
        arguments,
        body + steps.scale() + steps.quantize(),
        inputs,
        [data, *stored],
    )


def add_reduced(suite, kind, quantizer, axis):
    """Adds a case of two shards: one quantizes its part by the amax of both, as the whole is
    quantized."""
    x = KINDS[kind]((64, 128), "f32")
    shards = np.split(x, 2, axis)
    steps = Steps(shards[0].shape, "f32", quantizer, "decode")
    if steps.has_global:
        reduced = steps.total("%x", "%t0") + steps.total("%y", "%t1")
        reduced += f"  %total = arith.maximumf %t0, %t1 : {steps.whole}\n"
        body = steps.amax() + reduced + steps.global_scale()
    else:
        reduced = steps.amax("%x", "%a0") + steps.amax("%y", "%a1")
        body = reduced + f"  %amax = arith.maximumf %a0, %a1 : {steps.blocks}\n"
    data, scales, *rest = quantize(x, steps.element, steps.recipe, steps.numerics)
    blocks = quantize(shards[0], steps.element, steps.recipe, steps.numerics)[1].shape
    add(
        suite,
        f"reduced {kind}",
        steps,
        [("%x", steps.input), ("%y", steps.input)],
        body + steps.scale() + steps.quantize(),
        shards,
        [np.split(data, 2, axis)[0], scales[: blocks[0], : blocks[1]], *rest],
    )


def add_global(suite, x, quantizer, factor):
    """The scale of the matrix is given: the factor, stored as it is where that is
    what the convention stores."""
    convention = "decode" if PRESETS[quantizer[2]].quotient == "decode" else "encode"
    steps = Steps(x.shape, name_of(x.dtype), quantizer, convention)
    given = np.array([factor], np.float32)
    with np.errstate(all="ignore"):
        factors, stored = nvfp4.scales(
            block_amax(x, BLOCKS[steps.recipe]),
            given,
            given,
            LARGEST[steps.element],
            steps.resolved,
        )
    data = quantize_by(factors, x, steps.element, steps.recipe, steps.numerics)
    add(
        suite,
        f"global {factor}",
        steps,
        [("%x", steps.input), ("%g", steps.number)],
        steps.amax() + steps.scale("%g") + steps.quantize(global_scale="%g"),
        [x, given],
        [data, stored, given],
    )


def add_calibrated(suite, x, quantizer, scale):
    """A stored scale comes with a model; its reciprocal is the encode factor."""
    steps = Steps(x.shape, name_of(x.dtype), quantizer, "decode")
    stored = np.array([[scale]], np.float32)
    body = f"""  %one = arith.constant dense<1.0> : {steps.blocks}
  %encode = arith.divf %one, %scales : {steps.blocks}
"""
    with np.errstate(all="ignore"):
        factors = np.float32(1) / stored
    data = quantize_by(factors, x, steps.element, steps.recipe, steps.numerics)
    add(
        suite,
        f"calibrated {scale}",
        steps,
        [("%x", steps.input), ("%scales", steps.stored)],
        body + steps.quantize(),
        [x, stored],
        [data, stored],
    )


def add_stochastic(suite, x, quantizer, seed):
    steps = Steps(x.shape, name_of(x.dtype), quantizer, "decode")
    body = f"  %seed = arith.constant {seed} : i64\n" + steps.all_steps()
    outputs = quantize(x, steps.element, steps.recipe, steps.numerics, seed=seed)
    add(
        suite,
        "stochastic",
        steps,
        [("%x", steps.input)],
        body + steps.quantize(seed="seed %seed"),
        [x],
        outputs,
    )


suite = Suite()
for quantizer, kind, convention in itertools.product(QUANTIZERS, KINDS, CONVENTIONS):
    add_in_steps(suite, KINDS[kind](SHAPE, "f32"), quantizer, convention)
for quantizer, source, dynamic in itertools.product(
    QUANTIZERS, ["f32", "bf16", "f16"], [False, True]
):
    add_in_steps(suite, KINDS["extreme"](SHAPE, source), quantizer, "decode", dynamic)
for quantizer, dynamic in itertools.product(QUANTIZERS, [False, True]):
    batch = np.stack([KINDS["with_special"]((33, 50), "bf16", seed) for seed in range(3)])
    add_in_steps(suite, batch, quantizer, "decode", dynamic)
for quantizer, shape in itertools.product(QUANTIZERS, [(0, 64), (1, 1), (33, 0)]):
    add_in_steps(suite, ordinary(shape, "bf16"), quantizer, "decode")
for quantizer, order in itertools.product(QUANTIZERS, [(0, 1), (1, 0)]):
    add_layout(suite, quantizer, order, "#lowp.mn_major")
for quantizer, kind, convention in itertools.product(QUANTIZERS, KINDS, CONVENTIONS):
    x = KINDS[kind](SHAPE, "f32")
    with np.errstate(all="ignore"):
        add_delayed(suite, x, history(x, quantizer[1]), quantizer, convention)
for preset, kind, amax in itertools.product(
    ["torchao", "transformer_engine"], KINDS, [0.0, np.nan, np.inf, 1e-40, 2.0]
):
    add_delayed(
        suite,
        KINDS[kind](SHAPE, "f32"),
        np.array([[amax]], np.float32),
        ("f8E4M3FN", "#lowp.tensorwise", preset),
        "decode",
    )
for kind in KINDS:
    for preset, axis in itertools.product(["torchao", "transformer_engine"], [0, 1]):
        add_reduced(suite, kind, ("f8E4M3FN", "#lowp.tensorwise", preset), axis)
    add_reduced(suite, kind, ("f8E5M2", "#lowp.rowwise", "torchao_rowwise"), axis=1)
    add_reduced(suite, kind, ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine"), axis=0)
for recipe, preset, kind in itertools.product(
    NVFP4_BLOCKS, ["transformer_engine", "torchao_nvfp4"], KINDS
):
    for factor in [0.0, 1.0, 0.37, 1000.0, np.inf, np.nan]:
        add_global(suite, KINDS[kind](SHAPE, "f32"), ("f4E2M1FN", recipe, preset), factor)
for kind, scale in itertools.product(KINDS, [0.0, 0.013, 1.0, 1e-40, np.inf, np.nan]):
    add_calibrated(
        suite, KINDS[kind](SHAPE, "f32"), ("f8E4M3FN", "#lowp.tensorwise", "torchao"), scale
    )
for quantizer in QUANTIZERS:
    add_stochastic(suite, ordinary(SHAPE, "f32"), quantizer, 0x0123456789ABCDEF)
suite.run()
