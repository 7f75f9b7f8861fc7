# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Writes to positions that data tell, scans and sorts, as IREE writes those of JAX.

Results are compared bit by bit with those of numpy's loops. JAX leaves indices that are negative
or too large where a program's are out of bounds: nothing is written there.
"""

import itertools

import numpy as np

from check_scatter import BF16, COMBINERS, F32, INTEGERS, kind, numbers, scattered, sorted_order
from harness import DTYPES, Suite, expect_bits

RNG = np.random.default_rng(37)
KEEP = "iree_linalg_ext.yield %u : ELEMENT"
ADD = "%s = arith.addf %x, %u : ELEMENT\n    iree_linalg_ext.yield %s : ELEMENT"
BODIES = {"overwrite": KEEP, "add": ADD}
# What JAX compares of an element: -0 is 0, all NaN are one, and bits are turned into integers
# of the same order.
KEY = """    %zN = arith.cmpf oeq, %eN, %zero : ELEMENT
    %sN = arith.select %zN, %zero, %eN : ELEMENT
    %nN = arith.cmpf une, %eN, %eN : ELEMENT
    %qN = arith.select %nN, %nan, %sN : ELEMENT
    %bN = arith.bitcast %qN : ELEMENT to INTEGER
    %mN = arith.cmpi slt, %bN, %none : INTEGER
    %fN = arith.subi %most, %bN : INTEGER
    %kN = arith.select %mN, %fN, %bN : INTEGER
"""
# For each float: integers of its size, the largest of them, and NaN.
BITS = {"f32": ("i32", 2**31 - 1, "0x7FC00000"), "bf16": ("i16", 2**15 - 1, "0x7FC0")}


def add_scatter(suite, name, shape, dims, low, high, element="f32", promise=False):
    """40 updates at indices from `low` up to `high` more than there are; with a promise, those of
    positions that were there before have none."""
    dtype = DTYPES[element]
    sizes = np.array([shape[dim] for dim in dims])
    indices = RNG.integers(low, sizes + high, (40, len(dims))).astype(INTEGERS["i32"])
    is_inside = np.all((indices >= 0) & (indices < sizes), axis=1)
    positions = np.ravel_multi_index(tuple(indices[is_inside].T), tuple(sizes))
    if promise:
        # Positions of their own; only those out of bounds may be equal.
        is_inside[is_inside] = np.isin(
            np.arange(len(positions)), np.unique(positions, return_index=True)[1]
        )
        indices[~is_inside] = -1
        positions = np.ravel_multi_index(tuple(indices[is_inside].T), tuple(sizes))
    updates = numbers([40, *(size for dim, size in enumerate(shape) if dim not in dims)], dtype)
    x = numbers(shape, dtype)
    types = [kind(updates.shape, element), kind(indices.shape, "i32"), kind(shape, element)]
    suite.add(
        f"{name} at {dims} of {shape} from {low} to {high} above",
        f"""
func.func @NAME(%updates: {types[0]}, %indices: {types[1]}, %init: {types[2]}) -> {types[2]} {{
  %y = iree_linalg_ext.scatter dimension_map = {dims} unique_indices({str(promise).lower()})
      ins(%updates, %indices : {types[0]}, {types[1]}) outs(%init : {types[2]}) {{
  ^bb0(%u: {element}, %x: {element}):
    {BODIES[name].replace("ELEMENT", element)}
  }} -> {types[2]}
  return %y : {types[2]}
}}""",
        [updates, indices, x],
        [expect_bits(scattered(x, updates[is_inside], positions, dims, COMBINERS[name][1]))],
    )


def add_scatters(suite):
    shapes = [([32, 8], [0]), ([5, 7, 3], [0, 1]), ([40], [0]), ([3, 5], [0, 1])]
    for (shape, dims), name in itertools.product(shapes, BODIES):
        add_scatter(suite, name, shape, dims, 0, 0)
    add_scatter(suite, "overwrite", [16, 20], [0], 0, 0, element="bf16")


def add_dropped(suite):
    for (shape, dims), name in itertools.product([([32, 8], [0]), ([3, 5], [0, 1])], BODIES):
        for low, high in [(-6, 0), (0, 6), (-40, 40)]:
            add_scatter(suite, name, shape, dims, low, high)
        add_scatter(suite, name, shape, dims, -3, 3, promise=True)


def add_take_along_axis(suite):
    """The gradient: numbers of rows stand beside the indices, and rows do not meet."""
    indices = RNG.integers(0, 16, (6, 9, 1)).astype(INTEGERS["i32"])
    updates, x = numbers([54], F32), numbers([6, 16], F32)
    positions = np.repeat(np.arange(6), 9) * 16 + indices.reshape(-1)
    suite.add(
        "take_along_axis",
        """
func.func @NAME(%u: tensor<54xf32>, %i: tensor<6x9x1xi32>, %x: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %e = tensor.empty() : tensor<6x9x1xi32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<6x9x1xi32>) {
  ^bb0(%a: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<6x9x1xi32>
  %m = tensor.empty() : tensor<6x9x2xi32>
  %m0 = tensor.insert_slice %rows into %m[0, 0, 0] [6, 9, 1] [1, 1, 1] : tensor<6x9x1xi32> into tensor<6x9x2xi32>
  %m1 = tensor.insert_slice %i into %m0[0, 0, 1] [6, 9, 1] [1, 1, 1] : tensor<6x9x1xi32> into tensor<6x9x2xi32>
  %n = tensor.collapse_shape %m1 [[0, 1], [2]] : tensor<6x9x2xi32> into tensor<54x2xi32>
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %n : tensor<54xf32>, tensor<54x2xi32>) outs(%x : tensor<6x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}""",
        [updates, indices, x],
        [expect_bits(scattered(x, updates, positions, [0, 1], COMBINERS["add"][1]))],
    )


def add_sort(suite, keys, element, dim):
    """argsort of what JAX compares."""
    integer, most, nan = BITS[element]
    types = [kind(keys.shape, element), kind(keys.shape, "i32")]
    key = KEY.replace("ELEMENT", element).replace("INTEGER", integer)
    region = key.replace("N", "0") + key.replace("N", "1")
    names = RNG.integers(0, 1000, keys.shape).astype(INTEGERS["i32"])
    order = sorted_order(keys.astype(np.float32), dim, False)
    suite.add(
        f"sort {keys.shape} of {element} along {dim}",
        f"""
func.func @NAME(%x: {types[0]}, %n: {types[1]}) -> ({types[0]}, {types[1]}) {{
  %zero = arith.constant 0.0 : {element}
  %nan = arith.constant {nan} : {element}
  %none = arith.constant 0 : {integer}
  %most = arith.constant {most} : {integer}
  %r:2 = iree_linalg_ext.sort dimension({dim}) outs(%x, %n : {types[0]}, {types[1]}) {{
  ^bb0(%e0: {element}, %e1: {element}, %c: i32, %d: i32):
{region}    %y = arith.cmpi slt, %k0, %k1 : {integer}
    iree_linalg_ext.yield %y : i1
  }} -> {types[0]}, {types[1]}
  return %r#0, %r#1 : {types[0]}, {types[1]}
}}""",
        [keys, names],
        [expect_bits(np.take_along_axis(array, order, dim)) for array in (keys, names)],
    )


def add_sorts(suite):
    special = RNG.choice(
        np.float32([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.5]), (12, 20)
    )
    for dim in (0, 1):
        add_sort(suite, special, "f32", dim)
        add_sort(suite, special.astype(BF16), "bf16", dim)
        add_sort(suite, numbers((9, 30), F32), "f32", dim)


def add_scan(suite):
    """Running products along each dimension, in the order of the elements."""
    x = numbers((5, 6), F32)
    for dim, size in enumerate(x.shape):
        whole, rest = kind(x.shape, "f32"), kind([x.shape[1 - dim]], "f32")
        suite.add(
            f"cumprod along {dim}",
            f"""
func.func @NAME(%x: {whole}) -> ({whole}, {rest}) {{
  %one = arith.constant dense<1.0> : {rest}
  %e = tensor.empty() : {whole}
  %0:2 = iree_linalg_ext.scan dimension({dim}) inclusive(true) ins(%x : {whole}) outs(%e, %one : {whole}, {rest}) {{
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  }} -> {whole}, {rest}
  %1 = util.optimization_barrier %0#0 : {whole}
  return %1, %0#1 : {whole}, {rest}
}}""",
            [x],
            [
                expect_bits(total)
                for total in (
                    np.cumprod(x, axis=dim),
                    np.cumprod(x, axis=dim).take(size - 1, axis=dim),
                )
            ],
        )


def main():
    suite = Suite()
    add_scatters(suite)
    add_dropped(suite)
    add_take_along_axis(suite)
    add_sorts(suite)
    add_scan(suite)
    suite.run()


if __name__ == "__main__":
    main()
