// RUN: lowp-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// An epilogue updates a matrix that it reads at the element that it writes.
// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x128xbf16>, %[[C:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK-NOT:     memref.alloc
// CHECK:         lowp.gemm {{.*}} ins(%[[C]] : memref<64x64xbf16>) outs(%[[C]] : memref<64x64xbf16>)
func.func @epilogue(%x: tensor<64x128xbf16>, %c: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>)
                 ins(%c : tensor<64x64xbf16>) outs(%c : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (m, n)>]} -> tensor<64x64xbf16> epilogue {
  ^bb0(%sum: f32, %old: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    %new = arith.subf %old, %rounded : bf16
    lowp.epilogue_yield %new : bf16
  }
  return %y : tensor<64x64xbf16>
}

// Not where it reads other elements, or multiplies the matrix.
// CHECK-LABEL: func.func @transposed_input(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<64x128xbf16>, %[[C:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.gemm {{.*}} ins(%[[C]] : memref<64x64xbf16>) outs(%[[NEW]] : memref<64x64xbf16>)
func.func @transposed_input(%x: tensor<64x128xbf16>, %c: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x128xbf16>) rhs(%x : tensor<64x128xbf16>)
                 ins(%c : tensor<64x64xbf16>) outs(%c : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (n, m)>]} -> tensor<64x64xbf16> epilogue {
  ^bb0(%sum: f32, %old: bf16):
    %rounded = arith.truncf %sum : f32 to bf16
    %new = arith.subf %old, %rounded : bf16
    lowp.epilogue_yield %new : bf16
  }
  return %y : tensor<64x64xbf16>
}

// CHECK-LABEL: func.func @operand(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x64xbf16>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.gemm {{.*}} outs(%[[NEW]] : memref<64x64xbf16>)
func.func @operand(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%x : tensor<64x64xbf16>) outs(%x : tensor<64x64xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}

// A fusion updates what it reads element by element, though it returns it twice.
// CHECK-LABEL: func.func @fusion(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: memref<64x128xf32>, %[[G:[a-z0-9]+]]: memref<128xf32>
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         lowp.launch_fusion @fusions::@step ins(%[[W]], %[[G]] : {{.*}}) outs(%[[W]], %[[NEW]] : memref<64x128xf32>, memref<64x128xf32>)
func.func @fusion(%w: tensor<64x128xf32>, %g: tensor<128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %e = tensor.empty() : tensor<64x128xf32>
  %0:2 = lowp.launch_fusion @fusions::@step ins(%w, %g : tensor<64x128xf32>, tensor<128xf32>)
      outs(%w, %e : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>, tensor<64x128xf32>
  return %0#0, %0#1 : tensor<64x128xf32>, tensor<64x128xf32>
}

// Not where a result does not depend on it, rows are summed up, or elements move.
// CHECK-LABEL: func.func @other_fusions(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<64x64xf32>, %[[W:[a-z0-9]+]]: memref<64x64xf32>, %[[X:[a-z0-9]+]]: memref<64x64xf32>
// CHECK-DAG:     lowp.launch_fusion @fusions::@independent ins(%[[V]], %{{.*}}) outs(%[[A:[a-z0-9_]+]] : memref<64x64xf32>)
// CHECK-DAG:     lowp.launch_fusion @fusions::@norm ins(%[[W]] : {{.*}}) outs(%[[B:[a-z0-9_]+]] : memref<64x64xf32>)
// CHECK-DAG:     lowp.launch_fusion @fusions::@transpose ins(%[[X]] : {{.*}}) outs(%[[C:[a-z0-9_]+]] : memref<64x64xf32>)
// CHECK:         return %[[A]], %[[B]], %[[C]]
func.func @other_fusions(%v: tensor<64x64xf32>, %w: tensor<64x64xf32>, %x: tensor<64x64xf32>, %g: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = lowp.launch_fusion @fusions::@independent ins(%v, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = lowp.launch_fusion @fusions::@norm ins(%w : tensor<64x64xf32>) outs(%w : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = lowp.launch_fusion @fusions::@transpose ins(%x : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

#mn = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>
module @fusions {
  func.func @step(%w: tensor<64x128xf32>, %g: tensor<128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
    %e = tensor.empty() : tensor<64x128xf32>
    %0 = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%w, %g : tensor<64x128xf32>, tensor<128xf32>) outs(%e : tensor<64x128xf32>) {
    ^bb0(%old: f32, %step: f32, %out: f32):
      %new = arith.subf %old, %step : f32
      linalg.yield %new : f32
    } -> tensor<64x128xf32>
    %1 = linalg.exp ins(%0 : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
    return %0, %1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  func.func @independent(%w: tensor<64x64xf32>, %g: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %0 = linalg.exp ins(%g : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func @norm(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %row = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.reduce {arith.addf} ins(%w : tensor<64x64xf32>) outs(%init : tensor<64xf32>) dimensions = [1]
    %0 = linalg.generic {indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%w, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %y = arith.divf %x, %s : f32
      linalg.yield %y : f32
    } -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  func.func @transpose(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %0 = linalg.transpose ins(%w : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
    return %0 : tensor<64x64xf32>
  }
}
