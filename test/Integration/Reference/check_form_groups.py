# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Masked sums over groups, as JAX's ragged_dot is lowered: rows, and sums of K.

Operands of other groups hold NaN and infinity: they have no part in a group's result.
"""

import numpy as np

from harness import DTYPES, Suite, expect_within

RNG = np.random.default_rng(41)
M, K, N, G = 37, 24, 24, 4
MASK = """
  %zero = arith.constant 0.0 : bf16
  %first = arith.constant dense<0> : tensor<1xINT>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xINT> to tensor<3xINT>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xINT>, tensor<3xINT>) -> tensor<4xINT>
  %e0 = tensor.empty(DYNAMIC) : tensor<4xMx24xbf16>
  %masked = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xINT>, tensor<4xINT>, tensor<Mx24xbf16>) outs(%e0 : tensor<4xMx24xbf16>) {
  ^bb0(%b: INT, %n: INT, %v: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %r = arith.index_cast %i : index to INT
    %l = arith.cmpi sle, %b, %r : INT
    %u = arith.cmpi slt, %r, %n : INT
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<4xMx24xbf16>
"""
ROWS = """func.func @NAME(%x: tensor<Mx24xbf16>, %w: tensor<4x24x24xbf16>, %end: tensor<4xINT>) -> tensor<Mx24xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<Mx24xbf16>
MASK  %e1 = tensor.empty(DYNAMIC) : tensor<Mx24x4xbf16>
  %t = linalg.transpose ins(%masked : tensor<4xMx24xbf16>) outs(%e1 : tensor<Mx24x4xbf16>) permutation = [1, 2, 0]
  %a = tensor.collapse_shape %t [[0], [1, 2]] : tensor<Mx24x4xbf16> into tensor<Mx96xbf16>
  %e2 = tensor.empty() : tensor<24x4x24xbf16>
  %wt = linalg.transpose ins(%w : tensor<4x24x24xbf16>) outs(%e2 : tensor<24x4x24xbf16>) permutation = [1, 0, 2]
  %b = tensor.collapse_shape %wt [[0, 1], [2]] : tensor<24x4x24xbf16> into tensor<96x24xbf16>
  %e3 = tensor.empty(DYNAMIC) : tensor<Mx24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e3 : tensor<Mx24xbf16>) -> tensor<Mx24xbf16>
  %y = linalg.matmul ins(%a, %b : tensor<Mx96xbf16>, tensor<96x24xbf16>) outs(%f : tensor<Mx24xbf16>) -> tensor<Mx24xbf16>
  return %y : tensor<Mx24xbf16>
}"""
SUMS = """func.func @NAME(%x: tensor<Mx24xbf16>, %go: tensor<Mx24xbf16>, %end: tensor<4xINT>) -> tensor<4x24x24xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<Mx24xbf16>
MASK  %e1 = tensor.empty(DYNAMIC) : tensor<4x24xMxbf16>
  %t = linalg.transpose ins(%masked : tensor<4xMx24xbf16>) outs(%e1 : tensor<4x24xMxbf16>) permutation = [0, 2, 1]
  %e2 = tensor.empty(DYNAMIC) : tensor<4xMx24xbf16>
  %r = linalg.broadcast ins(%go : tensor<Mx24xbf16>) outs(%e2 : tensor<4xMx24xbf16>) dimensions = [0]
  %none = arith.constant 0.0 : f32
  %e3 = tensor.empty() : tensor<4x24x24xf32>
  %f = linalg.fill ins(%none : f32) outs(%e3 : tensor<4x24x24xf32>) -> tensor<4x24x24xf32>
  %y = linalg.batch_matmul ins(%t, %r : tensor<4x24xMxbf16>, tensor<4xMx24xbf16>) outs(%f : tensor<4x24x24xf32>) -> tensor<4x24x24xf32>
  return %y : tensor<4x24x24xf32>
}"""
MAPS = """
#g = affine_map<(g, m, k) -> (g)>
#x = affine_map<(g, m, k) -> (m, k)>
#id = affine_map<(g, m, k) -> (g, m, k)>
"""


def text(form, element, dynamic):
    body = form.replace("MASK", MASK[1:]).replace("INT", element)
    sizes = ("%m", "?") if dynamic else ("", str(M))
    body = body.replace("DYNAMIC", sizes[0]).replace("Mx", sizes[1] + "x")
    for name in ("g", "x", "id"):
        line = next(line for line in MAPS.splitlines() if line.startswith(f"#{name} "))
        body = body.replace(f"#{name},", line.split(" = ")[1] + ",")
        body = body.replace(f"#{name}]", line.split(" = ")[1] + "]")
    return body


def random(*shape):
    return RNG.standard_normal(shape).astype(np.float32).astype(DTYPES["bf16"])


def groups(ends):
    return [slice(first, last) for first, last in zip([0, *ends[:-1]], ends)]


def add_rows(suite, ends, element, dynamic):
    x, w = random(M, K), random(G, K, N)
    x[ends[-1] :] = np.nan
    want = np.zeros((M, N))
    for group, rows in enumerate(groups(ends)):
        if rows.start == rows.stop:
            w[group] = np.inf
        else:
            want[rows] = x[rows].astype(np.float64) @ w[group].astype(np.float64)
    bound = np.abs(want) * 2.0**-8 + 1e-3
    suite.add(
        f"rows, {ends}, {element}",
        text(ROWS, element, dynamic),
        [x, w, np.array(ends, f"i{int(element[1:]) // 8}")],
        [expect_within(want, bound, DTYPES["bf16"])],
    )


def add_sums(suite, ends, element, dynamic):
    x, go = random(M, K), random(M, N)
    x[ends[-1] :], go[ends[-1] :] = np.nan, np.inf
    want = np.stack(
        [x[rows].astype(np.float64).T @ go[rows].astype(np.float64) for rows in groups(ends)]
    )
    suite.add(
        f"sums, {ends}, {element}",
        text(SUMS, element, dynamic),
        [x, go, np.array(ends, f"i{int(element[1:]) // 8}")],
        [expect_within(want, np.full(want.shape, 1e-4), np.dtype(np.float32))],
    )


def main():
    suite = Suite()
    for number, ends in enumerate(
        [[5, 5, 30, 37], [0, 0, 0, 0], [37, 37, 37, 37], [1, 12, 20, 33], [0, 0, 0, 37]]
    ):
        for add in (add_rows, add_sums):
            add(suite, ends, "i64" if number % 2 else "i32", number > 2)
    suite.run()


if __name__ == "__main__":
    main()
