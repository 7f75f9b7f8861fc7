// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<128x256xbf16>, %arg1: tensor<512x256xbf16>, %arg2: tensor<512x256xbf16>, %arg3: tensor<256x512xbf16>, %arg4: tensor<128x256xbf16>) -> (tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : bf16
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<128x512xbf16>
    %0 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<128x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %4 = tensor.empty() : tensor<128x512xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x512xbf16>) outs(%1 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %46 = arith.extf %in : bf16 to f32
      linalg.yield %46 : f32
    } -> tensor<128x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<128x512xf32>) outs(%1 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.negf %in : f32
      %47 = math.exp %46 : f32
      %48 = arith.addf %47, %cst_0 : f32
      %49 = arith.divf %cst_0, %48 : f32
      linalg.yield %49 : f32
    } -> tensor<128x512xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<128x512xf32>, tensor<128x512xf32>) outs(%1 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %46 = arith.mulf %in, %in_8 : f32
      linalg.yield %46 : f32
    } -> tensor<128x512xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %transposed_3 = linalg.transpose ins(%arg2 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %10 = linalg.matmul ins(%arg0, %transposed_3 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %11 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %13 = tensor.empty() : tensor<512x256xbf16>
    %transposed_4 = linalg.transpose ins(%arg3 : tensor<256x512xbf16>) outs(%13 : tensor<512x256xbf16>) permutation = [1, 0] 
    %14 = tensor.empty() : tensor<128x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = linalg.matmul ins(%12, %transposed_4 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %17 = tensor.empty() : tensor<128x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x256xbf16>
    %19 = tensor.empty() : tensor<256x128xbf16>
    %transposed_5 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%19 : tensor<256x128xbf16>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<256x512xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %22 = linalg.matmul ins(%transposed_5, %12 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%21 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<256x512xf32>) outs(%0 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<256x512xbf16>
    %24 = linalg.matmul ins(%arg4, %arg3 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<128x512xf32>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %9 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %11 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %28 = tensor.empty() : tensor<512x128xbf16>
    %transposed_6 = linalg.transpose ins(%26 : tensor<128x512xbf16>) outs(%28 : tensor<512x128xbf16>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<512x256xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %31 = linalg.matmul ins(%transposed_6, %arg0 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%30 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<512x256xf32>) outs(%13 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<512x256xbf16>
    %33 = linalg.matmul ins(%26, %arg2 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x256xbf16>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %46 = arith.negf %in : bf16
      %47 = math.exp %46 : bf16
      %48 = arith.addf %47, %cst_1 : bf16
      %49 = arith.divf %cst_1, %48 : bf16
      linalg.yield %49 : bf16
    } -> tensor<128x512xbf16>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_2, %35 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.subf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %36 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %46 = arith.addf %in, %cst_1 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %35 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%39, %38 : tensor<128x512xbf16>, tensor<128x512xbf16>) outs(%4 : tensor<128x512xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.mulf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x512xbf16>
    %transposed_7 = linalg.transpose ins(%40 : tensor<128x512xbf16>) outs(%28 : tensor<512x128xbf16>) permutation = [1, 0] 
    %41 = linalg.matmul ins(%transposed_7, %arg0 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%30 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<512x256xf32>) outs(%13 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<512x256xbf16>
    %43 = linalg.matmul ins(%40, %arg1 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %46 = arith.truncf %in : f32 to bf16
      linalg.yield %46 : bf16
    } -> tensor<128x256xbf16>
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %44 : tensor<128x256xbf16>, tensor<128x256xbf16>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: bf16, %in_8: bf16, %out: bf16):
      %46 = arith.addf %in, %in_8 : bf16
      linalg.yield %46 : bf16
    } -> tensor<128x256xbf16>
    return %18, %45, %42, %32, %23 : tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>
  }
}
