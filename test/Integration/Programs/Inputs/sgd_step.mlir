// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xbf16>, %arg1: tensor<512x256xbf16> {lowp.aliasing_output = 0 : i64}, %arg2: tensor<128x512xbf16>) -> (tensor<512x256xbf16>, tensor<128x512xbf16>, tensor<128x256xbf16>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 7.812500e-03 : bf16
    %0 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %4 = tensor.empty() : tensor<128x512xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<128x512xbf16>
    %6 = tensor.empty() : tensor<512x128xbf16>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<128x512xbf16>) outs(%6 : tensor<512x128xbf16>) permutation = [1, 0] 
    %7 = tensor.empty() : tensor<512x256xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %9 = linalg.matmul ins(%transposed_1, %arg0 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%8 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %10 = tensor.empty() : tensor<512x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<512x256xf32>) outs(%10 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<512x256xbf16>
    %12 = tensor.empty() : tensor<128x256xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %14 = linalg.matmul ins(%arg2, %arg1 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%13 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %15 = tensor.empty() : tensor<128x256xbf16>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x256xf32>) outs(%15 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<128x256xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<512x256xbf16>) outs(%10 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %19 = arith.mulf %in, %cst_0 : bf16
      linalg.yield %19 : bf16
    } -> tensor<512x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %17 : tensor<512x256xbf16>, tensor<512x256xbf16>) outs(%10 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %in_2: bf16, %out: bf16):
      %19 = arith.subf %in, %in_2 : bf16
      linalg.yield %19 : bf16
    } -> tensor<512x256xbf16>
    return %18, %5, %16 : tensor<512x256xbf16>, tensor<128x512xbf16>, tensor<128x256xbf16>
  }
}
