// RUN: lowp-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>

// The destination's old content is not read: nothing is copied into the new
// buffer.

// CHECK-LABEL: func.func @overwrite(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: memref<64x256xf8E4M3FN>, %[[S:[a-z0-9]*]]: memref<64x1xf32>
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}}: memref<64x64xf32>
// CHECK-NOT:     memref.copy
// CHECK:         lowp.gemm lhs(%[[D]], %[[S]] : {{.*}}) rhs(%[[D]], %[[S]] : {{.*}}) outs(%[[NEW]] : memref<64x64xf32>) {lhs_type
// CHECK:         return %[[NEW]]
func.func @overwrite(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x1xf32>,
                     %c: tensor<64x64xf32> {bufferization.writable = false}) -> tensor<64x64xf32> {
  %y = lowp.gemm lhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 rhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 outs(%c : tensor<64x64xf32>) {lhs_type = !a, rhs_type = !a} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: memref<64x64xf32>) -> memref<64x64xf32>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         memref.copy %[[C]], %[[NEW]]
// CHECK:         lowp.gemm {{.*}} outs(%[[NEW]] : memref<64x64xf32>) {accumulate,
func.func @accumulate(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x1xf32>,
                      %c: tensor<64x64xf32> {bufferization.writable = false}) -> tensor<64x64xf32> {
  %y = lowp.gemm lhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 rhs(%d, %s : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 outs(%c : tensor<64x64xf32>) {accumulate, lhs_type = !a, rhs_type = !a} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @global_scale(
// CHECK-SAME:    %{{.*}}: memref<64x256xf4E2M1FN>, %{{.*}}: memref<64x16xf8E4M3FN>, %[[G:[a-z0-9]*]]: memref<1xf32>
// CHECK:         lowp.gemm lhs(%{{.*}}, %{{.*}}, %[[G]] : {{.*}}) rhs(%{{.*}}, %{{.*}}, %[[G]] : {{.*}}) outs(%{{.*}} : memref<64x64xf32>)
!fp4 = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
func.func @global_scale(%d: tensor<64x256xf4E2M1FN>, %s: tensor<64x16xf8E4M3FN>, %g: tensor<1xf32>) -> tensor<64x64xf32> {
  %init = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%d, %s, %g : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
                 rhs(%d, %s, %g : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
                 outs(%init : tensor<64x64xf32>)
    {lhs_type = !fp4, rhs_type = !fp4} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// Results of one type have buffers of their own, even if one empty tensor stands
// for both.
// CHECK-LABEL: func.func @two_results(
// CHECK-DAG:     %[[A:.*]] = memref.alloc() {{.*}}: memref<64x64xbf16>
// CHECK-DAG:     %[[B:.*]] = memref.alloc() {{.*}}: memref<64x64xbf16>
// CHECK-NOT:     memref.copy
// CHECK:         lowp.gemm {{.*}} outs(%[[A]], %[[B]] : memref<64x64xbf16>, memref<64x64xbf16>)
// CHECK:           lowp.epilogue_yield %{{.*}}, %{{.*}} : bf16, bf16
// CHECK:         return %[[A]], %[[B]]
func.func @two_results(%x: tensor<64x128xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %e = tensor.empty() : tensor<64x64xbf16>
  %y:2 = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>) outs(%e, %e : tensor<64x64xbf16>, tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<64x64xbf16>, tensor<64x64xbf16> epilogue {
  ^bb0(%sum: f32):
    %zero = arith.constant 0.0 : bf16
    %h = arith.truncf %sum : f32 to bf16
    %r = arith.maximumf %h, %zero : bf16
    lowp.epilogue_yield %h, %r : bf16, bf16
  }
  return %y#0, %y#1 : tensor<64x64xbf16>, tensor<64x64xbf16>
}
