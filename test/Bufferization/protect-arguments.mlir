// RUN: lowp-opt %s --lowp-prepare-bufferization=only=protect-arguments | FileCheck %s --check-prefix=MARK
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" \
// RUN:   | FileCheck %s --check-prefix=KERNELS
// RUN: lowp-opt %s --lowp-to-cpu | FileCheck %s --check-prefix=CPU

// A matmul that accumulates works on a copy of the caller's tensor.

!a = !lowp.scaled<64x128xf8E4M3FN, #lowp.rowwise>

// MARK-LABEL: func.func @accumulate(
// MARK-SAME:    tensor<64x64xf32> {bufferization.writable = false}

// The result's buffer is filled from the argument, then the gemm adds to it.
// KERNELS-LABEL: func.func @accumulate(
// KERNELS-SAME:    %[[C:[a-z0-9]+]]: memref<64x64xf32>, %[[RESULT:[a-z0-9]+]]: memref<64x64xf32>
// KERNELS:         gpu.launch_func {{.*}} args(%[[C]] : {{.*}}, %[[RESULT]] :
// KERNELS:         lowp_gpu.encode_tensor_map %[[RESULT]]
// KERNELS:         lowp_gpu.launch

// CPU-LABEL: llvm.func @accumulate(
func.func @accumulate(%a: !a, %b: !a, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c : !a, !a, tensor<64x64xf32> -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
