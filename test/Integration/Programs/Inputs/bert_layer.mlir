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
module {
  func.func @main(%arg0: tensor<2x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<256x256xbf16>, %arg3: tensor<256xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<256xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<256xbf16>, %arg8: tensor<256x256xbf16>, %arg9: tensor<256xbf16>, %arg10: tensor<256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<512x256xbf16>, %arg13: tensor<512xbf16>, %arg14: tensor<256x512xbf16>, %arg15: tensor<256xbf16>, %arg16: tensor<256xbf16>, %arg17: tensor<256xbf16>) -> tensor<2x64x256xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 1.000000e+00 : bf16
    %cst_3 = arith.constant 2.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 1.250000e-01 : bf16
    %cst_7 = arith.constant 2.560000e+02 : f64
    %cst_8 = arith.constant 2.560000e+02 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %0 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256xf32>
    %3 = tensor.empty() : tensor<128x256xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<128x256xbf16>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %5 = tensor.empty() : tensor<256x256xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<256x256xbf16>) outs(%5 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256x256xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %8 = linalg.matmul ins(%4, %6 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%7 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %2 : tensor<128x256xf32>, tensor<256xf32>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %10 = tensor.empty() : tensor<128x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<128x256xf32>) outs(%10 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x256xbf16>
    %expanded = tensor.expand_shape %11 [[0, 1], [2, 3]] output_shape [2, 64, 4, 64] : tensor<128x256xbf16> into tensor<2x64x4x64xbf16>
    %12 = tensor.empty() : tensor<2x4x64x64xbf16>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<2x64x4x64xbf16>) outs(%12 : tensor<2x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_10 = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_10 : tensor<256x256xbf16>) outs(%5 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256x256xf32>
    %15 = linalg.matmul ins(%4, %14 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%7 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %13 : tensor<128x256xf32>, tensor<256xf32>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x256xf32>) outs(%10 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x256xbf16>
    %expanded_11 = tensor.expand_shape %17 [[0, 1], [2, 3]] output_shape [2, 64, 4, 64] : tensor<128x256xbf16> into tensor<2x64x4x64xbf16>
    %transposed_12 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_12 : tensor<256x256xbf16>) outs(%5 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256x256xf32>
    %20 = linalg.matmul ins(%4, %19 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%7 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%20, %18 : tensor<128x256xf32>, tensor<256xf32>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<128x256xf32>) outs(%10 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x256xbf16>
    %expanded_13 = tensor.expand_shape %22 [[0, 1], [2, 3]] output_shape [2, 64, 4, 64] : tensor<128x256xbf16> into tensor<2x64x4x64xbf16>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<2x64x4x64xbf16>) outs(%12 : tensor<2x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_15 = linalg.transpose ins(%expanded_11 : tensor<2x64x4x64xbf16>) outs(%12 : tensor<2x4x64x64xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_16 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %collapsed_17 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %23 = tensor.empty() : tensor<8x64x64xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %25 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%24 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %26 = tensor.empty() : tensor<8x64x64xbf16>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<8x64x64xf32>) outs(%26 : tensor<8x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<8x64x64xbf16>
    %expanded_18 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 64, 64] : tensor<8x64x64xbf16> into tensor<2x4x64x64xbf16>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<2x4x64x64xbf16>) outs(%12 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %120 = arith.mulf %in, %cst_6 : bf16
      linalg.yield %120 : bf16
    } -> tensor<2x4x64x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %arg1 : tensor<2x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%12 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_33: bf16, %out: bf16):
      %120 = arith.addf %in, %in_33 : bf16
      linalg.yield %120 : bf16
    } -> tensor<2x4x64x64xbf16>
    %30 = tensor.empty() : tensor<2x4x64x64xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x4x64x64xbf16>) outs(%30 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<2x4x64x64xf32>
    %32 = tensor.empty() : tensor<2x4x64xi64>
    %33 = linalg.fill ins(%c0_i64 : i64) outs(%32 : tensor<2x4x64xi64>) -> tensor<2x4x64xi64>
    %34 = tensor.empty() : tensor<2x4x64xf32>
    %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : tensor<2x4x64xf32>) -> tensor<2x4x64xf32>
    %36:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<2x4x64x64xf32>) outs(%35, %33 : tensor<2x4x64xf32>, tensor<2x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %120 = linalg.index 3 : index
      %121 = arith.index_cast %120 : index to i64
      %122 = arith.maximumf %in, %out : f32
      %123 = arith.cmpf ogt, %in, %out : f32
      %124 = arith.select %123, %121, %out_33 : i64
      linalg.yield %122, %124 : f32, i64
    } -> (tensor<2x4x64xf32>, tensor<2x4x64xi64>)
    %expanded_19 = tensor.expand_shape %36#0 [[0], [1], [2, 3]] output_shape [2, 4, 64, 1] : tensor<2x4x64xf32> into tensor<2x4x64x1xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_19 : tensor<2x4x64x64xf32>, tensor<2x4x64x1xf32>) outs(%30 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.subf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x4x64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<2x4x64x64xf32>) outs(%30 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = math.exp %in : f32
      linalg.yield %120 : f32
    } -> tensor<2x4x64x64xf32>
    %39 = tensor.empty() : tensor<2x4x64x1xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<2x4x64x1xf32>) -> tensor<2x4x64x1xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<2x4x64x64xf32>) outs(%40 : tensor<2x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %in, %out : f32
      linalg.yield %120 : f32
    } -> tensor<2x4x64x1xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %41 : tensor<2x4x64x64xf32>, tensor<2x4x64x1xf32>) outs(%30 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.divf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x4x64x64xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<2x4x64x64xf32>) outs(%12 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<2x4x64x64xbf16>
    %collapsed_20 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %collapsed_21 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %44 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%24 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<8x64x64xf32>) outs(%26 : tensor<8x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<8x64x64xbf16>
    %expanded_22 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, 64, 64] : tensor<8x64x64xbf16> into tensor<2x4x64x64xbf16>
    %46 = tensor.empty() : tensor<2x64x4x64xbf16>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x4x64x64xbf16>) outs(%46 : tensor<2x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
    %transposed_25 = linalg.transpose ins(%arg8 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg9 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_24 : tensor<128x256xbf16>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_25 : tensor<256x256xbf16>) outs(%5 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256x256xf32>
    %50 = linalg.matmul ins(%48, %49 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%7 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%50, %47 : tensor<128x256xf32>, tensor<256xf32>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<128x256xf32>) outs(%10 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x256xbf16>
    %expanded_26 = tensor.expand_shape %52 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %53 = tensor.empty() : tensor<2x64x256xbf16>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_26 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%53 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_33: bf16, %out: bf16):
      %120 = arith.addf %in, %in_33 : bf16
      linalg.yield %120 : bf16
    } -> tensor<2x64x256xbf16>
    %55 = tensor.empty() : tensor<2x64x256xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<2x64x256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %57 = tensor.empty() : tensor<2x64x256xf64>
    %58 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<2x64x256xf32>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %120 = arith.extf %in : f32 to f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %59 = tensor.empty() : tensor<2x64x1xf64>
    %60 = linalg.fill ins(%cst_1 : f64) outs(%59 : tensor<2x64x1xf64>) -> tensor<2x64x1xf64>
    %61 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58 : tensor<2x64x256xf64>) outs(%60 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.addf %in, %out : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x64x1xf64>) outs(%59 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.divf %in, %cst_7 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %63 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %62 : tensor<2x64x256xf64>, tensor<2x64x1xf64>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %120 = arith.subf %in, %in_33 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %64 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %63 : tensor<2x64x256xf64>, tensor<2x64x256xf64>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %120 = arith.mulf %in, %in_33 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %65 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<2x64x256xf64>) outs(%60 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.addf %in, %out : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x64x1xf64>) outs(%59 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.divf %in, %cst_7 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %67 = tensor.empty() : tensor<2x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x64x1xf64>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %120 = arith.truncf %in : f64 to f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %69 = linalg.fill ins(%cst : f32) outs(%67 : tensor<2x64x1xf32>) -> tensor<2x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x64x256xf32>) outs(%69 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %in, %out : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.divf %in, %cst_8 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.truncf %cst_5 : f64 to f32
      %121 = arith.addf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x1xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = math.rsqrt %in : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %71 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.subf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %73 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.mulf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %arg10 : tensor<2x64x256xf32>, tensor<256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: bf16, %out: f32):
      %120 = arith.extf %in_33 : bf16 to f32
      %121 = arith.mulf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x256xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg11 : tensor<2x64x256xf32>, tensor<256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: bf16, %out: f32):
      %120 = arith.extf %in_33 : bf16 to f32
      %121 = arith.addf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x256xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x64x256xf32>) outs(%53 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<2x64x256xbf16>
    %collapsed_27 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %79 = tensor.empty() : tensor<256x512xbf16>
    %transposed_28 = linalg.transpose ins(%arg12 : tensor<512x256xbf16>) outs(%79 : tensor<256x512xbf16>) permutation = [1, 0] 
    %80 = tensor.empty() : tensor<512xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<512xbf16>) outs(%80 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<512xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_27 : tensor<128x256xbf16>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %83 = tensor.empty() : tensor<256x512xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_28 : tensor<256x512xbf16>) outs(%83 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256x512xf32>
    %85 = tensor.empty() : tensor<128x512xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %87 = linalg.matmul ins(%82, %84 : tensor<128x256xf32>, tensor<256x512xf32>) outs(%86 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%87, %81 : tensor<128x512xf32>, tensor<512xf32>) outs(%85 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x512xf32>
    %89 = tensor.empty() : tensor<128x512xbf16>
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<128x512xf32>) outs(%89 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x512xbf16>
    %expanded_29 = tensor.expand_shape %90 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %91 = tensor.empty() : tensor<2x64x512xbf16>
    %92 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x64x512xbf16>) outs(%91 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %120 = math.sqrt %cst_3 : bf16
      %121 = arith.divf %in, %120 : bf16
      %122 = math.erf %121 : bf16
      %123 = arith.addf %122, %cst_2 : bf16
      %124 = arith.mulf %123, %cst_4 : bf16
      %125 = arith.mulf %in, %124 : bf16
      linalg.yield %125 : bf16
    } -> tensor<2x64x512xbf16>
    %collapsed_30 = tensor.collapse_shape %92 [[0, 1], [2]] : tensor<2x64x512xbf16> into tensor<128x512xbf16>
    %93 = tensor.empty() : tensor<512x256xbf16>
    %transposed_31 = linalg.transpose ins(%arg14 : tensor<256x512xbf16>) outs(%93 : tensor<512x256xbf16>) permutation = [1, 0] 
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<256xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_30 : tensor<128x512xbf16>) outs(%85 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<128x512xf32>
    %96 = tensor.empty() : tensor<512x256xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_31 : tensor<512x256xbf16>) outs(%96 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<512x256xf32>
    %98 = linalg.matmul ins(%95, %97 : tensor<128x512xf32>, tensor<512x256xf32>) outs(%7 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%98, %94 : tensor<128x256xf32>, tensor<256xf32>) outs(%3 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.addf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<128x256xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<128x256xf32>) outs(%10 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<128x256xbf16>
    %expanded_32 = tensor.expand_shape %100 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %expanded_32 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%53 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_33: bf16, %out: bf16):
      %120 = arith.addf %in, %in_33 : bf16
      linalg.yield %120 : bf16
    } -> tensor<2x64x256xbf16>
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x64x256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %120 = arith.extf %in : bf16 to f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x64x256xf32>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %120 = arith.extf %in : f32 to f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %104 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%103 : tensor<2x64x256xf64>) outs(%60 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.addf %in, %out : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x64x1xf64>) outs(%59 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.divf %in, %cst_7 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %106 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %105 : tensor<2x64x256xf64>, tensor<2x64x1xf64>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %120 = arith.subf %in, %in_33 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %107 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %106 : tensor<2x64x256xf64>, tensor<2x64x256xf64>) outs(%57 : tensor<2x64x256xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %120 = arith.mulf %in, %in_33 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x256xf64>
    %108 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%107 : tensor<2x64x256xf64>) outs(%60 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.addf %in, %out : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %109 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x64x1xf64>) outs(%59 : tensor<2x64x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %120 = arith.divf %in, %cst_7 : f64
      linalg.yield %120 : f64
    } -> tensor<2x64x1xf64>
    %110 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x64x1xf64>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %120 = arith.truncf %in : f64 to f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102 : tensor<2x64x256xf32>) outs(%69 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.addf %in, %out : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.divf %in, %cst_8 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = arith.truncf %cst_5 : f64 to f32
      %121 = arith.addf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x1xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x64x1xf32>) outs(%67 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %120 = math.rsqrt %in : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x1xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %112 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.subf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %114 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %120 = arith.mulf %in, %in_33 : f32
      linalg.yield %120 : f32
    } -> tensor<2x64x256xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %arg16 : tensor<2x64x256xf32>, tensor<256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: bf16, %out: f32):
      %120 = arith.extf %in_33 : bf16 to f32
      %121 = arith.mulf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x256xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %arg17 : tensor<2x64x256xf32>, tensor<256xbf16>) outs(%55 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_33: bf16, %out: f32):
      %120 = arith.extf %in_33 : bf16 to f32
      %121 = arith.addf %in, %120 : f32
      linalg.yield %121 : f32
    } -> tensor<2x64x256xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x64x256xf32>) outs(%53 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %120 = arith.truncf %in : f32 to bf16
      linalg.yield %120 : bf16
    } -> tensor<2x64x256xbf16>
    return %119 : tensor<2x64x256xbf16>
  }
}
