// A recipe for all matmuls is not for vectors, whose matrix is read once, unless it is a parameter or asks itself.
// RUN: lowp-opt %s --lowp-normalize-contractions=only=name-matmuls --lowp-select-recipes=recipe=rowwise | FileCheck %s
// RUN: lowp-opt %s --lowp-normalize-contractions=only=name-matmuls --lowp-select-recipes=recipe=rowwise --remark-format=emitRemark --remarks-filter=lowp-select-recipes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @vector(
// CHECK-NOT:     lowp.recipe
// CHECK:         return
// REMARK: [Missed] no-recipe{{.*}}one operand is a vector: reading the matrix once is all the work, and to quantize it reads it, too
func.func @vector(%w: tensor<64x256xbf16>, %x: tensor<256xbf16>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %y = linalg.matvec ins(%w, %x : tensor<64x256xbf16>, tensor<256xbf16>) outs(%i : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func.func @column(
// CHECK-NOT:     lowp.recipe
// CHECK:         return
func.func @column(%w: tensor<64x256xbf16>, %x: tensor<256x1xbf16>, %i: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %y = linalg.matmul ins(%w, %x : tensor<64x256xbf16>, tensor<256x1xbf16>) outs(%i : tensor<64x1xf32>) -> tensor<64x1xf32>
  return %y : tensor<64x1xf32>
}

// CHECK-LABEL: func.func @parameter(
// CHECK:         linalg.matmul {{.*}}lowp.recipe
func.func @parameter(%w: tensor<64x256xbf16> {lowp.parameter}, %x: tensor<256xbf16>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %y = linalg.matvec ins(%w, %x : tensor<64x256xbf16>, tensor<256xbf16>) outs(%i : tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK:         linalg.matmul {{.*}}lowp.recipe
func.func @rows(%w: tensor<64x256xbf16>, %x: tensor<2x256xbf16>, %i: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<2x256xbf16>, tensor<64x256xbf16>) outs(%i : tensor<2x64xf32>) -> tensor<2x64xf32>
  return %y : tensor<2x64xf32>
}
