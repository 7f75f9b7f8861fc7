// Written by regenerate.py.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<512x256xbf16>, %arg2: tensor<512xbf16>) -> tensor<1x64x512xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %0 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<512xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<512xbf16>) outs(%1 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<512xf32>
    %3 = tensor.empty() : tensor<64x256xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<64x256xbf16>) outs(%3 : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<64x256xf32>
    %5 = tensor.empty() : tensor<256x512xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<256x512xbf16>) outs(%5 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<256x512xf32>
    %7 = tensor.empty() : tensor<64x512xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<64x256xf32>, tensor<256x512xf32>) outs(%8 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %2 : tensor<64x512xf32>, tensor<512xf32>) outs(%7 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %13 = arith.addf %in, %in_0 : f32
      linalg.yield %13 : f32
    } -> tensor<64x512xf32>
    %11 = tensor.empty() : tensor<64x512xbf16>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x512xf32>) outs(%11 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %13 = arith.truncf %in : f32 to bf16
      linalg.yield %13 : bf16
    } -> tensor<64x512xbf16>
    %expanded = tensor.expand_shape %12 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    return %expanded : tensor<1x64x512xbf16>
  }
}
