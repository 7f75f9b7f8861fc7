// Sizes that are unknown until run time fill whole tiles and whole groups of
// packed elements, and the program makes sure of it.
// RUN: lowp-opt %s --convert-lowp-to-linalg --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @panels(
// CHECK:         %[[SIZE:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<64x?xf8E4M3FN>
// CHECK:         %[[REST:.*]] = arith.remui %[[SIZE]], %{{.*}} : index
// CHECK:         %[[WHOLE:.*]] = arith.cmpi eq, %[[REST]]
// CHECK:         cf.assert %[[WHOLE]], "lowp: expected dimension 1 of '!lowp.scaled<64x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>' to be a multiple of 128, got another size; pad it, or compile for a size that the type has"
func.func @panels(%x: tensor<64x?xf32>) -> !lowp.scaled<64x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<64x?xf32> -> !lowp.scaled<64x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>
  return %q : !lowp.scaled<64x?xf8E4M3FN, #lowp.mx<1x32>, data = #lowp.panels<128>>
}

// -----

// The contiguous dimension counts: here the rows.
// CHECK-LABEL: func.func @packed(
// CHECK:         cf.assert %{{.*}}, "lowp: expected dimension 0 of '!lowp.scaled<?x64xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0], packing = dense>' to be a multiple of 2,
func.func @packed(%x: tensor<?x64xf32>) -> !lowp.scaled<?x64xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0], packing = dense> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<?x64xf32> -> !lowp.scaled<?x64xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0], packing = dense>
  return %q : !lowp.scaled<?x64xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0], packing = dense>
}

// -----

// Bytes that come from outside.
// CHECK-LABEL: func.func @unpack(
// CHECK:         %[[DATA:.*]], %{{.*}} = lowp.split_scaled
// CHECK:         tensor.dim %[[DATA]]
// CHECK:         cf.assert %{{.*}}, "lowp: expected the bytes of a row of '!lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>' to be a multiple of 12, the bytes of 16 elements, got another size; pass whole groups"
func.func @unpack(%q: !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>) -> tensor<64x?xf32> {
  %x = lowp.dequantize %q : !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense> -> tensor<64x?xf32>
  return %x : tensor<64x?xf32>
}

// -----

// Nothing to check: sizes in the type, no groups, another dimension.
// CHECK-LABEL: func.func @unchecked(
// CHECK-NOT:     cf.assert
func.func @unchecked(%x: tensor<?x70xf32>, %y: tensor<?x?xf32>)
    -> (!lowp.scaled<?x70xf4E2M1FN, #lowp.mx<1x32>, data = #lowp.panels<32>, packing = dense>, !lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>>) {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<?x70xf32> -> !lowp.scaled<?x70xf4E2M1FN, #lowp.mx<1x32>, data = #lowp.panels<32>, packing = dense>
  %r = lowp.quantize %y numerics <mx_floor> : tensor<?x?xf32> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>>
  return %q, %r : !lowp.scaled<?x70xf4E2M1FN, #lowp.mx<1x32>, data = #lowp.panels<32>, packing = dense>, !lowp.scaled<?x?xf8E4M3FN, #lowp.mx<1x32>>
}

// -----

// Given scales: an entry per block.
// CHECK-LABEL: func.func @given_scales(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<?x256xf32>, %[[E:[a-z0-9]*]]: tensor<?x2xf32>, %[[S:[a-z0-9]*]]: tensor<?x?xf32>)
// CHECK:         %[[BLOCKS:.*]] = tensor.dim %[[X]]
// CHECK:         %[[ENTRIES:.*]] = tensor.dim %[[E]]
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[ENTRIES]], %[[BLOCKS]]
// CHECK-NEXT:    cf.assert %[[SAME]], "lowp.quantize: expected given scales with an entry per block, got another size in dimension 0"
// CHECK:         tensor.dim %[[S]]
// CHECK:         cf.assert %{{.*}} in dimension 0"
// CHECK:         cf.assert %{{.*}} in dimension 1"
// CHECK-NOT:     cf.assert
func.func @given_scales(%x: tensor<?x256xf32>, %e: tensor<?x2xf32>, %s: tensor<?x?xf32>) -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<?x2xf32>, tensor<?x?xf32>)
    : tensor<?x256xf32> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
}
