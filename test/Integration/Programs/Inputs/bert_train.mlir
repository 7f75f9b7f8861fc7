// Written by regenerate.py.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d2)>
#map10 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<4x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<256x256xbf16>, %arg3: tensor<256xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<256xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<256xbf16>, %arg8: tensor<256x256xbf16>, %arg9: tensor<256xbf16>, %arg10: tensor<256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<512x256xbf16>, %arg13: tensor<512xbf16>, %arg14: tensor<256x512xbf16>, %arg15: tensor<256xbf16>, %arg16: tensor<256xbf16>, %arg17: tensor<256xbf16>, %arg18: tensor<4x64x256xbf16>) -> (tensor<4x64x256xbf16>, tensor<4x64x256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<512x256xbf16>, tensor<512xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>) {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 0.000000e+00 : bf16
    %cst_3 = arith.constant 1.000000e+00 : bf16
    %cst_4 = arith.constant 2.000000e+00 : bf16
    %cst_5 = arith.constant 5.000000e-01 : bf16
    %cst_6 = arith.constant 0.3989422804014327 : f64
    %cst_7 = arith.constant 0.70710678118654757 : f64
    %cst_8 = arith.constant 1.000000e-05 : f64
    %cst_9 = arith.constant 1.250000e-01 : bf16
    %cst_10 = arith.constant 2.560000e+02 : f64
    %cst_11 = arith.constant 2.560000e+02 : f32
    %cst_12 = arith.constant 2.560000e+02 : bf16
    %cst_13 = arith.constant 1.000000e+00 : f32
    %cst_14 = arith.constant 5.000000e-01 : f32
    %cst_15 = arith.constant -5.000000e-01 : f32
    %0 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<4x64x256xbf16> into tensor<256x256xbf16>
    %1 = tensor.empty() : tensor<256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %3 = tensor.empty() : tensor<256x256xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%3 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %7 = linalg.matmul ins(%4, %5 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %2 : tensor<256x256xf32>, tensor<256xf32>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %expanded = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [4, 64, 4, 64] : tensor<256x256xbf16> into tensor<4x64x4x64xbf16>
    %10 = tensor.empty() : tensor<4x4x64x64xbf16>
    %transposed_16 = linalg.transpose ins(%expanded : tensor<4x64x4x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_17 : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %13 = linalg.matmul ins(%4, %12 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %11 : tensor<256x256xf32>, tensor<256xf32>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %expanded_18 = tensor.expand_shape %15 [[0, 1], [2, 3]] output_shape [4, 64, 4, 64] : tensor<256x256xbf16> into tensor<4x64x4x64xbf16>
    %transposed_19 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_19 : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %18 = linalg.matmul ins(%4, %17 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %16 : tensor<256x256xf32>, tensor<256xf32>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %expanded_20 = tensor.expand_shape %20 [[0, 1], [2, 3]] output_shape [4, 64, 4, 64] : tensor<256x256xbf16> into tensor<4x64x4x64xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<4x64x4x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_22 = linalg.transpose ins(%expanded_18 : tensor<4x64x4x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %21 = tensor.empty() : tensor<16x64x64xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %23 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %24 = tensor.empty() : tensor<16x64x64xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %expanded_25 = tensor.expand_shape %25 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x64x64xbf16>
    %26 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<4x4x64x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x4x64x64xbf16>
    %27 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %arg1 : tensor<4x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x4x64x64xbf16>
    %28 = tensor.empty() : tensor<4x4x64x64xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<4x4x64x64xbf16>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %30 = tensor.empty() : tensor<4x4x64xi64>
    %31 = linalg.fill ins(%c0_i64 : i64) outs(%30 : tensor<4x4x64xi64>) -> tensor<4x4x64xi64>
    %32 = tensor.empty() : tensor<4x4x64xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %34:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29 : tensor<4x4x64x64xf32>) outs(%33, %31 : tensor<4x4x64xf32>, tensor<4x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_79: i64):
      %232 = linalg.index 3 : index
      %233 = arith.index_cast %232 : index to i64
      %234 = arith.maximumf %in, %out : f32
      %235 = arith.cmpf ogt, %in, %out : f32
      %236 = arith.select %235, %233, %out_79 : i64
      linalg.yield %234, %236 : f32, i64
    } -> (tensor<4x4x64xf32>, tensor<4x4x64xi64>)
    %expanded_26 = tensor.expand_shape %34#0 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_26 : tensor<4x4x64x64xf32>, tensor<4x4x64x1xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<4x4x64x64xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = math.exp %in : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %37 = tensor.empty() : tensor<4x4x64x1xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<4x4x64x1xf32>) -> tensor<4x4x64x1xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<4x4x64x64xf32>) outs(%38 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x1xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %39 : tensor<4x4x64x64xf32>, tensor<4x4x64x1xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.divf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<4x4x64x64xf32>) outs(%10 : tensor<4x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x4x64x64xbf16>
    %collapsed_27 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %collapsed_28 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %42 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %43 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %expanded_29 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x64x64xbf16>
    %44 = tensor.empty() : tensor<4x64x4x64xbf16>
    %transposed_30 = linalg.transpose ins(%expanded_29 : tensor<4x4x64x64xbf16>) outs(%44 : tensor<4x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_31 = linalg.transpose ins(%arg8 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %transposed_30 [[0, 1], [2, 3]] : tensor<4x64x4x64xbf16> into tensor<256x256xbf16>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg9 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_32 : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_31 : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %48 = linalg.matmul ins(%46, %47 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%48, %45 : tensor<256x256xf32>, tensor<256xf32>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %expanded_33 = tensor.expand_shape %50 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %51 = tensor.empty() : tensor<4x64x256xbf16>
    %52 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_33 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %53 = tensor.empty() : tensor<4x64x256xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<4x64x256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %55 = tensor.empty() : tensor<4x64x256xf64>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<4x64x256xf32>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %232 = arith.extf %in : f32 to f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %57 = tensor.empty() : tensor<4x64x1xf64>
    %58 = linalg.fill ins(%cst_1 : f64) outs(%57 : tensor<4x64x1xf64>) -> tensor<4x64x1xf64>
    %59 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<4x64x256xf64>) outs(%58 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.addf %in, %out : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %60 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<4x64x1xf64>) outs(%57 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.divf %in, %cst_10 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %61 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %60 : tensor<4x64x256xf64>, tensor<4x64x1xf64>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %232 = arith.subf %in, %in_79 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %62 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %61 : tensor<4x64x256xf64>, tensor<4x64x256xf64>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %232 = arith.mulf %in, %in_79 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %63 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<4x64x256xf64>) outs(%58 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.addf %in, %out : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %64 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<4x64x1xf64>) outs(%57 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.divf %in, %cst_10 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %65 = tensor.empty() : tensor<4x64x1xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<4x64x1xf64>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %232 = arith.truncf %in : f64 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%65 : tensor<4x64x1xf32>) -> tensor<4x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.divf %in, %cst_11 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.truncf %cst_8 : f64 to f32
      %233 = arith.addf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x1xf32>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = math.rsqrt %in : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %69 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %71 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %arg10 : tensor<4x64x256xf32>, tensor<256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %arg11 : tensor<4x64x256xf32>, tensor<256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.addf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x64x256xf32>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %77 = tensor.empty() : tensor<4x64x1xbf16>
    %78 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<4x64x1xf32>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<4x64x1xf32>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %80 = tensor.empty() : tensor<256x512xbf16>
    %transposed_34 = linalg.transpose ins(%arg12 : tensor<512x256xbf16>) outs(%80 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_35 = tensor.collapse_shape %76 [[0, 1], [2]] : tensor<4x64x256xbf16> into tensor<256x256xbf16>
    %81 = tensor.empty() : tensor<512xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<512xbf16>) outs(%81 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<512xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<256x256xbf16>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %84 = tensor.empty() : tensor<256x512xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_34 : tensor<256x512xbf16>) outs(%84 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x512xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%84 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %87 = linalg.matmul ins(%83, %85 : tensor<256x256xf32>, tensor<256x512xf32>) outs(%86 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%87, %82 : tensor<256x512xf32>, tensor<512xf32>) outs(%84 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x512xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<256x512xf32>) outs(%80 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x512xbf16>
    %expanded_36 = tensor.expand_shape %89 [[0, 1], [2]] output_shape [4, 64, 512] : tensor<256x512xbf16> into tensor<4x64x512xbf16>
    %90 = tensor.empty() : tensor<4x64x512xbf16>
    %91 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<4x64x512xbf16>) outs(%90 : tensor<4x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = math.sqrt %cst_4 : bf16
      %233 = arith.divf %in, %232 : bf16
      %234 = math.erf %233 : bf16
      %235 = arith.addf %234, %cst_3 : bf16
      %236 = arith.mulf %235, %cst_5 : bf16
      %237 = arith.mulf %in, %236 : bf16
      linalg.yield %237 : bf16
    } -> tensor<4x64x512xbf16>
    %92 = tensor.empty() : tensor<512x256xbf16>
    %transposed_37 = linalg.transpose ins(%arg14 : tensor<256x512xbf16>) outs(%92 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_38 = tensor.collapse_shape %91 [[0, 1], [2]] : tensor<4x64x512xbf16> into tensor<256x512xbf16>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_38 : tensor<256x512xbf16>) outs(%84 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256x512xf32>
    %95 = tensor.empty() : tensor<512x256xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_37 : tensor<512x256xbf16>) outs(%95 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<512x256xf32>
    %97 = linalg.matmul ins(%94, %96 : tensor<256x512xf32>, tensor<512x256xf32>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%97, %93 : tensor<256x256xf32>, tensor<256xf32>) outs(%3 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<256x256xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %expanded_39 = tensor.expand_shape %99 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %100 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %expanded_39 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<4x64x256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<4x64x256xf32>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %232 = arith.extf %in : f32 to f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %103 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102 : tensor<4x64x256xf64>) outs(%58 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.addf %in, %out : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %104 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<4x64x1xf64>) outs(%57 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.divf %in, %cst_10 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %105 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %104 : tensor<4x64x256xf64>, tensor<4x64x1xf64>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %232 = arith.subf %in, %in_79 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %105 : tensor<4x64x256xf64>, tensor<4x64x256xf64>) outs(%55 : tensor<4x64x256xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %232 = arith.mulf %in, %in_79 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x256xf64>
    %107 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%106 : tensor<4x64x256xf64>) outs(%58 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.addf %in, %out : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %108 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<4x64x1xf64>) outs(%57 : tensor<4x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %232 = arith.divf %in, %cst_10 : f64
      linalg.yield %232 : f64
    } -> tensor<4x64x1xf64>
    %109 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<4x64x1xf64>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %232 = arith.truncf %in : f64 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %110 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.divf %in, %cst_11 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.truncf %cst_8 : f64 to f32
      %233 = arith.addf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x1xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<4x64x1xf32>) outs(%65 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = math.rsqrt %in : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %111 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %113 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %arg16 : tensor<4x64x256xf32>, tensor<256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %arg17 : tensor<4x64x256xf32>, tensor<256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.addf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<4x64x256xf32>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x64x1xf32>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %120 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<4x64x1xf32>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<4x64x256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %119 : tensor<4x64x256xf32>, tensor<4x64x1xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.subf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %120 : tensor<4x64x256xf32>, tensor<4x64x1xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %122 : tensor<4x64x256xf32>, tensor<256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.mulf %in, %cst_11 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%125 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %124 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%128 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %129 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %127 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %130 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<4x64x1xbf16>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.divf %in, %cst_12 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %134 = linalg.generic {indexing_maps = [#map8, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %132 : tensor<4x64x1xbf16>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %in_79: f32, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      %233 = arith.mulf %232, %in_79 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %135 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %124 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %136 = linalg.fill ins(%cst : f32) outs(%1 : tensor<256xf32>) -> tensor<256xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["reduction", "reduction", "parallel"]} ins(%135 : tensor<4x64x256xf32>) outs(%136 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["reduction", "reduction", "parallel"]} ins(%121 : tensor<4x64x256xf32>) outs(%136 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<4x64x256xf32>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %140 = tensor.empty() : tensor<256xbf16>
    %141 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%137 : tensor<256xf32>) outs(%140 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256xbf16>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%138 : tensor<256xf32>) outs(%140 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256xbf16>
    %collapsed_40 = tensor.collapse_shape %139 [[0, 1], [2]] : tensor<4x64x256xbf16> into tensor<256x256xbf16>
    %143 = linalg.matmul ins(%collapsed_40, %arg14 : tensor<256x256xbf16>, tensor<256x512xbf16>) outs(%86 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<256x512xf32>) outs(%80 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x512xbf16>
    %transposed_41 = linalg.transpose ins(%collapsed_40 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %145 = linalg.matmul ins(%transposed_41, %collapsed_38 : tensor<256x256xbf16>, tensor<256x512xbf16>) outs(%86 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<256x512xf32>) outs(%80 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x512xbf16>
    %147 = tensor.empty() : tensor<1x256xbf16>
    %148 = linalg.fill ins(%cst_2 : bf16) outs(%147 : tensor<1x256xbf16>) -> tensor<1x256xbf16>
    %149 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_40 : tensor<256x256xbf16>) outs(%148 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_42 = tensor.collapse_shape %149 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_43 = tensor.expand_shape %144 [[0, 1], [2]] output_shape [4, 64, 512] : tensor<256x512xbf16> into tensor<4x64x512xbf16>
    %150 = tensor.empty() : tensor<4x64x512xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<4x64x512xbf16>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<4x64x512xbf16>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.truncf %cst_7 : f64 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x512xf32>
    %154 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = math.erf %in : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %155 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %cst_13 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.mulf %in, %cst_14 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %152 : tensor<4x64x512xf32>, tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.mulf %in, %cst_15 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = math.exp %in : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %160 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.truncf %cst_6 : f64 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x512xf32>
    %161 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %160 : tensor<4x64x512xf32>, tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %162 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %161 : tensor<4x64x512xf32>, tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.addf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %162 : tensor<4x64x512xf32>, tensor<4x64x512xf32>) outs(%150 : tensor<4x64x512xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x512xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<4x64x512xf32>) outs(%90 : tensor<4x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x512xbf16>
    %collapsed_44 = tensor.collapse_shape %164 [[0, 1], [2]] : tensor<4x64x512xbf16> into tensor<256x512xbf16>
    %165 = linalg.matmul ins(%collapsed_44, %arg12 : tensor<256x512xbf16>, tensor<512x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%165 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %transposed_45 = linalg.transpose ins(%collapsed_44 : tensor<256x512xbf16>) outs(%92 : tensor<512x256xbf16>) permutation = [1, 0] 
    %167 = linalg.fill ins(%cst : f32) outs(%95 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %168 = linalg.matmul ins(%transposed_45, %collapsed_35 : tensor<512x256xbf16>, tensor<256x256xbf16>) outs(%167 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<512x256xf32>) outs(%92 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<512x256xbf16>
    %170 = tensor.empty() : tensor<1x512xbf16>
    %171 = linalg.fill ins(%cst_2 : bf16) outs(%170 : tensor<1x512xbf16>) -> tensor<1x512xbf16>
    %172 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_44 : tensor<256x512xbf16>) outs(%171 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x512xbf16>
    %collapsed_46 = tensor.collapse_shape %172 [[0, 1]] : tensor<1x512xbf16> into tensor<512xbf16>
    %expanded_47 = tensor.expand_shape %166 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %173 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %expanded_47 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %174 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<4x64x256xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %78 : tensor<4x64x256xf32>, tensor<4x64x1xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.subf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %79 : tensor<4x64x256xf32>, tensor<4x64x1xbf16>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: bf16, %out: f32):
      %232 = arith.extf %in_79 : bf16 to f32
      %233 = arith.mulf %in, %232 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %175 : tensor<4x64x256xf32>, tensor<256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.mulf %in, %cst_11 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %180 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %177 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%181 : tensor<4x64x256xf32>) outs(%67 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x1xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %182 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %184 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %180 : tensor<4x64x256xf32>, tensor<4x64x1xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %185 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %183 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %186 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<4x64x1xbf16>) outs(%77 : tensor<4x64x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.divf %in, %cst_12 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x1xbf16>
    %187 = linalg.generic {indexing_maps = [#map8, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %185 : tensor<4x64x1xbf16>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: bf16, %in_79: f32, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      %233 = arith.mulf %232, %in_79 : f32
      linalg.yield %233 : f32
    } -> tensor<4x64x256xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %177 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%53 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x64x256xf32>
    %189 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["reduction", "reduction", "parallel"]} ins(%188 : tensor<4x64x256xf32>) outs(%136 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["reduction", "reduction", "parallel"]} ins(%174 : tensor<4x64x256xf32>) outs(%136 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<256xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<4x64x256xf32>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%189 : tensor<256xf32>) outs(%140 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256xbf16>
    %193 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%190 : tensor<256xf32>) outs(%140 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256xbf16>
    %collapsed_48 = tensor.collapse_shape %191 [[0, 1], [2]] : tensor<4x64x256xbf16> into tensor<256x256xbf16>
    %194 = linalg.matmul ins(%collapsed_48, %arg8 : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %195 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%194 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %transposed_49 = linalg.transpose ins(%collapsed_48 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %196 = linalg.matmul ins(%transposed_49, %collapsed_32 : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %197 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %198 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_48 : tensor<256x256xbf16>) outs(%148 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_50 = tensor.collapse_shape %198 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_51 = tensor.expand_shape %195 [[0, 1], [2, 3]] output_shape [4, 64, 4, 64] : tensor<256x256xbf16> into tensor<4x64x4x64xbf16>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<4x64x4x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %transposed_54 = linalg.transpose ins(%collapsed_27 : tensor<16x64x64xbf16>) outs(%24 : tensor<16x64x64xbf16>) permutation = [0, 2, 1] 
    %199 = linalg.batch_matmul ins(%transposed_54, %collapsed_53 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %transposed_55 = linalg.transpose ins(%collapsed_28 : tensor<16x64x64xbf16>) outs(%24 : tensor<16x64x64xbf16>) permutation = [0, 2, 1] 
    %201 = linalg.batch_matmul ins(%collapsed_53, %transposed_55 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %expanded_56 = tensor.expand_shape %202 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x64x64xbf16>
    %203 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_56 : tensor<4x4x64x64xbf16>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %232 = arith.extf %in : bf16 to f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %204 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%203, %40 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %205 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%204 : tensor<4x4x64x64xf32>) outs(%38 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %232 = arith.addf %in, %out : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x1xf32>
    %206 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %205 : tensor<4x4x64x64xf32>, tensor<4x4x64x1xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.mulf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %207 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204, %206 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%28 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %232 = arith.subf %in, %in_79 : f32
      linalg.yield %232 : f32
    } -> tensor<4x4x64x64xf32>
    %208 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207 : tensor<4x4x64x64xf32>) outs(%10 : tensor<4x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<4x4x64x64xbf16>
    %209 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%208 : tensor<4x4x64x64xbf16>) outs(%10 : tensor<4x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x4x64x64xbf16>
    %collapsed_57 = tensor.collapse_shape %209 [[0, 1], [2], [3]] : tensor<4x4x64x64xbf16> into tensor<16x64x64xbf16>
    %transposed_58 = linalg.transpose ins(%collapsed_23 : tensor<16x64x64xbf16>) outs(%24 : tensor<16x64x64xbf16>) permutation = [0, 2, 1] 
    %210 = linalg.batch_matmul ins(%transposed_58, %collapsed_57 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %211 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %transposed_59 = linalg.transpose ins(%collapsed_24 : tensor<16x64x64xbf16>) outs(%24 : tensor<16x64x64xbf16>) permutation = [0, 2, 1] 
    %212 = linalg.batch_matmul ins(%collapsed_57, %transposed_59 : tensor<16x64x64xbf16>, tensor<16x64x64xbf16>) outs(%22 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %213 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<16x64x64xf32>) outs(%24 : tensor<16x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<16x64x64xbf16>
    %expanded_60 = tensor.expand_shape %211 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x64x64xbf16>
    %expanded_61 = tensor.expand_shape %213 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x64x64xbf16>
    %expanded_62 = tensor.expand_shape %200 [[0, 1], [2, 3], [4]] output_shape [4, 4, 1, 64, 64] : tensor<16x64x64xbf16> into tensor<4x4x1x64x64xbf16>
    %collapsed_63 = tensor.collapse_shape %expanded_62 [[0], [1, 2], [3], [4]] : tensor<4x4x1x64x64xbf16> into tensor<4x4x64x64xbf16>
    %transposed_64 = linalg.transpose ins(%collapsed_63 : tensor<4x4x64x64xbf16>) outs(%44 : tensor<4x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_65 = tensor.collapse_shape %transposed_64 [[0, 1], [2, 3]] : tensor<4x64x4x64xbf16> into tensor<256x256xbf16>
    %214 = linalg.matmul ins(%collapsed_65, %arg6 : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %215 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%214 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %transposed_66 = linalg.transpose ins(%collapsed_65 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %216 = linalg.matmul ins(%transposed_66, %collapsed : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %217 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%216 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %218 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_65 : tensor<256x256xbf16>) outs(%148 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_67 = tensor.collapse_shape %218 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_68 = tensor.expand_shape %215 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %219 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %expanded_68 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %transposed_69 = linalg.transpose ins(%expanded_60 : tensor<4x4x64x64xbf16>) outs(%44 : tensor<4x64x4x64xbf16>) permutation = [0, 3, 1, 2] 
    %collapsed_70 = tensor.collapse_shape %transposed_69 [[0, 1], [2, 3]] : tensor<4x64x4x64xbf16> into tensor<256x256xbf16>
    %220 = linalg.matmul ins(%collapsed_70, %arg4 : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %221 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%220 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %transposed_71 = linalg.transpose ins(%collapsed_70 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %222 = linalg.matmul ins(%transposed_71, %collapsed : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %223 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %224 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_70 : tensor<256x256xbf16>) outs(%148 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_72 = tensor.collapse_shape %224 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_73 = tensor.expand_shape %221 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %225 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %expanded_73 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    %transposed_74 = linalg.transpose ins(%expanded_61 : tensor<4x4x64x64xbf16>) outs(%44 : tensor<4x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_75 = tensor.collapse_shape %transposed_74 [[0, 1], [2, 3]] : tensor<4x64x4x64xbf16> into tensor<256x256xbf16>
    %226 = linalg.matmul ins(%collapsed_75, %arg2 : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %227 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%226 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %transposed_76 = linalg.transpose ins(%collapsed_75 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %228 = linalg.matmul ins(%transposed_76, %collapsed : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%6 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %229 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %232 = arith.truncf %in : f32 to bf16
      linalg.yield %232 : bf16
    } -> tensor<256x256xbf16>
    %230 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_75 : tensor<256x256xbf16>) outs(%148 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %232 = arith.addf %in, %out : bf16
      linalg.yield %232 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_77 = tensor.collapse_shape %230 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_78 = tensor.expand_shape %227 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xbf16> into tensor<4x64x256xbf16>
    %231 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %expanded_78 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>) outs(%51 : tensor<4x64x256xbf16>) {
    ^bb0(%in: bf16, %in_79: bf16, %out: bf16):
      %232 = arith.addf %in, %in_79 : bf16
      linalg.yield %232 : bf16
    } -> tensor<4x64x256xbf16>
    return %118, %231, %229, %collapsed_77, %223, %collapsed_72, %217, %collapsed_67, %197, %collapsed_50, %192, %193, %169, %collapsed_46, %146, %collapsed_42, %141, %142 : tensor<4x64x256xbf16>, tensor<4x64x256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<512x256xbf16>, tensor<512xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
