// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// Rows that are gathered are reduced, and parts of eight of them added up: their numbers are
// held to the matrix in the loop over the rows of a part.
// CHECK-LABEL: func.func @gathered(
// CHECK:         gpu.launch
// CHECK:           scf.for
// CHECK:             arith.minui
// CHECK:             lowp_gpu.cta_load {{.*}} rows_at
// CHECK:             scf.yield
// CHECK:           lowp_gpu.cta_store
func.func @gathered(%k: memref<512xi64>, %x: memref<600x1024xbf16>, %n: memref<512xf32>, %s: memref<64x1024xf32>) {
  lowp.launch_fusion @fusions::@gathered ins(%k, %x : memref<512xi64>, memref<600x1024xbf16>)
      outs(%n, %s : memref<512xf32>, memref<64x1024xf32>)
  return
}
module @fusions {
  func.func @gathered(%k: tensor<512xi64>, %x: tensor<600x1024xbf16>) -> (tensor<512xf32>, tensor<64x1024xf32>) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<512x1024xbf16>
    %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]} ins(%k : tensor<512xi64>) outs(%e : tensor<512x1024xbf16>) {
    ^bb0(%in: i64, %old: bf16):
      %i = arith.index_cast %in : i64 to index
      %j = linalg.index 1 : index
      %a = tensor.extract %x[%i, %j] : tensor<600x1024xbf16>
      linalg.yield %a : bf16
    } -> tensor<512x1024xbf16>
    %er = tensor.empty() : tensor<512xf32>
    %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<512xf32>) -> tensor<512xf32>
    %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
        iterator_types = ["parallel", "reduction"]} ins(%g : tensor<512x1024xbf16>) outs(%fr : tensor<512xf32>) {
    ^bb0(%a: bf16, %old: f32):
      %w = arith.extf %a : bf16 to f32
      %t = arith.addf %old, %w : f32
      linalg.yield %t : f32
    } -> tensor<512xf32>
    %p = tensor.expand_shape %g [[0, 1], [2]] output_shape [64, 8, 1024] : tensor<512x1024xbf16> into tensor<64x8x1024xbf16>
    %es = tensor.empty() : tensor<64x1024xf32>
    %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(p, r, j) -> (p, r, j)>, affine_map<(p, r, j) -> (p, j)>],
        iterator_types = ["parallel", "reduction", "parallel"]} ins(%p : tensor<64x8x1024xbf16>) outs(%fs : tensor<64x1024xf32>) {
    ^bb0(%a: bf16, %old: f32):
      %w = arith.extf %a : bf16 to f32
      %t = arith.addf %old, %w : f32
      linalg.yield %t : f32
    } -> tensor<64x1024xf32>
    return %n, %s : tensor<512xf32>, tensor<64x1024xf32>
  }
}
