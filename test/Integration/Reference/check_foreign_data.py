# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Layouts of data that lowp has never heard of take the same path as its own.

Tiles, Z-order padded with ones, and maps whose last index is a digit of the slow
dimension, or one without a bound: quantize writes them, a relayout goes from each
to each, with garbage as padding of the source, matmuls read them, in groups and
batches too.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.data_layouts import IDENTITY, panels
from oracle.foreign_data_layouts import INTERLEAVED, STRIDED, Z_ORDER, tiles
from oracle.formats import WIDTH
from oracle.groups import Groups, quantize_groups
from oracle.layouts import store_data, store_scales
from oracle.matmul import matmul, reference_bound
from oracle.packing import GROUP, pack_rows
from oracle.quantize import PRESETS, dequantize, quantize

FOREIGN = [tiles(8, 16), tiles(3, 5), Z_ORDER, INTERLEAVED, STRIDED]
ORDERS = [(0, 1), (1, 0)]
# Element, recipe, preset.
FP8 = ("f8E4M3FN", "#lowp.block<1x128>", "torchao")
SHAPE = (33, 150)


def garbage(shape, dtype):
    """Padding that nobody may look at."""
    size = int(np.prod(shape)) * dtype.itemsize
    return np.full(size, 0x77, np.uint8).view(dtype).reshape(shape)


def packed(elements, element):
    rows = pack_rows(elements.reshape(-1, elements.shape[-1]), element)
    return rows.reshape(*elements.shape[:-1], rows.shape[-1])


def whole(shape, storages, group=1):
    """Sizes that types need not have: they fill the tiles of all storages."""
    result = []
    for dim, size in enumerate(shape):
        alignment = int(
            np.lcm.reduce(
                [layout.alignments(group)[order.index(dim)] for order, layout in storages]
            )
        )
        result.append(-(-size // alignment) * alignment)
    return tuple(result)


def quantized(x, kind):
    element, recipe, preset = kind
    return quantize(x, element, recipe, PRESETS[preset])


def add_quantize(suite, shape, kind, order, layout, dynamic=False, packing="bytes"):
    """There, and back from it."""
    x = ordinary(shape, "f32")
    element, recipe, preset = kind
    tensor = tensor_type(shape, "f32", dynamic)
    scaled = scaled_type(
        shape, element, recipe, order, dynamic=dynamic, data=layout, packing=packing
    )
    function = f"""
func.func @NAME(%x: {tensor}) -> ({scaled}, {tensor}) {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  %y = lowp.dequantize %q : {scaled} -> {tensor}
  return %q, %y : {scaled}, {tensor}
}}"""
    data, scales = quantized(x, kind)
    stored = store_data(data, order, layout)
    stored = packed(stored, element) if packing == "dense" else stored
    values = dequantize(data, scales, recipe)
    suite.add(
        f"quantize {shape} {scaled}",
        function,
        [x],
        [expect_bits(part) for part in (stored, scales, values)],
    )


def add_relayout(suite, shape, source, target, dynamic):
    data, scales = quantized(ordinary(shape, "f32"), FP8)
    before, after = (
        scaled_type(shape, FP8[0], FP8[1], order, scale_layout, dynamic=dynamic, data=layout)
        for (order, layout), scale_layout in zip(
            (source, target), ("#lowp.mn_major", "#lowp.compact")
        )
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    order, layout = source
    given = layout.store(np.ascontiguousarray(data.transpose(order)), garbage)
    suite.add(
        f"relayout {shape} {before} -> {after}",
        function,
        [given, store_scales(scales, "#lowp.mn_major")],
        [expect_bits(store_data(data, *target)), expect_bits(scales)],
    )


def add_matmul(suite, left, right, dynamic):
    """Operands as arguments: x in one layout, w in another, both padded with
    garbage that must not reach the product."""
    m, n, k = 33, 20, 150
    if dynamic:
        k = whole((m, k), [left, right])[1]
        m, n = whole((m, k), [left])[0], whole((n, k), [right])[0]
    operands, types, values = [], [], []
    for size, (order, layout) in [(m, left), (n, right)]:
        data, scales = quantized(ordinary((size, k), "f32", seed=size), FP8)
        operands += [layout.store(np.ascontiguousarray(data.transpose(order)), garbage), scales]
        types.append(scaled_type((size, k), FP8[0], FP8[1], order, dynamic=dynamic, data=layout))
        values.append(dequantize(data, scales, FP8[1], dtype=np.float64))
    want, magnitude = matmul(*values)
    out = tensor_type((m, n), "f32", dynamic)
    function = f"""
func.func @NAME(%a: {types[0]}, %b: {types[1]}) -> {out} {{
  %y = lowp.scaled_matmul %a, %b : {types[0]}, {types[1]} -> {out}
  return %y : {out}
}}"""
    suite.add(
        f"matmul {types}",
        function,
        operands,
        [expect_within(want, reference_bound(want, magnitude, k, "f32"), DTYPES["f32"])],
    )


def add_groups(suite, axis, order, layout, dynamic):
    """All elements are in a group: data are those of the whole matrix."""
    shape = whole((150, 150), [(order, layout)])
    groups = Groups((0, 1, 100, 100, shape[axis]), axis, 4)
    x = ordinary(shape, "f32")
    want = quantize_groups(x, *FP8[:2], PRESETS[FP8[2]], groups, "decode", None)
    sizes = "?x?" if dynamic else "x".join(map(str, shape))
    scaled = (
        f"!lowp.scaled<{sizes}x{FP8[0]}, {FP8[1]}, order = [{order[0]}, {order[1]}], "
        f"data = {layout}, groups = <5, axis = {axis}, alignment = 4>>"
    )
    function = f"""
func.func @NAME(%x: tensor<{sizes}xf32>, %e: tensor<5xi32>) -> {scaled} {{
  %q = lowp.quantize %x numerics <{FP8[2]}> ends(%e : tensor<5xi32>)
     : tensor<{sizes}xf32> -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(
        f"groups {scaled}",
        function,
        [x, np.array(groups.ends, np.int32)],
        [expect_bits(store_data(want.data, order, layout)), expect_bits(want.scales)],
    )


def add_batch(suite, source, target):
    """Each of three matrices is relaid on its own."""
    count, shape = 3, SHAPE
    parts = [quantized(ordinary(shape, "f32", seed=seed), FP8) for seed in range(count)]
    before, after = (
        scaled_type((count, *shape), FP8[0], FP8[1], order, data=layout)
        for order, layout in (source, target)
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    scales = np.stack([part[1] for part in parts])
    given, wanted = (
        np.stack([store_data(part[0], *storage) for part in parts]) for storage in (source, target)
    )
    suite.add(
        f"batch {before} -> {after}",
        function,
        [given, scales],
        [expect_bits(wanted), expect_bits(scales)],
    )


suite = Suite(foreign=True)
for order, layout in itertools.product(ORDERS, FOREIGN):
    storage = [(order, layout)]
    for shape in [SHAPE, (1, 1), (16, 48), (0, 32), (32, 0)]:
        add_quantize(suite, shape, FP8, order, layout)
    add_quantize(suite, whole(SHAPE, storage), FP8, order, layout, dynamic=True)
    for kind in [
        ("f4E2M1FN", "#lowp.mx<1x32>", "mx_floor"),
        ("f6E3M2FN", "#lowp.mx<1x32>", "mx_floor"),
    ]:
        group = GROUP[WIDTH[kind[0]]]
        if (layout.last[1] or 0) % group == 0:
            for dynamic, shape in [(False, SHAPE), (True, whole(SHAPE, storage, group))]:
                add_quantize(suite, shape, kind, order, layout, dynamic, "dense")
    for axis, dynamic in itertools.product([0, 1], [False, True]):
        add_groups(suite, axis, order, layout, dynamic)
places = [*itertools.product(ORDERS, FOREIGN), ((0, 1), IDENTITY), ((1, 0), panels(32))]
for source, target in itertools.permutations(places, 2):
    add_relayout(suite, SHAPE, source, target, dynamic=False)
for source, target in zip(places, places[1:] + places[:1]):
    add_relayout(suite, whole(SHAPE, [source, target]), source, target, dynamic=True)
    add_batch(suite, source, target)
    for dynamic in [False, True]:
        add_matmul(suite, source, target, dynamic)
suite.run()
