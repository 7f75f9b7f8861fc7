// RUN: lowp-opt %s --lowp-legalize-formats=only=emulate-formats | FileCheck %s

module attributes {lowp_gpu.chip = "sm_90a"} {

// Elements that the chip multiplies stay, others become fp8; scales become f32.

// CHECK-LABEL: func.func @mx(
// CHECK-SAME:      %[[A:.*]]: !lowp.scaled<?x512xf8E5M2, #lowp.mx<1x32>>, %[[B:.*]]: !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>, packing = dense>, %[[C:.*]]: tensor<?x256xf32>)
// CHECK-NEXT:    %[[WA:.*]] = lowp.widen %[[A]] : !lowp.scaled<?x512xf8E5M2, #lowp.mx<1x32>> -> !lowp.scaled<?x512xf8E5M2, #lowp.block<1x32>>
// CHECK-NEXT:    %[[WB:.*]] = lowp.widen %[[B]] : !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>, packing = dense> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x32>>
// CHECK-NEXT:    lowp.scaled_matmul %[[WA]], %[[WB]] accumulate %[[C]] : !lowp.scaled<?x512xf8E5M2, #lowp.block<1x32>>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x32>>, tensor<?x256xf32> -> tensor<?x256xf32>
func.func @mx(%a: !lowp.scaled<?x512xf8E5M2, #lowp.mx<1x32>>, %b: !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>, packing = dense>, %c: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %y = lowp.scaled_matmul %a, %b accumulate %c : !lowp.scaled<?x512xf8E5M2, #lowp.mx<1x32>>, !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>, packing = dense>, tensor<?x256xf32> -> tensor<?x256xf32>
  return %y : tensor<?x256xf32>
}

// Blocks of 16 go apart, and with them the columns of the other operand.

// CHECK-LABEL: func.func @nvfp4(
// CHECK:         lowp.widen %{{.*}} spread 16 : !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<?x1024xf8E4M3FN, #lowp.block<1x32>>
// CHECK-NEXT:    lowp.widen %{{.*}} spread 16 : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>> -> !lowp.scaled<256x1024xf8E4M3FN, #lowp.block<1x32>>
func.func @nvfp4(%a: !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, %b: !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x256xbf16> {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// An operand that a kernel reads stays, beside one that it does not.

// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:      %[[A:.*]]: !lowp.scaled<?x?xf6E2M3FN, #lowp.mx<1x32>>, %[[B:.*]]: !lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x128>>)
// CHECK-NEXT:    %[[WA:.*]] = lowp.widen %[[A]] : !lowp.scaled<?x?xf6E2M3FN, #lowp.mx<1x32>> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x32>>
// CHECK-NEXT:    lowp.scaled_matmul %[[WA]], %[[B]]
func.func @mixed(%a: !lowp.scaled<?x?xf6E2M3FN, #lowp.mx<1x32>>, %b: !lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x?xbf16> {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x?xf6E2M3FN, #lowp.mx<1x32>>, !lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

// Tiles on the left, scales to divide by: finer blocks than 128 are not needed.

// CHECK-LABEL: func.func @tiles(
// CHECK-NEXT:    lowp.widen %{{.*}} : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x128>> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
// CHECK-NEXT:    lowp.widen %{{.*}} : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x256>, convention = encode> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
func.func @tiles(%a: !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x128>>, %b: !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x256>, convention = encode>) -> tensor<?x256xbf16> {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x128>>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x256>, convention = encode> -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// What the chip has stays as it is.

// CHECK-LABEL: func.func @native(
// CHECK-NOT:     lowp.widen
// CHECK:         return
func.func @native(%a: !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>, %b: !lowp.scaled<256x512xf8E5M2, #lowp.block<1x256>>, %c: !lowp.scaled<256x512xf8E5M2, #lowp.rowwise, convention = encode>) -> (tensor<?x256xbf16>, tensor<256x256xbf16>) {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<256x512xf8E5M2, #lowp.block<1x256>> -> tensor<?x256xbf16>
  %z = lowp.scaled_matmul %c, %c : !lowp.scaled<256x512xf8E5M2, #lowp.rowwise, convention = encode>, !lowp.scaled<256x512xf8E5M2, #lowp.rowwise, convention = encode> -> tensor<256x256xbf16>
  return %y, %z : tensor<?x256xbf16>, tensor<256x256xbf16>
}

// Batches are as their matrices are, each with a scale of its own, where both operands are and where a matrix is shared.

// CHECK-LABEL: func.func @batches(
// CHECK:         lowp.widen %{{.*}} spread 16 : !lowp.scaled<3x?x512xf4E2M1FN, #lowp.nvfp4<1x16>> -> !lowp.scaled<3x?x1024xf8E4M3FN, #lowp.block<1x32>>
// CHECK-NEXT:    lowp.widen %{{.*}} spread 16 : !lowp.scaled<3x256x512xf4E2M1FN, #lowp.nvfp4<16x16>> -> !lowp.scaled<3x256x1024xf8E4M3FN, #lowp.block<1x32>>
// CHECK:         lowp.widen %{{.*}} : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x32>>
// CHECK-NEXT:    lowp.widen %{{.*}} : !lowp.scaled<3x256x512xf4E2M1FN, #lowp.mx<1x32>> -> !lowp.scaled<3x256x512xf8E4M3FN, #lowp.block<1x32>>
func.func @batches(%a: !lowp.scaled<3x?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, %b: !lowp.scaled<3x256x512xf4E2M1FN, #lowp.nvfp4<16x16>>,
                   %c: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, %d: !lowp.scaled<3x256x512xf4E2M1FN, #lowp.mx<1x32>>) -> (tensor<3x?x256xbf16>, tensor<3x64x256xbf16>) {
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<3x?x512xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<3x256x512xf4E2M1FN, #lowp.nvfp4<16x16>> -> tensor<3x?x256xbf16>
  %z = lowp.scaled_matmul %c, %d : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, !lowp.scaled<3x256x512xf4E2M1FN, #lowp.mx<1x32>> -> tensor<3x64x256xbf16>
  return %y, %z : tensor<3x?x256xbf16>, tensor<3x64x256xbf16>
}
}
