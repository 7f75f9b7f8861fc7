// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: lowp-compile %s --chip=sm_120a --emit=ptx -o - | FileCheck %s

// Results of groups of unknown columns lie without gaps, also where the program
// itself reads them.
// CHECK-COUNT-2: .entry
func.func @read_here(%x: tensor<40x64xf16>, %ends: tensor<1xi32>, %w: tensor<1x?x64xf16>) -> tensor<40x?xf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<1xi32>)
    : tensor<40x64xf16>, tensor<1x?x64xf16> -> tensor<40x?xf16>
  %z = math.exp %y : tensor<40x?xf16>
  return %z : tensor<40x?xf16>
}

// Nor has another gemm that reads them aligned rows without a copy.
// CHECK-COUNT-2: .entry
func.func @multiplied(%x: tensor<40x64xf16>, %ends: tensor<1xi32>, %w: tensor<1x?x64xf16>, %v: tensor<?x32xf16>) -> tensor<40x32xf16> {
  %zero = arith.constant 0.0 : f16
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<1xi32>)
    : tensor<40x64xf16>, tensor<1x?x64xf16> -> tensor<40x?xf16>
  %e = tensor.empty() : tensor<40x32xf16>
  %i = linalg.fill ins(%zero : f16) outs(%e : tensor<40x32xf16>) -> tensor<40x32xf16>
  %r = linalg.matmul ins(%y, %v : tensor<40x?xf16>, tensor<?x32xf16>) outs(%i : tensor<40x32xf16>) -> tensor<40x32xf16>
  return %r : tensor<40x32xf16>
}
