// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @scaled_matmul
func.func @scaled_matmul(%x: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, %w: !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>>) {
  // CHECK: lowp.scaled_matmul %{{.*}}, %{{.*}} : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x384xbf16>
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x384xbf16>
  return
}

// CHECK-LABEL: @accumulate_fast
func.func @accumulate_fast(%x: !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.tensorwise>, %c: tensor<64x32xf32>) {
  // CHECK: lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %{{.*}} fast_accumulation : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>, !lowp.scaled<32x256xf8E4M3FN, #lowp.tensorwise>, tensor<64x32xf32> -> tensor<64x32xf32>
  %y = lowp.scaled_matmul %x, %w accumulate %c fast_accumulation : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>, !lowp.scaled<32x256xf8E4M3FN, #lowp.tensorwise>, tensor<64x32xf32> -> tensor<64x32xf32>
  return
}

// Batches, and one matrix for all of a batch.
// CHECK-LABEL: @batches
func.func @batches(%x: !lowp.scaled<?x64x256xf8E4M3FN, #lowp.block<1x128>>, %w: !lowp.scaled<8x384x256xf8E4M3FN, #lowp.block<128x128>>, %m: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, %c: tensor<8x64x384xf32>) {
  // CHECK: lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %{{.*}} : !lowp.scaled<?x64x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x384x256xf8E4M3FN, #lowp.block<128x128>>, tensor<8x64x384xf32> -> tensor<8x64x384xf32>
  %y = lowp.scaled_matmul %x, %w accumulate %c : !lowp.scaled<?x64x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x384x256xf8E4M3FN, #lowp.block<128x128>>, tensor<8x64x384xf32> -> tensor<8x64x384xf32>
  // CHECK: lowp.scaled_matmul {{.*}} -> tensor<8x?x384xbf16>
  %z = lowp.scaled_matmul %m, %w : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x384x256xf8E4M3FN, #lowp.block<128x128>> -> tensor<8x?x384xbf16>
  return
}

// The two conventions may meet: each operand says how it is decoded.
// CHECK-LABEL: @conventions
func.func @conventions(%x: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, convention = encode>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>>) {
  // CHECK: lowp.scaled_matmul
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, convention = encode>, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<64x32xf32>
  return
}

// CHECK-LABEL: @gemm_on_tensors
func.func @gemm_on_tensors(%xd: tensor<?x256xf8E4M3FN>, %xs: tensor<?x2xf32>, %wd: tensor<384x256xf8E4M3FN>, %ws: tensor<3x2xf32>, %init: tensor<?x384xbf16>) -> tensor<?x384xbf16> {
  // CHECK: lowp.gemm lhs(%{{.*}}, %{{.*}} : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) rhs(%{{.*}}, %{{.*}} : tensor<384x256xf8E4M3FN>, tensor<3x2xf32>) outs(%{{.*}} : tensor<?x384xbf16>)
  // CHECK-SAME: lhs_type = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
  // CHECK-SAME: rhs_type = !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>>
  // CHECK-SAME: -> tensor<?x384xbf16>
  %y = lowp.gemm lhs(%xd, %xs : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>)
                 rhs(%wd, %ws : tensor<384x256xf8E4M3FN>, tensor<3x2xf32>)
                 outs(%init : tensor<?x384xbf16>)
    {lhs_type = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>,
     rhs_type = !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>>} -> tensor<?x384xbf16>
  return %y : tensor<?x384xbf16>
}

// CHECK-LABEL: @gemm_of_batch
func.func @gemm_of_batch(%xd: tensor<64x256xf8E4M3FN>, %xs: tensor<64x1xf32>, %wd: tensor<8x32x256xf8E4M3FN>, %ws: tensor<8x1x1xf32>, %init: tensor<8x64x32xbf16>) -> tensor<8x64x32xbf16> {
  // CHECK: lowp.gemm lhs(%{{.*}}, %{{.*}} : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>) rhs(%{{.*}}, %{{.*}} : tensor<8x32x256xf8E4M3FN>, tensor<8x1x1xf32>) outs(%{{.*}} : tensor<8x64x32xbf16>)
  %y = lowp.gemm lhs(%xd, %xs : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
                 rhs(%wd, %ws : tensor<8x32x256xf8E4M3FN>, tensor<8x1x1xf32>)
                 outs(%init : tensor<8x64x32xbf16>)
    {lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<8x32x256xf8E4M3FN, #lowp.tensorwise>} -> tensor<8x64x32xbf16>
  return %y : tensor<8x64x32xbf16>
}

// CHECK-LABEL: @gemm_on_buffers
func.func @gemm_on_buffers(%xd: memref<64x256xf8E4M3FN>, %xs: memref<64x1xf32>, %wd: memref<32x256xf8E4M3FN>, %ws: memref<1x1xf32>, %y: memref<64x32xf32, strided<[64, 1]>>) {
  // CHECK: lowp.gemm lhs({{.*}}) rhs({{.*}}) outs(%{{.*}} : memref<64x32xf32, strided<[64, 1]>>) {accumulate, fast_accumulation, lhs_type = {{.*}}, rhs_type = {{.*}}}
  lowp.gemm lhs(%xd, %xs : memref<64x256xf8E4M3FN>, memref<64x1xf32>)
            rhs(%wd, %ws : memref<32x256xf8E4M3FN>, memref<1x1xf32>)
            outs(%y : memref<64x32xf32, strided<[64, 1]>>)
    {accumulate, fast_accumulation,
     lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<32x256xf8E4M3FN, #lowp.tensorwise>}
  return
}

// CHECK-LABEL: @two_results
func.func @two_results(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>, %a: tensor<?x32xf32>, %b: tensor<?x32xbf16>) -> (tensor<?x32xf32>, tensor<?x32xbf16>) {
  // CHECK: %{{.*}}:2 = lowp.gemm lhs({{.*}}) rhs({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<?x32xf32>, tensor<?x32xbf16>) {indexing_maps = [{{.*}}]} -> tensor<?x32xf32>, tensor<?x32xbf16> epilogue {
  // CHECK: lowp.epilogue_yield %{{.*}}, %{{.*}} : f32, bf16
  %y:2 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>) outs(%a, %b : tensor<?x32xf32>, tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<?x32xf32>, tensor<?x32xbf16> epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return %y#0, %y#1 : tensor<?x32xf32>, tensor<?x32xbf16>
}
