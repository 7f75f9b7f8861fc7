// RUN: lowp-opt %s --convert-lowp-to-linalg --split-input-file | FileCheck %s

// test/Integration/Reference/packing.test checks the values.

// CHECK-LABEL: func.func @pack(
// CHECK:         %[[BYTES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x128xi8>)
// CHECK:         lowp.make_scaled %[[BYTES]], %{{.*}} : tensor<64x128xi8>, tensor<64x8xf8E8M0FNU>
func.func @pack(%x: tensor<64x256xf32>) -> !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
  return %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
}

// -----

// A size that is unknown follows from the bytes: 16 elements in 12.
// CHECK-LABEL: func.func @unpack(
// CHECK:         %[[DATA:.*]], %{{.*}} = lowp.split_scaled
// CHECK:         tensor.dim %[[DATA]]
// CHECK:         arith.constant 12 : index
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<64x?xi8>)
func.func @unpack(%q: !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>) -> tensor<64x?xf32> {
  %x = lowp.dequantize %q : !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense> -> tensor<64x?xf32>
  return %x : tensor<64x?xf32>
}

// -----

// A transpose moves nothing, whatever is packed.
// CHECK-LABEL: func.func @transpose(
// CHECK:         %[[DATA:.*]], %[[SCALES:.*]] = lowp.split_scaled
// CHECK-NEXT:    lowp.make_scaled %[[DATA]], %[[SCALES]]
func.func @transpose(%q: !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<32x32>, packing = dense>) -> tensor<256x64xf32> {
  %t = lowp.transpose %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<32x32>, packing = dense>
  %x = lowp.dequantize %t : !lowp.scaled<256x64xf4E2M1FN, #lowp.mx<32x32>, order = [1, 0],
    scales = #lowp.compact<transposed = true>, packing = dense> -> tensor<256x64xf32>
  return %x : tensor<256x64xf32>
}
