// RUN: not lowp-compile %s --chip=sm_90a -o %t.ptx 2>&1 | FileCheck %s
// RUN: not lowp-run %s --device=cpu 2>&1 | FileCheck %s

// CHECK: error: {{.*}}tm_tensor{{.*}}; lowp takes func, linalg, tensor, arith, math, scf and its own dialect: lower others (torch, stablehlo, tosa, tm_tensor, iree_linalg_ext) to these by the front end's passes, or compute sorts and scatters outside and pass them as arguments
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
