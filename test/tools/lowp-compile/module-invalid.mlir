// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx 2>&1 | FileCheck %s

// An error names its place; the operation, here the whole function, is not printed.
// CHECK: module-invalid.mlir:[[# @LINE + 3]]:1: error: {{.*}}got 'lowp.paramter'; the nearest is 'lowp.parameter'
// CHECK-NOT: see current operation
// CHECK-NOT: return
func.func @f(%x: tensor<4xf32> {lowp.paramter}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
