// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// Groups of rows, each with a matrix of its own.
// CHECK-LABEL: @rows
// CHECK: lowp.grouped_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<8xi32>) : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
func.func @rows(%x: tensor<?x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// Groups of K, each with a result of its own; unknown sizes agree with all.
// CHECK-LABEL: @along_k
// CHECK: lowp.grouped_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<?xi32>) : tensor<256x?xbf16>, tensor<512x64xbf16> -> tensor<8x256x512xf32>
func.func @along_k(%x: tensor<256x?xbf16>, %go: tensor<512x64xbf16>, %ends: tensor<?xi32>) -> tensor<8x256x512xf32> {
  %y = lowp.grouped_matmul %x, %go ends(%ends : tensor<?xi32>)
     : tensor<256x?xbf16>, tensor<512x64xbf16> -> tensor<8x256x512xf32>
  return %y : tensor<8x256x512xf32>
}

// CHECK-LABEL: @batch
// CHECK: lowp.grouped_matmul %{{.*}}, %{{.*}} counts(%{{.*}} : tensor<8xi32>) : tensor<8x64x256xf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
// CHECK: lowp.grouped_matmul %{{.*}}, %{{.*}} : tensor<8x64x256xf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
func.func @batch(%x: tensor<8x64x256xf16>, %w: tensor<8x512x256xbf16>, %counts: tensor<8xi32>) {
  %masked = lowp.grouped_matmul %x, %w counts(%counts : tensor<8xi32>)
    : tensor<8x64x256xf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  %batched = lowp.grouped_matmul %x, %w
    : tensor<8x64x256xf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  return
}

// A batch of scaled matrices is a batch of their tensors.
// CHECK-LABEL: @scaled
// CHECK: lowp.make_scaled %{{.*}}, %{{.*}} : tensor<8x512x256xf8E4M3FN>, tensor<8x4x4xf32> -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>, scales = #lowp.k_major>
// CHECK: lowp.grouped_scaled_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<8xi32>) : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>, scales = #lowp.k_major> -> tensor<?x512xbf16>
!x = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>, scales = #lowp.k_major>
func.func @scaled(%x: !x, %data: tensor<8x512x256xf8E4M3FN>, %scales: tensor<8x4x4xf32>, %ends: tensor<8xi32>)
    -> tensor<?x512xbf16> {
  %w = lowp.make_scaled %data, %scales : tensor<8x512x256xf8E4M3FN>, tensor<8x4x4xf32> -> !w
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// The transpose of a batch is the batch of the transposes; two levels of scales
// have a scale per matrix.
// CHECK-LABEL: @transposed
// CHECK-SAME: -> (tensor<8x1xf32>, !lowp.scaled<8x256x512xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>)
!n = !lowp.scaled<8x512x256xf4E2M1FN, #lowp.nvfp4<1x16>>
!t = !lowp.scaled<8x256x512xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @transposed(%w: !n) -> (tensor<8x1xf32>, !t) {
  %data, %scales, %global = lowp.split_scaled %w : !n
  %t = lowp.transpose %w : !n
  return %global, %t : tensor<8x1xf32>, !t
}

// CHECK-LABEL: @fast
// CHECK: lowp.grouped_scaled_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<8xi32>) accumulate(%{{.*}} : tensor<?x512xf32>) fast_accumulation :
!r = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
!v = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.rowwise>
func.func @fast(%x: !r, %w: !v, %ends: tensor<8xi32>, %c: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) accumulate(%c : tensor<?x512xf32>) fast_accumulation : !r, !v -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}
