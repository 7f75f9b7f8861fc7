# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Batches: what is done to one is done to each of its matrices.

Transposes, relayouts and Hadamard transforms; check_grouped.py has quantize and
dequantize of batches.
"""

import itertools

import numpy as np

from harness import Suite, as_dtype, expect_bits, scaled_type
from inputs import KINDS, with_special
from oracle.data_layouts import IDENTITY, panels
from oracle.hadamard import transform
from oracle.layouts import store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, TRANSPOSED_RECIPE, dequantize, quantize

SHAPE = (70, 150)
KINDS_OF_DATA = [
    ("f8E4M3FN", "#lowp.block<1x128>", "torchao"),
    ("f8E5M2", "#lowp.block<128x128>", "torchao"),
    ("f6E3M2FN", "#lowp.mx<1x32>", "mx_floor"),
    ("f4E2M1FN", "#lowp.nvfp4<16x1>", "transformer_engine"),
]
# Order, layout of data, packing, layout of scales.
STORAGES = [
    ((0, 1), IDENTITY, "bytes", "#lowp.compact"),
    ((1, 0), IDENTITY, "bytes", "#lowp.mn_major"),
    ((0, 1), panels(32), "bytes", "#lowp.swizzled"),
    ((1, 0), panels(32), "bytes", "#lowp.packed_words"),
]
PACKED_STORAGES = [
    ((0, 1), IDENTITY, "dense", "#lowp.swizzled"),
    ((1, 0), panels(32), "dense", "#lowp.k_major"),
]


def batch_type(count, shape, kind, storage, unknown):
    """The type, whose first `unknown` sizes are not known."""
    element, recipe, _ = kind
    order, data_layout, packing, layout = storage
    text = scaled_type(
        (count, *shape), element, recipe, order, layout, data=data_layout, packing=packing
    )
    sizes = (count, *shape)[:unknown]
    return text.replace("".join(f"{size}x" for size in sizes), "?x" * unknown, 1)


def tensor_text(count, shape, element, unknown):
    sizes = ["?"] * unknown + list(map(str, (count, *shape)[unknown:]))
    return f"tensor<{'x'.join(sizes)}x{element}>"


def stored(parts, kind, storage):
    """The tensors of one matrix."""
    order, data_layout, packing, layout = storage
    data = store_data(parts[0], order, data_layout)
    if packing == "dense":
        rows = pack_rows(data.reshape(-1, data.shape[-1]), kind[0])
        data = rows.reshape(*data.shape[:-1], rows.shape[1])
    return [data, store_scales(parts[1], layout), *parts[2:]]


def matrices(kind, count):
    """Data and scales of `count` matrices, each of other values."""
    element, recipe, preset = kind
    return [
        quantize(with_special(SHAPE, "f32", seed), element, recipe, PRESETS[preset])
        for seed in range(count)
    ]


def batch(tensors, count):
    """Tensor i of each matrix under a first dimension of `count`."""
    return [np.stack(parts)[:count] for parts in zip(*tensors)]


def add_relayout(suite, count, kind, source, target, unknown):
    before, after = (
        batch_type(count, SHAPE, kind, storage, unknown) for storage in (source, target)
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    parts = matrices(kind, max(count, 1))
    inputs, outputs = (
        batch([stored(p, kind, storage) for p in parts], count) for storage in (source, target)
    )
    suite.add(f"relayout {before} -> {after}", function, inputs, list(map(expect_bits, outputs)))


def add_transpose(suite, count, kind, unknown, data_layout):
    element, recipe, preset = kind
    layout = ("#lowp.mn_major", "#lowp.mn_major<transposed = true>")
    before = batch_type(count, SHAPE, kind, ((0, 1), data_layout, "bytes", layout[0]), unknown)
    turned = (element, TRANSPOSED_RECIPE[recipe], preset)
    after = batch_type(
        count, SHAPE[::-1], turned, ((1, 0), data_layout, "bytes", layout[1]), unknown
    )
    result = tensor_text(count, SHAPE[::-1], "f32", unknown)
    function = f"""
func.func @NAME(%q: {before}) -> ({after}, {result}) {{
  %t = lowp.transpose %q : {before}
  %x = lowp.dequantize %t : {after} -> {result}
  return %t, %x : {after}, {result}
}}"""
    parts = matrices(kind, count)
    values = [dequantize(*p[:2], recipe, global_scale=p[2] if p[2:] else None).T for p in parts]
    tensors = batch(
        [stored(p, kind, ((0, 1), data_layout, "bytes", layout[0])) for p in parts], count
    )
    suite.add(
        f"transpose {before}",
        function,
        tensors,
        [*map(expect_bits, tensors), expect_bits(np.stack(values))],
    )


def add_hadamard(suite, count, element, axis, unknown, kind):
    tensor = tensor_text(count, (33, 50), element, unknown)
    function = f"""
func.func @NAME(%x: {tensor}) -> {tensor} {{
  %y = lowp.hadamard %x axis {axis} signs 0xD7E8 : {tensor}
  return %y : {tensor}
}}"""
    x = np.stack(
        [
            as_dtype(KINDS[kind]((33, 50), "f32").astype(np.float32) * (i + 1), element)
            for i in range(max(count, 1))
        ]
    )
    want = np.stack([transform(matrix, axis, 0xD7E8, element) for matrix in x])
    suite.add(
        f"hadamard {tensor} axis {axis} {kind}", function, [x[:count]], [expect_bits(want[:count])]
    )


suite = Suite()
for kind in KINDS_OF_DATA:
    narrow = kind[0] in ("f6E3M2FN", "f4E2M1FN")
    storages = STORAGES + (PACKED_STORAGES if narrow else [])
    for source, target in itertools.permutations(storages, 2):
        add_relayout(suite, 3, kind, source, target, unknown=0)
    for count in [0, 1, 4]:
        add_relayout(suite, count, kind, storages[0], storages[-1], unknown=1)
    # Rows in panels have a known number.
    for count, unknown in [(0, 3), (1, 2), (4, 3)]:
        add_relayout(suite, count, kind, storages[0], storages[1], unknown)
    for unknown, data_layout in [(0, panels(32)), (1, panels(32)), (3, IDENTITY)]:
        add_transpose(suite, 3, kind, unknown, data_layout)
for element, axis, unknown in itertools.product(["f32", "bf16", "f16"], [0, 1], [0, 1]):
    for count, kind in [(3, "ordinary"), (2, "with_special"), (0, "ordinary")]:
        add_hadamard(suite, count, element, axis, unknown, kind)
suite.run()
