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
    suite.add(f"{name}: {len(ids)} ids of {element}, {groups} groups", function, [ids],
              [expect_bits(array) for array in ordered(ids, groups)])


def add_sizes(suite):
    sizes, groups = (0, 1, 255, 256, 257, 1000), (1, 2, 33)
    for (size, count), (element, dynamic) in zip(
            itertools.product(sizes, groups),
            itertools.cycle(itertools.product(INTEGERS, (False, True)))):
        add_order(suite, "random", RNG.integers(0, count, size), count, element,
                  dynamic or size == 0)


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
    suite.add("a launch", f"""
func.func @NAME(%ids: tensor<?xi32>) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %r = tensor.empty(%n) : tensor<?xi32>
  %e = tensor.empty() : tensor<4xi32>
  %o:3 = lowp.launch_order_rows ins(%ids : tensor<?xi32>) outs(%r, %r, %e : {types}) -> {types}
  return %o#0, %o#1, %o#2 : {types}
}}""", [ids], [expect_bits(array) for array in ordered(ids, 4)])


def main():
    suite = Suite()
    add_sizes(suite)
    add_distributions(suite)
    add_no_groups(suite)
    add_launch(suite)
    suite.run()


if __name__ == "__main__":
    main()
