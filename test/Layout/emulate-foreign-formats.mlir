// RUN: lowp-test-opt %s --lowp-legalize-formats=only=emulate-formats | FileCheck %s

// Recipes that this project does not know say themselves what their scales are.

// CHECK-LABEL: func.func @block_1x64(
// CHECK-COUNT-2: lowp.widen %{{.*}} : !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles> -> !lowp.scaled<62x256xf8E5M2, #lowp.block<1x32>>
// CHECK-LABEL: func.func @two_level(
// CHECK-COUNT-2: lowp.widen %{{.*}} spread 8 : !lowp.scaled<62x256xf6E2M3FN, #lowp_test.two_level, packing = dense> -> !lowp.scaled<62x1024xf8E4M3FN, #lowp.block<1x32>>
!strips = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>
!levels = !lowp.scaled<62x256xf6E2M3FN, #lowp_test.two_level, packing = dense>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @block_1x64(%a: !strips, %b: !strips) -> tensor<62x62xf32> {
    %y = lowp.scaled_matmul %a, %b : !strips, !strips -> tensor<62x62xf32>
    return %y : tensor<62x62xf32>
  }
  func.func @two_level(%a: !levels, %b: !levels) -> tensor<62x62xf32> {
    %y = lowp.scaled_matmul %a, %b : !levels, !levels -> tensor<62x62xf32>
    return %y : tensor<62x62xf32>
  }
}
