// What other passes make of the only matrix of a batch that is read at 0: what they make of the matrix. They make nothing of
// the first matrix of two, which is computed positions to them.
// RUN: lowp-opt %s --lowp-simplify-views=only=drop-unit-dims --lowp-form-fusions=only=group-operations | FileCheck %s --check-prefix=FUSION
// RUN: lowp-opt %s --lowp-simplify-views=only=drop-unit-dims --lowp-normalize-contractions=only=name-matmuls | FileCheck %s --check-prefix=MATMUL
// RUN: lowp-opt %s --lowp-simplify-views=only=drop-unit-dims --cse --lowp-simplify-reductions=only=merge-reductions | FileCheck %s --check-prefix=MERGE
// RUN: lowp-opt %s --lowp-simplify-views=only=drop-unit-dims --lowp-sink-concats | FileCheck %s --check-prefix=CONCAT

#batch = affine_map<(d0, d1) -> (0, d0, d1)>
#matrix = affine_map<(d0, d1) -> (d0, d1)>
#columns = affine_map<(d0, d1) -> (d1)>

// A quantize of what is copied out of the batch reads the batch.
// FUSION-LABEL: func.func @quantized_one(
// FUSION:         lowp.fusion ins(%{{.*}} : tensor<1x64x256xbf16>
// FUSION-LABEL: func.func @quantized_first(
// FUSION:         %[[COPY:.*]] = linalg.generic
// FUSION:         lowp.fusion ins(%[[COPY]] : tensor<64x256xbf16>
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @quantized_one(%x: tensor<1x64x256xbf16>) -> !q {
  %e = tensor.empty() : tensor<64x256xbf16>
  %r = linalg.generic {indexing_maps = [#batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %n = arith.negf %a : bf16
    linalg.yield %n : bf16
  } -> tensor<64x256xbf16>
  %q = lowp.quantize %r numerics <torchao> : tensor<64x256xbf16> -> !q
  return %q : !q
}
func.func @quantized_first(%x: tensor<2x64x256xbf16>) -> !q {
  %e = tensor.empty() : tensor<64x256xbf16>
  %r = linalg.generic {indexing_maps = [#batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %n = arith.negf %a : bf16
    linalg.yield %n : bf16
  } -> tensor<64x256xbf16>
  %q = lowp.quantize %r numerics <torchao> : tensor<64x256xbf16> -> !q
  return %q : !q
}

// Functions of elements in the body of a contraction: operands of a matmul.
// MATMUL-LABEL: func.func @computed_one(
// MATMUL:         linalg.matmul
// MATMUL-LABEL: func.func @computed_first(
// MATMUL-NOT:     linalg.matmul
// MATMUL:         return
#x = affine_map<(m, n, k) -> (0, 0, m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @computed_one(%x: tensor<1x1x64x32xf32>, %w: tensor<48x32xf32>, %init: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x1x64x32xf32>, tensor<48x32xf32>) outs(%init : tensor<64x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %u = math.exp %a : f32
    %p = arith.mulf %u, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
func.func @computed_first(%x: tensor<2x2x64x32xf32>, %w: tensor<48x32xf32>, %init: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x2x64x32xf32>, tensor<48x32xf32>) outs(%init : tensor<64x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %u = math.exp %a : f32
    %p = arith.mulf %u, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

// Two sums of the same columns are one op.
// MERGE-LABEL: func.func @sums_of_one(
// MERGE:         linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<32xf32>, tensor<32xf32>)
// MERGE-LABEL: func.func @sums_of_first(
// MERGE-COUNT-2: linalg.generic {{.*}} outs(%{{.*}} : tensor<32xf32>)
func.func @sums_of_one(%x: tensor<1x64x32xf32>, %init: tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %r = linalg.generic {indexing_maps = [#batch, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1x64x32xf32>) outs(%init : tensor<32xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %o, %e : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %q = linalg.generic {indexing_maps = [#batch, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1x64x32xf32>) outs(%init : tensor<32xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.maximumf %o, %e : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %r, %q : tensor<32xf32>, tensor<32xf32>
}
func.func @sums_of_first(%x: tensor<2x64x32xf32>, %init: tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %r = linalg.generic {indexing_maps = [#batch, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2x64x32xf32>) outs(%init : tensor<32xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %o, %e : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %q = linalg.generic {indexing_maps = [#batch, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2x64x32xf32>) outs(%init : tensor<32xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.maximumf %o, %e : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %r, %q : tensor<32xf32>, tensor<32xf32>
}

// An elementwise op beside a concat is computed part by part.
// CONCAT-LABEL: func.func @beside_one(
// CONCAT:         linalg.generic {{.*}} outs(%{{.*}} : tensor<8x4xf32>)
// CONCAT:         tensor.concat
// CONCAT-LABEL: func.func @beside_first(
// CONCAT:         tensor.concat
// CONCAT:         linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xf32>)
func.func @beside_one(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %s: tensor<1x8x8xf32>) -> tensor<8x8xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.generic {indexing_maps = [#matrix, #batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%c, %s : tensor<8x8xf32>, tensor<1x8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %p = arith.mulf %u, %v : f32
    linalg.yield %p : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
func.func @beside_first(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %s: tensor<2x8x8xf32>) -> tensor<8x8xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.generic {indexing_maps = [#matrix, #batch, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%c, %s : tensor<8x8xf32>, tensor<2x8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %p = arith.mulf %u, %v : f32
    linalg.yield %p : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
