// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<1x128x256xbf16>, %arg1: tensor<1x1x128x128xbf16>, %arg2: tensor<1x128x64xbf16>, %arg3: tensor<1x128x64xbf16>, %arg4: tensor<768x256xbf16>, %arg5: tensor<768xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<512xbf16>, %arg10: tensor<256x512xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>, %arg13: tensor<256xbf16>, %arg14: tensor<256xbf16>, %arg15: tensor<256xbf16>, %arg16: tensor<1x128x256xbf16>) -> (tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<768x256xbf16>, tensor<768xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<512x256xbf16>, tensor<512xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : bf16
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 1.000000e+00 : bf16
    %cst_4 = arith.constant 2.000000e+00 : bf16
    %cst_5 = arith.constant 5.000000e-01 : bf16
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<1x4x128x64xbf16>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<1x4x128x16xbf16>
    %cst_8 = arith.constant 0.3989422804014327 : f64
    %cst_9 = arith.constant 0.70710678118654757 : f64
    %cst_10 = arith.constant 1.000000e-05 : f64
    %cst_11 = arith.constant 2.560000e+02 : f64
    %cst_12 = arith.constant 2.560000e+02 : f32
    %cst_13 = arith.constant 1.250000e-01 : bf16
    %cst_14 = arith.constant 1.000000e+00 : f32
    %cst_15 = arith.constant 5.000000e-01 : f32
    %cst_16 = arith.constant -5.000000e-01 : f32
    %cst_17 = arith.constant 2.560000e+02 : bf16
    %0 = tensor.empty() : tensor<1x128x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %2 = tensor.empty() : tensor<1x128x256xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%2 : tensor<1x128x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %241 = arith.extf %in : f32 to f64
      linalg.yield %241 : f64
    } -> tensor<1x128x256xf64>
    %4 = tensor.empty() : tensor<1x128x1xf64>
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<1x128x1xf64>) -> tensor<1x128x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<1x128x256xf64>) outs(%5 : tensor<1x128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %241 = arith.addf %in, %out : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x1xf64>) outs(%4 : tensor<1x128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %241 = arith.divf %in, %cst_11 : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<1x128x256xf64>, tensor<1x128x1xf64>) outs(%2 : tensor<1x128x256xf64>) {
    ^bb0(%in: f64, %in_97: f64, %out: f64):
      %241 = arith.subf %in, %in_97 : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x256xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<1x128x256xf64>, tensor<1x128x256xf64>) outs(%2 : tensor<1x128x256xf64>) {
    ^bb0(%in: f64, %in_97: f64, %out: f64):
      %241 = arith.mulf %in, %in_97 : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x256xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<1x128x256xf64>) outs(%5 : tensor<1x128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %241 = arith.addf %in, %out : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x1xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x128x1xf64>) outs(%4 : tensor<1x128x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %241 = arith.divf %in, %cst_11 : f64
      linalg.yield %241 : f64
    } -> tensor<1x128x1xf64>
    %12 = tensor.empty() : tensor<1x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x128x1xf64>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %241 = arith.truncf %in : f64 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<1x128x256xf32>) outs(%14 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x128x1xf32>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.divf %in, %cst_12 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x128x1xf32>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.truncf %cst_10 : f64 to f32
      %242 = arith.addf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = math.rsqrt %in : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg12 : tensor<1x128x256xf32>, tensor<256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.mulf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg13 : tensor<1x128x256xf32>, tensor<256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.addf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %23 = tensor.empty() : tensor<1x128x256xbf16>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x128x256xf32>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %25 = tensor.empty() : tensor<1x128x1xbf16>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x128x1xf32>) outs(%25 : tensor<1x128x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x1xbf16>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x128x1xf32>) outs(%25 : tensor<1x128x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x1xbf16>
    %28 = tensor.empty() : tensor<256x768xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<768x256xbf16>) outs(%28 : tensor<256x768xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %24 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %29 = tensor.empty() : tensor<768xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg5 : tensor<768xbf16>) outs(%29 : tensor<768xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<768xf32>
    %31 = tensor.empty() : tensor<128x256xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<128x256xbf16>) outs(%31 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<128x256xf32>
    %33 = tensor.empty() : tensor<256x768xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<256x768xbf16>) outs(%33 : tensor<256x768xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256x768xf32>
    %35 = tensor.empty() : tensor<128x768xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %37 = linalg.matmul ins(%32, %34 : tensor<128x256xf32>, tensor<256x768xf32>) outs(%36 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%37, %30 : tensor<128x768xf32>, tensor<768xf32>) outs(%35 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.addf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<128x768xf32>
    %39 = tensor.empty() : tensor<128x768xbf16>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<128x768xf32>) outs(%39 : tensor<128x768xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x768xbf16>
    %expanded = tensor.expand_shape %40 [[0, 1], [2, 3]] output_shape [1, 128, 4, 192] : tensor<128x768xbf16> into tensor<1x128x4x192xbf16>
    %41 = tensor.empty() : tensor<1x4x128x192xbf16>
    %transposed_18 = linalg.transpose ins(%expanded : tensor<1x128x4x192xbf16>) outs(%41 : tensor<1x4x128x192xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_18[0, 0, 0, 0] [1, 4, 128, 64] [1, 1, 1, 1] : tensor<1x4x128x192xbf16> to tensor<1x4x128x64xbf16>
    %extracted_slice_19 = tensor.extract_slice %transposed_18[0, 0, 0, 64] [1, 4, 128, 64] [1, 1, 1, 1] : tensor<1x4x128x192xbf16> to tensor<1x4x128x64xbf16>
    %extracted_slice_20 = tensor.extract_slice %transposed_18[0, 0, 0, 128] [1, 4, 128, 64] [1, 1, 1, 1] : tensor<1x4x128x192xbf16> to tensor<1x4x128x64xbf16>
    %extracted_slice_21 = tensor.extract_slice %extracted_slice[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x16xbf16>
    %extracted_slice_22 = tensor.extract_slice %extracted_slice[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x48xbf16>
    %extracted_slice_23 = tensor.extract_slice %arg2[0, 0, 0] [1, 128, 16] [1, 1, 1] : tensor<1x128x64xbf16> to tensor<1x128x16xbf16>
    %extracted_slice_24 = tensor.extract_slice %arg3[0, 0, 0] [1, 128, 16] [1, 1, 1] : tensor<1x128x64xbf16> to tensor<1x128x16xbf16>
    %expanded_25 = tensor.expand_shape %extracted_slice_23 [[0], [1, 2], [3]] output_shape [1, 1, 128, 16] : tensor<1x128x16xbf16> into tensor<1x1x128x16xbf16>
    %42 = tensor.empty() : tensor<1x4x128x16xbf16>
    %43 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_21, %expanded_25 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %extracted_slice_26 = tensor.extract_slice %extracted_slice_21[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %44 = tensor.empty() : tensor<1x4x128x8xbf16>
    %45 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x4x128x8xbf16>) outs(%44 : tensor<1x4x128x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.negf %in : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x8xbf16>
    %extracted_slice_27 = tensor.extract_slice %extracted_slice_21[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %concat = tensor.concat dim(3) %45, %extracted_slice_27 : (tensor<1x4x128x8xbf16>, tensor<1x4x128x8xbf16>) -> tensor<1x4x128x16xbf16>
    %expanded_28 = tensor.expand_shape %extracted_slice_24 [[0], [1, 2], [3]] output_shape [1, 1, 128, 16] : tensor<1x128x16xbf16> into tensor<1x1x128x16xbf16>
    %46 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_28 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %47 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %46 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %concat_29 = tensor.concat dim(3) %47, %extracted_slice_22 : (tensor<1x4x128x16xbf16>, tensor<1x4x128x48xbf16>) -> tensor<1x4x128x64xbf16>
    %extracted_slice_30 = tensor.extract_slice %extracted_slice_19[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x16xbf16>
    %extracted_slice_31 = tensor.extract_slice %extracted_slice_19[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x48xbf16>
    %48 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_30, %expanded_25 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %extracted_slice_32 = tensor.extract_slice %extracted_slice_30[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %49 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_32 : tensor<1x4x128x8xbf16>) outs(%44 : tensor<1x4x128x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.negf %in : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x8xbf16>
    %extracted_slice_33 = tensor.extract_slice %extracted_slice_30[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %concat_34 = tensor.concat dim(3) %49, %extracted_slice_33 : (tensor<1x4x128x8xbf16>, tensor<1x4x128x8xbf16>) -> tensor<1x4x128x16xbf16>
    %50 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_34, %expanded_28 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %51 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %50 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %concat_35 = tensor.concat dim(3) %51, %extracted_slice_31 : (tensor<1x4x128x16xbf16>, tensor<1x4x128x48xbf16>) -> tensor<1x4x128x64xbf16>
    %52 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_36 = linalg.transpose ins(%concat_35 : tensor<1x4x128x64xbf16>) outs(%52 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_37 = tensor.collapse_shape %concat_29 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %collapsed_38 = tensor.collapse_shape %transposed_36 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %53 = tensor.empty() : tensor<4x128x128xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %55 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%54 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %56 = tensor.empty() : tensor<4x128x128xbf16>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<4x128x128xf32>) outs(%56 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_39 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %58 = tensor.empty() : tensor<1x4x128x128xbf16>
    %59 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<1x4x128x128xbf16>) outs(%58 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.mulf %in, %cst_13 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x128xbf16>
    %60 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %arg1 : tensor<1x4x128x128xbf16>, tensor<1x1x128x128xbf16>) outs(%58 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x128xbf16>
    %61 = tensor.empty() : tensor<1x4x128x128xf32>
    %62 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x4x128x128xbf16>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %63 = tensor.empty() : tensor<1x4x128xi64>
    %64 = linalg.fill ins(%c0_i64 : i64) outs(%63 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %65 = tensor.empty() : tensor<1x4x128xf32>
    %66 = linalg.fill ins(%cst_2 : f32) outs(%65 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %67:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%62 : tensor<1x4x128x128xf32>) outs(%66, %64 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_97: i64):
      %241 = linalg.index 3 : index
      %242 = arith.index_cast %241 : index to i64
      %243 = arith.maximumf %in, %out : f32
      %244 = arith.cmpf ogt, %in, %out : f32
      %245 = arith.select %244, %242, %out_97 : i64
      linalg.yield %243, %245 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_40 = tensor.expand_shape %67#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %68 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %expanded_40 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %69 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x4x128x128xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = math.exp %in : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %70 = tensor.empty() : tensor<1x4x128x1xf32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%70 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %72 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%69 : tensor<1x4x128x128xf32>) outs(%71 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x1xf32>
    %73 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %72 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.divf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %74 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x4x128x128xf32>) outs(%58 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_41 = tensor.collapse_shape %74 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %collapsed_42 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %75 = tensor.empty() : tensor<4x128x64xf32>
    %76 = linalg.fill ins(%cst_0 : f32) outs(%75 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %77 = linalg.batch_matmul ins(%collapsed_41, %collapsed_42 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%76 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %78 = tensor.empty() : tensor<4x128x64xbf16>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<4x128x64xf32>) outs(%78 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_43 = tensor.expand_shape %79 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %80 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_44 = linalg.transpose ins(%expanded_43 : tensor<1x4x128x64xbf16>) outs(%80 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %81 = tensor.empty() : tensor<256x256xbf16>
    %transposed_45 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%81 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %82 = tensor.empty() : tensor<256xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg7 : tensor<256xbf16>) outs(%82 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %84 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_46 : tensor<128x256xbf16>) outs(%31 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<128x256xf32>
    %85 = tensor.empty() : tensor<256x256xf32>
    %86 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_45 : tensor<256x256xbf16>) outs(%85 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256x256xf32>
    %87 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %88 = linalg.matmul ins(%84, %86 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%88, %83 : tensor<128x256xf32>, tensor<256xf32>) outs(%31 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.addf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<128x256xf32>
    %90 = tensor.empty() : tensor<128x256xbf16>
    %91 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<128x256xf32>) outs(%90 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x256xbf16>
    %expanded_47 = tensor.expand_shape %91 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %92 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg14 : tensor<1x128x256xf32>, tensor<256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.mulf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %arg15 : tensor<1x128x256xf32>, tensor<256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.addf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<1x128x256xf32>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_47 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %96 = tensor.empty() : tensor<256x512xbf16>
    %transposed_48 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%96 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_49 = tensor.collapse_shape %94 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %97 = tensor.empty() : tensor<512xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg9 : tensor<512xbf16>) outs(%97 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<512xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_49 : tensor<128x256xbf16>) outs(%31 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<128x256xf32>
    %100 = tensor.empty() : tensor<256x512xf32>
    %101 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_48 : tensor<256x512xbf16>) outs(%100 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256x512xf32>
    %102 = tensor.empty() : tensor<128x512xf32>
    %103 = linalg.fill ins(%cst_0 : f32) outs(%102 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %104 = linalg.matmul ins(%99, %101 : tensor<128x256xf32>, tensor<256x512xf32>) outs(%103 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%104, %98 : tensor<128x512xf32>, tensor<512xf32>) outs(%102 : tensor<128x512xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.addf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<128x512xf32>
    %106 = tensor.empty() : tensor<128x512xbf16>
    %107 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<128x512xf32>) outs(%106 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x512xbf16>
    %expanded_50 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %108 = tensor.empty() : tensor<1x128x512xbf16>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<1x128x512xbf16>) outs(%108 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = math.sqrt %cst_4 : bf16
      %242 = arith.divf %in, %241 : bf16
      %243 = math.erf %242 : bf16
      %244 = arith.addf %243, %cst_3 : bf16
      %245 = arith.mulf %244, %cst_5 : bf16
      %246 = arith.mulf %in, %245 : bf16
      linalg.yield %246 : bf16
    } -> tensor<1x128x512xbf16>
    %110 = tensor.empty() : tensor<512x256xbf16>
    %transposed_51 = linalg.transpose ins(%arg10 : tensor<256x512xbf16>) outs(%110 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %109 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %111 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<256xbf16>) outs(%82 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %112 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_52 : tensor<128x512xbf16>) outs(%102 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<128x512xf32>
    %113 = tensor.empty() : tensor<512x256xf32>
    %114 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_51 : tensor<512x256xbf16>) outs(%113 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<512x256xf32>
    %115 = linalg.matmul ins(%112, %114 : tensor<128x512xf32>, tensor<512x256xf32>) outs(%87 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %116 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%115, %111 : tensor<128x256xf32>, tensor<256xf32>) outs(%31 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.addf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<128x256xf32>
    %117 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%116 : tensor<128x256xf32>) outs(%90 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x256xbf16>
    %expanded_53 = tensor.expand_shape %117 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %expanded_53 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_54 = tensor.collapse_shape %arg16 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %119 = linalg.matmul ins(%collapsed_54, %arg10 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%103 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %120 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%119 : tensor<128x512xf32>) outs(%106 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x512xbf16>
    %121 = tensor.empty() : tensor<256x128xbf16>
    %transposed_55 = linalg.transpose ins(%collapsed_54 : tensor<128x256xbf16>) outs(%121 : tensor<256x128xbf16>) permutation = [1, 0] 
    %122 = linalg.fill ins(%cst_0 : f32) outs(%100 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %123 = linalg.matmul ins(%transposed_55, %collapsed_52 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%122 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123 : tensor<256x512xf32>) outs(%96 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256x512xbf16>
    %125 = tensor.empty() : tensor<1x256xbf16>
    %126 = linalg.fill ins(%cst_1 : bf16) outs(%125 : tensor<1x256xbf16>) -> tensor<1x256xbf16>
    %127 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_54 : tensor<128x256xbf16>) outs(%126 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.addf %in, %out : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_56 = tensor.collapse_shape %127 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %expanded_57 = tensor.expand_shape %120 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %128 = tensor.empty() : tensor<1x128x512xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57 : tensor<1x128x512xbf16>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<1x128x512xbf16>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.truncf %cst_9 : f64 to f32
      %242 = arith.mulf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x512xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = math.erf %in : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %cst_14 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.mulf %in, %cst_15 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %130 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.mulf %in, %cst_16 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = math.exp %in : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.truncf %cst_8 : f64 to f32
      %242 = arith.mulf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x512xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %138 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %139 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.addf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %140 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%128 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x512xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x128x512xf32>) outs(%108 : tensor<1x128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_58 = tensor.collapse_shape %142 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %143 = linalg.matmul ins(%collapsed_58, %arg8 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%87 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<128x256xf32>) outs(%90 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x256xbf16>
    %145 = tensor.empty() : tensor<512x128xbf16>
    %transposed_59 = linalg.transpose ins(%collapsed_58 : tensor<128x512xbf16>) outs(%145 : tensor<512x128xbf16>) permutation = [1, 0] 
    %146 = linalg.fill ins(%cst_0 : f32) outs(%113 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %147 = linalg.matmul ins(%transposed_59, %collapsed_49 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%146 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<512x256xf32>) outs(%110 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<512x256xbf16>
    %149 = tensor.empty() : tensor<1x512xbf16>
    %150 = linalg.fill ins(%cst_1 : bf16) outs(%149 : tensor<1x512xbf16>) -> tensor<1x512xbf16>
    %151 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_58 : tensor<128x512xbf16>) outs(%150 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.addf %in, %out : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x512xbf16>
    %collapsed_60 = tensor.collapse_shape %151 [[0, 1]] : tensor<1x512xbf16> into tensor<512xbf16>
    %expanded_61 = tensor.expand_shape %144 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %152 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg14 : tensor<256xbf16>) outs(%82 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %26 : tensor<1x128x256xf32>, tensor<1x128x1xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.subf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154, %27 : tensor<1x128x256xf32>, tensor<1x128x1xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: bf16, %out: f32):
      %241 = arith.extf %in_97 : bf16 to f32
      %242 = arith.mulf %in, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %153 : tensor<1x128x256xf32>, tensor<256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.mulf %in, %cst_12 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%156 : tensor<1x128x256xf32>) outs(%14 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %155 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%159 : tensor<1x128x256xf32>) outs(%14 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %160 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %158 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %161 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x128x1xbf16>) outs(%25 : tensor<1x128x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.divf %in, %cst_17 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x1xbf16>
    %165 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %163 : tensor<1x128x1xbf16>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %in_97: f32, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      %242 = arith.mulf %241, %in_97 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %155 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %167 = linalg.fill ins(%cst_0 : f32) outs(%82 : tensor<256xf32>) -> tensor<256xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "parallel"]} ins(%166 : tensor<1x128x256xf32>) outs(%167 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "parallel"]} ins(%152 : tensor<1x128x256xf32>) outs(%167 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<1x128x256xf32>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %171 = tensor.empty() : tensor<256xbf16>
    %172 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%168 : tensor<256xf32>) outs(%171 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256xbf16>
    %173 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%169 : tensor<256xf32>) outs(%171 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256xbf16>
    %174 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %170 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %175 = linalg.matmul ins(%collapsed_54, %arg6 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%87 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %176 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<128x256xf32>) outs(%90 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x256xbf16>
    %177 = linalg.fill ins(%cst_0 : f32) outs(%85 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %178 = linalg.matmul ins(%transposed_55, %collapsed_46 : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%177 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %179 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%178 : tensor<256x256xf32>) outs(%81 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256x256xbf16>
    %expanded_62 = tensor.expand_shape %176 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %180 = tensor.empty() : tensor<1x4x128x64xbf16>
    %transposed_63 = linalg.transpose ins(%expanded_62 : tensor<1x128x4x64xbf16>) outs(%180 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_64 = tensor.collapse_shape %transposed_63 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %transposed_65 = linalg.transpose ins(%collapsed_41 : tensor<4x128x128xbf16>) outs(%56 : tensor<4x128x128xbf16>) permutation = [0, 2, 1] 
    %181 = linalg.batch_matmul ins(%transposed_65, %collapsed_64 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%76 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<4x128x64xf32>) outs(%78 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x128x64xbf16>
    %183 = tensor.empty() : tensor<4x64x128xbf16>
    %transposed_66 = linalg.transpose ins(%collapsed_42 : tensor<4x128x64xbf16>) outs(%183 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %184 = linalg.batch_matmul ins(%collapsed_64, %transposed_66 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%54 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<4x128x128xf32>) outs(%56 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_67 = tensor.expand_shape %185 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %186 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_67 : tensor<1x4x128x128xbf16>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %187 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186, %73 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %188 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%187 : tensor<1x4x128x128xf32>) outs(%71 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x1xf32>
    %189 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %188 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %190 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %189 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%61 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x4x128x128xf32>
    %191 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190 : tensor<1x4x128x128xf32>) outs(%58 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x128xbf16>
    %192 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191 : tensor<1x4x128x128xbf16>) outs(%58 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.mulf %in, %cst_13 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_68 = tensor.collapse_shape %192 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %transposed_69 = linalg.transpose ins(%collapsed_37 : tensor<4x128x64xbf16>) outs(%183 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %193 = tensor.empty() : tensor<4x64x128xf32>
    %194 = linalg.fill ins(%cst_0 : f32) outs(%193 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %195 = linalg.batch_matmul ins(%transposed_69, %collapsed_68 : tensor<4x64x128xbf16>, tensor<4x128x128xbf16>) outs(%194 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195 : tensor<4x64x128xf32>) outs(%183 : tensor<4x64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x64x128xbf16>
    %transposed_70 = linalg.transpose ins(%collapsed_38 : tensor<4x64x128xbf16>) outs(%78 : tensor<4x128x64xbf16>) permutation = [0, 2, 1] 
    %197 = linalg.batch_matmul ins(%collapsed_68, %transposed_70 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%76 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<4x128x64xf32>) outs(%78 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_71 = tensor.expand_shape %196 [[0, 1], [2], [3]] output_shape [1, 4, 64, 128] : tensor<4x64x128xbf16> into tensor<1x4x64x128xbf16>
    %expanded_72 = tensor.expand_shape %198 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %transposed_73 = linalg.transpose ins(%expanded_71 : tensor<1x4x64x128xbf16>) outs(%180 : tensor<1x4x128x64xbf16>) permutation = [0, 1, 3, 2] 
    %expanded_74 = tensor.expand_shape %182 [[0, 1], [2, 3], [4]] output_shape [1, 4, 1, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x1x128x64xbf16>
    %collapsed_75 = tensor.collapse_shape %expanded_74 [[0], [1, 2], [3], [4]] : tensor<1x4x1x128x64xbf16> into tensor<1x4x128x64xbf16>
    %extracted_slice_76 = tensor.extract_slice %transposed_73[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x16xbf16>
    %extracted_slice_77 = tensor.extract_slice %transposed_73[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x48xbf16>
    %199 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_76, %expanded_28 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %extracted_slice_78 = tensor.extract_slice %199[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %extracted_slice_79 = tensor.extract_slice %199[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %inserted_slice = tensor.insert_slice %extracted_slice_79 into %cst_7[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x8xbf16> into tensor<1x4x128x16xbf16>
    %200 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_78 : tensor<1x4x128x8xbf16>) outs(%44 : tensor<1x4x128x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.negf %in : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x8xbf16>
    %inserted_slice_80 = tensor.insert_slice %200 into %cst_7[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x8xbf16> into tensor<1x4x128x16xbf16>
    %201 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_80 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %202 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_76, %expanded_25 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %203 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201, %202 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %inserted_slice_81 = tensor.insert_slice %extracted_slice_77 into %cst_6[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x48xbf16> into tensor<1x4x128x64xbf16>
    %inserted_slice_82 = tensor.insert_slice %203 into %cst_6[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> into tensor<1x4x128x64xbf16>
    %204 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_81, %inserted_slice_82 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%180 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x64xbf16>
    %extracted_slice_83 = tensor.extract_slice %expanded_72[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x16xbf16>
    %extracted_slice_84 = tensor.extract_slice %expanded_72[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x48xbf16>
    %205 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_83, %expanded_28 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %extracted_slice_85 = tensor.extract_slice %205[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %extracted_slice_86 = tensor.extract_slice %205[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> to tensor<1x4x128x8xbf16>
    %inserted_slice_87 = tensor.insert_slice %extracted_slice_86 into %cst_7[0, 0, 0, 0] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x8xbf16> into tensor<1x4x128x16xbf16>
    %206 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_85 : tensor<1x4x128x8xbf16>) outs(%44 : tensor<1x4x128x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.negf %in : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x8xbf16>
    %inserted_slice_88 = tensor.insert_slice %206 into %cst_7[0, 0, 0, 8] [1, 4, 128, 8] [1, 1, 1, 1] : tensor<1x4x128x8xbf16> into tensor<1x4x128x16xbf16>
    %207 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_87, %inserted_slice_88 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %208 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_83, %expanded_25 : tensor<1x4x128x16xbf16>, tensor<1x1x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.mulf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %209 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207, %208 : tensor<1x4x128x16xbf16>, tensor<1x4x128x16xbf16>) outs(%42 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x16xbf16>
    %inserted_slice_89 = tensor.insert_slice %extracted_slice_84 into %cst_6[0, 0, 0, 16] [1, 4, 128, 48] [1, 1, 1, 1] : tensor<1x4x128x48xbf16> into tensor<1x4x128x64xbf16>
    %inserted_slice_90 = tensor.insert_slice %209 into %cst_6[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 1] : tensor<1x4x128x16xbf16> into tensor<1x4x128x64xbf16>
    %210 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_89, %inserted_slice_90 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%180 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x4x128x64xbf16>
    %concat_91 = tensor.concat dim(3) %210, %204, %collapsed_75 : (tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) -> tensor<1x4x128x192xbf16>
    %211 = tensor.empty() : tensor<1x128x4x192xbf16>
    %transposed_92 = linalg.transpose ins(%concat_91 : tensor<1x4x128x192xbf16>) outs(%211 : tensor<1x128x4x192xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_93 = tensor.collapse_shape %transposed_92 [[0, 1], [2, 3]] : tensor<1x128x4x192xbf16> into tensor<128x768xbf16>
    %212 = linalg.matmul ins(%collapsed_93, %arg4 : tensor<128x768xbf16>, tensor<768x256xbf16>) outs(%87 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %213 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%212 : tensor<128x256xf32>) outs(%90 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<128x256xbf16>
    %214 = tensor.empty() : tensor<768x128xbf16>
    %transposed_94 = linalg.transpose ins(%collapsed_93 : tensor<128x768xbf16>) outs(%214 : tensor<768x128xbf16>) permutation = [1, 0] 
    %215 = tensor.empty() : tensor<768x256xf32>
    %216 = linalg.fill ins(%cst_0 : f32) outs(%215 : tensor<768x256xf32>) -> tensor<768x256xf32>
    %217 = linalg.matmul ins(%transposed_94, %collapsed : tensor<768x128xbf16>, tensor<128x256xbf16>) outs(%216 : tensor<768x256xf32>) -> tensor<768x256xf32>
    %218 = tensor.empty() : tensor<768x256xbf16>
    %219 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%217 : tensor<768x256xf32>) outs(%218 : tensor<768x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<768x256xbf16>
    %220 = tensor.empty() : tensor<1x768xbf16>
    %221 = linalg.fill ins(%cst_1 : bf16) outs(%220 : tensor<1x768xbf16>) -> tensor<1x768xbf16>
    %222 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_93 : tensor<128x768xbf16>) outs(%221 : tensor<1x768xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %241 = arith.addf %in, %out : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x768xbf16>
    %collapsed_95 = tensor.collapse_shape %222 [[0, 1]] : tensor<1x768xbf16> into tensor<768xbf16>
    %expanded_96 = tensor.expand_shape %213 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %223 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_96 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg12 : tensor<256xbf16>) outs(%82 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %225 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %224 : tensor<1x128x256xf32>, tensor<256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %226 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.mulf %in, %cst_12 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %227 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%225 : tensor<1x128x256xf32>) outs(%14 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %228 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %155 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %229 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%228 : tensor<1x128x256xf32>) outs(%14 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x1xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %229 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %227 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %232 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231, %230 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.subf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %233 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %232 : tensor<1x128x1xbf16>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %in_97: f32, %out: f32):
      %241 = arith.extf %in : bf16 to f32
      %242 = arith.mulf %241, %in_97 : f32
      linalg.yield %242 : f32
    } -> tensor<1x128x256xf32>
    %234 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %155 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_97: f32, %out: f32):
      %241 = arith.mulf %in, %in_97 : f32
      linalg.yield %241 : f32
    } -> tensor<1x128x256xf32>
    %235 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "parallel"]} ins(%234 : tensor<1x128x256xf32>) outs(%167 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %236 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "parallel"]} ins(%223 : tensor<1x128x256xf32>) outs(%167 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %241 = arith.addf %in, %out : f32
      linalg.yield %241 : f32
    } -> tensor<256xf32>
    %237 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233 : tensor<1x128x256xf32>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    %238 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%235 : tensor<256xf32>) outs(%171 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256xbf16>
    %239 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%236 : tensor<256xf32>) outs(%171 : tensor<256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %241 = arith.truncf %in : f32 to bf16
      linalg.yield %241 : bf16
    } -> tensor<256xbf16>
    %240 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174, %237 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%23 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_97: bf16, %out: bf16):
      %241 = arith.addf %in, %in_97 : bf16
      linalg.yield %241 : bf16
    } -> tensor<1x128x256xbf16>
    return %118, %240, %219, %collapsed_95, %179, %collapsed_56, %148, %collapsed_60, %124, %collapsed_56, %238, %239, %172, %173 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<768x256xbf16>, tensor<768xbf16>, tensor<256x256xbf16>, tensor<256xbf16>, tensor<512x256xbf16>, tensor<512xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
