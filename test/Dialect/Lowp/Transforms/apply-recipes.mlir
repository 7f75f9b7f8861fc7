// RUN: lowp-opt %s --split-input-file --lowp-apply-recipes | FileCheck %s

// Both operands already have the contracted dimension last; a zero fill is no
// accumulator; other attributes stay.

// CHECK-LABEL: func.func @contracted_last(
// CHECK-SAME:    %[[X:.*]]: tensor<?x512xbf16>, %[[W:.*]]: tensor<256x512xbf16>, %[[OUT:.*]]: tensor<?x256xbf16>)
// CHECK:         %[[XQ:.*]] = lowp.quantize %[[X]] numerics <torchao_rowwise> : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
// CHECK:         %[[WQ:.*]] = lowp.quantize %[[W]] numerics <torchao_rowwise> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
// CHECK:         %[[Y:.*]] = lowp.scaled_matmul %[[XQ]], %[[WQ]] fast_accumulation {layer = "wq"} :
// CHECK-SAME:      -> tensor<?x256xbf16>
// CHECK:         return %[[Y]]
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @contracted_last(%x: tensor<?x512xbf16>, %w: tensor<256x512xbf16>, %out: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %init = linalg.fill ins(%zero : bf16) outs(%out : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
    {layer = "wq", lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<?x512xbf16>, tensor<256x512xbf16>) outs(%init : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// -----

// A plain right operand is quantized where it lies, its data written K-major.

// CHECK-LABEL: func.func @plain_rhs(
// CHECK-SAME:    %{{.*}}: tensor<64x256xf32>, %[[W:.*]]: tensor<256x32xf32>
// CHECK:         %[[WQ:.*]] = lowp.quantize %[[W]] numerics <torchao> : tensor<256x32xf32>
// CHECK-SAME:      -> !lowp.scaled<256x32xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK:         %[[WT:.*]] = lowp.transpose %[[WQ]]
// CHECK:         lowp.scaled_matmul %{{.*}}, %[[WT]] : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<32x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<64x32xf32>
func.func @plain_rhs(%x: tensor<64x256xf32>, %w: tensor<256x32xf32>) -> tensor<64x32xf32> {
  %init = arith.constant dense<0.0> : tensor<64x32xf32>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>}
    ins(%x, %w : tensor<64x256xf32>, tensor<256x32xf32>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// So is a transposed left operand.

// CHECK-LABEL: func.func @transposed_lhs(
// CHECK:         %[[XQ:.*]] = lowp.quantize %{{.*}} : tensor<256x64xbf16> -> !lowp.scaled<256x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0],
// CHECK:         %[[XT:.*]] = lowp.transpose %[[XQ]]
// CHECK:         lowp.scaled_matmul %[[XT]], %{{.*}} : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
#x = affine_map<(m, n, k) -> (k, m)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @transposed_lhs(%x: tensor<256x64xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %y = linalg.matmul indexing_maps = [#x, #w, #y] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<256x64xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// An initial value that is not known to be zero is added to.

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[INIT:[a-z0-9]*]]: tensor<64x32xf32>)
// CHECK:         lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %[[INIT]] fast_accumulation :
func.func @accumulate(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// CHECK-LABEL: func.func @no_recipe(
// CHECK:         linalg.matmul
// CHECK-NOT:     lowp.
func.func @no_recipe(%x: tensor<64x256xbf16>, %w: tensor<256x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<64x256xbf16>, tensor<256x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// Matrices of a batch need not have known sizes.

// CHECK-LABEL: func.func @unknown_matrices(
// CHECK:         lowp.scaled_matmul %{{.*}}, %{{.*}} : !lowp.scaled<4x?x256xf8E4M3FN, #lowp.block<1x128>>,
// CHECK-SAME:      !lowp.scaled<4x32x256xf8E4M3FN, #lowp.block<128x128>{{.*}}> -> tensor<4x?x32xf32>
func.func @unknown_matrices(%x: tensor<4x?x256xf32>, %w: tensor<4x256x32xf32>, %out: tensor<4x?x32xf32>) -> tensor<4x?x32xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
    ins(%x, %w : tensor<4x?x256xf32>, tensor<4x256x32xf32>) outs(%init : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  return %y : tensor<4x?x32xf32>
}
