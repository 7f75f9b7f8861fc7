// RUN: lowp-opt %s --lowp-to-cpu | FileCheck %s
// RUN: lowp-run %s --function=twice --device=cpu --shape M=3 --check
// RUN: lowp-run %s --function=both --device=cpu --check

// A buffer that is returned twice, and an argument that is returned: each result
// is a buffer of the caller's.
// CHECK-LABEL: llvm.func @_mlir_ciface_twice(
// CHECK-SAME:    %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr)
func.func @twice(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>) {
  %0 = arith.addf %x, %y : tensor<?x64xf32>
  return %0, %0, %x : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>
}

// Both results share one tensor of scales.
!rows = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
func.func @both(%x: tensor<64x256xf32>) -> (!rows, !columns) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !rows
  %r = lowp.relayout %q : !rows -> !columns
  return %q, %r : !rows, !columns
}
