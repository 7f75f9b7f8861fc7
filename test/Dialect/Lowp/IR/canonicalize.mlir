// RUN: lowp-opt %s --canonicalize | FileCheck %s

!row = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!padded = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!column = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>

// CHECK-LABEL: @quantize_of_dequantize
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @quantize_of_dequantize(%q: !row) -> !row {
  // CHECK-NEXT: return %[[Q]]
  %x = lowp.dequantize %q : !row -> tensor<64x256xf32>
  %r = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !row
  return %r : !row
}

// Another type is another format, layout or meaning: nothing to fold.
// CHECK-LABEL: @quantize_to_another_type
func.func @quantize_to_another_type(%q: !row) -> !padded {
  // CHECK: lowp.dequantize
  // CHECK: lowp.quantize
  %x = lowp.dequantize %q : !row -> tensor<64x256xf32>
  %r = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !padded
  return %r : !padded
}

// CHECK-LABEL: @make_of_split
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @make_of_split(%q: !row) -> !row {
  // CHECK-NEXT: return %[[Q]]
  %data, %scales = lowp.split_scaled %q : !row
  %r = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !row
  return %r : !row
}

// Data and scales of two matrices make a third one.
// CHECK-LABEL: @make_of_two_splits
func.func @make_of_two_splits(%q: !row, %p: !row) -> !row {
  // CHECK: %[[R:.*]] = lowp.make_scaled
  // CHECK-NEXT: return %[[R]]
  %data, %s0 = lowp.split_scaled %q : !row
  %d1, %scales = lowp.split_scaled %p : !row
  %r = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !row
  return %r : !row
}

// The same tensors under another recipe are another matrix: 16 rows of K = 128
// and one scale per row or per 128 of a row.
// CHECK-LABEL: @make_of_split_changes_type
func.func @make_of_split_changes_type(%q: !lowp.scaled<16x128xf8E4M3FN, #lowp.rowwise>) -> !lowp.scaled<16x128xf8E4M3FN, #lowp.block<1x128>> {
  // CHECK: lowp.make_scaled
  %data, %scales = lowp.split_scaled %q : !lowp.scaled<16x128xf8E4M3FN, #lowp.rowwise>
  %r = lowp.make_scaled %data, %scales : tensor<16x128xf8E4M3FN>, tensor<16x1xf32> -> !lowp.scaled<16x128xf8E4M3FN, #lowp.block<1x128>>
  return %r : !lowp.scaled<16x128xf8E4M3FN, #lowp.block<1x128>>
}

// CHECK-LABEL: @split_of_make
// CHECK-SAME: (%[[DATA:.*]]: tensor<64x256xf8E4M3FN>, %[[SCALES:.*]]: tensor<64x2xf32>)
func.func @split_of_make(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>) -> (tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) {
  // CHECK-NEXT: return %[[DATA]], %[[SCALES]]
  %q = lowp.make_scaled %data, %scales : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !row
  %d, %s = lowp.split_scaled %q : !row
  return %d, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
}

// CHECK-LABEL: @transpose_twice
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @transpose_twice(%q: !padded) -> !padded {
  // CHECK-NEXT: return %[[Q]]
  %t = lowp.transpose %q : !padded
  %r = lowp.transpose %t : !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
  return %r : !padded
}

// CHECK-LABEL: @relayout_to_itself
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @relayout_to_itself(%q: !row) -> !row {
  // CHECK-NEXT: return %[[Q]]
  %r = lowp.relayout %q : !row -> !row
  return %r : !row
}

// CHECK-LABEL: @relayout_chain
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @relayout_chain(%q: !row) -> !padded {
  // CHECK-NEXT: %[[R:.*]] = lowp.relayout %[[Q]] : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
  // CHECK-NEXT: return %[[R]]
  %c = lowp.relayout %q : !row -> !column
  %r = lowp.relayout %c : !column -> !padded
  return %r : !padded
}

// CHECK-LABEL: @relayout_and_back
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @relayout_and_back(%q: !row) -> !row {
  // CHECK-NEXT: return %[[Q]]
  %c = lowp.relayout %q : !row -> !column
  %r = lowp.relayout %c : !column -> !row
  return %r : !row
}

// Without a user no computation stays.
// CHECK-LABEL: @unused
func.func @unused(%x: tensor<64x256xf32>) {
  // CHECK-NEXT: return
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !row
  %y = lowp.scaled_matmul %q, %q : !row, !row -> tensor<64x64xf32>
  return
}

!rows = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>
!atoms = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 128>>

// With the same groups a detour is one, with others it is not.
// CHECK-LABEL: @groups_there_and_back
// CHECK-SAME: (%[[Q:[a-z0-9]*]]: !lowp.scaled{{.*}}, %[[E:[a-z0-9]*]]: tensor<4xi32>, %[[F:[a-z0-9]*]]: tensor<4xi32>)
func.func @groups_there_and_back(%q: !rows, %e: tensor<4xi32>, %f: tensor<4xi32>) -> (!rows, !rows) {
  // CHECK-NEXT: %[[X:.*]] = lowp.dequantize %[[Q]] ends(%[[E]] :
  // CHECK-NEXT: %[[R:.*]] = lowp.quantize %[[X]] numerics <torchao> ends(%[[F]] :
  // CHECK-NEXT: return %[[Q]], %[[R]]
  %x = lowp.dequantize %q ends(%e : tensor<4xi32>) : !rows -> tensor<64x256xf32>
  %same = lowp.quantize %x numerics <torchao> ends(%e : tensor<4xi32>) : tensor<64x256xf32> -> !rows
  %other = lowp.quantize %x numerics <torchao> ends(%f : tensor<4xi32>) : tensor<64x256xf32> -> !rows
  return %same, %other : !rows, !rows
}

// CHECK-LABEL: @relayout_of_groups
// CHECK-SAME: (%[[Q:[a-z0-9]*]]: !lowp.scaled{{.*}}, %[[E:[a-z0-9]*]]: tensor<4xi32>)
func.func @relayout_of_groups(%q: !row, %e: tensor<4xi32>) -> !atoms {
  // CHECK-NEXT: %[[R:.*]] = lowp.relayout %[[Q]] ends(%[[E]] : tensor<4xi32>) : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 128>>
  // CHECK-NEXT: return %[[R]]
  %c = lowp.relayout %q : !row -> !column
  %g = lowp.relayout %c ends(%e : tensor<4xi32>) : !column -> !rows
  %r = lowp.relayout %g ends(%e : tensor<4xi32>) : !rows -> !atoms
  return %r : !atoms
}

// What is in no group is lost on the way.
// CHECK-LABEL: @relayout_by_way_of_groups
func.func @relayout_by_way_of_groups(%q: !row, %e: tensor<4xi32>) -> !padded {
  // CHECK-COUNT-2: lowp.relayout
  %g = lowp.relayout %q ends(%e : tensor<4xi32>) : !row -> !rows
  %r = lowp.relayout %g ends(%e : tensor<4xi32>) : !rows -> !padded
  return %r : !padded
}

// Given scales are wanted, whatever the matrix had.
// CHECK-LABEL: @quantize_with_given_scales
func.func @quantize_with_given_scales(%q: !row, %e: tensor<64x2xf32>, %s: tensor<64x2xf32>) -> !row {
  // CHECK: lowp.dequantize
  // CHECK: lowp.quantize
  %x = lowp.dequantize %q : !row -> tensor<64x256xf32>
  %r = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<64x2xf32>, tensor<64x2xf32>) : tensor<64x256xf32> -> !row
  return %r : !row
}

// A matrix whose scale is 1 needs no amax.
// CHECK-LABEL: @unit_global_scale
func.func @unit_global_scale(%x: tensor<64x256xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<1xf32>
  // CHECK-NEXT: return %[[ONE]], %[[ONE]]
  %m = lowp.amax %x : tensor<64x256xf32> -> tensor<1x1xf32>
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <torchao_nvfp4> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  return %f, %g : tensor<1xf32>, tensor<1xf32>
}

// Unless it is unknown how many there are.
// CHECK-LABEL: @unit_global_scales
func.func @unit_global_scales(%m: tensor<?x1x1xf32>) -> tensor<?x1xf32> {
  // CHECK: lowp.compute_global_scale
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <torchao_nvfp4> : tensor<?x1x1xf32> -> tensor<?x1xf32>, tensor<?x1xf32>
  return %f : tensor<?x1xf32>
}

// Batches of which all rows count are plain products, others are not.
!experts = !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<128x128>>
!tokens = !lowp.scaled<4x64x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK-LABEL: @batches
func.func @batches(%x: !tokens, %w: !experts, %counts: tensor<4xi32>, %sum: tensor<4x64x32xf32>) -> (tensor<4x64x32xf32>, tensor<4x64x32xf32>) {
  // CHECK: lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %{{.*}} :
  %y = lowp.grouped_scaled_matmul %x, %w accumulate(%sum : tensor<4x64x32xf32>) : !tokens, !experts -> tensor<4x64x32xf32>
  // CHECK: lowp.grouped_scaled_matmul
  %z = lowp.grouped_scaled_matmul %x, %w counts(%counts : tensor<4xi32>) : !tokens, !experts -> tensor<4x64x32xf32>
  return %y, %z : tensor<4x64x32xf32>, tensor<4x64x32xf32>
}

// Blocks of a row lie in one group: their scales are not stored by groups.
// CHECK-LABEL: func.func @groups_of_rows
!grouped = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0, alignment = 4>>
!right = !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<128x128>>
func.func @groups_of_rows(%x: tensor<64x256xbf16>, %q: !grouped, %w: !right, %ends: tensor<4xi32>) -> (tensor<64x32xbf16>, tensor<64x32xbf16>) {
  // CHECK: %[[Q:.*]] = lowp.quantize %{{.*}} numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  // CHECK: lowp.grouped_scaled_matmul %[[Q]], %{{.*}} ends
  %0 = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x256xbf16> -> !grouped
  %1 = lowp.grouped_scaled_matmul %0, %w ends(%ends : tensor<4xi32>) : !grouped, !right -> tensor<64x32xbf16>
  // CHECK: %[[R:.*]] = lowp.relayout %{{.*}} ends(%{{.*}} : tensor<4xi32>) : {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  // CHECK: lowp.grouped_scaled_matmul %[[R]], %{{.*}} ends
  %2 = lowp.grouped_scaled_matmul %q, %w ends(%ends : tensor<4xi32>) : !grouped, !right -> tensor<64x32xbf16>
  return %1, %2 : tensor<64x32xbf16>, tensor<64x32xbf16>
}
