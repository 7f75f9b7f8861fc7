# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""A matrix for each row, copied by the row's id, as front ends without grouped matmuls
multiply by experts: two products with arithmetic between them. On a GPU both are grouped
matmuls of rows in one order. Ids count from the end where they are negative.
"""

import numpy as np

from harness import DTYPES, Suite, expect_within

RNG = np.random.default_rng(44)
G, K, N = 5, 32, 64
MAPS = {
    "#tokens": "affine_map<(t, j, k) -> (t, k)>",
    "#row": "affine_map<(s, n, k) -> (s)>",
    "#batch": "affine_map<(s, n, k) -> (s, n, k)>",
}
GATHER = """
  %eNUMBER = tensor.empty() : tensor<SxAxBxbf16>
  %wNUMBER = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<Sxi64>) outs(%eNUMBER : tensor<SxAxBxbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %negative = arith.cmpi slt, %id, %zero : i64
    %raised = arith.addi %id, %groups : i64
    %chosen = arith.select %negative, %raised, %id : i64
    %g = arith.index_cast %chosen : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %WEIGHTS[%g, %n, %k] : tensor<5xAxBxbf16>
    linalg.yield %v : bf16
  } -> tensor<SxAxBxbf16>
  %cNUMBER = tensor.expand_shape %INPUT [[0], [1, 2]] output_shape [S, B, 1] : tensor<SxBxbf16> into tensor<SxBx1xbf16>
  %iNUMBER = tensor.empty() : tensor<SxAx1xf32>
  %fNUMBER = linalg.fill ins(%none : f32) outs(%iNUMBER : tensor<SxAx1xf32>) -> tensor<SxAx1xf32>
  %pNUMBER = linalg.batch_matmul ins(%wNUMBER, %cNUMBER : tensor<SxAxBxbf16>, tensor<SxBx1xbf16>)
      outs(%fNUMBER : tensor<SxAx1xf32>) -> tensor<SxAx1xf32>
"""
PROGRAM = """func.func @NAME(%x: tensor<TxKxbf16>, %ids: tensor<Sxi64>, %up: tensor<5xNxKxbf16>, %down: tensor<5xKxNxbf16>)
    -> tensor<SxKxf32> {
  %zero = arith.constant 0 : i64
  %groups = arith.constant 5 : i64
  %none = arith.constant 0.0 : f32
  %least = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<Tx2xKxbf16>
  %repeated = linalg.generic {indexing_maps = [#tokens, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<TxKxbf16>) outs(%e : tensor<Tx2xKxbf16>) {
  ^bb0(%v: bf16, %o: bf16):
    linalg.yield %v : bf16
  } -> tensor<Tx2xKxbf16>
  %rows = tensor.collapse_shape %repeated [[0, 1], [2]] : tensor<Tx2xKxbf16> into tensor<SxKxbf16>
FIRST  %e3 = tensor.empty() : tensor<SxNx1xbf16>
  %rounded = linalg.generic {indexing_maps = [#batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p1 : tensor<SxNx1xf32>) outs(%e3 : tensor<SxNx1xbf16>) {
  ^bb0(%v: f32, %o: bf16):
    %r = arith.truncf %v : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<SxNx1xbf16>
  %flat = tensor.collapse_shape %rounded [[0], [1, 2]] : tensor<SxNx1xbf16> into tensor<SxNxbf16>
RELUSECOND  %y = tensor.collapse_shape %p2 [[0], [1, 2]] : tensor<SxKx1xf32> into tensor<SxKxf32>
  return %y : tensor<SxKxf32>
}"""
RELU = """  %e4 = tensor.empty() : tensor<SxNxbf16>
  %relu = linalg.generic {indexing_maps = [affine_map<(s, n) -> (s, n)>, affine_map<(s, n) -> (s, n)>],
                          iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<SxNxbf16>) outs(%e4 : tensor<SxNxbf16>) {
  ^bb0(%v: bf16, %o: bf16):
    %m = arith.maximumf %v, %least : bf16
    linalg.yield %m : bf16
  } -> tensor<SxNxbf16>
"""


def gather(number, weights, given, rows, columns):
    text = GATHER[1:].replace("NUMBER", number).replace("WEIGHTS", weights)
    return text.replace("INPUT", given).replace("A", rows).replace("B", columns)


def text(tokens):
    program = PROGRAM.replace("FIRST", gather("1", "up", "rows", "N", "K"))
    program = program.replace("SECOND", gather("2", "down", "relu", "K", "N"))
    program = program.replace("RELU", RELU)
    sizes = {
        "Tx": f"{tokens}x",
        "Sx": f"{2 * tokens}x",
        "Nx": f"{N}x",
        "Kx": f"{K}x",
        **MAPS,
        "[S,": f"[{2 * tokens},",
        ", N,": f", {N},",
        ", K,": f", {K},",
    }
    for name, size in sizes.items():
        program = program.replace(name, size)
    return program


def random(*shape):
    return (RNG.standard_normal(shape) / 4).astype(DTYPES["bf16"])


def add(suite, name, ids):
    x, up, down = random(len(ids) // 2, K), random(G, N, K), random(G, K, N)
    wide = [each.astype(np.float64) for each in (x.repeat(2, 0), up, down)]
    inner = np.einsum("sk,snk->sn", wide[0], wide[1][ids]).astype(DTYPES["bf16"])
    inner = np.maximum(inner.astype(np.float64), 0)
    want = np.einsum("sn,skn->sk", inner, wide[2][ids])
    suite.add(
        name,
        text(len(x)),
        [x, np.asarray(ids, np.int64), up, down],
        [expect_within(want, 4e-2, np.dtype(np.float32))],
    )


def main():
    suite = Suite()
    add(suite, "any ids", RNG.integers(0, G, 42))
    add(suite, "ids from the end, and empty groups", RNG.choice([-1, 2, -5], 26))
    add(suite, "one group", np.full(14, 3))
    suite.run()


if __name__ == "__main__":
    main()
