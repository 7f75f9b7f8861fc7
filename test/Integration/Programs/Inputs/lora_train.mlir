// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xbf16>, %arg1: tensor<512x256xbf16>, %arg2: tensor<16x256xbf16>, %arg3: tensor<512x16xbf16>, %arg4: tensor<128x512xbf16>) -> (tensor<128x512xbf16>, tensor<128x256xbf16>, tensor<16x256xbf16>, tensor<512x16xbf16>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.000000e+00 : bf16
    %0 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %4 = tensor.empty() : tensor<128x512xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %6 = tensor.empty() : tensor<256x16xbf16>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<16x256xbf16>) outs(%6 : tensor<256x16xbf16>) permutation = [1, 0] 
    %7 = tensor.empty() : tensor<128x16xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<128x16xf32>) -> tensor<128x16xf32>
    %9 = linalg.matmul ins(%arg0, %transposed_1 : tensor<128x256xbf16>, tensor<256x16xbf16>) outs(%8 : tensor<128x16xf32>) -> tensor<128x16xf32>
    %10 = tensor.empty() : tensor<128x16xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<128x16xf32>) outs(%10 : tensor<128x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x16xbf16>
    %12 = tensor.empty() : tensor<16x512xbf16>
    %transposed_2 = linalg.transpose ins(%arg3 : tensor<512x16xbf16>) outs(%12 : tensor<16x512xbf16>) permutation = [1, 0] 
    %13 = linalg.matmul ins(%11, %transposed_2 : tensor<128x16xbf16>, tensor<16x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %40 = arith.mulf %in, %cst_0 : bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %15 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_5: bf16, %out: bf16):
      %40 = arith.addf %in, %in_5 : bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %40 = arith.mulf %in, %cst_0 : bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %18 = tensor.empty() : tensor<512x128xbf16>
    %transposed_3 = linalg.transpose ins(%17 : tensor<128x512xbf16>) outs(%18 : tensor<512x128xbf16>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<512x16xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %21 = linalg.matmul ins(%transposed_3, %11 : tensor<512x128xbf16>, tensor<128x16xbf16>) outs(%20 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %22 = tensor.empty() : tensor<512x16xbf16>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<512x16xf32>) outs(%22 : tensor<512x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<512x16xbf16>
    %24 = linalg.matmul ins(%17, %arg3 : tensor<128x512xbf16>, tensor<512x16xbf16>) outs(%8 : tensor<128x16xf32>) -> tensor<128x16xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<128x16xf32>) outs(%10 : tensor<128x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x16xbf16>
    %26 = tensor.empty() : tensor<16x128xbf16>
    %transposed_4 = linalg.transpose ins(%25 : tensor<128x16xbf16>) outs(%26 : tensor<16x128xbf16>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<16x256xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<16x256xf32>) -> tensor<16x256xf32>
    %29 = linalg.matmul ins(%transposed_4, %arg0 : tensor<16x128xbf16>, tensor<128x256xbf16>) outs(%28 : tensor<16x256xf32>) -> tensor<16x256xf32>
    %30 = tensor.empty() : tensor<16x256xbf16>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<16x256xf32>) outs(%30 : tensor<16x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<16x256xbf16>
    %32 = tensor.empty() : tensor<128x256xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %34 = linalg.matmul ins(%25, %arg2 : tensor<128x16xbf16>, tensor<16x256xbf16>) outs(%33 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %35 = tensor.empty() : tensor<128x256xbf16>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<128x256xf32>) outs(%35 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x256xbf16>
    %37 = linalg.matmul ins(%arg4, %arg1 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%33 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<128x256xf32>) outs(%35 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x256xbf16>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%36, %38 : tensor<128x256xbf16>, tensor<128x256xbf16>) outs(%35 : tensor<128x256xbf16>) {
    ^bb0(%in: bf16, %in_5: bf16, %out: bf16):
      %40 = arith.addf %in, %in_5 : bf16
      linalg.yield %40 : bf16
    } -> tensor<128x256xbf16>
    return %16, %39, %31, %23 : tensor<128x512xbf16>, tensor<128x256xbf16>, tensor<16x256xbf16>, tensor<512x16xbf16>
  }
}
