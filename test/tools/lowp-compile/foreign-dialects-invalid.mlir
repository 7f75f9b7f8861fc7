// RUN: split-file %s %t
// RUN: not lowp-compile %t/dialect.mlir --chip=sm_90a -o %t.ptx 2>&1 | FileCheck %s --check-prefixes=CHECK,DIALECT
// RUN: not lowp-run %t/dialect.mlir --device=cpu 2>&1 | FileCheck %s --check-prefixes=CHECK,DIALECT
// RUN: not lowp-run %t/operation.mlir --device=cpu 2>&1 | FileCheck %s --check-prefixes=CHECK,OPERATION
// RUN: not lowp-run %t/function.mlir --device=cpu 2>&1 | FileCheck %s --check-prefixes=CHECK,FUNCTION

// DIALECT: error: {{[^;]*}}stablehlo{{[^;]*}}
// OPERATION: error: {{[^;]*}}iree_linalg_ext.fft{{[^;]*}}
// FUNCTION: error: {{[^;]*}}util.global{{[^;]*}}
// CHECK-SAME: ; lowp takes func, linalg, tensor, arith, math, scf and its own dialect, of torch-mlir's tm_tensor attention, scan, scatter, sort and topk, of IREE's iree_linalg_ext the last four, and util's functions and optimization_barrier: lower others (torch, stablehlo, tosa) to these by the front end's passes, or compute that part outside and pass it as an argument

//--- dialect.mlir
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- operation.mlir
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = iree_linalg_ext.fft ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- function.mlir
util.global private @weight : tensor<8xf32>
util.func public @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  util.return %x : tensor<8xf32>
}
