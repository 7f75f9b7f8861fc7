// Ends that descend or leave the rows, and counts beyond, fail the call on the CPU; a kernel takes the nearest that do
// not.
// RUN: lowp-run %s --function=right --device=cpu --host-opt-level=0
// RUN: not lowp-run %s --function=descending --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=DESCENDING
// RUN: not lowp-run %s --function=beyond --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not lowp-run %s --function=negative --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not lowp-run %s --function=counted --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=COUNTED
// RUN: not lowp-run %s --function=of_k --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=OF_K
// RUN: not lowp-run %s --function=of_scaled_k --shape=M=16 --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=OF_SCALED_K
// RUN: not lowp-run %s --function=other_k --shape=argument0.1=16 --shape=argument1.1=15 --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=OTHER_K
// RUN: not lowp-run %s --function=asserted --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=ASSERTED
// RUN: not lowp-run %s --function=gathered --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=GATHERED
// RUN: not lowp-run %s --function=many --device=cpu --host-opt-level=0 2>&1 | FileCheck %s --check-prefix=MANY

// DESCENDING: 'descending': lowp.grouped_matmul: expected ends[1] from 6 to 16, got 5; pass where groups end, one after the other
// BEYOND: 'beyond': lowp.grouped_scaled_matmul: expected ends[2] from 5 to 16, got 17; pass where groups end, one after the other
// NEGATIVE: 'negative': lowp.grouped_matmul: expected ends[0] from 0 to 16, got -3; pass where groups end, one after the other
// COUNTED: 'counted': lowp.grouped_matmul: expected counts[1] from 0 to 16, got 20; pass how many rows of each matrix count
// OF_K: 'of_k': lowp.grouped_matmul: expected ends[2] from 5 to 16, got 17; pass where groups end, one after the other
// OF_SCALED_K: 'of_scaled_k': lowp.grouped_scaled_matmul: expected ends[1] from 6 to 16, got 5; pass where groups end, one after the other
// OTHER_K: 'other_k': lowp.grouped_matmul: expected operands of one K, got two; pass tensors that fit
// ASSERTED: 'asserted': 100% of 7, got -1
// GATHERED: 'gathered': tensor.extract: expected an id of one of 3 matrices for each of 4 rows, got 2 other ids; pass ids of matrices
// MANY: 'many': lowp.grouped_matmul: expected ends[88] from 15 to 16, got 14; pass where groups end, one after the other

func.func @right(%x: tensor<16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[0, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>) : tensor<16x8xbf16>, tensor<3x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @descending(%x: tensor<16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[6, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>) : tensor<16x8xbf16>, tensor<3x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

!x = !lowp.scaled<16x128xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<3x4x128xf8E4M3FN, #lowp.rowwise>
func.func @beyond(%x: !x, %w: !w) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[0, 5, 17]> : tensor<3xi32>
  %y = lowp.grouped_scaled_matmul %x, %w ends(%n : tensor<3xi32>) : !x, !w -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @counted(%x: tensor<3x16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<3x16x4xbf16> {
  %n = arith.constant dense<[1, 20, -1]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w counts(%n : tensor<3xi32>) : tensor<3x16x8xbf16>, tensor<3x4x8xbf16> -> tensor<3x16x4xbf16>
  return %y : tensor<3x16x4xbf16>
}

func.func @negative(%x: tensor<16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[-3, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>) : tensor<16x8xbf16>, tensor<3x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @of_k(%x: tensor<8x16xbf16>, %y: tensor<4x16xbf16>) -> tensor<3x8x4xbf16> {
  %n = arith.constant dense<[0, 5, 17]> : tensor<3xi32>
  %z = lowp.grouped_matmul %x, %y ends(%n : tensor<3xi32>) : tensor<8x16xbf16>, tensor<4x16xbf16> -> tensor<3x8x4xbf16>
  return %z : tensor<3x8x4xbf16>
}

!k = !lowp.scaled<8x?xf8E4M3FN, #lowp.rowwise>
func.func @of_scaled_k(%x: !k, %y: !k) -> tensor<3x8x8xbf16> {
  %n = arith.constant dense<[6, 5, 16]> : tensor<3xi32>
  %z = lowp.grouped_scaled_matmul %x, %y ends(%n : tensor<3xi32>) : !k, !k -> tensor<3x8x8xbf16>
  return %z : tensor<3x8x8xbf16>
}

func.func @other_k(%x: tensor<8x?xbf16>, %y: tensor<4x?xbf16>) -> tensor<3x8x4xbf16> {
  %n = arith.constant dense<[0, 5, 15]> : tensor<3xi32>
  %z = lowp.grouped_matmul %x, %y ends(%n : tensor<3xi32>) : tensor<8x?xbf16>, tensor<4x?xbf16> -> tensor<3x8x4xbf16>
  return %z : tensor<3x8x4xbf16>
}

// The last but one of 90 groups ends before the others.
func.func @many(%x: tensor<16x8xbf16>, %w: tensor<90x4x8xbf16>) -> tensor<16x4xbf16> {
  %e = tensor.empty() : tensor<90xi32>
  %n = linalg.generic {indexing_maps = [affine_map<(g) -> (g)>], iterator_types = ["parallel"]} outs(%e : tensor<90xi32>) {
  ^bb0(%o: i32):
    %g = linalg.index 0 : index
    %c88 = arith.constant 88 : index
    %is = arith.cmpi eq, %g, %c88 : index
    %c14 = arith.constant 14 : i32
    %c15 = arith.constant 15 : i32
    %end = arith.select %is, %c14, %c15 : i32
    linalg.yield %end : i32
  } -> tensor<90xi32>
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<90xi32>) : tensor<16x8xbf16>, tensor<90x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @asserted(%x: tensor<16xf32>) -> tensor<16xf32> {
  %no = arith.constant false
  %seven = arith.constant 7 : index
  %less = arith.constant -1 : index
  lowp.assert %no, "100% of {1}, got {0}"(%less, %seven)
  return %x : tensor<16xf32>
}

// A copy of a matrix for each row becomes a product of groups.
func.func @gathered(%x: tensor<4x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<4x4x1xf32> {
  %ids = arith.constant dense<[0, 3, 2, -1]> : tensor<4xi64>
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4x8xbf16>
  %copies = linalg.generic {indexing_maps = [affine_map<(s, n, k) -> (s)>, affine_map<(s, n, k) -> (s, n, k)>],
                            iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<4xi64>) outs(%e : tensor<4x4x8xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %g = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %w[%g, %n, %k] : tensor<3x4x8xbf16>
    linalg.yield %v : bf16
  } -> tensor<4x4x8xbf16>
  %columns = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xbf16> into tensor<4x8x1xbf16>
  %i = tensor.empty() : tensor<4x4x1xf32>
  %z = linalg.fill ins(%none : f32) outs(%i : tensor<4x4x1xf32>) -> tensor<4x4x1xf32>
  %y = linalg.batch_matmul ins(%copies, %columns : tensor<4x4x8xbf16>, tensor<4x8x1xbf16>)
      outs(%z : tensor<4x4x1xf32>) -> tensor<4x4x1xf32>
  return %y : tensor<4x4x1xf32>
}
