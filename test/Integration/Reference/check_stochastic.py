"""Stochastic rounding: the same bits from the same seed, here and in the oracle."""

import itertools

import numpy as np

from harness import (Suite, expect_bits, numerics_text, sample_size, scaled_type,
                     tensor_type)
from inputs import KINDS, ordinary, wide_range
from oracle.formats import LARGEST
from oracle.layouts import store_data
from oracle.quantize import NVFP4_BLOCKS, PRESETS, Numerics, quantize

SEEDS = [0, 1, 0x0123456789ABCDEF, 0xFFFFFFFFFFFFFFFF]


def add_quantize(suite, x, source, element, recipe, numerics, seed, order=(0, 1),
                 dynamic=False):
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
    suite.add(f"{x.shape} {source} -> {scaled} {numerics} {seed:#x}", function,
              [x, np.array([seed], np.uint64)],
              [expect_bits(store_data(data, order)), *map(expect_bits, scales)])


def stochastic(preset):
    values = dict(vars(PRESETS[preset]), rounding="stochastic")
    return Numerics(**values)


suite = Suite()
nvfp4 = PRESETS["transformer_engine_stochastic"]
for kind, seed in itertools.product(KINDS, SEEDS):
    add_quantize(suite, KINDS[kind]((50, 70), "f32"), "f32", "f4E2M1FN",
                 "#lowp.nvfp4<1x16>", nvfp4, seed)
for element, kind in itertools.product(LARGEST, KINDS):
    x = KINDS[kind]((30, 70), "f32")
    add_quantize(suite, x, "f32", element, "#lowp.mx<1x32>", stochastic("mx_floor"), 7)
    overflow = Numerics(power_of_two=True, scale_rounding="floor", rounding="stochastic",
                        saturation="overflow")
    add_quantize(suite, x, "f32", element, "#lowp.mx<32x1>", overflow, 7)
for order, dynamic in itertools.product([(0, 1), (1, 0)], [False, True]):
    add_quantize(suite, KINDS["ordinary"]((33, 50), "bf16"), "bf16", "f8E5M2",
                 "#lowp.rowwise", stochastic("torchao"), 5, order, dynamic)
# Many values for every format, under each kind of scale that it can have.
many = (sample_size(100000) // 1000, 1000)
for element in LARGEST:
    add_quantize(suite, wide_range(many, "f32"), "f32", element, "#lowp.mx<1x32>",
                 stochastic("mx_rceil"), 9)
for element in ["f8E4M3FN", "f8E5M2"]:
    for preset in ["torchao", "transformer_engine"]:
        add_quantize(suite, wide_range(many, "f32"), "f32", element, "#lowp.block<1x128>",
                     stochastic(preset), 10)
for recipe in NVFP4_BLOCKS:
    add_quantize(suite, ordinary(many, "f32"), "f32", "f4E2M1FN", recipe, nvfp4, 11)
suite.run()
