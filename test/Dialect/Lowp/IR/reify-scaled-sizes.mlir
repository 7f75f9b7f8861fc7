// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// CHECK-DAG: #[[BYTES:.*]] = affine_map<()[s0] -> (s0 ceildiv 2)>
// CHECK-DAG: #[[ATOM_ROWS:.*]] = affine_map<()[s0] -> (s0 ceildiv 128)>
// CHECK-DAG: #[[ATOM_COLUMNS:.*]] = affine_map<()[s0] -> ((s0 ceildiv 16) ceildiv 4)>
// CHECK-DAG: #[[SPREAD:.*]] = affine_map<()[s0] -> ((s0 ceildiv 16) * 32)>

// Sizes of the stored tensors follow from those of the matrix.
// CHECK-LABEL: @split_scaled
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>)
!stored = !lowp.scaled<?x?xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense>
func.func @split_scaled(%x: tensor<?x?xf32>) -> (index, index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1
  // CHECK-NOT: lowp.
  // CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-NEXT: %[[BYTE_COUNT:.*]] = affine.apply #[[BYTES]]()[%[[COLUMNS]]]
  // CHECK-NEXT: %[[ROWS:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK-NEXT: %[[DOWN:.*]] = affine.apply #[[ATOM_ROWS]]()[%[[ROWS]]]
  // CHECK-NEXT: %[[COLUMNS2:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-NEXT: %[[ALONG:.*]] = affine.apply #[[ATOM_COLUMNS]]()[%[[COLUMNS2]]]
  // CHECK-NEXT: return %[[BYTE_COUNT]], %[[DOWN]], %[[ALONG]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<?x?xf32> -> !stored
  %data, %scales, %global = lowp.split_scaled %q : !stored
  %bytes = tensor.dim %data, %c1 : tensor<?x?xi8>
  %rows = tensor.dim %scales, %c0 : tensor<?x?x32x4x4xf8E4M3FN>
  %columns = tensor.dim %scales, %c1 : tensor<?x?x32x4x4xf8E4M3FN>
  return %bytes, %rows, %columns : index, index, index
}

// Nothing of an argument but its data tensor has the size.
// CHECK-LABEL: @split_of_argument
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @split_of_argument(%q: !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>) -> index {
  // CHECK: %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
  // CHECK-NEXT: %[[ROWS:.*]] = tensor.dim %[[DATA]]
  // CHECK-NEXT: return %[[ROWS]]
  %c0 = arith.constant 0 : index
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
  %rows = tensor.dim %data, %c0 : tensor<?x256xf8E4M3FN>
  return %rows : index
}

// The capacity for an unknown number of groups does not follow from the matrix.
// CHECK-LABEL: @unknown_groups
!grouped = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, groups = <?, axis = 0, alignment = 4>>
func.func @unknown_groups(%x: tensor<?x256xf32>, %ends: tensor<?xi32>) -> index {
  // CHECK: %{{.*}}, %[[SCALES:.*]] = lowp.split_scaled
  // CHECK-NEXT: %[[CAPACITY:.*]] = tensor.dim %[[SCALES]]
  // CHECK-NEXT: return %[[CAPACITY]]
  %c0 = arith.constant 0 : index
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<?xi32>) : tensor<?x256xf32> -> !grouped
  %data, %scales = lowp.split_scaled %q : !grouped
  %capacity = tensor.dim %scales, %c0 : tensor<?x2xf32>
  return %capacity : index
}

// The number of matrices stays where it is when matrices are transposed.
// CHECK-LABEL: @transposed_batch
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
!batch = !lowp.scaled<?x64x256xf8E4M3FN, #lowp.rowwise>
func.func @transposed_batch(%q: !batch) -> index {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK: %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
  // CHECK-NEXT: %[[COUNT:.*]] = tensor.dim %[[DATA]], %[[C0]]
  // CHECK-NEXT: return %[[COUNT]]
  %c0 = arith.constant 0 : index
  %t = lowp.transpose %q : !batch
  %data, %scales = lowp.split_scaled %t : !lowp.scaled<?x256x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>
  %count = tensor.dim %scales, %c0 : tensor<?x64x1xf32>
  return %count : index
}

// Spreading fills whole blocks.
// CHECK-LABEL: @widen
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>)
!narrow = !lowp.scaled<?x?xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
!wide = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x32>>
func.func @widen(%x: tensor<?x?xf32>) -> (index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-NEXT: %[[WIDE:.*]] = affine.apply #[[SPREAD]]()[%[[COLUMNS]]]
  // CHECK-NEXT: return %[[ROWS]], %[[WIDE]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<?x?xf32> -> !narrow
  %w = lowp.widen %q spread 16 : !narrow -> !wide
  %y = lowp.dequantize %w : !wide -> tensor<?x?xf32>
  %rows = tensor.dim %y, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %y, %c1 : tensor<?x?xf32>
  return %rows, %columns : index, index
}
