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

// Each of several buffers is written, and none is read.
// CHECK-LABEL: @two_buffers
func.func @two_buffers(%x: memref<64x64xbf16>, %y: memref<64x64xf32>, %z: memref<64x64xbf16>) {
  // CHECK-NEXT: lowp.gemm
  lowp.gemm lhs(%x : memref<64x64xbf16>) rhs(%x : memref<64x64xbf16>) outs(%y, %z : memref<64x64xf32>, memref<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return
}
