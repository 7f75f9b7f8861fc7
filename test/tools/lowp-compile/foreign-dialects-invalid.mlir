// RUN: not lowp-compile %s --chip=sm_90a -o %t.ptx 2>&1 | FileCheck %s
// RUN: not lowp-run %s --device=cpu 2>&1 | FileCheck %s

// CHECK: error: {{.*}}iree_linalg_ext{{.*}}; lowp takes func, linalg, tensor, arith, math, scf and its own dialect, and of torch-mlir's tm_tensor attention, scan, scatter, sort and topk: lower others (torch, stablehlo, tosa, iree_linalg_ext) to these by the front end's passes, or compute that part outside and pass it as an argument
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
