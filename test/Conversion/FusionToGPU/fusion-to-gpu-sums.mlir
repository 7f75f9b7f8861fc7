// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
#in = affine_map<(r, n, p) -> (p, r, n)>
#out = affine_map<(r, n, p) -> (n, p)>

// A tile adds up the rows of its two parts, in f32, and stores an entry per column
// and part.
// CHECK-DAG: #[[PLACE:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:    %[[X:[^:]*]]: memref<256x512xbf16>, %[[D:[^:]*]]: memref<512x256xf8E4M3FN>, %[[SCALES:[^:]*]]: memref<2x512xf32>, %[[SUMS:[^:]*]]: memref<512x4xf32>
// CHECK:         gpu.launch
// CHECK-COUNT-1:   lowp_gpu.cta_load %[[X]]
// CHECK-NOT:       lowp_gpu.cta_load
// CHECK:           lowp_gpu.cta_reduce <maximumf>
// CHECK:           arith.extf
// CHECK:           %[[S:.*]] = lowp_gpu.cta_reduce <addf> %{{.*}} : vector<128x128xf32> -> vector<2x128xf32>
// CHECK:           lowp_gpu.cta_store %[[S]] to %[[SUMS]]{{.*}} map #[[PLACE]]
// CHECK-NOT:       to %[[SUMS]]
// CHECK:           gpu.terminator
func.func @sums(%x: memref<256x512xbf16>, %d: memref<512x256xf8E4M3FN>, %s: memref<2x512xf32>, %sums: memref<512x4xf32>) {
  lowp.launch_fusion @fusions::@sums ins(%x : memref<256x512xbf16>)
      outs(%d, %s, %sums : memref<512x256xf8E4M3FN>, memref<2x512xf32>, memref<512x4xf32>)
  return
}

module @fusions {
  func.func @sums(%x: tensor<256x512xbf16>) -> (tensor<512x256xf8E4M3FN>, tensor<2x512xf32>, tensor<512x4xf32>) {
    %zero = arith.constant 0.0 : f32
    %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !columns
    %parts = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 64, 512] : tensor<256x512xbf16> into tensor<4x64x512xbf16>
    %e = tensor.empty() : tensor<512x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x4xf32>) -> tensor<512x4xf32>
    %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel", "parallel"]}
        ins(%parts : tensor<4x64x512xbf16>) outs(%f : tensor<512x4xf32>) {
    ^bb0(%a: bf16, %old: f32):
      %w = arith.extf %a : bf16 to f32
      %y = arith.addf %w, %old : f32
      linalg.yield %y : f32
    } -> tensor<512x4xf32>
    %data, %scales = lowp.split_scaled %q : !columns
    return %data, %scales, %sum : tensor<512x256xf8E4M3FN>, tensor<2x512xf32>, tensor<512x4xf32>
  }
}
