// The CPU runs the reference, so nothing lies between the two; what
// quantization costs shows against the program without it.
// RUN: lowp-run %s --shape M=7 --check --check-unquantized | FileCheck %s
// RUN: lowp-run %s --shape M=0 --check --check-unquantized | FileCheck %s --check-prefix=EMPTY

// CHECK: result0: 7x32xbf16
// CHECK: result0: relative error to the reference 0.000e+00, largest 0.000e+00, 0 wrong NaN or infinity
// CHECK: result0: relative error to the unquantized program {{[1-9][.][0-9]+}}e-02

// EMPTY: result0: 0x32xbf16
// EMPTY: result0: relative error to the reference 0.000e+00

func.func @linear(%x: tensor<?x256xbf16>, %w: tensor<32x256xbf16>) -> tensor<?x32xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x256xbf16>
  %empty = tensor.empty(%m) : tensor<?x32xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %y = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<?x256xbf16>, tensor<32x256xbf16>)
      outs(%init : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  return %y : tensor<?x32xbf16>
}
