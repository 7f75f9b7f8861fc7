// RUN: lowp-opt %s --canonicalize --cse | FileCheck %s

!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>

// On tensors a product that nobody uses goes away.
// CHECK-LABEL: @unused_tensor
func.func @unused_tensor(%d: tensor<64x256xf8E4M3FN>, %s: tensor<1x1xf32>, %init: tensor<64x64xf32>) {
  // CHECK-NEXT: return
  %y = lowp.gemm lhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<1x1xf32>)
                 rhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<1x1xf32>)
                 outs(%init : tensor<64x64xf32>) {lhs_type = !x, rhs_type = !x} -> tensor<64x64xf32>
  return
}

// On buffers it writes its destination and stays.
// CHECK-LABEL: @buffer
func.func @buffer(%d: memref<64x256xf8E4M3FN>, %s: memref<1x1xf32>, %y: memref<64x64xf32>) {
  // CHECK-NEXT: lowp.gemm
  lowp.gemm lhs(%d, %s : memref<64x256xf8E4M3FN>, memref<1x1xf32>)
            rhs(%d, %s : memref<64x256xf8E4M3FN>, memref<1x1xf32>)
            outs(%y : memref<64x64xf32>) {lhs_type = !x, rhs_type = !x}
  return
}
