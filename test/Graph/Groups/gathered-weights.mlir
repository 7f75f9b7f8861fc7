// RUN: lowp-opt %s --lowp-form-groups=for-kernels --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --lowp-form-groups --canonicalize --cse | FileCheck %s --check-prefix=CPU

#row = affine_map<(s, n, k) -> (s)>
#batch = affine_map<(s, n, k) -> (s, n, k)>
#matrix = affine_map<(s, n) -> (s, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {

// One order for both products; what lies between them is computed in it.
// CHECK-LABEL: func.func @two_products(
// CHECK-SAME: %[[X:.*]]: tensor<42x32xbf16>, %[[IDS:.*]]: tensor<42xi64>, %[[UP:.*]]: tensor<5x64x32xbf16>, %[[DOWN:.*]]: tensor<5x32x64xbf16>
// CHECK: %[[ROWS:.*]], %[[PLACES:.*]], %[[ENDS:.*]] = lowp.order_rows %{{.*}} : tensor<42xi64> -> tensor<42xi32>, tensor<42xi32>, tensor<5xi32>
// CHECK: %[[GATHERED:.*]] = linalg.generic {{.*}} ins(%[[ROWS]] : tensor<42xi32>)
// CHECK:   tensor.extract %[[X]]
// CHECK: %[[FIRST:.*]] = lowp.grouped_matmul %[[GATHERED]], %[[UP]] ends(%[[ENDS]] : tensor<5xi32>) : tensor<42x32xbf16>, tensor<5x64x32xbf16> -> tensor<42x64xbf16>
// CHECK-NOT: tensor.extract
// CHECK: %[[RELU:.*]] = linalg.generic
// CHECK: arith.maximumf
// CHECK: %[[SECOND:.*]] = lowp.grouped_matmul %[[RELU]], %[[DOWN]] ends(%[[ENDS]] : tensor<5xi32>) : tensor<42x64xbf16>, tensor<5x32x64xbf16> -> tensor<42x32xf32>
// CHECK: linalg.generic {{.*}} ins(%[[PLACES]] : tensor<42xi32>)
// CHECK:   tensor.extract %[[SECOND]]
// CHECK-NOT: linalg.batch_matmul
// CHECK: return

// The CPU does the same, and has data to check.
// CPU-LABEL: func.func @two_products(
// CPU: %[[ROWS:.*]], %[[PLACES:.*]], %[[ENDS:.*]] = lowp.order_rows
// CPU: %[[END:.*]] = tensor.extract %[[ENDS]][%c4]
// CPU: lowp.assert %{{.*}}, "tensor.extract: expected an id of one of {0} matrices for each of {1} rows, got {2} other ids; pass ids of matrices"(%c5, %c42, %{{.*}})
// CPU: lowp.grouped_matmul
// CPU-NOT: lowp.assert
// CPU: lowp.grouped_matmul
// CPU-NOT: linalg.batch_matmul
func.func @two_products(%x: tensor<42x32xbf16>, %ids: tensor<42xi64>, %up: tensor<5x64x32xbf16>, %down: tensor<5x32x64xbf16>)
    -> tensor<42x32x1xf32> {
  %none = arith.constant 0.0 : f32
  %least = arith.constant 0.0 : bf16
  %e0 = tensor.empty() : tensor<42x64x32xbf16>
  %w0 = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<42xi64>) outs(%e0 : tensor<42x64x32xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %g = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %up[%g, %n, %k] : tensor<5x64x32xbf16>
    linalg.yield %v : bf16
  } -> tensor<42x64x32xbf16>
  %c0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [42, 32, 1] : tensor<42x32xbf16> into tensor<42x32x1xbf16>
  %i0 = tensor.empty() : tensor<42x64x1xf32>
  %f0 = linalg.fill ins(%none : f32) outs(%i0 : tensor<42x64x1xf32>) -> tensor<42x64x1xf32>
  %p0 = linalg.batch_matmul ins(%w0, %c0 : tensor<42x64x32xbf16>, tensor<42x32x1xbf16>) outs(%f0 : tensor<42x64x1xf32>) -> tensor<42x64x1xf32>
  %e1 = tensor.empty() : tensor<42x64x1xbf16>
  %r0 = linalg.generic {indexing_maps = [#batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p0 : tensor<42x64x1xf32>) outs(%e1 : tensor<42x64x1xbf16>) {
  ^bb0(%v: f32, %o: bf16):
    %r = arith.truncf %v : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<42x64x1xbf16>
  %flat = tensor.collapse_shape %r0 [[0], [1, 2]] : tensor<42x64x1xbf16> into tensor<42x64xbf16>
  %e2 = tensor.empty() : tensor<42x64xbf16>
  %relu = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<42x64xbf16>) outs(%e2 : tensor<42x64xbf16>) {
  ^bb0(%v: bf16, %o: bf16):
    %m = arith.maximumf %v, %least : bf16
    linalg.yield %m : bf16
  } -> tensor<42x64xbf16>
  %e3 = tensor.empty() : tensor<42x32x64xbf16>
  %w1 = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<42xi64>) outs(%e3 : tensor<42x32x64xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %g = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %down[%g, %n, %k] : tensor<5x32x64xbf16>
    linalg.yield %v : bf16
  } -> tensor<42x32x64xbf16>
  %c1 = tensor.expand_shape %relu [[0], [1, 2]] output_shape [42, 64, 1] : tensor<42x64xbf16> into tensor<42x64x1xbf16>
  %i1 = tensor.empty() : tensor<42x32x1xf32>
  %f1 = linalg.fill ins(%none : f32) outs(%i1 : tensor<42x32x1xf32>) -> tensor<42x32x1xf32>
  %p1 = linalg.batch_matmul ins(%w1, %c1 : tensor<42x32x64xbf16>, tensor<42x64x1xbf16>) outs(%f1 : tensor<42x32x1xf32>) -> tensor<42x32x1xf32>
  return %p1 : tensor<42x32x1xf32>
}

// Rows of N that 8 does not divide have no kernel.
// CHECK-LABEL: func.func @odd(
// CHECK: linalg.batch_matmul
func.func @odd(%x: tensor<42x32xbf16>, %ids: tensor<42xi64>, %w: tensor<5x36x32xbf16>) -> tensor<42x36x1xf32> {
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<42x36x32xbf16>
  %g = linalg.generic {indexing_maps = [#row, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<42xi64>) outs(%e : tensor<42x36x32xbf16>) {
  ^bb0(%id: i64, %o: bf16):
    %i = arith.index_cast %id : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %w[%i, %n, %k] : tensor<5x36x32xbf16>
    linalg.yield %v : bf16
  } -> tensor<42x36x32xbf16>
  %c = tensor.expand_shape %x [[0], [1, 2]] output_shape [42, 32, 1] : tensor<42x32xbf16> into tensor<42x32x1xbf16>
  %t = tensor.empty() : tensor<42x36x1xf32>
  %f = linalg.fill ins(%none : f32) outs(%t : tensor<42x36x1xf32>) -> tensor<42x36x1xf32>
  %p = linalg.batch_matmul ins(%g, %c : tensor<42x36x32xbf16>, tensor<42x32x1xbf16>) outs(%f : tensor<42x36x1xf32>) -> tensor<42x36x1xf32>
  return %p : tensor<42x36x1xf32>
}

}
