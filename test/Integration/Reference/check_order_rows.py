# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Rows in the order of their groups: numpy's stable sort of ids, bit by bit.

Few groups, so that many rows have one; empty groups; ids that are no group; sizes
around that of a chunk of the counting sort.
"""

import itertools

import numpy as np

from harness import Suite, expect_bits

RNG = np.random.default_rng(40)
INTEGERS = {"i32": np.int32, "i64": np.int64}


def ordered(ids, groups):
    """Rows, places and ends."""
    is_group = (ids >= 0) & (ids < groups)
    keys = np.where(is_group, ids, groups)
    rows = np.argsort(keys, kind="stable").astype(np.int32)
    places = np.empty_like(rows)
    places[rows] = np.arange(len(rows), dtype=np.int32)
    ends = np.cumsum(np.bincount(keys, minlength=groups + 1)[:groups]).astype(np.int32)
    return rows, places, ends


def add_order(suite, name, ids, groups, element, dynamic):
    count = "?" if dynamic else len(ids)
    types = f"tensor<{count}xi32>, tensor<{count}xi32>, tensor<{groups}xi32>"
    function = f"""
func.func @NAME(%ids: tensor<{count}x{element}>) -> ({types}) {{
  %r, %p, %e = lowp.order_rows %ids : tensor<{count}x{element}> -> {types}
  return %r, %p, %e : {types}
}}"""
    ids = ids.astype(INTEGERS[element])
    suite.add(
        f"{name}: {len(ids)} ids of {element}, {groups} groups",
        function,
        [ids],
        [expect_bits(array) for array in ordered(ids, groups)],
    )


def add_sizes(suite):
    sizes, groups = (0, 1, 255, 256, 257, 1000), (1, 2, 33)
    for (size, count), (element, dynamic) in zip(
        itertools.product(sizes, groups),
        itertools.cycle(itertools.product(INTEGERS, (False, True))),
    ):
        add_order(
            suite, "random", RNG.integers(0, count, size), count, element, dynamic or size == 0
        )


def add_distributions(suite):
    add_order(suite, "one group", np.full(700, 5), 8, "i32", True)
    add_order(suite, "the first group", np.zeros(300, np.int64), 8, "i64", False)
    add_order(suite, "the last group", np.full(300, 7), 8, "i32", False)
    add_order(suite, "descending", np.arange(600)[::-1] // 75, 8, "i64", True)
    add_order(suite, "empty groups", RNG.choice([1, 4, 6], 520), 8, "i32", False)
    add_order(suite, "several rounds of each warp", RNG.integers(-1, 65, 9000), 64, "i32", True)
    add_order(suite, "counts of a few warps", RNG.integers(0, 1024, 3000), 1024, "i64", True)
    add_order(suite, "more groups than rows", RNG.integers(0, 255, 17), 255, "i64", True)


def add_no_groups(suite):
    """Ids beyond the groups, as rows of other devices have them."""
    for element, numbers in INTEGERS.items():
        extremes = np.iinfo(numbers)
        ids = RNG.choice([0, 2, 3, -1, 4, 5, extremes.min, extremes.max], 600)
        add_order(suite, "no groups", ids, 4, element, element == "i64")
        add_order(suite, "none at all", np.full(40, -1), 4, element, False)


def add_launch(suite):
    """What a GPU's pipeline makes of an order, as a program."""
    ids = RNG.choice([0, 2, -1, 5], 300).astype(np.int32)
    types = "tensor<?xi32>, tensor<?xi32>, tensor<4xi32>"
    suite.add(
        "a launch",
        f"""
func.func @NAME(%ids: tensor<?xi32>) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %r = tensor.empty(%n) : tensor<?xi32>
  %e = tensor.empty() : tensor<4xi32>
  %o:3 = lowp.launch_order_rows ins(%ids : tensor<?xi32>) outs(%r, %r, %e : {types}) -> {types}
  return %o#0, %o#1, %o#2 : {types}
}}""",
        [ids],
        [expect_bits(array) for array in ordered(ids, 4)],
    )


NUMBERS = """
  %NAMEe = tensor.empty(%m) : tensor<?xi64>
  %NAME = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%NAMEe : tensor<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    linalg.yield %j : i64
  } -> tensor<?xi64>"""
SORT = """
  %NAME:2 = tm_tensor.sort dimension(0) outs(%KEYS, %numbers : tensor<?xi64>, tensor<?xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %is = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %is : i1
  } -> tensor<?xi64>, tensor<?xi64>"""


def add_argsort(suite):
    """The order that a front end sorts experts into which a topk has found, its inverse,
    how many rows each expert has, and where they end."""
    tokens, experts, chosen = 90, 12, 3
    scores = RNG.permuted(np.tile(np.arange(experts, dtype=np.float32), (tokens, 1)), axis=1)
    # One is nobody's choice.
    scores[:, 4] = -1
    ids = np.argsort(-scores, axis=1)[:, :chosen].reshape(-1)
    rows, places, ends = ordered(ids, experts)
    counts = np.bincount(ids, minlength=experts)
    vector, table = "tensor<?xi64>", f"tensor<?x{chosen}xi64>"
    text = f"""
func.func @NAME(%s: tensor<?x{experts}xf32>) -> ({vector}, {vector}, tensor<{experts}xi64>, tensor<{experts}xi64>) {{
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %lowest = arith.constant 0xFF800000 : f32
  %t = tensor.dim %s, %c0 : tensor<?x{experts}xf32>
  %e = tensor.empty(%t) : tensor<?x{chosen}xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<?x{chosen}xf32>) -> tensor<?x{chosen}xf32>
  %ie = tensor.empty(%t) : {table}
  %best:2 = tm_tensor.topk dimension(1) ins(%s : tensor<?x{experts}xf32>) outs(%l, %ie : tensor<?x{chosen}xf32>, {table}) {{
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %is : i1
  }} -> tensor<?x{chosen}xf32>, {table}
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : {table} into {vector}
  %m = tensor.dim %ids, %c0 : {vector}{NUMBERS.replace("NAME", "numbers")}
{SORT.replace("NAME", "order").replace("KEYS", "ids")}{SORT.replace("NAME", "back").replace("KEYS", "order#1")}
  %oe = tensor.empty(%m) : tensor<?x{experts}xi1>
  %hot = linalg.generic {{indexing_maps = [#row, #element], iterator_types = ["parallel", "parallel"]}}
      ins(%ids : {vector}) outs(%oe : tensor<?x{experts}xi1>) {{
  ^bb0(%id: i64, %o: i1):
    %i = linalg.index 1 : index
    %g = arith.index_cast %i : index to i64
    %is = arith.cmpi eq, %id, %g : i64
    linalg.yield %is : i1
  }} -> tensor<?x{experts}xi1>
  %ne = tensor.empty() : tensor<{experts}xi64>
  %nz = linalg.fill ins(%none : i64) outs(%ne : tensor<{experts}xi64>) -> tensor<{experts}xi64>
  %counts = linalg.generic {{indexing_maps = [#element, #column], iterator_types = ["reduction", "parallel"]}}
      ins(%hot : tensor<?x{experts}xi1>) outs(%nz : tensor<{experts}xi64>) {{
  ^bb0(%is: i1, %so_far: i64):
    %n = arith.extui %is : i1 to i64
    %sum = arith.addi %n, %so_far : i64
    linalg.yield %sum : i64
  }} -> tensor<{experts}xi64>
  %te = tensor.empty() : tensor<i64>
  %tz = linalg.fill ins(%none : i64) outs(%te : tensor<i64>) -> tensor<i64>
  %ends, %all = tm_tensor.scan dimension(0) inclusive(true) ins(%counts : tensor<{experts}xi64>)
      outs(%ne, %tz : tensor<{experts}xi64>, tensor<i64>) {{
  ^bb0(%a: i64, %b: i64):
    %sum = arith.addi %a, %b : i64
    tm_tensor.yield %sum : i64
  }} -> tensor<{experts}xi64>, tensor<i64>
  return %order#1, %back#1, %counts, %ends : {vector}, {vector}, tensor<{experts}xi64>, tensor<{experts}xi64>
}}"""
    for name, value in {
        "one": "(i) -> (i)",
        "row": "(m, g) -> (m)",
        "element": "(m, g) -> (m, g)",
        "column": "(m, g) -> (g)",
    }.items():
        text = text.replace(f"#{name}", f"affine_map<{value}>")
    suite.add(
        "argsort",
        text,
        [scores],
        [expect_bits(each.astype(np.int64)) for each in (rows, places, counts, ends)],
    )


def main():
    suite = Suite()
    add_sizes(suite)
    add_distributions(suite)
    add_no_groups(suite)
    add_launch(suite)
    add_argsort(suite)
    suite.run()


if __name__ == "__main__":
    main()
