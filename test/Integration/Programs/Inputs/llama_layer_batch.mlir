// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<1x64x64xbf16>, %arg3: tensor<1x64x64xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<128x256xbf16>, %arg7: tensor<256x256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<512x256xbf16>, %arg10: tensor<256x512xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>) -> tensor<2x64x256xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 2.560000e+02 : f32
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<2x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x64x256xbf16>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x64x256xf32>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %3 = tensor.empty() : tensor<2x64x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x64x1xf32>) -> tensor<2x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<2x64x256xf32>) outs(%4 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.divf %in, %cst_3 : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.truncf %cst_2 : f64 to f32
      %98 = arith.addf %in, %97 : f32
      linalg.yield %98 : f32
    } -> tensor<2x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.rsqrt %in : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %97 = arith.mulf %in, %in_39 : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %10 = tensor.empty() : tensor<2x64x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x64x256xf32>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %11 : tensor<256xbf16>, tensor<2x64x256xbf16>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    %13 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %14 = tensor.empty() : tensor<128x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %17 = tensor.empty() : tensor<128x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x256xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [2, 64, 4, 64] : tensor<128x256xbf16> into tensor<2x64x4x64xbf16>
    %19 = tensor.empty() : tensor<2x4x64x64xbf16>
    %transposed_5 = linalg.transpose ins(%expanded : tensor<2x64x4x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %20 = tensor.empty() : tensor<256x128xbf16>
    %transposed_6 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<128x128xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %23 = linalg.matmul ins(%collapsed, %transposed_6 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %24 = tensor.empty() : tensor<128x128xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<128x128xf32>) outs(%24 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x128xbf16>
    %expanded_7 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [2, 64, 2, 64] : tensor<128x128xbf16> into tensor<2x64x2x64xbf16>
    %26 = tensor.empty() : tensor<2x2x64x64xbf16>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<2x64x2x64xbf16>) outs(%26 : tensor<2x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_9 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %27 = linalg.matmul ins(%collapsed, %transposed_9 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<128x128xf32>) outs(%24 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x128xbf16>
    %expanded_10 = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [2, 64, 2, 64] : tensor<128x128xbf16> into tensor<2x64x2x64xbf16>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x64x2x64xbf16>) outs(%26 : tensor<2x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_12 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %expanded_12 : tensor<2x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %extracted_slice = tensor.extract_slice %transposed_5[0, 0, 0, 32] [2, 4, 64, 32] [1, 1, 1, 1] : tensor<2x4x64x64xbf16> to tensor<2x4x64x32xbf16>
    %30 = tensor.empty() : tensor<2x4x64x32xbf16>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<2x4x64x32xbf16>) outs(%30 : tensor<2x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.negf %in : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x32xbf16>
    %extracted_slice_13 = tensor.extract_slice %transposed_5[0, 0, 0, 0] [2, 4, 64, 32] [1, 1, 1, 1] : tensor<2x4x64x64xbf16> to tensor<2x4x64x32xbf16>
    %concat = tensor.concat dim(3) %31, %extracted_slice_13 : (tensor<2x4x64x32xbf16>, tensor<2x4x64x32xbf16>) -> tensor<2x4x64x64xbf16>
    %expanded_14 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %32 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_14 : tensor<2x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %32 : tensor<2x4x64x64xbf16>, tensor<2x4x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.addf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %34 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8, %expanded_12 : tensor<2x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%26 : tensor<2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x2x64x64xbf16>
    %extracted_slice_15 = tensor.extract_slice %transposed_8[0, 0, 0, 32] [2, 2, 64, 32] [1, 1, 1, 1] : tensor<2x2x64x64xbf16> to tensor<2x2x64x32xbf16>
    %35 = tensor.empty() : tensor<2x2x64x32xbf16>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<2x2x64x32xbf16>) outs(%35 : tensor<2x2x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.negf %in : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x2x64x32xbf16>
    %extracted_slice_16 = tensor.extract_slice %transposed_8[0, 0, 0, 0] [2, 2, 64, 32] [1, 1, 1, 1] : tensor<2x2x64x64xbf16> to tensor<2x2x64x32xbf16>
    %concat_17 = tensor.concat dim(3) %36, %extracted_slice_16 : (tensor<2x2x64x32xbf16>, tensor<2x2x64x32xbf16>) -> tensor<2x2x64x64xbf16>
    %37 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_17, %expanded_14 : tensor<2x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%26 : tensor<2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x2x64x64xbf16>
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %37 : tensor<2x2x64x64xbf16>, tensor<2x2x64x64xbf16>) outs(%26 : tensor<2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.addf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x2x64x64xbf16>
    %39 = tensor.empty() : tensor<2x2x2x64x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x2x64x64xbf16>) outs(%39 : tensor<2x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x2x64x64xbf16>
    %collapsed_18 = tensor.collapse_shape %40 [[0], [1, 2], [3], [4]] : tensor<2x2x2x64x64xbf16> into tensor<2x4x64x64xbf16>
    %41 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<2x2x64x64xbf16>) outs(%39 : tensor<2x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x2x64x64xbf16>
    %transposed_19 = linalg.transpose ins(%collapsed_18 : tensor<2x4x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_20 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %collapsed_21 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %42 = tensor.empty() : tensor<8x64x64xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %44 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%43 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %45 = tensor.empty() : tensor<8x64x64xbf16>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<8x64x64xf32>) outs(%45 : tensor<8x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<8x64x64xbf16>
    %expanded_22 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [2, 4, 64, 64] : tensor<8x64x64xbf16> into tensor<2x4x64x64xbf16>
    %47 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x4x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %48 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %arg1 : tensor<2x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.addf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %49 = tensor.empty() : tensor<2x4x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x4x64x64xbf16>) outs(%49 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<2x4x64x64xf32>
    %51 = tensor.empty() : tensor<2x4x64xi64>
    %52 = linalg.fill ins(%c0_i64 : i64) outs(%51 : tensor<2x4x64xi64>) -> tensor<2x4x64xi64>
    %53 = tensor.empty() : tensor<2x4x64xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<2x4x64xf32>) -> tensor<2x4x64xf32>
    %55:2 = linalg.generic {indexing_maps = [#map4, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%50 : tensor<2x4x64x64xf32>) outs(%54, %52 : tensor<2x4x64xf32>, tensor<2x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_39: i64):
      %97 = linalg.index 3 : index
      %98 = arith.index_cast %97 : index to i64
      %99 = arith.maximumf %in, %out : f32
      %100 = arith.cmpf ogt, %in, %out : f32
      %101 = arith.select %100, %98, %out_39 : i64
      linalg.yield %99, %101 : f32, i64
    } -> (tensor<2x4x64xf32>, tensor<2x4x64xi64>)
    %expanded_23 = tensor.expand_shape %55#0 [[0], [1], [2, 3]] output_shape [2, 4, 64, 1] : tensor<2x4x64xf32> into tensor<2x4x64x1xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %expanded_23 : tensor<2x4x64x64xf32>, tensor<2x4x64x1xf32>) outs(%49 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %97 = arith.subf %in, %in_39 : f32
      linalg.yield %97 : f32
    } -> tensor<2x4x64x64xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<2x4x64x64xf32>) outs(%49 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.exp %in : f32
      linalg.yield %97 : f32
    } -> tensor<2x4x64x64xf32>
    %58 = tensor.empty() : tensor<2x4x64x1xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<2x4x64x1xf32>) -> tensor<2x4x64x1xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<2x4x64x64xf32>) outs(%59 : tensor<2x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<2x4x64x1xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %60 : tensor<2x4x64x64xf32>, tensor<2x4x64x1xf32>) outs(%49 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %97 = arith.divf %in, %in_39 : f32
      linalg.yield %97 : f32
    } -> tensor<2x4x64x64xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<2x4x64x64xf32>) outs(%19 : tensor<2x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<2x4x64x64xbf16>
    %collapsed_24 = tensor.collapse_shape %62 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
    %collapsed_25 = tensor.collapse_shape %41 [[0, 1, 2], [3], [4]] : tensor<2x2x2x64x64xbf16> into tensor<8x64x64xbf16>
    %63 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%43 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<8x64x64xf32>) outs(%45 : tensor<8x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<8x64x64xbf16>
    %expanded_26 = tensor.expand_shape %64 [[0, 1], [2], [3]] output_shape [2, 4, 64, 64] : tensor<8x64x64xbf16> into tensor<2x4x64x64xbf16>
    %65 = tensor.empty() : tensor<2x64x4x64xbf16>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x4x64x64xbf16>) outs(%65 : tensor<2x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_28 = linalg.transpose ins(%arg7 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_29 = tensor.collapse_shape %transposed_27 [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
    %66 = linalg.matmul ins(%collapsed_29, %transposed_28 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %67 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x256xbf16>
    %expanded_30 = tensor.expand_shape %67 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_30 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.addf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x64x256xbf16>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x64x256xf32>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<2x64x256xf32>) outs(%4 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.divf %in, %cst_3 : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.truncf %cst_2 : f64 to f32
      %98 = arith.addf %in, %97 : f32
      linalg.yield %98 : f32
    } -> tensor<2x64x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x64x1xf32>) outs(%3 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.rsqrt %in : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %74 : tensor<2x64x256xf32>, tensor<2x64x1xf32>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %97 = arith.mulf %in, %in_39 : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x256xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x64x256xf32>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    %77 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %76 : tensor<256xbf16>, tensor<2x64x256xbf16>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    %78 = tensor.empty() : tensor<256x512xbf16>
    %transposed_31 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%78 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %77 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %79 = tensor.empty() : tensor<128x512xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %81 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%80 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %82 = tensor.empty() : tensor<128x512xbf16>
    %83 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<128x512xf32>) outs(%82 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x512xbf16>
    %expanded_33 = tensor.expand_shape %83 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %84 = tensor.empty() : tensor<2x64x512xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x64x512xbf16>) outs(%84 : tensor<2x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<2x64x512xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x64x512xf32>) outs(%84 : tensor<2x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.negf %in : f32
      %98 = math.exp %97 : f32
      %99 = arith.addf %98, %cst_1 : f32
      %100 = arith.divf %cst_1, %99 : f32
      linalg.yield %100 : f32
    } -> tensor<2x64x512xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %86 : tensor<2x64x512xf32>, tensor<2x64x512xf32>) outs(%84 : tensor<2x64x512xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %97 = arith.mulf %in, %in_39 : f32
      linalg.yield %97 : f32
    } -> tensor<2x64x512xf32>
    %88 = tensor.empty() : tensor<2x64x512xbf16>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x64x512xf32>) outs(%88 : tensor<2x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x512xbf16>
    %transposed_34 = linalg.transpose ins(%arg9 : tensor<512x256xbf16>) outs(%78 : tensor<256x512xbf16>) permutation = [1, 0] 
    %90 = linalg.matmul ins(%collapsed_32, %transposed_34 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%80 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%90 : tensor<128x512xf32>) outs(%82 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x512xbf16>
    %expanded_35 = tensor.expand_shape %91 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %expanded_35 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%88 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x512xbf16>
    %93 = tensor.empty() : tensor<512x256xbf16>
    %transposed_36 = linalg.transpose ins(%arg10 : tensor<256x512xbf16>) outs(%93 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_37 = tensor.collapse_shape %92 [[0, 1], [2]] : tensor<2x64x512xbf16> into tensor<128x512xbf16>
    %94 = linalg.matmul ins(%collapsed_37, %transposed_36 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<128x256xbf16>
    %expanded_38 = tensor.expand_shape %95 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %expanded_38 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%10 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_39: bf16, %out: bf16):
      %97 = arith.addf %in, %in_39 : bf16
      linalg.yield %97 : bf16
    } -> tensor<2x64x256xbf16>
    return %96 : tensor<2x64x256xbf16>
  }
}
