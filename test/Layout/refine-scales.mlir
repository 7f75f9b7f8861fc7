// RUN: lowp-opt %s --lowp-legalize-formats=only=refine-scales | FileCheck %s
// RUN: lowp-opt %s --lowp-legalize-formats=only=refine-scales --remarks-filter=lowp-refine-scales --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: rhs scales of #lowp.nvfp4<16x16> are repeated for #lowp.nvfp4<1x16>
// REMARK: lhs scales of #lowp.mx<1x128> are repeated for #lowp.mx<1x32>
module attributes {lowp_gpu.chip = "sm_120a"} {

// Scales of tiles become those of rows: an operand that has such stays.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME:      %[[A:.*]]: !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, %[[B:.*]]: !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>)
// CHECK-NEXT:    %[[W:.*]] = lowp.widen %[[B]] : !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense> -> !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<1x16>>
// CHECK-NEXT:    lowp.scaled_matmul %[[A]], %[[W]]
func.func @tiles(%a: !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, %b: !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>) -> tensor<?x256xbf16> {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<256x512xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense> -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// Blocks along K, on both sides.

// CHECK-LABEL: func.func @along_k(
// CHECK-NEXT:    lowp.widen %{{.*}} -> !lowp.scaled<64x520xf8E5M2, #lowp.mx<1x32>>
// CHECK-NEXT:    lowp.widen %{{.*}} -> !lowp.scaled<256x520xf8E4M3FN, #lowp.mx<1x32>>
func.func @along_k(%a: !lowp.scaled<64x520xf8E5M2, #lowp.mx<1x128>>, %b: !lowp.scaled<256x520xf8E4M3FN, #lowp.mx<64x64>, order = [1, 0]>) -> tensor<64x256xbf16> {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<64x520xf8E5M2, #lowp.mx<1x128>>, !lowp.scaled<256x520xf8E4M3FN, #lowp.mx<64x64>, order = [1, 0]> -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}

// What an instruction takes, factors of sums, blocks that are too fine, and scales to divide by stay as they are.

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     lowp.widen
// CHECK:         return
func.func @others(%a: !lowp.scaled<64x512xf8E5M2, #lowp.mx<1x32>>, %b: !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>,
                  %c: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x16>>, %d: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x64>, convention = encode>) {
  %0 = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E5M2, #lowp.mx<1x32>>, !lowp.scaled<64x512xf8E5M2, #lowp.mx<1x32>> -> tensor<64x64xf32>
  %1 = lowp.scaled_matmul %b, %b : !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>> -> tensor<64x64xf32>
  %2 = lowp.scaled_matmul %c, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x16>>, !lowp.scaled<64x512xf8E5M2, #lowp.mx<1x32>> -> tensor<64x64xf32>
  %3 = lowp.scaled_matmul %d, %d : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x64>, convention = encode>, !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x64>, convention = encode> -> tensor<64x64xf32>
  return
}
}
