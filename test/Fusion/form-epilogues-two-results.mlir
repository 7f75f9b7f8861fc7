// RUN: lowp-opt %s --lowp-form-epilogues --canonicalize | FileCheck %s
// RUN: lowp-opt %s --lowp-form-epilogues --remark-format=emitRemark --remarks-filter=lowp-form-epilogues -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Values that others read, too, as second results of a gemm.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// A forward pass whose backward pass reads what the ReLU read, after another gemm.
// CHECK-LABEL: @forward(
// CHECK-SAME:  %[[X:[^:]*]]: tensor<64x128xbf16>, %[[W:[^:]*]]: tensor<32x128xbf16>, %[[V:[^:]*]]: tensor<32x32xbf16>, %[[B:[^:]*]]: tensor<32xbf16>)
// CHECK: %[[Y:.*]]:2 = lowp.gemm lhs(%[[X]] {{.*}} rhs(%[[W]] {{.*}} ins(%[[B]] : tensor<32xbf16>) outs(%{{.*}}, %{{.*}} : tensor<64x32xbf16>, tensor<64x32xbf16>)
// CHECK: ^bb0(%[[SUM:.*]]: f32, %[[E:.*]]: bf16):
// CHECK: %[[P:.*]] = arith.truncf %[[SUM]]
// CHECK: %[[H:.*]] = arith.addf %[[P]], %[[E]] : bf16
// CHECK: %[[R:.*]] = arith.maximumf %[[H]], %{{.*}} : bf16
// CHECK: lowp.epilogue_yield %[[H]], %[[R]] : bf16, bf16
// CHECK: lowp.gemm lhs(%[[Y]]#1 {{.*}} ins(%[[Y]]#0 : tensor<64x32xbf16>)
// CHECK-NOT: linalg
func.func @forward(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %v: tensor<32x32xbf16>, %b: tensor<32xbf16>) -> tensor<64x32xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %h = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %b : tensor<64x32xbf16>, tensor<32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%h : tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %d = lowp.gemm lhs(%a : tensor<64x32xbf16>) rhs(%v : tensor<32x32xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %g = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%d, %h : tensor<64x32xbf16>, tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %c = arith.cmpf ogt, %q, %zero : bf16
    %t = arith.select %c, %p, %zero : bf16
    linalg.yield %t : bf16
  } -> tensor<64x32xbf16>
  return %g : tensor<64x32xbf16>
}

// The sums in f32 and their rounding, which only a matmul reads; through a view,
// which moves after the gemm.
// CHECK-LABEL: @sums_and_rounded(
// CHECK: %[[Y:.*]]:2 = lowp.gemm {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x32xf32>, tensor<64x32xbf16>)
// CHECK: ^bb0(%[[SUM:.*]]: f32):
// CHECK: %[[R:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK: lowp.epilogue_yield %[[SUM]], %[[R]] : f32, bf16
// CHECK: %[[V:.*]] = tensor.expand_shape %[[Y]]#0
// CHECK: lowp.gemm lhs(%[[Y]]#1
// CHECK: return %[[V]]
func.func @sums_and_rounded(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> (tensor<1x64x32xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x32xf32>
  %h = tensor.empty() : tensor<64x32xbf16>
  %f = tensor.empty() : tensor<64x64xf32>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %v = tensor.expand_shape %y [[0, 1], [2]] output_shape [1, 64, 32] : tensor<64x32xf32> into tensor<1x64x32xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xf32>) outs(%h : tensor<64x32xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %s = arith.truncf %p : f32 to bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %z = lowp.gemm lhs(%r : tensor<64x32xbf16>) rhs(%r : tensor<64x32xbf16>) outs(%f : tensor<64x64xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x64xf32>
  return %v, %z : tensor<1x64x32xf32>, tensor<64x64xf32>
}

// An operation after it that reads a value and what was made of it needs neither
// in memory.
// CHECK-LABEL: @value_and_its_relu(
// CHECK: %[[Y:.*]] = lowp.gemm {{.*}} outs(%{{.*}} : tensor<64x32xbf16>)
// CHECK: ^bb0(%[[SUM:.*]]: f32):
// CHECK: %[[P:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK: %[[R:.*]] = arith.maximumf %[[P]], %{{.*}} : bf16
// CHECK: %[[S:.*]] = arith.mulf %[[P]], %[[R]] : bf16
// CHECK: lowp.epilogue_yield %[[S]] : bf16
// CHECK: return %[[Y]]
func.func @value_and_its_relu(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x32xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %m = linalg.mul ins(%y, %a : tensor<64x32xbf16>, tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %m : tensor<64x32xbf16>
}

// The transpose of a value is no input of the gemm that computes it.
// CHECK-LABEL: @value_and_its_transpose(
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @value_and_its_transpose(%x: tensor<64x128xbf16>) -> tensor<64x64xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>) outs(%e : tensor<64x64xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x64xbf16>
  %a = linalg.generic {indexing_maps = [#mn, affine_map<(m, n) -> (n, m)>, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %y : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %s = arith.addf %p, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<64x64xbf16>
  return %a : tensor<64x64xbf16>
}

// A quantize reads the value that the ReLU reads: one kernel would read it anyway.
// CHECK-LABEL: @quantize_reads_value(
// CHECK: %[[Y:.*]] = lowp.gemm
// CHECK-NOT: epilogue
// CHECK: linalg.generic
// CHECK: lowp.quantize %[[Y]]
func.func @quantize_reads_value(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>)
    -> (tensor<64x128xbf16>, !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>) {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x128xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<128x128xbf16>) outs(%e : tensor<64x128xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x128xbf16>
  // REMARK: :[[@LINE+1]]:8: remark: {{.*}}no-second-result{{.*}}it would spare no bytes
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x128xbf16>) outs(%e : tensor<64x128xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x128xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<64x128xbf16> -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
  return %a, %q : tensor<64x128xbf16>, !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
}

// A quantize computes the ReLU while it reads: nobody would write it.
// CHECK-LABEL: @quantize_reads_relu(
// CHECK: lowp.gemm
// CHECK-NOT: epilogue
// CHECK: lowp.quantize
func.func @quantize_reads_relu(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>)
    -> (tensor<64x128xbf16>, !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>) {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x128xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<128x128xbf16>) outs(%e : tensor<64x128xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x128xbf16>
  // REMARK: :[[@LINE+1]]:8: remark: {{.*}}no-second-result
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x128xbf16>) outs(%e : tensor<64x128xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x128xbf16>
  %q = lowp.quantize %a numerics <torchao> : tensor<64x128xbf16> -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
  return %y, %q : tensor<64x128xbf16>, !lowp.scaled<64x128xf8E4M3FN, #lowp.block<1x128>>
}

// What the operation reads is computed from the value that would be kept.
// CHECK-LABEL: @input_of_value(
// CHECK: %[[Y:.*]] = lowp.gemm
// CHECK-NOT: epilogue
// CHECK: math.exp
// CHECK: lowp.gemm {{.*}} ins(%[[Y]] : tensor<64x32xbf16>)
func.func @input_of_value(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>, %v: tensor<32x32xbf16>) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = math.exp %p : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %d = lowp.gemm lhs(%a : tensor<64x32xbf16>) rhs(%v : tensor<32x32xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %r = linalg.add ins(%y, %d : tensor<64x32xbf16>, tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %r : tensor<64x32xbf16>
}

// Two results and no more: the ReLU stays behind.
// CHECK-LABEL: @three_results(
// CHECK: %[[Y:.*]]:2 = lowp.gemm
// CHECK: lowp.epilogue_yield %{{.*}}, %{{.*}} : f32, bf16
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[Y]]#1
// CHECK: return %[[Y]]#0, %[[Y]]#1, %[[R]]
func.func @three_results(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> (tensor<64x32xf32>, tensor<64x32xbf16>, tensor<64x32xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x32xf32>
  %h = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xf32>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xf32>) outs(%h : tensor<64x32xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %s = arith.truncf %p : f32 to bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%r : tensor<64x32xbf16>) outs(%h : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  return %y, %r, %a : tensor<64x32xf32>, tensor<64x32xbf16>, tensor<64x32xbf16>
}

// Views that nobody reads go with what they are of.
// CHECK-LABEL: @unread_view(
// CHECK: lowp.gemm {{.*}} epilogue
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @unread_view(%x: tensor<64x128xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x32xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x32xbf16>
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%w : tensor<32x128xbf16>) outs(%e : tensor<64x32xbf16>)
    {indexing_maps = [#lhs, #rhs, #out]} -> tensor<64x32xbf16>
  %v = tensor.expand_shape %y [[0, 1], [2]] output_shape [1, 64, 32] : tensor<64x32xbf16> into tensor<1x64x32xbf16>
  %a = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<64x32xbf16>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %s = arith.maximumf %p, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<64x32xbf16>
  return %a : tensor<64x32xbf16>
}
