// RUN: lowp-opt %s --lowp-align-rows | FileCheck %s
// RUN: lowp-opt %s --lowp-align-rows --remark-format=emitRemark --remarks-filter=lowp-align-rows -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#bnk = affine_map<(b, m, n, k) -> (b, n, k)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>

// What is aligned stays as it is.
// CHECK-LABEL: func.func @aligned(
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: lowp.gemm
// CHECK-NEXT: return
func.func @aligned(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>, %m: index) -> tensor<?x32xbf16> {
  %e = tensor.empty(%m) : tensor<?x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>) outs(%e : tensor<?x32xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<?x32xbf16>
  return %y : tensor<?x32xbf16>
}

// Four f32 fill 16 bytes.
// CHECK-LABEL: func.func @wide(
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: lowp.gemm
// CHECK-NEXT: return
func.func @wide(%x: tensor<5x64xbf16>, %w: tensor<12x64xbf16>) -> tensor<5x12xf32> {
  %e = tensor.empty() : tensor<5x12xf32>
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<12x64xbf16>) outs(%e : tensor<5x12xf32>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x12xf32>
  return %y : tensor<5x12xf32>
}

// A caller's tensors have no gaps: operands are copied, and the kernel stores
// such rows.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x7xbf16>, %[[W:[^:]*]]: tensor<7x9xbf16>
// CHECK: %[[D:.*]] = tensor.empty() : tensor<5x9xbf16>
// CHECK: %[[XE:.*]] = lowp.aligned_empty() : tensor<5x7xbf16>
// CHECK: %[[XA:.*]] = linalg.copy ins(%[[X]] : {{.*}}) outs(%[[XE]] :
// CHECK: %[[WE:.*]] = lowp.aligned_empty() : tensor<7x9xbf16>
// CHECK: %[[WA:.*]] = linalg.copy ins(%[[W]] : {{.*}}) outs(%[[WE]] :
// CHECK: %[[Y:.*]] = lowp.gemm lhs(%[[XA]] : {{.*}}) rhs(%[[WA]] : {{.*}}) outs(%[[D]] :
// CHECK-NEXT: return %[[Y]]
// REMARK-DAG: copies the lhs of a gemm, 70 bytes, because its rows do not begin at multiples of 16 bytes, as far as the type says; a last dimension of a multiple of 8 needs no copy
// REMARK-DAG: copies the rhs of a gemm, 126 bytes
func.func @caller(%x: tensor<5x7xbf16>, %w: tensor<7x9xbf16>) -> tensor<5x9xbf16> {
  %e = tensor.empty() : tensor<5x9xbf16>
  %y = lowp.gemm lhs(%x : tensor<5x7xbf16>) rhs(%w : tensor<7x9xbf16>) outs(%e : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #kn, #mn]} -> tensor<5x9xbf16>
  return %y : tensor<5x9xbf16>
}

// Data that the program quantizes have any K: rows with gaps.
// CHECK-LABEL: func.func @quantized(
// CHECK-SAME: %[[A:[^:]*]]: tensor<64x?xbf16>
// CHECK: %[[E:.*]] = lowp.aligned_empty(%{{.*}}) : tensor<64x?xf8E4M3FN>
// CHECK: %[[Q:.*]] = linalg.generic {{.*}} outs(%[[E]] :
// CHECK: lowp.gemm lhs(%[[Q]], %{{.*}} : tensor<64x?xf8E4M3FN>, {{.*}}) rhs(%[[Q]], %{{.*}} outs(%{{.*}} : tensor<64x64xf32>)
!any = !lowp.scaled<64x?xf8E4M3FN, #lowp.tensorwise>
func.func @quantized(%a: tensor<64x?xbf16>, %s: tensor<1x1xf32>, %k: index) -> tensor<64x64xf32> {
  %qe = tensor.empty(%k) : tensor<64x?xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<64x?xbf16>) outs(%qe : tensor<64x?xf8E4M3FN>) {
  ^bb0(%x: bf16, %o: f8E4M3FN):
    %t = arith.truncf %x : bf16 to f8E4M3FN
    linalg.yield %t : f8E4M3FN
  } -> tensor<64x?xf8E4M3FN>
  %e = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%q, %s : tensor<64x?xf8E4M3FN>, tensor<1x1xf32>) rhs(%q, %s : tensor<64x?xf8E4M3FN>, tensor<1x1xf32>) outs(%e : tensor<64x64xf32>)
    {lhs_type = !any, rhs_type = !any} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// Data of the caller are copied where no call can have whole rows, as one operand knows for both,
// and left where one can.
// CHECK-LABEL: func.func @given_data(
// CHECK-SAME: %[[A:[^:]*]]: tensor<64x100xf8E4M3FN>, %[[B:[^:]*]]: tensor<64x?xf8E4M3FN>
// CHECK: %[[E:.*]] = lowp.aligned_empty() : tensor<64x100xf8E4M3FN>
// CHECK: %[[C:.*]] = linalg.copy ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK: %[[F:.*]] = lowp.aligned_empty(%{{.*}}) : tensor<64x?xf8E4M3FN>
// CHECK: %[[D:.*]] = linalg.copy ins(%[[B]] : {{.*}}) outs(%[[F]] :
// CHECK: lowp.gemm lhs(%[[C]], {{.*}} rhs(%[[D]],
// REMARK-DAG: copies the lhs of a gemm, 6400 bytes
// REMARK-DAG: copies the rhs of a gemm, all of tensor<64x?xf8E4M3FN>
!known = !lowp.scaled<64x100xf8E4M3FN, #lowp.tensorwise>
func.func @given_data(%a: tensor<64x100xf8E4M3FN>, %b: tensor<64x?xf8E4M3FN>, %s: tensor<1x1xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%a, %s : tensor<64x100xf8E4M3FN>, tensor<1x1xf32>) rhs(%b, %s : tensor<64x?xf8E4M3FN>, tensor<1x1xf32>) outs(%e : tensor<64x64xf32>)
    {lhs_type = !known, rhs_type = !any} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @asked_of_the_call(
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @asked_of_the_call(%a: tensor<64x?xf8E4M3FN>, %b: tensor<64x?xf8E4M3FN>, %s: tensor<1x1xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%a, %s : tensor<64x?xf8E4M3FN>, tensor<1x1xf32>) rhs(%b, %s : tensor<64x?xf8E4M3FN>, tensor<1x1xf32>) outs(%e : tensor<64x64xf32>)
    {lhs_type = !any, rhs_type = !any} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// Elements of 6 bits have bytes of their own; no kernel reads those of 4 bits with a byte each, in whatever rows.
// CHECK-LABEL: func.func @six_bits(
// CHECK: lowp.aligned_empty() : tensor<64x100xf6E2M3FN>
!six = !lowp.scaled<64x100xf6E2M3FN, #lowp.mx<1x32>>
func.func @six_bits(%a: tensor<64x100xf6E2M3FN>, %s: tensor<64x4xf8E8M0FNU>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%a, %s : tensor<64x100xf6E2M3FN>, tensor<64x4xf8E8M0FNU>) rhs(%a, %s : tensor<64x100xf6E2M3FN>, tensor<64x4xf8E8M0FNU>) outs(%e : tensor<64x64xf32>)
    {lhs_type = !six, rhs_type = !six} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @parts_of_bytes(
// CHECK-NOT: aligned_empty
// CHECK: return
!four = !lowp.scaled<64x100xf4E2M1FN, #lowp.mx<1x32>>
func.func @parts_of_bytes(%a: tensor<64x100xf4E2M1FN>, %s: tensor<64x4xf8E8M0FNU>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%a, %s : tensor<64x100xf4E2M1FN>, tensor<64x4xf8E8M0FNU>) rhs(%a, %s : tensor<64x100xf4E2M1FN>, tensor<64x4xf8E8M0FNU>) outs(%e : tensor<64x64xf32>)
    {lhs_type = !four, rhs_type = !four} -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// Several gemms share a copy.
// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-1: linalg.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @shared(%x: tensor<5x64xbf16>, %w: tensor<?x?xbf16>) -> (tensor<5x8xf32>, tensor<5x8xf32>) {
  %c = tensor.cast %x : tensor<5x64xbf16> to tensor<5x?xbf16>
  %d = tensor.cast %w : tensor<?x?xbf16> to tensor<8x?xbf16>
  %e = tensor.empty() : tensor<5x8xf32>
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%d : tensor<8x?xbf16>) outs(%e : tensor<5x8xf32>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x8xf32>
  %z = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%d : tensor<8x?xbf16>) outs(%e : tensor<5x8xf32>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x8xf32>
  return %y, %z : tensor<5x8xf32>, tensor<5x8xf32>
}

// Scores of attention: written, read and written again in rows with gaps; no
// copy, also through a dimension of size 1.
// CHECK-LABEL: func.func @attention(
// CHECK-NOT: linalg.copy
// CHECK-NOT: alloc_tensor
// CHECK: %[[SE:.*]] = lowp.aligned_empty(%{{.*}}, %{{.*}}) : tensor<4x?x?xbf16>
// CHECK: %[[S:.*]] = lowp.gemm {{.*}} outs(%[[SE]] :
// CHECK: %[[PE:.*]] = lowp.aligned_empty(%{{.*}}, %{{.*}}) : tensor<1x4x?x?xbf16>
// CHECK: %[[P:.*]] = linalg.exp {{.*}} outs(%[[PE]] :
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[P]]
// CHECK: lowp.gemm lhs(%[[ROWS]] :
// CHECK-NOT: linalg.copy
// CHECK-NOT: alloc_tensor
// CHECK: return
func.func @attention(%q: tensor<4x?x64xbf16>, %k: tensor<4x?x64xbf16>, %v: tensor<4x?x64xbf16>, %t: index)
    -> tensor<4x?x64xbf16> {
  %se = tensor.empty(%t, %t) : tensor<4x?x?xbf16>
  %s = lowp.gemm lhs(%q : tensor<4x?x64xbf16>) rhs(%k : tensor<4x?x64xbf16>) outs(%se : tensor<4x?x?xbf16>)
    {indexing_maps = [#bmk, #bnk, #bmn]} -> tensor<4x?x?xbf16>
  %x = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [1, 4, %t, %t] : tensor<4x?x?xbf16> into tensor<1x4x?x?xbf16>
  %pe = tensor.empty(%t, %t) : tensor<1x4x?x?xbf16>
  %p = linalg.exp ins(%x : tensor<1x4x?x?xbf16>) outs(%pe : tensor<1x4x?x?xbf16>) -> tensor<1x4x?x?xbf16>
  %r = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<1x4x?x?xbf16> into tensor<4x?x?xbf16>
  %ye = tensor.empty(%t) : tensor<4x?x64xbf16>
  %y = lowp.gemm lhs(%r : tensor<4x?x?xbf16>) rhs(%v : tensor<4x?x64xbf16>) outs(%ye : tensor<4x?x64xbf16>)
    {indexing_maps = [#bmk, affine_map<(b, m, n, k) -> (b, k, n)>, #bmn]} -> tensor<4x?x64xbf16>
  return %y : tensor<4x?x64xbf16>
}

// Nor have rows that are reshaped.
// CHECK-LABEL: func.func @reshaped(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<5x9xbf16>
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%[[E]] :
// CHECK-NEXT: tensor.collapse_shape %[[Y]]
func.func @reshaped(%x: tensor<5x64xbf16>, %w: tensor<9x64xbf16>) -> tensor<45xbf16> {
  %e = tensor.empty() : tensor<5x9xbf16>
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%e : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x9xbf16>
  %r = tensor.collapse_shape %y [[0, 1]] : tensor<5x9xbf16> into tensor<45xbf16>
  return %r : tensor<45xbf16>
}

// The kernel adds to rows without gaps, too.
// CHECK-LABEL: func.func @onto(
// CHECK-SAME: %{{.*}}: tensor<5x64xbf16>, %{{.*}}: tensor<9x64xbf16>, %[[INIT:[^:]*]]: tensor<5x9xf32>
// CHECK: lowp.gemm {{.*}} outs(%[[INIT]] : {{.*}}) {accumulate
// CHECK: %[[F:.*]] = tensor.empty() : tensor<5x9xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill {{.*}} outs(%[[F]]
// CHECK: lowp.gemm {{.*}} outs(%[[FILLED]] : {{.*}}) {accumulate
// CHECK-NOT: alloc_tensor
func.func @onto(%x: tensor<5x64xbf16>, %w: tensor<9x64xbf16>, %init: tensor<5x9xf32>, %one: f32)
    -> (tensor<5x9xf32>, tensor<5x9xf32>) {
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%init : tensor<5x9xf32>)
    {indexing_maps = [#mk, #nk, #mn], accumulate} -> tensor<5x9xf32>
  %e = tensor.empty() : tensor<5x9xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  %z = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%f : tensor<5x9xf32>)
    {indexing_maps = [#mk, #nk, #mn], accumulate} -> tensor<5x9xf32>
  return %y, %z : tensor<5x9xf32>, tensor<5x9xf32>
}

// It cannot tell where matrices of an unknown size begin in a batch:
// what others read before it adds to it is copied, what nobody reads is computed
// in place.
// CHECK-LABEL: func.func @onto_batch(
// CHECK-SAME: %[[INIT:[^:]*]]: tensor<3x?x9xf32>
// CHECK: %[[E:.*]] = lowp.aligned_empty(%{{.*}}) : tensor<3x?x9xf32>
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[INIT]] : {{.*}}) outs(%[[E]]
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%[[COPY]] : {{.*}}) {accumulate
// CHECK: %[[R:.*]] = bufferization.alloc_tensor({{.*}}) copy(%[[Y]])
// CHECK: %[[F:.*]] = lowp.aligned_empty(%{{.*}}) : tensor<3x?x9xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill {{.*}} outs(%[[F]]
// CHECK-NOT: linalg.copy
// CHECK: lowp.gemm {{.*}} outs(%[[FILLED]] : {{.*}}) {accumulate
// REMARK-DAG: copies what a gemm adds to, all of tensor<3x?x9xf32>
// REMARK-DAG: copies what a gemm reads or writes, all of tensor<3x?x9xf32>, because its rows must begin at multiples of 16 bytes and others need them without gaps
func.func @onto_batch(%x: tensor<3x?x64xbf16>, %w: tensor<3x9x64xbf16>, %init: tensor<3x?x9xf32>, %m: index, %one: f32)
    -> (tensor<3x?x9xf32>, tensor<3x?x9xf32>) {
  %y = lowp.gemm lhs(%x : tensor<3x?x64xbf16>) rhs(%w : tensor<3x9x64xbf16>) outs(%init : tensor<3x?x9xf32>)
    {indexing_maps = [#bmk, #bnk, #bmn], accumulate} -> tensor<3x?x9xf32>
  %e = tensor.empty(%m) : tensor<3x?x9xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<3x?x9xf32>) -> tensor<3x?x9xf32>
  %z = lowp.gemm lhs(%x : tensor<3x?x64xbf16>) rhs(%w : tensor<3x9x64xbf16>) outs(%f : tensor<3x?x9xf32>)
    {indexing_maps = [#bmk, #bnk, #bmn], accumulate} -> tensor<3x?x9xf32>
  return %y, %z : tensor<3x?x9xf32>, tensor<3x?x9xf32>
}

// TMA stores faster what does not leave the program.
// CHECK-LABEL: func.func @inside(
// CHECK: %[[E:.*]] = lowp.aligned_empty() : tensor<5x9xbf16>
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%[[E]] :
// CHECK: linalg.exp ins(%[[Y]]
func.func @inside(%x: tensor<5x64xbf16>, %w: tensor<9x64xbf16>) -> tensor<5x9xbf16> {
  %e = tensor.empty() : tensor<5x9xbf16>
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%e : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x9xbf16>
  %f = tensor.empty() : tensor<5x9xbf16>
  %z = linalg.exp ins(%y : tensor<5x9xbf16>) outs(%f : tensor<5x9xbf16>) -> tensor<5x9xbf16>
  return %z : tensor<5x9xbf16>
}

// An epilogue that reads a matrix leaves no registers for stores by threads; one
// that reads a vector does.
// CHECK-LABEL: func.func @residual(
// CHECK: %[[E:.*]] = lowp.aligned_empty() : tensor<5x9xbf16>
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%[[E]] :
// CHECK: bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: %[[F:.*]] = tensor.empty() : tensor<5x9xbf16>
// CHECK: %[[Z:.*]] = lowp.gemm {{.*}} outs(%[[F]] :
// CHECK: return %{{.*}}, %[[Z]]
func.func @residual(%x: tensor<5x64xbf16>, %w: tensor<9x64xbf16>, %r: tensor<5x9xf32>, %b: tensor<9xf32>)
    -> (tensor<5x9xbf16>, tensor<5x9xbf16>) {
  %e = tensor.empty() : tensor<5x9xbf16>
  %y = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) ins(%r : tensor<5x9xf32>) outs(%e : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (m, n)>]} -> tensor<5x9xbf16> epilogue {
  ^bb0(%sum: f32, %more: f32):
    %added = arith.addf %sum, %more : f32
    %rounded = arith.truncf %added : f32 to bf16
    lowp.epilogue_yield %rounded : bf16
  }
  %f = tensor.empty() : tensor<5x9xbf16>
  %z = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) ins(%b : tensor<9xf32>) outs(%f : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<5x9xbf16> epilogue {
  ^bb0(%sum: f32, %more: f32):
    %added = arith.addf %sum, %more : f32
    %rounded = arith.truncf %added : f32 to bf16
    lowp.epilogue_yield %rounded : bf16
  }
  return %y, %z : tensor<5x9xbf16>, tensor<5x9xbf16>
}

// What leaves it may be read there, too, but for a gemm, which needs aligned rows.
// CHECK-LABEL: func.func @both(
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xbf16>
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%[[E]] :
// CHECK: linalg.exp ins(%[[Y]]
// CHECK: %[[A:.*]] = lowp.aligned_empty() : tensor<5x9xbf16>
// CHECK: %[[U:.*]] = lowp.gemm {{.*}} outs(%[[A]] :
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[U]])
// CHECK: lowp.gemm lhs(%[[U]]
// CHECK: return %[[Y]], %{{.*}}, %[[C]],
func.func @both(%x: tensor<?x64xbf16>, %w: tensor<?x64xbf16>, %p: tensor<5x64xbf16>, %q: tensor<9x64xbf16>, %r: tensor<8x9xbf16>, %m: index)
    -> (tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<5x9xbf16>, tensor<5x8xbf16>) {
  %e = tensor.empty(%m, %m) : tensor<?x?xbf16>
  %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<?x64xbf16>) outs(%e : tensor<?x?xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<?x?xbf16>
  %f = tensor.empty(%m, %m) : tensor<?x?xbf16>
  %z = linalg.exp ins(%y : tensor<?x?xbf16>) outs(%f : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %g = tensor.empty() : tensor<5x9xbf16>
  %u = lowp.gemm lhs(%p : tensor<5x64xbf16>) rhs(%q : tensor<9x64xbf16>) outs(%g : tensor<5x9xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x9xbf16>
  %h = tensor.empty() : tensor<5x8xbf16>
  %v = lowp.gemm lhs(%u : tensor<5x9xbf16>) rhs(%r : tensor<8x9xbf16>) outs(%h : tensor<5x8xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<5x8xbf16>
  return %y, %z, %u, %v : tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<5x9xbf16>, tensor<5x8xbf16>
}

// A program that writes such a tensor by hand returns a copy, too.
// CHECK-LABEL: func.func @given(
// CHECK: %[[Y:.*]] = linalg.exp
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: return %[[C]]
func.func @given(%x: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %e = lowp.aligned_empty() : tensor<5x9xf32>
  %y = linalg.exp ins(%x : tensor<5x9xf32>) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %y : tensor<5x9xf32>
}

// Fusions that are outlined have no buffers.
// CHECK-LABEL: module @fusions
// CHECK: linalg.exp
// CHECK-NOT: alloc_tensor
// CHECK: return
module @fusions {
  func.func @outlined(%x: tensor<5x9xf32>) -> tensor<5x9xf32> {
    %e = lowp.aligned_empty() : tensor<5x9xf32>
    %y = linalg.exp ins(%x : tensor<5x9xf32>) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
    return %y : tensor<5x9xf32>
  }
}

// Each iteration begins with the same sums: those of the first are not written
// over.
// CHECK-LABEL: func.func @again(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<9x9xbf16>
// CHECK: linalg.fill {{.*}} outs(%[[E]]
// CHECK: scf.for
// CHECK: %[[Y:.*]] = linalg.add
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[Y]]
// CHECK: lowp.gemm lhs(%[[COPY]]
func.func @again(%x: tensor<9x9xbf16>, %w: tensor<9x16xbf16>, %init: tensor<9x16xf32>, %n: index, %one: bf16) -> tensor<9x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<9x9xbf16>
  %f = linalg.fill ins(%one : bf16) outs(%e : tensor<9x9xbf16>) -> tensor<9x9xbf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> tensor<9x16xf32> {
    %y = linalg.add ins(%x, %x : tensor<9x9xbf16>, tensor<9x9xbf16>) outs(%f : tensor<9x9xbf16>) -> tensor<9x9xbf16>
    %z = lowp.gemm lhs(%y : tensor<9x9xbf16>) rhs(%w : tensor<9x16xbf16>) outs(%old : tensor<9x16xf32>)
      {indexing_maps = [#mk, #kn, #mn], accumulate} -> tensor<9x16xf32>
    scf.yield %z : tensor<9x16xf32>
  }
  return %r : tensor<9x16xf32>
}

// The next iteration gets rows without gaps.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK: %[[Y:.*]] = lowp.gemm
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: scf.yield %[[C]]
func.func @loop(%w: tensor<9x9xbf16>, %init: tensor<9x9xbf16>, %n: index) -> tensor<9x9xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> tensor<9x9xbf16> {
    %e = tensor.empty() : tensor<9x9xbf16>
    %y = lowp.gemm lhs(%old : tensor<9x9xbf16>) rhs(%w : tensor<9x9xbf16>) outs(%e : tensor<9x9xbf16>)
      {indexing_maps = [#mk, #kn, #mn]} -> tensor<9x9xbf16>
    scf.yield %y : tensor<9x9xbf16>
  }
  return %r : tensor<9x9xbf16>
}

// The caller's of two results is stored as it lies there, and the one that the next
// gemm reads in rows with gaps.
// CHECK-LABEL: func.func @two_results(
// CHECK-DAG: %[[A:.*]] = tensor.empty() : tensor<5x9xf32>
// CHECK-DAG: %[[B:.*]] = lowp.aligned_empty() : tensor<5x9xbf16>
// CHECK: %[[Y:.*]]:2 = lowp.gemm {{.*}} outs(%[[A]], %[[B]] : tensor<5x9xf32>, tensor<5x9xbf16>)
// CHECK: lowp.gemm lhs(%[[Y]]#1
// CHECK: return %[[Y]]#0
func.func @two_results(%x: tensor<5x64xbf16>, %w: tensor<9x64xbf16>, %v: tensor<8x16xbf16>) -> (tensor<5x9xf32>, tensor<5x5xf32>) {
  %a = tensor.empty() : tensor<5x9xf32>
  %b = tensor.empty() : tensor<5x9xbf16>
  %c = tensor.empty() : tensor<5x5xf32>
  %y:2 = lowp.gemm lhs(%x : tensor<5x64xbf16>) rhs(%w : tensor<9x64xbf16>) outs(%a, %b : tensor<5x9xf32>, tensor<5x9xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<5x9xf32>, tensor<5x9xbf16> epilogue {
  ^bb0(%sum: f32):
    %h = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %h : f32, bf16
  }
  %z = lowp.gemm lhs(%y#1 : tensor<5x9xbf16>) rhs(%y#1 : tensor<5x9xbf16>) outs(%c : tensor<5x5xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<5x5xf32>
  return %y#0, %z : tensor<5x9xf32>, tensor<5x5xf32>
}

// Numbers of groups that are a part of others are copied, once for all gemms; so are those that a loop begins with.
// CHECK-LABEL: func.func @numbers(
// CHECK: %[[N:.*]] = tensor.extract_slice
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[N]]) : tensor<8xi32>
// CHECK: lowp.gemm {{.*}} groups(%[[COPY]] :
// CHECK-NOT: alloc_tensor
// CHECK: lowp.gemm {{.*}} groups(%[[COPY]] :
func.func @numbers(%x: tensor<?x64xbf16>, %w: tensor<8x32x64xbf16>, %ends: tensor<9xi32>, %y: tensor<?x32xbf16>, %z: tensor<?x32xbf16>)
    -> (tensor<?x32xbf16>, tensor<?x32xbf16>) {
  %n = tensor.extract_slice %ends[1] [8] [1] : tensor<9xi32> to tensor<8xi32>
  %0 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<8x32x64xbf16>) groups(%n : tensor<8xi32>) outs(%y : tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, #bnk, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<?x32xbf16>
  %1 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<8x32x64xbf16>) groups(%n : tensor<8xi32>) outs(%z : tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, #bnk, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<?x32xbf16>
  return %0, %1 : tensor<?x32xbf16>, tensor<?x32xbf16>
}

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[M:.*]] = %{{.*}})
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[M]]) : tensor<8xi32>
// CHECK: lowp.gemm {{.*}} groups(%[[COPY]] :
func.func @carried(%x: tensor<?x64xbf16>, %w: tensor<8x32x64xbf16>, %ends: tensor<9xi32>, %y: tensor<?x32xbf16>, %i: index)
    -> tensor<?x32xbf16> {
  %c1 = arith.constant 1 : index
  %n = tensor.extract_slice %ends[1] [8] [1] : tensor<9xi32> to tensor<8xi32>
  %z:2 = scf.for %j = %c1 to %i step %c1 iter_args(%sum = %y, %m = %n) -> (tensor<?x32xbf16>, tensor<8xi32>) {
    %0 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<8x32x64xbf16>) groups(%m : tensor<8xi32>) outs(%sum : tensor<?x32xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, #bnk, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<?x32xbf16>
    %1 = arith.addi %m, %m : tensor<8xi32>
    scf.yield %0, %1 : tensor<?x32xbf16>, tensor<8xi32>
  }
  return %z#0 : tensor<?x32xbf16>
}

// Others are read where they are.
// CHECK-LABEL: func.func @whole_numbers(
// CHECK-NOT: alloc_tensor
// CHECK: return
func.func @whole_numbers(%x: tensor<?x64xbf16>, %w: tensor<8x32x64xbf16>, %ends: tensor<8xi32>, %y: tensor<?x32xbf16>) -> tensor<?x32xbf16> {
  %n = arith.addi %ends, %ends : tensor<8xi32>
  %0 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<8x32x64xbf16>) groups(%n : tensor<8xi32>) outs(%y : tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, #bnk, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<?x32xbf16>
  return %0 : tensor<?x32xbf16>
}

// What branches choose among a part and another tensor has no type of buffers that tells where rows begin.
// CHECK-LABEL: func.func @chosen(
// CHECK: %[[X:.*]] = scf.if
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[X]] :
// CHECK: lowp.gemm lhs(%[[COPY]] :
func.func @chosen(%x: tensor<8x64xbf16>, %y: tensor<5x64xbf16>, %is: i1, %w: tensor<16x64xbf16>) -> tensor<5x16xf32> {
  %part = tensor.extract_slice %x[0, 0] [5, 64] [1, 1] : tensor<8x64xbf16> to tensor<5x64xbf16>
  %chosen = scf.if %is -> tensor<5x64xbf16> {
    scf.yield %part : tensor<5x64xbf16>
  } else {
    scf.yield %y : tensor<5x64xbf16>
  }
  %empty = tensor.empty() : tensor<5x16xf32>
  %z = lowp.gemm lhs(%chosen : tensor<5x64xbf16>) rhs(%w : tensor<16x64xbf16>) outs(%empty : tensor<5x16xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<5x16xf32>
  return %z : tensor<5x16xf32>
}

// Two parts that lie alike have one.
// CHECK-LABEL: func.func @chosen_parts(
// CHECK: %[[X:.*]] = scf.if
// CHECK-NOT: linalg.copy
// CHECK: lowp.gemm lhs(%[[X]] :
func.func @chosen_parts(%x: tensor<16x64xbf16>, %i: index, %j: index, %is: i1, %w: tensor<16x64xbf16>) -> tensor<5x16xf32> {
  %chosen = scf.if %is -> tensor<5x64xbf16> {
    %part = tensor.extract_slice %x[%i, 0] [5, 64] [1, 1] : tensor<16x64xbf16> to tensor<5x64xbf16>
    scf.yield %part : tensor<5x64xbf16>
  } else {
    %part = tensor.extract_slice %x[%j, 0] [5, 64] [1, 1] : tensor<16x64xbf16> to tensor<5x64xbf16>
    scf.yield %part : tensor<5x64xbf16>
  }
  %empty = tensor.empty() : tensor<5x16xf32>
  %z = lowp.gemm lhs(%chosen : tensor<5x64xbf16>) rhs(%w : tensor<16x64xbf16>) outs(%empty : tensor<5x16xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<5x16xf32>
  return %z : tensor<5x16xf32>
}

// A column of a matrix has no rows that lie side by side, whether its dimension is dropped at once or later.
// CHECK-LABEL: func.func @column(
// CHECK: %[[X:.*]] = tensor.collapse_shape
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[X]] : tensor<3x32xbf16>)
// CHECK: lowp.gemm lhs(%[[COPY]] :
func.func @column(%x: tensor<3x32x64xbf16>, %w: tensor<16x32xbf16>) -> tensor<3x16xf32> {
  %part = tensor.extract_slice %x[0, 0, 0] [3, 32, 1] [1, 1, 1] : tensor<3x32x64xbf16> to tensor<3x32x1xbf16>
  %column = tensor.collapse_shape %part [[0], [1, 2]] : tensor<3x32x1xbf16> into tensor<3x32xbf16>
  %empty = tensor.empty() : tensor<3x16xf32>
  %z = lowp.gemm lhs(%column : tensor<3x32xbf16>) rhs(%w : tensor<16x32xbf16>) outs(%empty : tensor<3x16xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<3x16xf32>
  return %z : tensor<3x16xf32>
}
