// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @mx
func.func @mx(%q: !lowp.scaled<?x512xf6E3M2FN, #lowp.mx<32x32>, order = [1, 0]>) -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> {
  // CHECK: lowp.widen %{{.*}} : !lowp.scaled<?x512xf6E3M2FN, #lowp.mx<32x32>, order = [1, 0]> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>
  %w = lowp.widen %q : !lowp.scaled<?x512xf6E3M2FN, #lowp.mx<32x32>, order = [1, 0]> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>
  return %w : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>
}

// The last block of 8 columns takes a block of 32 like the others.
// CHECK-LABEL: @nvfp4
func.func @nvfp4(%q: !lowp.scaled<64x520xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>) -> !lowp.scaled<64x1056xf8E4M3FN, #lowp.block<1x32>> {
  // CHECK: lowp.widen %{{.*}} spread 16 : !lowp.scaled<64x520xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense> -> !lowp.scaled<64x1056xf8E4M3FN, #lowp.block<1x32>>
  %w = lowp.widen %q spread 16 : !lowp.scaled<64x520xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense> -> !lowp.scaled<64x1056xf8E4M3FN, #lowp.block<1x32>>
  return %w : !lowp.scaled<64x1056xf8E4M3FN, #lowp.block<1x32>>
}

// CHECK-LABEL: @finer
func.func @finer(%q: !lowp.scaled<?x?xf8E5M2, #lowp.block<1x256>, convention = encode>) -> !lowp.scaled<?x?xf8E5M2, #lowp.block<1x128>> {
  // CHECK: lowp.widen %{{.*}} : !lowp.scaled<?x?xf8E5M2, #lowp.block<1x256>, convention = encode> -> !lowp.scaled<?x?xf8E5M2, #lowp.block<1x128>>
  %w = lowp.widen %q : !lowp.scaled<?x?xf8E5M2, #lowp.block<1x256>, convention = encode> -> !lowp.scaled<?x?xf8E5M2, #lowp.block<1x128>>
  return %w : !lowp.scaled<?x?xf8E5M2, #lowp.block<1x128>>
}

// CHECK-LABEL: @batch
func.func @batch(%q: !lowp.scaled<3x64x520xf4E2M1FN, #lowp.nvfp4<1x16>>) -> !lowp.scaled<3x64x1056xf8E4M3FN, #lowp.block<1x32>> {
  // CHECK: lowp.widen %{{.*}} spread 16 : !lowp.scaled<3x64x520xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<3x64x1056xf8E4M3FN, #lowp.block<1x32>>
  %w = lowp.widen %q spread 16 : !lowp.scaled<3x64x520xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<3x64x1056xf8E4M3FN, #lowp.block<1x32>>
  return %w : !lowp.scaled<3x64x1056xf8E4M3FN, #lowp.block<1x32>>
}
