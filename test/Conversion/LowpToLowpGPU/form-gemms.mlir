// RUN: lowp-opt %s --lowp-form-gemms --canonicalize | FileCheck %s
// RUN: lowp-opt %s --lowp-form-gemms --remark-format=emitRemark --remarks-filter=lowp-form-gemms -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

module attributes {lowp_gpu.chip = "sm_90a"} {

// CHECK-DAG: #[[MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[BMN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[BMK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[KBN:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
// CHECK-DAG: #[[NBK:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d0 floordiv 4, d3)>
// CHECK-DAG: #[[MBN:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
// CHECK-DAG: #[[BKN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>

// CHECK-DAG: #[[DMDK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 floordiv 8, d1, d0 mod 8, d3)>
// CHECK-DAG: #[[DDNK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 mod 8, d0 floordiv 8, d2, d3)>
// CHECK-DAG: #[[DDMN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 floordiv 8, d0 mod 8, d1, d2)>
// CHECK-DAG: #[[DKDN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 floordiv 4, d3, d0 mod 4, d2)>
// CHECK-DAG: #[[DMDN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 floordiv 4, d1, d0 mod 4, d2)>

// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[PARTS:.*]] = affine_map<(d0, d1, d2) -> (d2 mod 64, d2 floordiv 64, d1)>
// CHECK-DAG: #[[REPEATED:.*]] = affine_map<(d0, d1, d2) -> (d2 mod 64, d1)>

// A transpose is read through, a rounding joins.
// CHECK-LABEL: func.func @linear(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16>
// CHECK: %[[Y:.*]] = lowp.gemm lhs(%[[X]] : tensor<?x64xbf16>) rhs(%[[W]] : tensor<32x64xbf16>) outs(%{{.*}} : tensor<?x32xbf16>)
// CHECK-SAME: {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]} -> tensor<?x32xbf16>
// CHECK: return %[[Y]]
func.func @linear(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>) -> tensor<?x32xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %te = tensor.empty() : tensor<64x32xbf16>
  %t = linalg.transpose ins(%w : tensor<32x64xbf16>) outs(%te : tensor<64x32xbf16>) permutation = [1, 0]
  %e = tensor.empty(%m) : tensor<?x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %y = linalg.matmul ins(%x, %t : tensor<?x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<?x32xf32>) -> tensor<?x32xf32>
  %re = tensor.empty(%m) : tensor<?x32xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x32xf32>) outs(%re : tensor<?x32xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %c = arith.truncf %a : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<?x32xbf16>
  return %r : tensor<?x32xbf16>
}

// CHECK-LABEL: func.func @accumulates(
// CHECK-SAME: %[[INIT:[^:]*]]: tensor<64x32xf32>)
// CHECK: lowp.gemm {{.*}} outs(%[[INIT]] : tensor<64x32xf32>) {accumulate, indexing_maps = [#[[MK]], #[[KN]], #[[MN]]]}
func.func @accumulates(%x: tensor<64x64xf16>, %w: tensor<64x32xf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf16>, tensor<64x32xf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// What a kernel cannot add to in place is read after the product.
// CHECK-LABEL: func.func @bias(
// CHECK: %[[Y:.*]] = lowp.gemm
// CHECK-NOT: accumulate
// CHECK-SAME: -> tensor<64x32xf32>
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %{{.*}} : tensor<64x32xf32>, tensor<64x32xf32>)
// CHECK: arith.addf
func.func @bias(%x: tensor<64x64xf16>, %w: tensor<64x32xf16>, %b: tensor<32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %init = linalg.broadcast ins(%b : tensor<32xf32>) outs(%e : tensor<64x32xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf16>, tensor<64x32xf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// A weight of small elements is widened once, for both that read it, and read through what transposes it.
// CHECK-LABEL: func.func @weight_only(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<64x64xbf16>, %[[W:[a-z0-9]*]]: tensor<32x64xf8E4M3FN>
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<32x64xf8E4M3FN>) outs(%{{.*}} : tensor<32x64xbf16>)
// CHECK: arith.extf {{.*}} : f8E4M3FN to bf16
// CHECK-NOT: linalg.generic
// CHECK: lowp.gemm lhs(%[[X]] : tensor<64x64xbf16>) rhs(%[[WIDE]] : tensor<32x64xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: lowp.gemm lhs(%{{.*}} : tensor<5x64xbf16>) rhs(%[[WIDE]] : tensor<32x64xbf16>)
func.func @weight_only(%x: tensor<64x64xbf16>, %w: tensor<32x64xf8E4M3FN>, %v: tensor<5x64xbf16>, %i: tensor<64x32xf32>, %j: tensor<5x32xf32>) -> (tensor<64x32xf32>, tensor<5x32xf32>) {
  %e = tensor.empty() : tensor<64x32xf8E4M3FN>
  %t = linalg.transpose ins(%w : tensor<32x64xf8E4M3FN>) outs(%e : tensor<64x32xf8E4M3FN>) permutation = [1, 0]
  %y = linalg.matmul ins(%x, %t : tensor<64x64xbf16>, tensor<64x32xf8E4M3FN>) outs(%i : tensor<64x32xf32>) -> tensor<64x32xf32>
  %z = linalg.matmul ins(%v, %t : tensor<5x64xbf16>, tensor<64x32xf8E4M3FN>) outs(%j : tensor<5x32xf32>) -> tensor<5x32xf32>
  return %y, %z : tensor<64x32xf32>, tensor<5x32xf32>
}

// Heads of attention, which lie within tokens.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[P:.*]]: tensor<4x64x64xbf16>, %[[V:.*]]: tensor<64x4x32xbf16>
// CHECK: lowp.gemm lhs(%[[P]] : {{.*}}) rhs(%[[V]] : {{.*}} {indexing_maps = [#[[BMK]], #[[KBN]], #[[BMN]]]}
func.func @heads(%p: tensor<4x64x64xbf16>, %v: tensor<64x4x32xbf16>) -> tensor<4x64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<4x64x32xbf16>
  %t = linalg.transpose ins(%v : tensor<64x4x32xbf16>) outs(%te : tensor<4x64x32xbf16>) permutation = [1, 0, 2]
  %e = tensor.empty() : tensor<4x64x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  %y = linalg.batch_matmul ins(%p, %t : tensor<4x64x64xbf16>, tensor<4x64x32xbf16>) outs(%init : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  return %y : tensor<4x64x32xf32>
}

// CHECK-LABEL: func.func @batch(
// CHECK: lowp.gemm {{.*}} {accumulate, indexing_maps = [#[[BMK]], #[[BKN]], #[[BMN]]]}
func.func @batch(%x: tensor<?x8x64xbf16>, %w: tensor<?x64x32xbf16>, %init: tensor<?x8x32xf32>) -> tensor<?x8x32xf32> {
  %y = linalg.batch_matmul ins(%x, %w : tensor<?x8x64xbf16>, tensor<?x64x32xbf16>) outs(%init : tensor<?x8x32xf32>) -> tensor<?x8x32xf32>
  return %y : tensor<?x8x32xf32>
}

// The values of heads whose queries, keys and values lie side by side, and were transposed together.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-SAME: %[[P:[^:]*]]: tensor<4x64x64xbf16>, %[[QKV:[^:]*]]: tensor<64x4x96xbf16>
// CHECK: %[[V:.*]] = tensor.extract_slice %[[QKV]][0, 0, 64] [64, 4, 32] [1, 1, 1]
// CHECK-NOT: linalg.transpose
// CHECK: lowp.gemm lhs(%[[P]] : tensor<4x64x64xbf16>) rhs(%[[V]] : tensor<64x4x32xbf16>)
// CHECK-SAME: {accumulate, indexing_maps = [#[[BMK]], #[[KBN]], #[[BMN]]]}
func.func @side_by_side(%p: tensor<4x64x64xbf16>, %qkv: tensor<64x4x96xbf16>, %init: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  %e = tensor.empty() : tensor<4x64x96xbf16>
  %t = linalg.transpose ins(%qkv : tensor<64x4x96xbf16>) outs(%e : tensor<4x64x96xbf16>) permutation = [1, 0, 2]
  %v = tensor.extract_slice %t[0, 0, 64] [4, 64, 32] [1, 1, 1] : tensor<4x64x96xbf16> to tensor<4x64x32xbf16>
  %y = linalg.batch_matmul ins(%p, %v : tensor<4x64x64xbf16>, tensor<4x64x32xbf16>) outs(%init : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  return %y : tensor<4x64x32xf32>
}

// A slice that drops a dimension stays behind the transpose.
// CHECK-LABEL: func.func @one_head(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[V:.*]] = tensor.extract_slice %[[T]]
// CHECK: lowp.gemm {{.*}} rhs(%[[V]] : tensor<64x96xbf16>)
func.func @one_head(%p: tensor<64x64xbf16>, %qkv: tensor<64x4x96xbf16>, %init: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %e = tensor.empty() : tensor<4x64x96xbf16>
  %t = linalg.transpose ins(%qkv : tensor<64x4x96xbf16>) outs(%e : tensor<4x64x96xbf16>) permutation = [1, 0, 2]
  %v = tensor.extract_slice %t[2, 0, 0] [1, 64, 96] [1, 1, 1] : tensor<4x64x96xbf16> to tensor<64x96xbf16>
  %y = linalg.matmul ins(%p, %v : tensor<64x64xbf16>, tensor<64x96xbf16>) outs(%init : tensor<64x96xf32>) -> tensor<64x96xf32>
  return %y : tensor<64x96xf32>
}

// Elements that were narrower before are not what is multiplied.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME: %[[X:.*]]: tensor<64x64xf8E4M3FN>
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK: lowp.gemm lhs(%[[WIDE]] : tensor<64x64xbf16>)
func.func @widened(%x: tensor<64x64xf8E4M3FN>, %w: tensor<64x32xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xf8E4M3FN>) outs(%e : tensor<64x64xbf16>) {
  ^bb0(%a: f8E4M3FN, %b: bf16):
    %v = arith.extf %a : f8E4M3FN to bf16
    linalg.yield %v : bf16
  } -> tensor<64x64xbf16>
  %y = linalg.matmul ins(%wide, %w : tensor<64x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// What stays says why.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-3: linalg.matmul
// REMARK-DAG: runs without tensor cores, up to 200 times slower: expected operands of one type of 16 bits that the chip multiplies, got f32; option f32-matmuls=tf32 or bf16 rounds them
// REMARK-DAG: runs without tensor cores, up to 200 times slower: expected K of more than 0
// REMARK-DAG: runs without tensor cores, up to 200 times slower: expected tensors of at most 2^48 elements
func.func @kept(%a: tensor<8x8xf32>, %b: tensor<0x8xbf16>, %c: tensor<8x0xbf16>, %i: tensor<8x8xf32>,
                %long: tensor<8x9223372036854775806xbf16>, %longer: tensor<9223372036854775806x8xbf16>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %x = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.matmul ins(%c, %b : tensor<8x0xbf16>, tensor<0x8xbf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = linalg.matmul ins(%long, %longer : tensor<8x9223372036854775806xbf16>, tensor<9223372036854775806x8xbf16>)
      outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %x, %y, %z : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// Any size: lowp-align-rows cares for the rows.
// CHECK-LABEL: func.func @any_size(
// CHECK-SAME: %[[B:[^:]*]]: tensor<8x9xbf16>, %[[C:[^:]*]]: tensor<8x8xbf16>, %[[D:[^:]*]]: tensor<?x8xbf16>
// CHECK: lowp.gemm lhs(%[[C]] : {{.*}}) rhs(%[[B]] : tensor<8x9xbf16>)
// CHECK: lowp.gemm lhs(%[[D]] : tensor<?x8xbf16>)
func.func @any_size(%b: tensor<8x9xbf16>, %c: tensor<8x8xbf16>, %d: tensor<?x8xbf16>, %t: tensor<?x8xbf16>,
                    %i: tensor<8x8xf32>, %j: tensor<8x9xf32>) -> (tensor<8x9xf32>, tensor<8x8xf32>) {
  %y = linalg.matmul ins(%c, %b : tensor<8x8xbf16>, tensor<8x9xbf16>) outs(%j : tensor<8x9xf32>) -> tensor<8x9xf32>
  %c0 = arith.constant 0 : index
  %k = tensor.dim %d, %c0 : tensor<?x8xbf16>
  %e = tensor.empty(%k) : tensor<8x?xbf16>
  %s = linalg.transpose ins(%d : tensor<?x8xbf16>) outs(%e : tensor<8x?xbf16>) permutation = [1, 0]
  %z = linalg.matmul ins(%s, %t : tensor<8x?xbf16>, tensor<?x8xbf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %z : tensor<8x9xf32>, tensor<8x8xf32>
}

// A function in the body of a matmul.
// CHECK-LABEL: func.func @fused(
// CHECK: linalg.generic
// REMARK-DAG: expected a sum of products of elements, got a function of them; keep it in an operation of its own
func.func @fused(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %init: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%init : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Keys of grouped-query attention: split into heads, repeated for the heads that
// share them, transposed. The product goes where heads lie within tokens.
// CHECK-LABEL: func.func @repeated(
// CHECK-SAME: %[[Q:[^:]*]]: tensor<8x64x32xbf16>, %[[K:[^:]*]]: tensor<48x64xbf16>
// CHECK: %[[KEYS:.*]] = tensor.expand_shape %[[K]] {{.*}} into tensor<48x2x32xbf16>
// CHECK: lowp.gemm lhs(%[[Q]] : {{.*}}) rhs(%[[KEYS]] : tensor<48x2x32xbf16>) outs(%{{.*}} : tensor<64x8x48xbf16>)
// CHECK-SAME: {indexing_maps = [#[[BMK]], #[[NBK]], #[[MBN]]]}
func.func @repeated(%q: tensor<8x64x32xbf16>, %k: tensor<48x64xbf16>) -> tensor<64x8x48xbf16> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.expand_shape %k [[0, 1], [2, 3]] output_shape [1, 48, 2, 32] : tensor<48x64xbf16> into tensor<1x48x2x32xbf16>
  %te = tensor.empty() : tensor<1x2x48x32xbf16>
  %t = linalg.transpose ins(%s : tensor<1x48x2x32xbf16>) outs(%te : tensor<1x2x48x32xbf16>) permutation = [0, 2, 1, 3]
  %re = tensor.empty() : tensor<1x2x4x48x32xbf16>
  %r = linalg.broadcast ins(%t : tensor<1x2x48x32xbf16>) outs(%re : tensor<1x2x4x48x32xbf16>) dimensions = [2]
  %c = tensor.collapse_shape %r [[0, 1, 2], [3], [4]] : tensor<1x2x4x48x32xbf16> into tensor<8x48x32xbf16>
  %ke = tensor.empty() : tensor<8x32x48xbf16>
  %kt = linalg.transpose ins(%c : tensor<8x48x32xbf16>) outs(%ke : tensor<8x32x48xbf16>) permutation = [0, 2, 1]
  %e = tensor.empty() : tensor<8x64x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %y = linalg.batch_matmul ins(%q, %kt : tensor<8x64x32xbf16>, tensor<8x32x48xbf16>) outs(%init : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %ye = tensor.empty() : tensor<64x8x48xbf16>
  %b = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<8x64x48xf32>) outs(%ye : tensor<64x8x48xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %n = arith.truncf %in : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<64x8x48xbf16>
  return %b : tensor<64x8x48xbf16>
}

// Two dimensions of a batch, the first one of unknown size.
// CHECK-LABEL: func.func @sequences(
// CHECK-SAME: %[[Q:[^:]*]]: tensor<?x64x8x32xbf16>, %[[K:[^:]*]]: tensor<8x?x48x32xbf16>
// CHECK: lowp.gemm lhs(%[[Q]] : {{.*}}) rhs(%[[K]] : {{.*}}) outs(%{{.*}} : tensor<?x8x64x48xf32>)
// CHECK-SAME: {indexing_maps = [#[[DMDK]], #[[DDNK]], #[[DDMN]]]}
func.func @sequences(%q: tensor<?x64x8x32xbf16>, %k: tensor<8x?x48x32xbf16>, %n: index) -> tensor<?x8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x8x64x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8x64x48xf32>) -> tensor<?x8x64x48xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>, affine_map<(b, h, m, n, k) -> (h, b, n, k)>,
                                        affine_map<(b, h, m, n, k) -> (b, h, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<?x64x8x32xbf16>, tensor<8x?x48x32xbf16>) outs(%init : tensor<?x8x64x48xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x8x64x48xf32>
  return %y : tensor<?x8x64x48xf32>
}

// Values of three sequences; heads lie within tokens, in what is read and in what is written.
// CHECK-LABEL: func.func @context(
// CHECK: %[[V:.*]] = tensor.expand_shape %{{.*}} into tensor<3x64x4x32xbf16>
// CHECK: %[[C:.*]] = lowp.gemm lhs(%{{.*}} : tensor<12x64x64xbf16>) rhs(%[[V]] : tensor<3x64x4x32xbf16>) outs(%{{.*}} : tensor<3x64x4x32xbf16>)
// CHECK-SAME: {indexing_maps = [#[[BMK]], #[[DKDN]], #[[DMDN]]]}
// CHECK-NEXT: tensor.collapse_shape %[[C]]
func.func @context(%p: tensor<12x64x64xbf16>, %v: tensor<192x128xbf16>) -> tensor<192x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.expand_shape %v [[0, 1], [2, 3]] output_shape [3, 64, 4, 32] : tensor<192x128xbf16> into tensor<3x64x4x32xbf16>
  %te = tensor.empty() : tensor<3x4x64x32xbf16>
  %t = linalg.transpose ins(%s : tensor<3x64x4x32xbf16>) outs(%te : tensor<3x4x64x32xbf16>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<3x4x64x32xbf16> into tensor<12x64x32xbf16>
  %e = tensor.empty() : tensor<12x64x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<12x64x32xf32>) -> tensor<12x64x32xf32>
  %y = linalg.batch_matmul ins(%p, %c : tensor<12x64x64xbf16>, tensor<12x64x32xbf16>) outs(%init : tensor<12x64x32xf32>) -> tensor<12x64x32xf32>
  %w = tensor.expand_shape %y [[0, 1], [2], [3]] output_shape [3, 4, 64, 32] : tensor<12x64x32xf32> into tensor<3x4x64x32xf32>
  %ne = tensor.empty() : tensor<3x4x64x32xbf16>
  %n = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w : tensor<3x4x64x32xf32>) outs(%ne : tensor<3x4x64x32xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %q = arith.truncf %in : f32 to bf16
    linalg.yield %q : bf16
  } -> tensor<3x4x64x32xbf16>
  %be = tensor.empty() : tensor<3x64x4x32xbf16>
  %b = linalg.transpose ins(%n : tensor<3x4x64x32xbf16>) outs(%be : tensor<3x64x4x32xbf16>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %b [[0, 1], [2, 3]] : tensor<3x64x4x32xbf16> into tensor<192x128xbf16>
  return %r : tensor<192x128xbf16>
}
// Products of f32 that are rounded to tf32 take operands with K contiguous. What
// lies so before a transpose is read there; another operand is transposed.
// CHECK-LABEL: func.func @tf32(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x64xf32>, %[[W:[^:]*]]: tensor<32x64xf32>, %[[V:[^:]*]]: tensor<32x16xf32>
// CHECK: %[[Y:.*]] = lowp.gemm lhs(%[[X]] : tensor<8x64xf32>) rhs(%[[W]] : tensor<32x64xf32>)
// CHECK-SAME: {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]}
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[V]] : tensor<32x16xf32>) outs(%{{.*}} : tensor<16x32xf32>) permutation = [1, 0]
// CHECK: lowp.gemm lhs(%[[Y]] : tensor<8x32xf32>) rhs(%[[T]] : tensor<16x32xf32>)
// CHECK-SAME: {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]}
// REMARK-DAG: copies the rhs of a gemm, tensor<32x16xf32>, because the chip multiplies these elements with K contiguous alone
// REMARK-NOT: copies the rhs of a gemm, tensor<64x32xf32>
func.func @tf32(%x: tensor<8x64xf32>, %w: tensor<32x64xf32>, %v: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<64x32xf32>
  %t = linalg.transpose ins(%w : tensor<32x64xf32>) outs(%te : tensor<64x32xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<8x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %t : tensor<8x64xf32>, tensor<64x32xf32>) outs(%i : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.truncf %a : f32 to tf32
    %q = arith.extf %p : tf32 to f32
    %r = arith.truncf %b : f32 to tf32
    %u = arith.extf %r : tf32 to f32
    %m = arith.mulf %q, %u : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<8x32xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %v : tensor<8x32xf32>, tensor<32x16xf32>) outs(%j : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.truncf %a : f32 to tf32
    %q = arith.extf %p : tf32 to f32
    %r = arith.truncf %b : f32 to tf32
    %u = arith.extf %r : tf32 to f32
    %m = arith.mulf %q, %u : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}

// The only column, of as many dimensions as the matmul has loops, stays.
// CHECK-LABEL: func.func @heads_of_one_column(
// CHECK:         %[[Y:.*]] = lowp.gemm {{.*}} -> tensor<32x2x16x1xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @heads_of_one_column(%x: tensor<32x16x2x1xbf16>, %w: tensor<32x1x2x1xbf16>) -> tensor<32x2x16x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x2x16x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x2x16x1xf32>) -> tensor<32x2x16x1xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(b, m, h, k, n) -> (b, m, h, k)>, affine_map<(b, m, h, k, n) -> (b, n, h, k)>, affine_map<(b, m, h, k, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %w : tensor<32x16x2x1xbf16>, tensor<32x1x2x1xbf16>) outs(%i : tensor<32x2x16x1xf32>) {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %wide = arith.extf %a : bf16 to f32
    %other = arith.extf %b : bf16 to f32
    %0 = arith.mulf %wide, %other : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x2x16x1xf32>
  return %y : tensor<32x2x16x1xf32>
}

// Groups and tokens are K: one operand has them side by side, the other has tokens first, whose parts are read where they lie.
// CHECK-LABEL: func.func @parts_of_k(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<2x64x48xbf16>, %[[X:[^:]*]]: tensor<64x2x72xbf16>)
// CHECK:         %[[LHS:.*]] = tensor.collapse_shape %[[P]]
// CHECK:         lowp.gemm lhs(%[[LHS]] : tensor<128x48xbf16>) rhs(%[[X]] : tensor<64x2x72xbf16>)
// CHECK-SAME:      {indexing_maps = [#[[KM]], #[[PARTS]], #[[MN]]]}
func.func @parts_of_k(%p: tensor<2x64x48xbf16>, %x: tensor<64x2x72xbf16>) -> tensor<48x72xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<48x72xf32>) -> tensor<48x72xf32>
  %f = tensor.empty() : tensor<2x64x72xbf16>
  %t = linalg.transpose ins(%x : tensor<64x2x72xbf16>) outs(%f : tensor<2x64x72xbf16>) permutation = [1, 0, 2]
  %lhs = tensor.collapse_shape %p [[0, 1], [2]] : tensor<2x64x48xbf16> into tensor<128x48xbf16>
  %rhs = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x64x72xbf16> into tensor<128x72xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%lhs, %rhs : tensor<128x48xbf16>, tensor<128x72xbf16>) outs(%i : tensor<48x72xf32>) -> tensor<48x72xf32>
  return %y : tensor<48x72xf32>
}

// A repeat is read where it is; not one of fewer elements than a kernel copies at a time.
// CHECK-LABEL: func.func @repeated_k(
// CHECK-SAME:    %{{[^:]*}}: tensor<40x192xbf16>, %[[V:[^:]*]]: tensor<64x72xbf16>, %{{[^:]*}}: tensor<40x96xbf16>, %[[W:[^:]*]]: tensor<32x72xbf16>)
// CHECK:         lowp.gemm {{.*}} rhs(%[[V]] : tensor<64x72xbf16>)
// CHECK-SAME:      {indexing_maps = [#[[MK]], #[[REPEATED]], #[[MN]]]}
// CHECK:         linalg.broadcast ins(%[[W]]
// CHECK:         lowp.gemm {{.*}} rhs(%{{.*}} : tensor<96x72xbf16>)
func.func @repeated_k(%x: tensor<40x192xbf16>, %v: tensor<64x72xbf16>, %u: tensor<40x96xbf16>, %w: tensor<32x72xbf16>)
    -> (tensor<40x72xf32>, tensor<40x72xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x72xf32>) -> tensor<40x72xf32>
  %f = tensor.empty() : tensor<3x64x72xbf16>
  %r = linalg.broadcast ins(%v : tensor<64x72xbf16>) outs(%f : tensor<3x64x72xbf16>) dimensions = [0]
  %rhs = tensor.collapse_shape %r [[0, 1], [2]] : tensor<3x64x72xbf16> into tensor<192x72xbf16>
  %y = linalg.matmul ins(%x, %rhs : tensor<40x192xbf16>, tensor<192x72xbf16>) outs(%i : tensor<40x72xf32>) -> tensor<40x72xf32>
  %g = tensor.empty() : tensor<3x32x72xbf16>
  %s = linalg.broadcast ins(%w : tensor<32x72xbf16>) outs(%g : tensor<3x32x72xbf16>) dimensions = [0]
  %few = tensor.collapse_shape %s [[0, 1], [2]] : tensor<3x32x72xbf16> into tensor<96x72xbf16>
  %z = linalg.matmul ins(%u, %few : tensor<40x96xbf16>, tensor<96x72xbf16>) outs(%i : tensor<40x72xf32>) -> tensor<40x72xf32>
  return %y, %z : tensor<40x72xf32>, tensor<40x72xf32>
}

}
