// What attributes say of arguments has been read before functions are
// LLVM's, which warns of those it does not know: none is left, nor of the wrapper
// that C calls.
// RUN: lowp-opt %s --lowp-to-cpu | FileCheck %s --implicit-check-not=lowp.

// CHECK: llvm.func @scale(
// CHECK: llvm.func @_mlir_ciface_scale(
func.func @scale(%x: tensor<4x16xbf16>, %seed: i64 {lowp.seed},
    %y: tensor<4x16xbf16> {lowp.aliasing_output = 0 : i64}) -> tensor<4x16xbf16> {
  %0 = linalg.mul ins(%x, %x : tensor<4x16xbf16>, tensor<4x16xbf16>)
    outs(%y : tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %0 : tensor<4x16xbf16>
}
