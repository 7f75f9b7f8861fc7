# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Writes to positions that data tell, sorts and attention, as torch-mlir writes them.

Results are compared bit by bit with those of numpy's loops, which go in the order of
the updates: few updates have a position of their own, so that the order shows.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within

RNG = np.random.default_rng(31)
BF16, F32 = DTYPES["bf16"], DTYPES["f32"]
INTEGERS = {"i32": np.dtype(np.int32), "i64": np.dtype(np.int64)}
KEEP = "    lowp.scatter_yield %u : ELEMENT\n"
ADD = "    %s = arith.addf %x, %u : ELEMENT\n    lowp.scatter_yield %s : ELEMENT\n"
LARGER = "    %s = arith.maximumf %u, %x : ELEMENT\n    lowp.scatter_yield %s : ELEMENT\n"
DEAD = "    %dead = arith.addf %x, %u : ELEMENT\n" + KEEP
ZERO = """    %z = arith.constant false
    %s = arith.select %z, %x, %u : ELEMENT
    lowp.scatter_yield %s : ELEMENT
"""
COMBINERS = {
    "overwrite": (KEEP, lambda old, new: new),
    "add": (ADD, lambda old, new: (old + new).astype(old.dtype)),
    "maximum": (LARGER, lambda old, new: np.maximum(old, new)),
}
# Regions that read the element, and overwrite it all the same.
READERS = {
    "overwrite, dead read": (DEAD, COMBINERS["overwrite"][1]),
    "overwrite, read of no effect": (ZERO, COMBINERS["overwrite"][1]),
}


def kind(shape, element, dynamic=False):
    sizes = ["?" if dynamic else str(size) for size in shape]
    return f"tensor<{'x'.join([*sizes, element])}>"


def numbers(shape, dtype):
    return RNG.standard_normal(shape).astype(np.float32).astype(dtype)


def scattered(x, updates, positions, dims, combine):
    """`x` with updates in it, one after the other."""
    rows = [dim for dim in range(x.ndim) if dim not in dims]
    result = x.copy()
    # Chosen dimensions first: a view.
    view = result.transpose([*dims, *rows])
    sizes = view.shape[: len(dims)]
    for update, position in zip(updates, positions):
        at = np.unravel_index(position, sizes)
        view[at] = combine(view[at], update)
    return result


def add_scatter(suite, name, shape, dims, positions, element="f32", promise="", dynamic=False):
    body, combine = {**COMBINERS, **READERS}[name]
    dtype = DTYPES[element]
    rows = [size for dim, size in enumerate(shape) if dim not in dims]
    updates = numbers([len(positions), *rows], dtype)
    x = numbers(shape, dtype)
    types = [
        kind(updates.shape, element, dynamic),
        kind(positions.shape, "i64", dynamic),
        kind(shape, element, dynamic),
    ]
    function = f"""
func.func @NAME(%updates: {types[0]}, %positions: {types[1]}, %init: {types[2]}) -> {types[2]} {{
  %y = lowp.scatter ins(%updates, %positions : {types[0]}, {types[1]}) outs(%init : {types[2]})
      dimensions [{", ".join(map(str, dims))}] {promise} {{
  ^bb0(%u: {element}, %x: {element}):
{body.replace("ELEMENT", element)}  }} -> {types[2]}
  return %y : {types[2]}
}}"""
    want = scattered(x, updates, positions, dims, combine)
    suite.add(
        f"{name} {len(positions)} of {shape} {dims} {promise}",
        function,
        [updates, positions, x],
        [expect_bits(want)],
    )


def count(shape, dims):
    return int(np.prod([shape[dim] for dim in dims]))


def add_scatters(suite):
    shapes = [
        ([32, 8], [0]),
        ([6, 300], [1]),
        ([5, 3, 7], [0, 2]),
        ([5, 3, 7], [1]),
        ([40], [0]),
        ([3, 5], [1, 0]),
        ([2, 4, 9, 3], [0, 1, 2]),
    ]
    for (shape, dims), name in itertools.product(shapes, COMBINERS):
        for length in (1, 37, 600):
            positions = RNG.integers(0, count(shape, dims), length)
            add_scatter(suite, name, shape, dims, positions, dynamic=length == 37)
    for name in READERS:
        add_scatter(suite, name, [6, 8], [0], RNG.integers(0, 6, 37))
    # All updates of one position, and none.
    for name in COMBINERS:
        add_scatter(suite, name, [7, 5], [0], np.full(300, 3))
        add_scatter(suite, name, [7, 5], [0], np.zeros(0, np.int64), dynamic=True)
        add_scatter(suite, name, [16, 20], [0], RNG.integers(0, 16, 50), element="bf16")
    for shape, dims in shapes:
        add_scatter(
            suite, "add", shape, dims, RNG.permutation(count(shape, dims))[:9], promise="unique"
        )


def add_windows(suite):
    """Updates whose positions differ but for one digit of their number."""
    for lengths, free in [([6, 8], 1), ([6, 8], 0), ([4, 5, 3], 1), ([4, 5, 3], 2), ([4, 5, 3], 0)]:
        stride = int(np.prod(lengths[free + 1 :]))
        digits = list(np.indices(lengths))
        sizes = list(lengths)
        sizes[free] = 4
        digits[free] = RNG.integers(0, sizes[free], lengths)
        positions = np.ravel_multi_index(tuple(digits), sizes).reshape(-1)
        for name, known in itertools.product(COMBINERS, (lengths[free], 0)):
            if known or free == 0:
                add_scatter(
                    suite,
                    name,
                    sizes,
                    list(range(len(sizes))),
                    positions,
                    promise=f"window [{stride}, {known}]",
                    dynamic=known == 0,
                )


def add_indices(suite):
    """As torch.index_put has them: negative ones count from the end."""
    for element in ("i64", "i32"):
        indices = RNG.integers(-32, 32, (20, 1)).astype(INTEGERS[element])
        updates, x = numbers((20, 1, 8), F32), numbers((32, 8), F32)
        suite.add(
            f"indices of {element}",
            f"""
func.func @NAME(%u: tensor<20x1x8xf32>, %i: tensor<20x1x{element}>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {{
  %0 = tm_tensor.scatter {{dimension_map = array<i64: 0>}} unique_indices(false)
      ins(%u, %i : tensor<20x1x8xf32>, tensor<20x1x{element}>) outs(%x : tensor<32x8xf32>) {{
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    tm_tensor.yield %c : f32
  }} -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}}""",
            [updates, indices, x],
            [
                expect_bits(
                    scattered(x, updates[:, 0], indices[:, 0] % 32, [0], COMBINERS["add"][1])
                )
            ],
        )


def sorted_order(keys, dim, descending):
    """Equal elements stay in their order, and NaN is the largest."""
    size = keys.shape[dim]
    moved = np.moveaxis(keys, dim, -1)
    flipped = moved[..., ::-1] if descending else moved
    order = np.argsort(flipped, axis=-1, kind="stable")
    if descending:
        order = size - 1 - order[..., ::-1]
    return np.moveaxis(order, -1, dim)


def compare(element, descending):
    if element.startswith("i"):
        return f"arith.cmpi {'sge' if descending else 'sle'}, %a, %b : {element}"
    return f"arith.cmpf {'oge' if descending else 'ole'}, %a, %b : {element}"


def add_sort(suite, keys, element, dim, descending, taken=None, dynamic=False):
    shape, result = list(keys.shape), list(keys.shape)
    result[dim] = taken or shape[dim]
    types = [kind(shape, e, dynamic) for e in (element, "i64")]
    results = [kind(result, e, dynamic and not taken) for e in (element, "i64")]
    slices = "".join(
        f"  %s{n} = tensor.extract_slice %r#{n}[{', '.join('0' for _ in shape)}] "
        f"[{', '.join(map(str, result))}] [{', '.join('1' for _ in shape)}] : {t} to {r}\n"
        for n, (t, r) in enumerate(zip(types, results))
    )
    names = "%s0, %s1" if taken else "%r#0, %r#1"
    function = f"""
func.func @NAME(%x: {types[0]}, %n: {types[1]}) -> ({", ".join(results)}) {{
  %r:2 = tm_tensor.sort dimension({dim}) outs(%x, %n : {types[0]}, {types[1]}) {{
  ^bb0(%a: {element}, %b: {element}, %c: i64, %d: i64):
    %e = {compare(element, descending)}
    tm_tensor.yield %e : i1
  }} -> {types[0]}, {types[1]}
{slices if taken else ""}  return {names} : {", ".join(results)}
}}"""
    names = RNG.integers(0, 1000, keys.shape)
    wide = keys.astype(np.float32) if keys.dtype == BF16 else keys
    order = np.take(sorted_order(wide, dim, descending), range(result[dim]), axis=dim)
    want = [np.take_along_axis(array, order, dim) for array in (keys, names)]
    suite.add(
        f"sort {shape} of {element} along {dim}, {'descending' if descending else 'ascending'}",
        function,
        [keys, names],
        [expect_bits(array) for array in want],
    )


def add_sorts(suite):
    for descending, dim in itertools.product((False, True), (0, 1, 2)):
        # Few values: many are equal.
        few = RNG.integers(-3, 4, (4, 9, 5))
        for element in ("f32", "bf16", "i32"):
            add_sort(suite, few.astype({**DTYPES, **INTEGERS}[element]), element, dim, descending)
        add_sort(suite, numbers((4, 9, 5), F32), "f32", dim, descending, taken=2)
    special = RNG.choice(np.float32([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5]), (20, 30))
    for descending in (False, True):
        add_sort(suite, special, "f32", 1, descending)
        add_sort(suite, special, "f32", 0, descending, taken=7)
        add_sort(suite, numbers((3, 700), F32), "f32", 1, descending, dynamic=True)
        add_sort(suite, numbers((300, 64), BF16), "bf16", 1, descending, taken=8)
    add_sort(suite, numbers((1, 1), F32), "f32", 1, True)


def add_topk(suite):
    for largest, last in [(True, "0xFF800000"), (False, "0x7F800000")]:
        x = numbers((6, 40), F32)
        order = sorted_order(x, 1, largest)[:, :5]
        suite.add(
            f"topk, {'largest' if largest else 'smallest'}",
            f"""
func.func @NAME(%x: tensor<6x40xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>) {{
  %l = arith.constant {last} : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %v = linalg.fill ins(%l : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %i = tensor.empty() : tensor<6x5xi32>
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<6x40xf32>) outs(%v, %i : tensor<6x5xf32>, tensor<6x5xi32>) {{
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf {"ogt" if largest else "olt"}, %a, %b : f32
    tm_tensor.yield %c : i1
  }} -> tensor<6x5xf32>, tensor<6x5xi32>
  return %0#0, %0#1 : tensor<6x5xf32>, tensor<6x5xi32>
}}""",
            [x],
            [
                expect_bits(np.take_along_axis(x, order, 1)),
                expect_bits(order.astype(INTEGERS["i32"])),
            ],
        )


def attend(q, k, v, scale, mask):
    scores = np.einsum("bmk,bnk->bmn", q, k) * scale + mask
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return np.einsum("bmn,bnk->bmk", weights / weights.sum(-1, keepdims=True), v)


def add_attention(suite):
    q, k, v = (numbers(shape, F32) for shape in [(3, 10, 16), (3, 12, 16), (3, 12, 8)])
    seen = RNG.integers(0, 2, (3, 10, 12)).astype(bool)
    seen[..., 0] = True
    masks = {
        "": (None, 0.0),
        "f32": (numbers((1, 10, 12), F32),) * 2,
        "i1": (seen, np.where(seen, 0.0, -np.inf)),
    }
    for (element, (mask, added)), scale in itertools.product(masks.items(), (None, 0.5)):
        of_mask = kind(mask.shape, element) if element else ""
        wide = [array.astype(np.float64) for array in (q, k, v)]
        want = attend(*wide, scale or 0.25, np.float64(added))
        suite.add(
            f"attention, mask of {element or 'nothing'}, scale {scale}",
            f"""
func.func @NAME(%q: tensor<3x10x16xf32>, %k: tensor<3x12x16xf32>, %v: tensor<3x12x8xf32>
    {f", %m: {of_mask}" if element else ""}) -> tensor<3x10x8xf32> {{
  %e = tensor.empty() : tensor<3x10x8xf32>
  %0 = tm_tensor.attention {f"{{scale = {scale} : f64}}" if scale else ""}
      ins(%q, %k, %v{", %m" if element else ""} : tensor<3x10x16xf32>, tensor<3x12x16xf32>, tensor<3x12x8xf32>{f", {of_mask}" if element else ""})
      outs(%e : tensor<3x10x8xf32>) -> tensor<3x10x8xf32>
  return %0 : tensor<3x10x8xf32>
}}""",
            [q, k, v] + ([mask] if element else []),
            [expect_within(want, 1e-5, F32)],
        )


def main():
    suite = Suite()
    add_scatters(suite)
    add_windows(suite)
    add_indices(suite)
    add_sorts(suite)
    add_topk(suite)
    add_attention(suite)
    suite.run()


if __name__ == "__main__":
    main()
