// RUN: lowp-opt %s --split-input-file --lowp-apply-recipes --cse | FileCheck %s

// Experts of a layer: each matrix has blocks and scales of its own, and weights
// are stored along K.

// CHECK-LABEL: func.func @experts(
// CHECK-SAME:    %[[X:.*]]: tensor<8x64x256xbf16>, %[[W:.*]]: tensor<8x256x512xbf16>, %[[INIT:.*]]: tensor<8x64x512xf32>
// CHECK:         %[[LHS:.*]] = lowp.quantize %[[X]] {{.*}} -> !lowp.scaled<8x64x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK:         %[[Q:.*]] = lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<8x256x512xf8E4M3FN, #lowp.block<128x128>, order = [1, 0]
// CHECK:         %[[RHS:.*]] = lowp.transpose %[[Q]]
// CHECK:         lowp.scaled_matmul %[[LHS]], %[[RHS]] accumulate %[[INIT]] : !lowp.scaled<8x64x256xf8E4M3FN, #lowp.block<1x128>>, !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>>, tensor<8x64x512xf32> -> tensor<8x64x512xf32>
func.func @experts(%x: tensor<8x64x256xbf16>, %w: tensor<8x256x512xbf16>, %init: tensor<8x64x512xf32>) -> tensor<8x64x512xf32> {
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
    ins(%x, %w : tensor<8x64x256xbf16>, tensor<8x256x512xbf16>) outs(%init : tensor<8x64x512xf32>) -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

// Tokens that are repeated for each expert are quantized once; a transposed
// weight is read where it lies.

// CHECK-LABEL: func.func @repeated(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x256xbf16>, %[[W:[a-z0-9]*]]: tensor<8x512x256xbf16>
// CHECK-DAG:     %[[LHS:.*]] = lowp.quantize %[[X]] {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
// CHECK-DAG:     %[[RHS:.*]] = lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.rowwise>
// CHECK:         lowp.scaled_matmul %[[LHS]], %[[RHS]] accumulate %{{.*}} fast_accumulation
func.func @repeated(%x: tensor<64x256xbf16>, %w: tensor<8x512x256xbf16>, %init: tensor<8x64x512xbf16>) -> tensor<8x64x512xbf16> {
  %ex = tensor.empty() : tensor<8x64x256xbf16>
  %copies = linalg.broadcast ins(%x : tensor<64x256xbf16>) outs(%ex : tensor<8x64x256xbf16>) dimensions = [0]
  %ew = tensor.empty() : tensor<8x256x512xbf16>
  %turned = linalg.transpose ins(%w : tensor<8x512x256xbf16>) outs(%ew : tensor<8x256x512xbf16>) permutation = [0, 2, 1]
  %y = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%copies, %turned : tensor<8x64x256xbf16>, tensor<8x256x512xbf16>) outs(%init : tensor<8x64x512xbf16>) -> tensor<8x64x512xbf16>
  return %y : tensor<8x64x512xbf16>
}

// -----

// A generic with the weight first, whose result has the rows of the second
// operand: that one is the lhs.

// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: tensor<8x512x256xbf16>, %[[X:[a-z0-9]*]]: tensor<8x256x64xbf16>
// CHECK:         lowp.quantize %[[X]] {{.*}} -> !lowp.scaled<8x256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]
// CHECK:         lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK:         lowp.scaled_matmul {{.*}} -> tensor<8x64x512xf32>
#w = affine_map<(b, n, k, m) -> (b, n, k)>
#x = affine_map<(b, n, k, m) -> (b, k, m)>
#y = affine_map<(b, n, k, m) -> (b, m, n)>
func.func @swapped(%w: tensor<8x512x256xbf16>, %x: tensor<8x256x64xbf16>, %init: tensor<8x64x512xf32>) -> tensor<8x64x512xf32> {
  %y = linalg.generic {indexing_maps = [#w, #x, #y], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
    ins(%w, %x : tensor<8x512x256xbf16>, tensor<8x256x64xbf16>) outs(%init : tensor<8x64x512xf32>)
    attrs = {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>} {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

// A batch takes as many seeds as it has matrices.

// CHECK-LABEL: func.func @seeds(
// CHECK-SAME:    %[[SEED:[a-z0-9]*]]: i64
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK:         %[[FIRST:.*]] = arith.addi %[[SEED]], %[[ZERO]]
// CHECK:         lowp.quantize {{.*}} seed %[[FIRST]]
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK:         %[[SECOND:.*]] = arith.addi %[[SEED]], %[[FOUR]]
// CHECK:         lowp.quantize {{.*}} seed %[[SECOND]]
func.func @seeds(%seed: i64 {lowp.seed}, %x: tensor<4x64x256xbf16>, %w: tensor<4x256x32xbf16>, %v: tensor<4x256x16xbf16>,
                 %y: tensor<4x64x32xf32>, %z: tensor<4x64x16xf32>) -> (tensor<4x64x32xf32>, tensor<4x64x16xf32>) {
  %0 = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
    ins(%x, %w : tensor<4x64x256xbf16>, tensor<4x256x32xbf16>) outs(%y : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  %1 = linalg.batch_matmul {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
    ins(%x, %v : tensor<4x64x256xbf16>, tensor<4x256x16xbf16>) outs(%z : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  return %0, %1 : tensor<4x64x32xf32>, tensor<4x64x16xf32>
}

// -----

// A batch that lies between rows is moved, which the quantize reads through.

#lhs = affine_map<(b, m, n, k) -> (m, b, k)>
#rhs = affine_map<(b, m, n, k) -> (k, n, b)>
#out = affine_map<(b, m, n, k) -> (b, m, n)>
// CHECK-LABEL: func.func @moved(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x4x256xf32>, %[[W:[a-z0-9]*]]: tensor<256x32x4xf32>,
// CHECK-DAG:     %[[LHS:.*]] = linalg.transpose ins(%[[X]] : tensor<64x4x256xf32>) outs(%{{.*}} : tensor<4x64x256xf32>) permutation = [1, 0, 2]
// CHECK-DAG:     %[[RHS:.*]] = linalg.transpose ins(%[[W]] : tensor<256x32x4xf32>) outs(%{{.*}} : tensor<4x32x256xf32>) permutation = [2, 1, 0]
// CHECK-DAG:     %[[A:.*]] = lowp.quantize %[[LHS]]
// CHECK-DAG:     %[[B:.*]] = lowp.quantize %[[RHS]]
// CHECK:         lowp.scaled_matmul %[[A]], %[[B]]
func.func @moved(%x: tensor<64x4x256xf32>, %w: tensor<256x32x4xf32>, %init: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  %y = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<64x4x256xf32>, tensor<256x32x4xf32>) outs(%init : tensor<4x64x32xf32>) attrs = {lowp.recipe = #lowp.matmul_recipe<rowwise>} {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x64x32xf32>
  return %y : tensor<4x64x32xf32>
}
