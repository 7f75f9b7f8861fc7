// RUN: lowp-opt %s --lowp-form-epilogues --canonicalize | FileCheck %s
// RUN: lowp-opt %s --lowp-form-epilogues --remark-format=emitRemark --remarks-filter=lowp-form-epilogues -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// Bias and residual, through dimensions of size 1, round where they did.
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$N:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: @bias_and_residual(
// CHECK-SAME:  %{{.*}}: tensor<64x128xbf16>, %{{.*}}: tensor<32x128xbf16>, %[[BIAS:.*]]: tensor<32xbf16>, %[[OLD:.*]]: tensor<1x64x32xbf16>)
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[OLD]]
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} ins(%[[BIAS]], %[[R]] : tensor<32xbf16>, tensor<64x32xbf16>)
// CHECK-SAME: input_maps = [#[[$N]], #[[$MN]]]
// CHECK: ^bb0(%[[SUM:.*]]: f32, %[[B:.*]]: bf16, %[[A:.*]]: bf16):
// CHECK: %[[P:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK: %[[S:.*]] = arith.addf %[[P]], %[[B]] : bf16
// CHECK: %[[T:.*]] = arith.addf %[[A]], %[[S]] : bf16
// CHECK: lowp.epilogue_yield %[[T]] : bf16
// CHECK-NOT: linalg.generic
// CHECK: %[[E:.*]] = tensor.expand_shape %[[Y]]
// CHECK: return %[[E]]
func.func @bias_and_residual(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %b: tensor<32xbf16>,
                             %r: tensor<1x64x32xbf16>) -> tensor<1x64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %z = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %b : tensor<64x32xbf16>, tensor<32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %u = tensor.expand_shape %z [[0, 1], [2]] output_shape [1, 64, 32] : tensor<64x32xbf16> into tensor<1x64x32xbf16>
  %ue = tensor.empty() : tensor<1x64x32xbf16>
  %v = linalg.add ins(%r, %u : tensor<1x64x32xbf16>, tensor<1x64x32xbf16>) outs(%ue : tensor<1x64x32xbf16>) -> tensor<1x64x32xbf16>
  return %v : tensor<1x64x32xbf16>
}

// Functions are no epilogue, and a remark says so.
// CHECK-LABEL: @function
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: math.exp
func.func @function(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>

  // REMARK: :[[@LINE+1]]:8: remark: {{.*}}no-epilogue{{.*}}math.exp takes longer
  %z = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// Nor do epilogues know positions, which cost little: the reason is another one.
// CHECK-LABEL: @masked
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: linalg.index
func.func @masked(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>

  // REMARK: :[[@LINE+1]]:8: remark: {{.*}}no-epilogue{{.*}}linalg.index is none of the arithmetic
  %z = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %is = arith.cmpi sge, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %s = arith.select %is, %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// A number per row of another tensor is read as it is: no fusion after the gemm
// could compute it where it computes elements.
// CHECK-LABEL: @row_of_other(
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}}"reduction"]}
// CHECK: lowp.gemm {{.*}} ins(%[[SUMS]] : tensor<64xf32>) {{.*}} epilogue
// CHECK-NOT: linalg.generic
func.func @row_of_other(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %r: tensor<64x16xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<64xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
    ins(%r : tensor<64x16xf32>) outs(%zs : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %z = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (m)>, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %sums : tensor<64x32xf32>, tensor<64xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.subf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// So is one that is computed from such a number.
// CHECK-LABEL: @scaled_row_of_other(
// CHECK: linalg.generic {{.*}}"reduction"]}
// CHECK: %[[SCALED:.*]] = linalg.mul
// CHECK: lowp.gemm {{.*}} ins(%[[SCALED]] : tensor<64xf32>) {{.*}} epilogue
// CHECK-NOT: linalg.generic
func.func @scaled_row_of_other(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %r: tensor<64x16xf32>, %s: tensor<64xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<64xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
    ins(%r : tensor<64x16xf32>) outs(%zs : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %scaled = linalg.mul ins(%sums, %s : tensor<64xf32>, tensor<64xf32>) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %z = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (m)>, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scaled : tensor<64x32xf32>, tensor<64xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// What has elements of its own is computed where it is read.
// CHECK-LABEL: @elements_of_rows(
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: linalg.sub
func.func @elements_of_rows(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %r: tensor<64x16xf32>, %s: tensor<32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<64xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
    ins(%r : tensor<64x16xf32>) outs(%zs : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%sums, %s : tensor<64xf32>, tensor<32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.mulf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<64x32xf32>
  %z = linalg.sub ins(%y, %scaled : tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// What a fusion takes is no epilogue: the quantize reads the product.
// CHECK-LABEL: @fused
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: linalg.add
func.func @fused(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>, %r: tensor<64x128xbf16>)
    -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>> {
  %e = tensor.empty() : tensor<64x128xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<128x128xbf16>) outs(%e : tensor<64x128xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x128xbf16>
  %v = linalg.add ins(%r, %y : tensor<64x128xbf16>, tensor<64x128xbf16>) outs(%e : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %q = lowp.quantize %v numerics <torchao> : tensor<64x128xbf16> -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
}

// The caller wants the product, too: both are results of one gemm.
// CHECK-LABEL: @read_twice(
// CHECK-SAME:  %{{.*}}: tensor<64x128xbf16>, %{{.*}}: tensor<32x128xbf16>, %[[R:.*]]: tensor<64x32xbf16>)
// CHECK: %[[Y:.*]]:2 = lowp.gemm {{.*}} ins(%[[R]] : tensor<64x32xbf16>) outs(%{{.*}}, %{{.*}} : tensor<64x32xbf16>, tensor<64x32xbf16>)
// CHECK: ^bb0(%[[SUM:.*]]: f32, %[[A:.*]]: bf16):
// CHECK: %[[P:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[P]] : bf16
// CHECK: lowp.epilogue_yield %[[P]], %[[S]] : bf16, bf16
// CHECK-NOT: linalg.add
// CHECK: return %[[Y]]#0, %[[Y]]#1
func.func @read_twice(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %r: tensor<64x32xbf16>)
    -> (tensor<64x32xbf16>, tensor<64x32xbf16>) {
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %v = linalg.add ins(%r, %y : tensor<64x32xbf16>, tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %y, %v : tensor<64x32xbf16>, tensor<64x32xbf16>
}

// A slice has gaps; a wider result is not worth the bytes; N is unknown.
// CHECK-LABEL: @slice
// CHECK-NOT: epilogue
// CHECK: linalg.add
func.func @slice(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %flat: tensor<64x64xbf16>) -> tensor<64x32xbf16> {
  %r = tensor.extract_slice %flat[0, 32] [64, 32] [1, 1] : tensor<64x64xbf16> to tensor<64x32xbf16>
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %v = linalg.add ins(%r, %y : tensor<64x32xbf16>, tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %v : tensor<64x32xbf16>
}

// CHECK-LABEL: @wider
// CHECK-NOT: epilogue
// CHECK: arith.extf
func.func @wider(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %f = tensor.empty() : tensor<64x32xf32>
  %z = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xbf16>) outs(%f : tensor<64x32xf32>) {
  ^bb0(%p: bf16, %o: f32):
    %s = arith.extf %p : bf16 to f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %z : tensor<64x32xf32>
}

// CHECK-LABEL: @unknown_columns
// CHECK-NOT: epilogue
// CHECK: linalg.add
func.func @unknown_columns(%x: tensor<64x128xbf16>, %w: tensor<?x128xbf16>, %r: tensor<64x?xbf16>, %e: tensor<64x?xbf16>) -> tensor<64x?xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<?x128xbf16>) outs(%e : tensor<64x?xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x?xbf16>
  %v = linalg.add ins(%r, %y : tensor<64x?xbf16>, tensor<64x?xbf16>) outs(%e : tensor<64x?xbf16>) -> tensor<64x?xbf16>
  return %v : tensor<64x?xbf16>
}

// What widens for a sum in f32 that is a result, as gradients are accumulated.
// CHECK-LABEL: @widened_sum(
// CHECK-SAME:  %[[OLD:[^:]*]]: tensor<64x32xf32>)
// CHECK: lowp.gemm {{.*}} ins(%[[OLD]] : tensor<64x32xf32>) outs(%{{.*}} : tensor<64x32xf32>)
// CHECK: ^bb0(%[[SUM:.*]]: f32, %[[O:.*]]: f32):
// CHECK: %[[T:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK: %[[WIDE:.*]] = arith.extf %[[T]] : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[O]], %[[WIDE]] : f32
// CHECK: lowp.epilogue_yield %[[S]] : f32
func.func @widened_sum(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %old: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %we = tensor.empty() : tensor<64x32xf32>
  %s = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%old, %y : tensor<64x32xf32>, tensor<64x32xbf16>) outs(%we : tensor<64x32xf32>) {
  ^bb0(%o: f32, %p: bf16, %out: f32):
    %q = arith.extf %p : bf16 to f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x32xf32>
  return %s : tensor<64x32xf32>
}

// The same product for a sum of each row, as in the gradient of a softmax: the
// fusion reads the 16-bit result.
// CHECK-LABEL: @widened_rows(
// CHECK:         lowp.gemm {{.*}} -> tensor<64x32xbf16>
// CHECK:         linalg.generic
// CHECK:         arith.extf
func.func @widened_rows(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %p: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xbf16>
  %g = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %f = tensor.empty() : tensor<64x32xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]} ins(%g, %p : tensor<64x32xbf16>, tensor<64x32xf32>) outs(%f : tensor<64x32xf32>) {
  ^bb0(%a: bf16, %b: f32, %o: f32):
    %wide = arith.extf %a : bf16 to f32
    %s = arith.mulf %wide, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  %r = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<64x32xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %y, %rows : tensor<64x32xf32>, tensor<64xf32>
}

// A bias that an operation of its own widens, as exporters do, is read as it is. A
// result that is only seen in another shape goes to memory.
// CHECK-LABEL: @widened_bias(
// CHECK-SAME:  %[[BIAS:[^:]*]]: tensor<32xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: lowp.gemm {{.*}} ins(%[[BIAS]] : tensor<32xbf16>) outs(%{{.*}} : tensor<64x32xbf16>)
// CHECK: ^bb0(%[[SUM:.*]]: f32, %[[B:.*]]: bf16):
// CHECK: %[[WIDE:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[SUM]], %[[WIDE]] : f32
// CHECK: %[[T:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK: lowp.epilogue_yield %[[T]] : bf16
// CHECK-NOT: linalg.generic
func.func @widened_bias(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %b: tensor<32xbf16>) -> tensor<2x32x32xbf16> {
  %e = tensor.empty() : tensor<64x32xf32>
  %we = tensor.empty() : tensor<32xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> (n)>], iterator_types = ["parallel"]}
    ins(%b : tensor<32xbf16>) outs(%we : tensor<32xf32>) {
  ^bb0(%q: bf16, %o: f32):
    %s = arith.extf %q : bf16 to f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %z = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %wide : tensor<64x32xf32>, tensor<32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  %te = tensor.empty() : tensor<64x32xbf16>
  %t = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%z : tensor<64x32xf32>) outs(%te : tensor<64x32xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %s = arith.truncf %p : f32 to bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %u = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 32, 32] : tensor<64x32xbf16> into tensor<2x32x32xbf16>
  return %u : tensor<2x32x32xbf16>
}

// What reads the only element has no dimensions: they are dropped after the gemm.
// CHECK-LABEL: @one_element
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%{{.*}} : tensor<1x1xf32>)
// CHECK: tensor.collapse_shape %[[Y]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK-NOT: tensor.cast
func.func @one_element(%x: tensor<1x128xbf16>, %w: tensor<1x128xbf16>) -> tensor<f32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %y = lowp.gemm lhs(%x : tensor<1x128xbf16>) rhs(%w : tensor<1x128xbf16>) outs(%e : tensor<1x1xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<1x1xf32>
  %c = tensor.collapse_shape %y [] : tensor<1x1xf32> into tensor<f32>
  %o = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
    ins(%c : tensor<f32>) outs(%o : tensor<f32>) {
  ^bb0(%p: f32, %q: f32):
    %two = arith.constant 2.0 : f32
    %s = arith.mulf %p, %two : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// The only element of a matrix is added as a tensor without dimensions.
// CHECK-LABEL: @added_element
// CHECK: lowp.gemm
func.func @added_element(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %b: tensor<1x1xf32>) -> tensor<2x32x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %z = tensor.expand_shape %y [[0, 1], [2]] output_shape [2, 32, 32] : tensor<64x32xf32> into tensor<2x32x32xf32>
  %c = tensor.collapse_shape %b [] : tensor<1x1xf32> into tensor<f32>
  %o = tensor.empty() : tensor<2x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> ()>, affine_map<(b, m, n) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%z, %c : tensor<2x32x32xf32>, tensor<f32>) outs(%o : tensor<2x32x32xf32>) {
  ^bb0(%p: f32, %q: f32, %t: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<2x32x32xf32>
  return %r : tensor<2x32x32xf32>
}

// One number for all elements, also if only the epilogue reads what computes it, and as a matrix of one element.
// CHECK-LABEL: @times_numbers(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<f32>, %[[B:[a-z0-9]+]]: tensor<1x1xf32>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<f32>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[B]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK: lowp.gemm {{.*}} ins(%[[D]], %[[C]] : tensor<f32>, tensor<f32>)
// CHECK-SAME: input_maps = [#[[$NONE:.*]], #[[$NONE]]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @times_numbers(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %a: tensor<f32>, %b: tensor<1x1xf32>) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %t = tensor.empty() : tensor<f32>
  %d = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
    ins(%a : tensor<f32>) outs(%t : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %f = tensor.empty() : tensor<64x32xbf16>
  %r = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> ()>, affine_map<(m, n) -> (0, 0)>, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %d, %b : tensor<64x32xf32>, tensor<f32>, tensor<1x1xf32>) outs(%f : tensor<64x32xbf16>) {
  ^bb0(%p: f32, %q: f32, %u: f32, %o: bf16):
    %s = arith.mulf %p, %q : f32
    %v = arith.mulf %s, %u : f32
    %l = arith.truncf %v : f32 to bf16
    linalg.yield %l : bf16
  } -> tensor<64x32xbf16>
  return %r : tensor<64x32xbf16>
}

// The only row of groups is a dimension of the result, though no loop of theirs.
// CHECK-LABEL: @only_row_of_groups
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} -> tensor<1x?xf32>
// CHECK-NOT: collapse_shape
func.func @only_row_of_groups(%x: tensor<1x16xbf16>, %w: tensor<3x?x16xbf16>, %ends: tensor<3xi32>, %n: index) -> tensor<1x?xf32> {
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %y = lowp.gemm lhs(%x : tensor<1x16xbf16>) rhs(%w : tensor<3x?x16xbf16>) groups(%ends : tensor<3xi32>) outs(%e : tensor<1x?xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<1x?xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<1x?xf32>) outs(%e : tensor<1x?xf32>) {
  ^bb0(%p: f32, %o: f32):
    %two = arith.constant 2.0 : f32
    %s = arith.mulf %p, %two : f32
    linalg.yield %s : f32
  } -> tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
