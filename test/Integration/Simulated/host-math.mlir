// Functions of a scalar of the program run on the host, beside its kernels.
// REQUIRES: ptxas
// RUN: %run_ptx lowp-run %s --check | FileCheck %s
func.func @f(%x: tensor<4x64xbf16>, %w: tensor<64x64xbf16>, %s: f32) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2 : i32
  %square = math.fpowi %s, %two : f32, i32
  %positive = arith.addf %square, %one : f32
  %root = math.sqrt %positive : f32
  %log = math.log1p %root : f32
  %tanh = math.tanh %log : f32
  %power = math.powf %root, %tanh : f32
  %clamped = math.clampf %power to [%zero, %root] : f32
  %empty = tensor.empty() : tensor<4x64xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x64xf32>) -> tensor<4x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x64xbf16>, tensor<64x64xbf16>) outs(%sums : tensor<4x64xf32>) -> tensor<4x64xf32>
  %z = linalg.map ins(%y : tensor<4x64xf32>) outs(%empty : tensor<4x64xf32>) (%a: f32, %o: f32) {
    %scaled = arith.mulf %a, %clamped : f32
    linalg.yield %scaled : f32
  }
  return %z : tensor<4x64xf32>
}
// CHECK: result0: 4x64xf32
// CHECK-NEXT: relative error to the reference {{0.000e\+00|[0-9.]*e-0[6-9]}},
