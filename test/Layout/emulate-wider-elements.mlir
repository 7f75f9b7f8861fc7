// RUN: lowp-opt %s --lowp-legalize-formats=only=emulate-formats --remarks-filter=lowp-emulate-formats --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// A chip that takes scales with the data and adds up no partial sums: elements become wider, and scales stay.
module attributes {lowp_gpu.chip = "sm_100a"} {

// CHECK-LABEL: func.func @fp6(
// CHECK-NEXT:    %[[A:.*]] = lowp.widen %{{.*}} : !lowp.scaled<?x512xf6E2M3FN, #lowp.mx<1x32>> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-NEXT:    %[[B:.*]] = lowp.widen %{{.*}} : !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<1x128>, packing = dense> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-NEXT:    lowp.scaled_matmul %[[A]], %[[B]]
func.func @fp6(%a: !lowp.scaled<?x512xf6E2M3FN, #lowp.mx<1x32>>, %b: !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<1x128>, packing = dense>) -> tensor<?x256xf32> {
  // expected-remark @below {{"lhs f6E2M3FN with #lowp.mx<1x32> is emulated by f8E4M3FN with #lowp.mx<1x32>", converted-bytes=unknown, multiplications=1x, promotions=0x}}
  // expected-remark @below {{"rhs f6E3M2FN with #lowp.mx<1x128> is emulated by f8E4M3FN with #lowp.mx<1x32>", converted-bytes=234496, multiplications=1x, promotions=0x}}
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf6E2M3FN, #lowp.mx<1x32>>, !lowp.scaled<256x512xf6E3M2FN, #lowp.mx<1x128>, packing = dense> -> tensor<?x256xf32>
  return %y : tensor<?x256xf32>
}

// A batch as well, and the operand that has such elements stays: copies spread FP4 beside fp8 by 128 elements of K.

// CHECK-LABEL: func.func @beside_fp8(
// CHECK-SAME:      %[[A:.*]]: !lowp.scaled<3x64x352xf8E5M2, #lowp.mx<1x32>>,
// CHECK-NEXT:    %[[B:.*]] = lowp.widen %{{.*}} : !lowp.scaled<3x256x352xf4E2M1FN, #lowp.mx<1x32>, packing = dense> -> !lowp.scaled<3x256x352xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-NEXT:    lowp.scaled_matmul %[[A]], %[[B]]
func.func @beside_fp8(%a: !lowp.scaled<3x64x352xf8E5M2, #lowp.mx<1x32>>, %b: !lowp.scaled<3x256x352xf4E2M1FN, #lowp.mx<1x32>, packing = dense>) -> tensor<3x64x256xbf16> {
  // expected-remark @below {{"rhs f4E2M1FN with #lowp.mx<1x32> is emulated by f8E4M3FN with #lowp.mx<1x32>"}}
  %y = lowp.scaled_matmul %a, %b : !lowp.scaled<3x64x352xf8E5M2, #lowp.mx<1x32>>, !lowp.scaled<3x256x352xf4E2M1FN, #lowp.mx<1x32>, packing = dense> -> tensor<3x64x256xbf16>
  return %y : tensor<3x64x256xbf16>
}

// What the chip multiplies stays, and so does what no wider elements help: scales of f32, scales to divide by.

// CHECK-LABEL: func.func @same(
// CHECK-NOT:     lowp.widen
// CHECK:         return
func.func @same(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>, %b: !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %y = lowp.scaled_matmul %a, %a : !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>> -> tensor<64x64xf32>
  %z = lowp.scaled_matmul %b, %b : !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>> -> tensor<64x64xf32>
  return %y, %z : tensor<64x64xf32>, tensor<64x64xf32>
}
}
