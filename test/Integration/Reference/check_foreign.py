# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Recipes and a layout that lowp has never heard of take the same path.

`#lowp_test.block_1x64` stores one bf16 scale per 64 elements of a row, of a
formula of its own; `#lowp_test.two_level` has e5m2 scales and one f32;
`#lowp_test.row_tiles` stores scale (i, j) in three dimensions, [i / 4][j][i mod 4],
padded with ones. None of them knows of groups.
"""

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type, tensor_type
from inputs import as_dtype, ordinary
from oracle.layouts import store_data
from oracle.amax import WHOLE, block_amax, spread
from oracle.groups import Groups, join_scales
from oracle.matmul import matmul, reference_bound
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, cast, dequantize, quantize

TILE_ROWS = 4


def store_in_row_tiles(scales):
    rows, columns = scales.shape
    tiles = -(-rows // TILE_ROWS)
    padded = np.ones((tiles * TILE_ROWS, columns), scales.dtype)
    padded[:rows] = scales
    return np.ascontiguousarray(padded.reshape(tiles, TILE_ROWS, columns).transpose(0, 2, 1))


def quantize_1x64(x):
    """bf16(amax / 2^14), or 1; values are multiplied with its reciprocal."""
    amax = block_amax(x, (1, 64))
    with np.errstate(all="ignore"):
        scales = as_dtype(amax / np.float32(2.0**14), "bf16").astype(np.float32)
        scales = np.where(amax == 0, np.float32(1), scales)
        factors = np.float32(1) / scales
        values = x.astype(np.float32) * spread(factors, (1, 64), x.shape)
    return cast(values, "f8E5M2", "saturate"), as_dtype(scales, "bf16")


def add_quantize(suite, x, element, recipe, layout, data, scales, dynamic):
    tensor = tensor_type(x.shape, "f32", dynamic)
    scaled = scaled_type(x.shape, element, recipe, (1, 0), layout, dynamic=dynamic)
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <torchao> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(
        f"{x.shape} -> {scaled}",
        function,
        [x],
        [expect_bits(store_data(data, (1, 0))), expect_bits(scales)],
    )


def two_level_parts(x):
    """Data, block scales relative to the largest magnitude, that magnitude."""
    one = np.float32(1)
    largest = block_amax(x, (WHOLE, WHOLE))[0] if x.size else np.zeros(1, np.float32)
    largest = np.where(largest == 0, one, largest)
    encode = one / largest
    scales = as_dtype(block_amax(x, (1, 8)) * encode * np.float32(0.25), "f8E5M2")
    wide = scales.astype(np.float32)
    factors = one / np.where(wide == 0, one, wide) * encode
    data = cast(x * spread(factors, (1, 8), x.shape), "f6E2M3FN", "saturate")
    return data, scales, largest


def add_two_level(suite, x, packing):
    tensor = tensor_type(x.shape, "f32")
    scaled = scaled_type(x.shape, "f6E2M3FN", "#lowp_test.two_level", packing=packing)
    function = f"""
func.func @NAME(%x: {tensor}) -> ({scaled}, {tensor}) {{
  %q = lowp.quantize %x numerics <torchao> : {tensor} -> {scaled}
  %y = lowp.dequantize %q : {scaled} -> {tensor}
  return %q, %y : {scaled}, {tensor}
}}"""
    data, scales, largest = two_level_parts(x)
    factors = scales.astype(np.float32) * largest
    values = data.astype(np.float32) * spread(factors, (1, 8), x.shape)
    stored = pack_rows(data, "f6E2M3FN") if packing == "dense" else data
    suite.add(
        f"{x.shape} -> {scaled}",
        function,
        [x],
        [expect_bits(part) for part in (stored, scales, largest, values)],
    )


def values_1x64(x):
    """What a matrix is under the foreign recipe, exactly."""
    data, scales = quantize_1x64(x)
    return data.astype(np.float64) * spread(scales.astype(np.float64), (1, 64), x.shape)


def values_128x128(x):
    """What a matrix is under a recipe of lowp's, exactly."""
    recipe = "#lowp.block<128x128>"
    parts = quantize(x, "f8E4M3FN", recipe, PRESETS["torchao"])
    return dequantize(*parts, recipe, dtype=np.float64)


# The text of a right operand's recipe, and its values.
RIGHT_OPERANDS = [
    ("<f8E5M2, #lowp_test.block_1x64, <torchao>>", values_1x64),
    ("<f8E4M3FN, #lowp.block<128x128>, <torchao>>", values_128x128),
]


def add_matmul(suite, x, w, rhs, dynamic):
    """A matmul of linalg that asks for a foreign recipe: beside itself, and beside
    one of lowp's whose blocks are twice as long."""
    recipe, values = rhs
    types = [tensor_type(shape, "f32", dynamic) for shape in (x.shape, w.shape, (len(x), len(w)))]
    maps = ", ".join(f"affine_map<(m, n, k) -> ({dims})>" for dims in ("m, k", "n, k", "m, n"))
    function = f"""
func.func @NAME(%x: {types[0]}, %w: {types[1]}, %c: {types[2]}) -> {types[2]} {{
  %y = linalg.matmul indexing_maps = [{maps}]
    {{lowp.recipe = #lowp.matmul_recipe<
       lhs = <f8E5M2, #lowp_test.block_1x64, <torchao>>, rhs = {recipe}>}}
    ins(%x, %w : {types[0]}, {types[1]}) outs(%c : {types[2]}) -> {types[2]}
  return %y : {types[2]}
}}"""
    accumulator = ordinary((len(x), len(w)), "f32", 3)
    want, magnitude = matmul(values_1x64(x), values(w), accumulator)
    bound = reference_bound(want, magnitude, x.shape[1], "f32")
    suite.add(
        f"matmul {types} {recipe}",
        function,
        [x, w, accumulator],
        [expect_within(want, bound, DTYPES["f32"])],
    )


def add_stored_matmul(suite, x, w):
    """Operands with the foreign layout of scales, the right one column-major."""
    types = [
        scaled_type(v.shape, "f8E5M2", "#lowp_test.block_1x64", order, "#lowp_test.row_tiles")
        for v, order in [(x, (0, 1)), (w, (1, 0))]
    ]
    result = tensor_type((len(x), len(w)), "f32")
    function = f"""
func.func @NAME(%x: {types[0]}, %w: {types[1]}) -> {result} {{
  %y = lowp.scaled_matmul %x, %w : {types[0]}, {types[1]} -> {result}
  return %y : {result}
}}"""
    tensors = []
    for v, order in [(x, (0, 1)), (w, (1, 0))]:
        data, scales = quantize_1x64(v)
        tensors += [store_data(data, order), store_in_row_tiles(scales)]
    want, magnitude = matmul(values_1x64(x), values_1x64(w))
    bound = reference_bound(want, magnitude, x.shape[1], "f32")
    suite.add(f"matmul {types}", function, tensors, [expect_within(want, bound, DTYPES["f32"])])


def add_relayout(suite, x, dynamic):
    data, scales = quantize(x, "f8E4M3FN", "#lowp.block<1x128>", PRESETS["torchao"])
    before, after = (
        scaled_type(x.shape, "f8E4M3FN", "#lowp.block<1x128>", (0, 1), layout, dynamic=dynamic)
        for layout in ("#lowp_test.row_tiles", "#lowp.compact")
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    suite.add(
        f"relayout {before}",
        function,
        [data, store_in_row_tiles(scales)],
        [expect_bits(data), expect_bits(scales)],
    )


def as_code(value, dtype):
    """The code of a number: padding of that value."""
    return int(np.array([value]).astype(dtype).view(f"u{dtype.itemsize}")[0])


def add_groups(suite, element, recipe, parts_of, extent, groups, dynamic):
    """Groups of a foreign recipe in a foreign layout: gaps hold ones as well, and
    two levels have a scale per group."""
    shape = [(150, 40), (20, 150)][groups.axis]
    x = ordinary(shape, "f32")
    parts = [parts_of(x[part]) for part in groups.slices(shape)]
    data, scales, *rest = [list(part) for part in zip(*parts)]
    whole = np.zeros(shape, data[0].dtype)
    for part, codes in zip(groups.slices(shape), data):
        whole[part] = codes
    padding = as_code(1.0, scales[0].dtype)
    joined = join_scales(scales, groups, groups.capacity(shape, extent), padding)
    stored = [whole, store_in_row_tiles(joined), *map(np.concatenate, rest)]
    sizes = "?x?" if dynamic else f"{shape[0]}x{shape[1]}"
    count = len(groups.ends)
    scaled, compact = (
        f"!lowp.scaled<{sizes}x{element}, {recipe}, scales = {layout}, groups = "
        f"<{count}, axis = {groups.axis}, alignment = {alignment}>>"
        for layout, alignment in [
            ("#lowp_test.row_tiles", groups.alignment),
            ("#lowp.compact<transposed = true>", 1),
        ]
    )
    ends = f"tensor<{count}xi32>"
    function = f"""
func.func @NAME(%x: tensor<{sizes}xf32>, %e: {ends}) -> ({scaled}, {compact}) {{
  %q = lowp.quantize %x numerics <torchao> ends(%e : {ends}) : tensor<{sizes}xf32> -> {scaled}
  %c = lowp.relayout %q ends(%e : {ends}) : {scaled} -> {compact}
  return %q, %c : {scaled}, {compact}
}}"""
    dense = Groups(groups.ends, groups.axis)
    moved = join_scales(scales, dense, dense.capacity(shape, extent))
    outputs = [*stored, whole, np.ascontiguousarray(moved.T), *stored[2:]]
    suite.add(
        f"groups {scaled}",
        function,
        [x, np.array(groups.ends, np.int32)],
        [expect_bits(part) for part in outputs],
    )


suite = Suite(foreign=True)
for axis, alignment, dynamic in [(0, 4, False), (0, 1, True), (1, 4, True), (1, 3, False)]:
    groups = Groups((0, 1, 70, 70, 150), axis, alignment)
    add_groups(suite, "f8E5M2", "#lowp_test.block_1x64", quantize_1x64, (1, 64), groups, dynamic)
    add_groups(suite, "f6E2M3FN", "#lowp_test.two_level", two_level_parts, (1, 8), groups, dynamic)
for shape in [(70, 200), (1, 1), (8, 128)]:
    x = ordinary(shape, "f32")
    for dynamic in [False, True]:
        data, scales = quantize_1x64(x)
        for layout, stored in [
            ("#lowp.compact", scales),
            ("#lowp_test.row_tiles", store_in_row_tiles(scales)),
        ]:
            add_quantize(suite, x, "f8E5M2", "#lowp_test.block_1x64", layout, data, stored, dynamic)
        data, scales = quantize(x, "f8E4M3FN", "#lowp.block<1x128>", PRESETS["torchao"])
        add_quantize(
            suite,
            x,
            "f8E4M3FN",
            "#lowp.block<1x128>",
            "#lowp_test.row_tiles",
            data,
            store_in_row_tiles(scales),
            dynamic,
        )
        add_relayout(suite, x, dynamic)
    for packing in ["bytes", "dense"]:
        add_two_level(suite, x, packing)
for shape in [(37, 200), (1, 64), (5, 0)]:
    x, w = ordinary(shape, "f32", 1), ordinary((130, shape[1]), "f32", 2)
    for rhs in RIGHT_OPERANDS:
        for dynamic in [False, True]:
            add_matmul(suite, x, w, rhs, dynamic)
    add_stored_matmul(suite, x, w)
suite.run()
