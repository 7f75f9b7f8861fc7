// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<() -> ()>
#map2 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<128x256xbf16>, %arg1: tensor<512x256xf32> {lowp.aliasing_output = 0 : i64}, %arg2: tensor<512x256xf32> {lowp.aliasing_output = 1 : i64}, %arg3: tensor<512x256xf32> {lowp.aliasing_output = 2 : i64}, %arg4: tensor<128x512xbf16>) -> (tensor<512x256xf32>, tensor<512x256xf32>, tensor<512x256xf32>, tensor<128x512xbf16>, tensor<128x256xbf16>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<-0.899999976> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_2 = arith.constant 1.000000e-08 : f64
    %cst_3 = arith.constant 0.029700999999999977 : f64
    %cst_4 = arith.constant 0.27099999999999991 : f64
    %cst_5 = arith.constant 0.99921875000000004 : f64
    %cst_6 = arith.constant 1.000000e-02 : f64
    %cst_7 = arith.constant 0.98999999999999999 : f64
    %cst_8 = arith.constant 5.000000e-01 : f64
    %cst_9 = arith.constant -7.812500e-03 : f32
    %0 = tensor.empty() : tensor<512x256xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<512x256xf32>) outs(%0 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<512x256xbf16>
    %2 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%1 : tensor<512x256xbf16>) outs(%2 : tensor<256x512xbf16>) permutation = [1, 0] 
    %3 = tensor.empty() : tensor<128x512xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %5 = linalg.matmul ins(%arg0, %transposed : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%4 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %6 = tensor.empty() : tensor<128x512xbf16>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x512xf32>) outs(%6 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x512xbf16>
    %8 = tensor.empty() : tensor<512x128xbf16>
    %transposed_10 = linalg.transpose ins(%arg4 : tensor<128x512xbf16>) outs(%8 : tensor<512x128xbf16>) permutation = [1, 0] 
    %9 = tensor.empty() : tensor<512x256xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %11 = linalg.matmul ins(%transposed_10, %arg0 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%10 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<512x256xf32>) outs(%0 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<512x256xbf16>
    %13 = tensor.empty() : tensor<128x256xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %15 = linalg.matmul ins(%arg4, %1 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%14 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = tensor.empty() : tensor<128x256xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<128x256xf32>) outs(%16 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %40 = arith.truncf %in : f32 to bf16
      linalg.yield %40 : bf16
    } -> tensor<128x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<512x256xbf16>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %40 = arith.extf %in : bf16 to f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %19 = tensor.empty() : tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%cst_1 : tensor<f32>) outs(%19 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.absf %in : f32
      linalg.yield %40 : f32
    } -> tensor<f32>
    %21 = tensor.empty() : tensor<i1>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%20 : tensor<f32>) outs(%21 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %40 = arith.extf %in : f32 to f64
      %41 = arith.cmpf oge, %40, %cst_8 : f64
      linalg.yield %41 : i1
    } -> tensor<i1>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = []} ins(%22, %cst_0, %cst_1 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%19 : tensor<f32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %40 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %40 : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map2, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %18, %arg2 : tensor<i1>, tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %40 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %arg2 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.subf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %25 : tensor<f32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.mulf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %24 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.addf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_7 : f64 to f32
      %41 = arith.mulf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_6 : f64 to f32
      %41 = arith.mulf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %18 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.mulf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %30 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.addf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_5 : f64 to f32
      %41 = arith.mulf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_4 : f64 to f32
      %41 = arith.divf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_3 : f64 to f32
      %41 = arith.divf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_2 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<512x256xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.mulf %in, %cst_9 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %36 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.divf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%32, %38 : tensor<512x256xf32>, tensor<512x256xf32>) outs(%9 : tensor<512x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %40 = arith.addf %in, %in_11 : f32
      linalg.yield %40 : f32
    } -> tensor<512x256xf32>
    return %39, %27, %31, %7, %17 : tensor<512x256xf32>, tensor<512x256xf32>, tensor<512x256xf32>, tensor<128x512xbf16>, tensor<128x256xbf16>
  }
}
