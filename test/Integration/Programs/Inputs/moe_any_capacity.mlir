// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<8x?x256xbf16>, %arg1: tensor<8x512x256xbf16>, %arg2: tensor<8x512x256xbf16>, %arg3: tensor<8x256x512xbf16>) -> tensor<8x?x256xbf16> {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x256x512xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x512x256xbf16>) outs(%0 : tensor<8x256x512xbf16>) permutation = [0, 2, 1] 
    %dim = tensor.dim %arg0, %c1 : tensor<8x?x256xbf16>
    %1 = tensor.empty(%dim) : tensor<8x?x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x?x512xf32>) -> tensor<8x?x512xf32>
    %3 = linalg.batch_matmul ins(%arg0, %transposed : tensor<8x?x256xbf16>, tensor<8x256x512xbf16>) outs(%2 : tensor<8x?x512xf32>) -> tensor<8x?x512xf32>
    %4 = tensor.empty(%dim) : tensor<8x?x512xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<8x?x512xf32>) outs(%4 : tensor<8x?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<8x?x512xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<8x?x512xbf16>) outs(%1 : tensor<8x?x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %19 = arith.extf %in : bf16 to f32
      linalg.yield %19 : f32
    } -> tensor<8x?x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<8x?x512xf32>) outs(%1 : tensor<8x?x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<8x?x512xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<8x?x512xf32>, tensor<8x?x512xf32>) outs(%1 : tensor<8x?x512xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.mulf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<8x?x512xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<8x?x512xf32>) outs(%4 : tensor<8x?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<8x?x512xbf16>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<8x512x256xbf16>) outs(%0 : tensor<8x256x512xbf16>) permutation = [0, 2, 1] 
    %10 = linalg.batch_matmul ins(%arg0, %transposed_1 : tensor<8x?x256xbf16>, tensor<8x256x512xbf16>) outs(%2 : tensor<8x?x512xf32>) -> tensor<8x?x512xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<8x?x512xf32>) outs(%4 : tensor<8x?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<8x?x512xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %11 : tensor<8x?x512xbf16>, tensor<8x?x512xbf16>) outs(%4 : tensor<8x?x512xbf16>) {
    ^bb0(%in: bf16, %in_3: bf16, %out: bf16):
      %19 = arith.mulf %in, %in_3 : bf16
      linalg.yield %19 : bf16
    } -> tensor<8x?x512xbf16>
    %13 = tensor.empty() : tensor<8x512x256xbf16>
    %transposed_2 = linalg.transpose ins(%arg3 : tensor<8x256x512xbf16>) outs(%13 : tensor<8x512x256xbf16>) permutation = [0, 2, 1] 
    %14 = tensor.empty(%dim) : tensor<8x?x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<8x?x256xf32>) -> tensor<8x?x256xf32>
    %16 = linalg.batch_matmul ins(%12, %transposed_2 : tensor<8x?x512xbf16>, tensor<8x512x256xbf16>) outs(%15 : tensor<8x?x256xf32>) -> tensor<8x?x256xf32>
    %17 = tensor.empty(%dim) : tensor<8x?x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<8x?x256xf32>) outs(%17 : tensor<8x?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %19 = arith.truncf %in : f32 to bf16
      linalg.yield %19 : bf16
    } -> tensor<8x?x256xbf16>
    return %18 : tensor<8x?x256xbf16>
  }
}
