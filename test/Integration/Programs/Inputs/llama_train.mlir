// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x128x256xbf16>, %arg1: tensor<1x1x128x128xbf16>, %arg2: tensor<1x128x64xbf16>, %arg3: tensor<1x128x64xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<128x256xbf16>, %arg7: tensor<256x256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<512x256xbf16>, %arg10: tensor<256x512xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>, %arg13: tensor<1x128x256xbf16>) -> (tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>) {
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 1.000000e+00 : bf16
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<1x4x128x64xbf16>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<1x2x128x64xbf16>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<1x128x512xbf16>
    %cst_7 = arith.constant 9.9999999999999995E-7 : f64
    %cst_8 = arith.constant 2.560000e+02 : f32
    %cst_9 = arith.constant 1.250000e-01 : bf16
    %cst_10 = arith.constant -5.000000e-01 : f32
    %cst_11 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.divf %in, %cst_8 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.truncf %cst_7 : f64 to f32
      %220 = arith.addf %in, %219 : f32
      linalg.yield %220 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.rsqrt %in : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %10 = tensor.empty() : tensor<1x128x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %11 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %13 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %14 = tensor.empty() : tensor<128x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %17 = tensor.empty() : tensor<128x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %19 = tensor.empty() : tensor<1x4x128x64xbf16>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<1x128x4x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %20 = tensor.empty() : tensor<256x128xbf16>
    %transposed_13 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<128x128xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %23 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %24 = tensor.empty() : tensor<128x128xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<128x128xf32>) outs(%24 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x128xbf16>
    %expanded_14 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %26 = tensor.empty() : tensor<1x2x128x64xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x128x2x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_16 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %27 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<128x128xf32>) outs(%24 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x128xbf16>
    %expanded_17 = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x128x2x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_19 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 128, 64] : tensor<1x128x64xbf16> into tensor<1x1x128x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_12, %expanded_19 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %extracted_slice = tensor.extract_slice %transposed_12[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %30 = tensor.empty() : tensor<1x4x128x32xbf16>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x128x32xbf16>) outs(%30 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.negf %in : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x32xbf16>
    %extracted_slice_20 = tensor.extract_slice %transposed_12[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %concat = tensor.concat dim(3) %31, %extracted_slice_20 : (tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) -> tensor<1x4x128x64xbf16>
    %expanded_21 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 128, 64] : tensor<1x128x64xbf16> into tensor<1x1x128x64xbf16>
    %32 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_21 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %32 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %34 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_15, %expanded_19 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %extracted_slice_22 = tensor.extract_slice %transposed_15[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %35 = tensor.empty() : tensor<1x2x128x32xbf16>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22 : tensor<1x2x128x32xbf16>) outs(%35 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.negf %in : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x32xbf16>
    %extracted_slice_23 = tensor.extract_slice %transposed_15[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %concat_24 = tensor.concat dim(3) %36, %extracted_slice_23 : (tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) -> tensor<1x2x128x64xbf16>
    %37 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_24, %expanded_21 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %37 : tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %39 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x2x128x64xbf16>) outs(%39 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed_25 = tensor.collapse_shape %40 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %41 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<1x2x128x64xbf16>) outs(%39 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %42 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_26 = linalg.transpose ins(%collapsed_25 : tensor<1x4x128x64xbf16>) outs(%42 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_27 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %collapsed_28 = tensor.collapse_shape %transposed_26 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %43 = tensor.empty() : tensor<4x128x128xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %45 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%44 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %46 = tensor.empty() : tensor<4x128x128xbf16>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<4x128x128xf32>) outs(%46 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_29 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %48 = tensor.empty() : tensor<1x4x128x128xbf16>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<1x4x128x128xbf16>) outs(%48 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x128xbf16>
    %50 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %arg1 : tensor<1x4x128x128xbf16>, tensor<1x1x128x128xbf16>) outs(%48 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x128xbf16>
    %51 = tensor.empty() : tensor<1x4x128x128xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<1x4x128x128xbf16>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %53 = tensor.empty() : tensor<1x4x128xi64>
    %54 = linalg.fill ins(%c0_i64 : i64) outs(%53 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %55 = tensor.empty() : tensor<1x4x128xf32>
    %56 = linalg.fill ins(%cst_1 : f32) outs(%55 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %57:2 = linalg.generic {indexing_maps = [#map4, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%52 : tensor<1x4x128x128xf32>) outs(%56, %54 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_96: i64):
      %219 = linalg.index 3 : index
      %220 = arith.index_cast %219 : index to i64
      %221 = arith.maximumf %in, %out : f32
      %222 = arith.cmpf ogt, %in, %out : f32
      %223 = arith.select %222, %220, %out_96 : i64
      linalg.yield %221, %223 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_30 = tensor.expand_shape %57#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %expanded_30 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.subf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.exp %in : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %60 = tensor.empty() : tensor<1x4x128x1xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<1x4x128x128xf32>) outs(%61 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x1xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %62 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.divf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %64 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x4x128x128xf32>) outs(%48 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_31 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %collapsed_32 = tensor.collapse_shape %41 [[0, 1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<4x128x64xbf16>
    %65 = tensor.empty() : tensor<4x128x64xf32>
    %66 = linalg.fill ins(%cst : f32) outs(%65 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %67 = linalg.batch_matmul ins(%collapsed_31, %collapsed_32 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%66 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %68 = tensor.empty() : tensor<4x128x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<4x128x64xf32>) outs(%68 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_33 = tensor.expand_shape %69 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %70 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<1x4x128x64xbf16>) outs(%70 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_35 = linalg.transpose ins(%arg7 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_36 = tensor.collapse_shape %transposed_34 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %71 = linalg.matmul ins(%collapsed_36, %transposed_35 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%71 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_37 = tensor.expand_shape %72 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_37 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%75 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.divf %in, %cst_8 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.truncf %cst_7 : f64 to f32
      %220 = arith.addf %in, %219 : f32
      linalg.yield %220 : f32
    } -> tensor<1x128x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.rsqrt %in : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %79 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %82 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %81 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %83 = tensor.empty() : tensor<256x512xbf16>
    %transposed_38 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%83 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %82 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %84 = tensor.empty() : tensor<128x512xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %86 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%85 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %87 = tensor.empty() : tensor<128x512xbf16>
    %88 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<128x512xf32>) outs(%87 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x512xbf16>
    %expanded_40 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %89 = tensor.empty() : tensor<1x128x512xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<1x128x512xbf16>) outs(%89 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x128x512xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<1x128x512xf32>) outs(%89 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.negf %in : f32
      %220 = math.exp %219 : f32
      %221 = arith.addf %220, %cst_2 : f32
      %222 = arith.divf %cst_2, %221 : f32
      linalg.yield %222 : f32
    } -> tensor<1x128x512xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %91 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%89 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x512xf32>
    %93 = tensor.empty() : tensor<1x128x512xbf16>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<1x128x512xf32>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %transposed_41 = linalg.transpose ins(%arg9 : tensor<512x256xbf16>) outs(%83 : tensor<256x512xbf16>) permutation = [1, 0] 
    %95 = linalg.matmul ins(%collapsed_39, %transposed_41 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%85 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<128x512xf32>) outs(%87 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x512xbf16>
    %expanded_42 = tensor.expand_shape %96 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %expanded_42 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %98 = tensor.empty() : tensor<512x256xbf16>
    %transposed_43 = linalg.transpose ins(%arg10 : tensor<256x512xbf16>) outs(%98 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %97 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %99 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_45 = tensor.expand_shape %100 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %expanded_45 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_46 = tensor.collapse_shape %arg13 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %transposed_47 = linalg.transpose ins(%collapsed_46 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %102 = tensor.empty() : tensor<256x512xf32>
    %103 = linalg.fill ins(%cst : f32) outs(%102 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %104 = linalg.matmul ins(%transposed_47, %collapsed_44 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%103 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%104 : tensor<256x512xf32>) outs(%83 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<256x512xbf16>
    %106 = linalg.matmul ins(%collapsed_46, %arg10 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%85 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<128x512xf32>) outs(%87 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x512xbf16>
    %expanded_48 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %94 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %expanded_42 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_49 = tensor.collapse_shape %108 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %110 = tensor.empty() : tensor<512x128xbf16>
    %transposed_50 = linalg.transpose ins(%collapsed_49 : tensor<128x512xbf16>) outs(%110 : tensor<512x128xbf16>) permutation = [1, 0] 
    %111 = tensor.empty() : tensor<512x256xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %113 = linalg.matmul ins(%transposed_50, %collapsed_39 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%112 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<512x256xf32>) outs(%98 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<512x256xbf16>
    %115 = linalg.matmul ins(%collapsed_49, %arg9 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_51 = tensor.expand_shape %116 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.negf %in : bf16
      %220 = math.exp %219 : bf16
      %221 = arith.addf %220, %cst_3 : bf16
      %222 = arith.divf %cst_3, %221 : bf16
      linalg.yield %222 : bf16
    } -> tensor<1x128x512xbf16>
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6, %117 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.subf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40, %118 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.addf %in, %cst_3 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %121 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %117 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %120 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%93 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_52 = tensor.collapse_shape %122 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %transposed_53 = linalg.transpose ins(%collapsed_52 : tensor<128x512xbf16>) outs(%110 : tensor<512x128xbf16>) permutation = [1, 0] 
    %123 = linalg.matmul ins(%transposed_53, %collapsed_39 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%112 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%123 : tensor<512x256xf32>) outs(%98 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<512x256xbf16>
    %125 = linalg.matmul ins(%collapsed_52, %arg8 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_54 = tensor.expand_shape %126 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_51, %expanded_54 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %128 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %arg12 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %81 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %130 = tensor.empty() : tensor<1x1x256xbf16>
    %131 = linalg.fill ins(%cst_0 : bf16) outs(%130 : tensor<1x1x256xbf16>) -> tensor<1x1x256xbf16>
    %132 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%129 : tensor<1x128x256xbf16>) outs(%131 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.addf %in, %out : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_55 = tensor.collapse_shape %132 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %133 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %74 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %79 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%134 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.mulf %in, %cst_10 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %137 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_56 = tensor.collapse_shape %139 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %140 = linalg.generic {indexing_maps = [#map11, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_56 : tensor<1x128xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.divf %in, %cst_8 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.mulf %in, %cst_11 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %143 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %144 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.addf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %147 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %146 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_57 = tensor.collapse_shape %147 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %transposed_58 = linalg.transpose ins(%collapsed_57 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %148 = tensor.empty() : tensor<256x256xf32>
    %149 = linalg.fill ins(%cst : f32) outs(%148 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %150 = linalg.matmul ins(%transposed_58, %collapsed_36 : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%149 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%150 : tensor<256x256xf32>) outs(%13 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<256x256xbf16>
    %152 = linalg.matmul ins(%collapsed_57, %arg7 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%152 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_59 = tensor.expand_shape %153 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %transposed_60 = linalg.transpose ins(%expanded_59 : tensor<1x128x4x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_61 = tensor.collapse_shape %transposed_60 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %transposed_62 = linalg.transpose ins(%collapsed_31 : tensor<4x128x128xbf16>) outs(%46 : tensor<4x128x128xbf16>) permutation = [0, 2, 1] 
    %154 = linalg.batch_matmul ins(%transposed_62, %collapsed_61 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%66 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<4x128x64xf32>) outs(%68 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x128x64xbf16>
    %156 = tensor.empty() : tensor<4x64x128xbf16>
    %transposed_63 = linalg.transpose ins(%collapsed_32 : tensor<4x128x64xbf16>) outs(%156 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %157 = linalg.batch_matmul ins(%collapsed_61, %transposed_63 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%44 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<4x128x128xf32>) outs(%46 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_64 = tensor.expand_shape %158 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %159 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<1x4x128x128xbf16>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159, %63 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %161 = linalg.generic {indexing_maps = [#map4, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%160 : tensor<1x4x128x128xf32>) outs(%61 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x1xf32>
    %162 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %161 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %162 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.subf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x4x128x128xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<1x4x128x128xf32>) outs(%48 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x128xbf16>
    %165 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164 : tensor<1x4x128x128xbf16>) outs(%48 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_65 = tensor.collapse_shape %165 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %transposed_66 = linalg.transpose ins(%collapsed_27 : tensor<4x128x64xbf16>) outs(%156 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %166 = tensor.empty() : tensor<4x64x128xf32>
    %167 = linalg.fill ins(%cst : f32) outs(%166 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %168 = linalg.batch_matmul ins(%transposed_66, %collapsed_65 : tensor<4x64x128xbf16>, tensor<4x128x128xbf16>) outs(%167 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<4x64x128xf32>) outs(%156 : tensor<4x64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x64x128xbf16>
    %transposed_67 = linalg.transpose ins(%collapsed_28 : tensor<4x64x128xbf16>) outs(%68 : tensor<4x128x64xbf16>) permutation = [0, 2, 1] 
    %170 = linalg.batch_matmul ins(%collapsed_65, %transposed_67 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%66 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170 : tensor<4x128x64xf32>) outs(%68 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_68 = tensor.expand_shape %169 [[0, 1], [2], [3]] output_shape [1, 4, 64, 128] : tensor<4x64x128xbf16> into tensor<1x4x64x128xbf16>
    %expanded_69 = tensor.expand_shape %171 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %transposed_70 = linalg.transpose ins(%expanded_68 : tensor<1x4x64x128xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) permutation = [0, 1, 3, 2] 
    %expanded_71 = tensor.expand_shape %155 [[0, 1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %172 = tensor.empty() : tensor<1x2x1x128x64xbf16>
    %173 = linalg.fill ins(%cst_0 : bf16) outs(%172 : tensor<1x2x1x128x64xbf16>) -> tensor<1x2x1x128x64xbf16>
    %174 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_71 : tensor<1x2x2x128x64xbf16>) outs(%173 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.addf %in, %out : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_72 = tensor.collapse_shape %174 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %expanded_73 = tensor.expand_shape %transposed_70 [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<1x4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %175 = linalg.generic {indexing_maps = [#map7, #map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_73 : tensor<1x2x2x128x64xbf16>) outs(%173 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.addf %in, %out : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_74 = tensor.collapse_shape %175 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %176 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_74, %expanded_21 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %extracted_slice_75 = tensor.extract_slice %176[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %extracted_slice_76 = tensor.extract_slice %176[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %inserted_slice = tensor.insert_slice %extracted_slice_76 into %cst_5[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x32xbf16> into tensor<1x2x128x64xbf16>
    %177 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_75 : tensor<1x2x128x32xbf16>) outs(%35 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.negf %in : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x32xbf16>
    %inserted_slice_77 = tensor.insert_slice %177 into %cst_5[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x32xbf16> into tensor<1x2x128x64xbf16>
    %178 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_77 : tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %179 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_74, %expanded_19 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %180 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %179 : tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x2x128x64xbf16>
    %181 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_69, %expanded_21 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %extracted_slice_78 = tensor.extract_slice %181[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %extracted_slice_79 = tensor.extract_slice %181[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %inserted_slice_80 = tensor.insert_slice %extracted_slice_79 into %cst_4[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x32xbf16> into tensor<1x4x128x64xbf16>
    %182 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_78 : tensor<1x4x128x32xbf16>) outs(%30 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.negf %in : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x32xbf16>
    %inserted_slice_81 = tensor.insert_slice %182 into %cst_4[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x32xbf16> into tensor<1x4x128x64xbf16>
    %183 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_80, %inserted_slice_81 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %184 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_69, %expanded_19 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %185 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %184 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x4x128x64xbf16>
    %186 = tensor.empty() : tensor<1x128x2x64xbf16>
    %transposed_82 = linalg.transpose ins(%collapsed_72 : tensor<1x2x128x64xbf16>) outs(%186 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_83 = tensor.collapse_shape %transposed_82 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %transposed_84 = linalg.transpose ins(%collapsed_83 : tensor<128x128xbf16>) outs(%24 : tensor<128x128xbf16>) permutation = [1, 0] 
    %187 = linalg.matmul ins(%transposed_84, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%187 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %189 = linalg.matmul ins(%collapsed_83, %arg6 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%189 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_85 = tensor.expand_shape %190 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %transposed_86 = linalg.transpose ins(%180 : tensor<1x2x128x64xbf16>) outs(%186 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_87 = tensor.collapse_shape %transposed_86 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %transposed_88 = linalg.transpose ins(%collapsed_87 : tensor<128x128xbf16>) outs(%24 : tensor<128x128xbf16>) permutation = [1, 0] 
    %191 = linalg.matmul ins(%transposed_88, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%191 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %193 = linalg.matmul ins(%collapsed_87, %arg5 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%193 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_89 = tensor.expand_shape %194 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %195 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_85, %expanded_89 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %transposed_90 = linalg.transpose ins(%185 : tensor<1x4x128x64xbf16>) outs(%70 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_91 = tensor.collapse_shape %transposed_90 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %transposed_92 = linalg.transpose ins(%collapsed_91 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %196 = linalg.matmul ins(%transposed_92, %collapsed : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%149 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<256x256xf32>) outs(%13 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<256x256xbf16>
    %198 = linalg.matmul ins(%collapsed_91, %arg4 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%198 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<128x256xbf16>
    %expanded_93 = tensor.expand_shape %199 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %200 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %expanded_93 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %201 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %arg11 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %202 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %11 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.mulf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %203 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%202 : tensor<1x128x256xbf16>) outs(%131 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %219 = arith.addf %in, %out : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_94 = tensor.collapse_shape %203 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %204 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %219 = arith.extf %in : bf16 to f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %1 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%205 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.addf %in, %out : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.mulf %in, %cst_10 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %208 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_95 = tensor.collapse_shape %210 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %211 = linalg.generic {indexing_maps = [#map11, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_95 : tensor<1x128xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.divf %in, %cst_8 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %219 = arith.mulf %in, %cst_11 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %214 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.mulf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206, %215 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_96: f32, %out: f32):
      %219 = arith.addf %in, %in_96 : f32
      linalg.yield %219 : f32
    } -> tensor<1x128x256xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %219 = arith.truncf %in : f32 to bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    %218 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %217 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_96: bf16, %out: bf16):
      %219 = arith.addf %in, %in_96 : bf16
      linalg.yield %219 : bf16
    } -> tensor<1x128x256xbf16>
    return %101, %218, %197, %192, %188, %151, %124, %114, %105, %collapsed_94, %collapsed_55 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
