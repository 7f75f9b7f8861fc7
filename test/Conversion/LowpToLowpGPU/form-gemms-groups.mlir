// RUN: lowp-opt %s --lowp-form-gemms | FileCheck %s

// CHECK-DAG:   #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-DAG:   #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG:   #[[TURNED:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG:   #[[OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2)>

// Groups of rows, and counts of rows of matrices, become an operand of the gemm.

// CHECK-LABEL: func.func @rows(
// CHECK:         lowp.gemm lhs({{.*}} : tensor<?x256xf8E4M3FN>, tensor<?x1xf32>)
// CHECK-SAME:      rhs({{.*}} : tensor<8x512x256xf8E4M3FN>, tensor<8x512x1xf32>)
// CHECK-SAME:      groups(%{{.*}} : tensor<8xi32>) outs(%{{.*}} : tensor<?x512xbf16>)
!x = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.rowwise>
func.func @rows(%x: !x, %w: !w, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// CHECK-LABEL: func.func @counts(
// CHECK:         lowp.gemm lhs({{.*}}) rhs({{.*}}) groups(%{{.*}} : tensor<8xi32>) outs(%{{.*}} : tensor<8x64x512xf32>)
!b = !lowp.scaled<8x64x256xf8E4M3FN, #lowp.tensorwise>
!v = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.tensorwise>
func.func @counts(%x: !b, %w: !v, %counts: tensor<8xi32>) -> tensor<8x64x512xf32> {
  %y = lowp.grouped_scaled_matmul %x, %w counts(%counts : tensor<8xi32>) : !b, !v -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// Maps say where the groups of floats are.

// CHECK-LABEL: func.func @floats(
// CHECK:         lowp.gemm lhs(%{{.*}} : tensor<?x256xbf16>) rhs(%{{.*}} : tensor<8x512x256xbf16>)
// CHECK-SAME:      groups(%{{.*}} : tensor<8xi32>) outs(%{{.*}} : tensor<?x512xbf16>)
// CHECK-SAME:      {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]]}
func.func @floats(%x: tensor<?x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// An accumulator is what the kernel adds to.
// CHECK-LABEL: func.func @accumulate(
// CHECK:         lowp.gemm {{.*}} groups({{.*}}) outs(%{{.*}} : tensor<?x512xf32>) {accumulate,
func.func @accumulate(%x: !x, %w: !w, %ends: tensor<8xi32>, %c: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) accumulate(%c : tensor<?x512xf32>) : !x, !w -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}

// One that no kernel adds to in place is added after the product, in f32.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<?x512xbf16>)
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<?x512xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]], %[[C]] : tensor<?x512xf32>, tensor<?x512xbf16>)
// CHECK:           arith.addf {{.*}} : f32
// CHECK-NEXT:      arith.truncf {{.*}} : f32 to bf16
func.func @narrow(%x: !x, %w: !w, %ends: tensor<8xi32>, %c: tensor<?x512xbf16>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) accumulate(%c : tensor<?x512xbf16>) : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// CHECK-LABEL: func.func @ones(
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<8x64x512xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]] : tensor<8x64x512xf32>)
func.func @ones(%x: tensor<8x64x256xbf16>, %w: tensor<8x512x256xbf16>, %counts: tensor<8xi32>) -> tensor<8x64x512xf32> {
  %c = arith.constant dense<1.0> : tensor<8x64x512xf32>
  %y = lowp.grouped_matmul %x, %w counts(%counts : tensor<8xi32>) accumulate(%c : tensor<8x64x512xf32>)
     : tensor<8x64x256xbf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// Partial sums may stay in the tensor core.
// CHECK-LABEL: func.func @fast(
// CHECK:         lowp.gemm {{.*}} groups({{.*}}) outs({{.*}}) {fast_accumulation,
func.func @fast(%x: !x, %w: !w, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_scaled_matmul %x, %w ends(%ends : tensor<8xi32>) fast_accumulation : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// Weights that are stored with rows along N are read as they are.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xbf16>, %[[W:.*]]: tensor<8x256x512xbf16>,
// CHECK:         lowp.gemm lhs(%[[X]] : tensor<?x256xbf16>) rhs(%[[W]] : tensor<8x256x512xbf16>)
// CHECK-SAME:      {indexing_maps = [#[[LHS]], #[[TURNED]], #[[OUT]]]}
func.func @transposed(%x: tensor<?x256xbf16>, %w: tensor<8x256x512xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %e = tensor.empty() : tensor<8x512x256xbf16>
  %t = linalg.transpose ins(%w : tensor<8x256x512xbf16>) outs(%e : tensor<8x512x256xbf16>) permutation = [0, 2, 1]
  %y = lowp.grouped_matmul %x, %t ends(%ends : tensor<8xi32>)
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// Rows of parts of 16 bytes are copied.
// CHECK-LABEL: func.func @ragged(
// CHECK:         linalg.transpose
// CHECK:         lowp.gemm {{.*}} {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]]}
func.func @ragged(%x: tensor<?x256xbf16>, %w: tensor<8x256x12xbf16>, %ends: tensor<8xi32>) -> tensor<?x12xbf16> {
  %e = tensor.empty() : tensor<8x12x256xbf16>
  %t = linalg.transpose ins(%w : tensor<8x256x12xbf16>) outs(%e : tensor<8x12x256xbf16>) permutation = [0, 2, 1]
  %y = lowp.grouped_matmul %x, %t ends(%ends : tensor<8xi32>)
     : tensor<?x256xbf16>, tensor<8x12x256xbf16> -> tensor<?x12xbf16>
  return %y : tensor<?x12xbf16>
}

// -----

// No group leaves no kernel: what the product would have added to, or rows that nobody
// defined.

// CHECK-LABEL: @no_groups(
// CHECK-SAME:    %{{.*}}, %{{.*}}, %{{.*}}, %[[SUM:.*]]: tensor<64x64xf32>)
// CHECK-NOT:     lowp.gemm
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<64x64xbf16>
// CHECK:         return %[[EMPTY]], %[[SUM]]
func.func @no_groups(%x: tensor<64x128xbf16>, %w: tensor<0x64x128xbf16>, %n: tensor<0xi32>, %sum: tensor<64x64xf32>)
    -> (tensor<64x64xbf16>, tensor<64x64xf32>) {
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<0xi32>) : tensor<64x128xbf16>, tensor<0x64x128xbf16> -> tensor<64x64xbf16>
  %z = lowp.grouped_matmul %x, %w ends(%n : tensor<0xi32>) accumulate(%sum : tensor<64x64xf32>)
     : tensor<64x128xbf16>, tensor<0x64x128xbf16> -> tensor<64x64xf32>
  return %y, %z : tensor<64x64xbf16>, tensor<64x64xf32>
}
