// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<1x64x32xbf16>, %arg3: tensor<1x64x32xbf16>, %arg4: tensor<96x256xbf16>, %arg5: tensor<96xbf16>, %arg6: tensor<384x96xbf16>, %arg7: tensor<160x256xbf16>, %arg8: tensor<128xbf16>, %arg9: tensor<512x128xbf16>, %arg10: tensor<256x256xbf16>) -> tensor<1x64x256xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.10206207261596575 : f64
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 9.600000e+01 : f32
    %cst_4 = arith.constant 1.280000e+02 : f32
    %0 = tensor.empty() : tensor<256x96xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<96x256xbf16>) outs(%0 : tensor<256x96xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %1 = tensor.empty() : tensor<64x96xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x96xbf16>) outs(%2 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %4 = tensor.empty() : tensor<64x96xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x96xf32>) outs(%4 : tensor<64x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<64x96xbf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [1, 64, 96] : tensor<64x96xbf16> into tensor<1x64x96xbf16>
    %6 = tensor.empty() : tensor<1x64x96xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x64x96xbf16>) outs(%6 : tensor<1x64x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<1x64x96xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x96xf32>) outs(%6 : tensor<1x64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %97 : f32
    } -> tensor<1x64x96xf32>
    %9 = tensor.empty() : tensor<1x64x1xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<1x64x96xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.divf %in, %cst_3 : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.truncf %cst_2 : f64 to f32
      %98 = arith.addf %in, %97 : f32
      linalg.yield %98 : f32
    } -> tensor<1x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.rsqrt %in : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %14 : tensor<1x64x96xf32>, tensor<1x64x1xf32>) outs(%6 : tensor<1x64x96xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %97 = arith.mulf %in, %in_50 : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x96xf32>
    %16 = tensor.empty() : tensor<1x64x96xbf16>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x64x96xf32>) outs(%16 : tensor<1x64x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<1x64x96xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5, %17 : tensor<96xbf16>, tensor<1x64x96xbf16>) outs(%16 : tensor<1x64x96xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x64x96xbf16>
    %19 = tensor.empty() : tensor<96x384xbf16>
    %transposed_5 = linalg.transpose ins(%arg6 : tensor<384x96xbf16>) outs(%19 : tensor<96x384xbf16>) permutation = [1, 0] 
    %collapsed_6 = tensor.collapse_shape %18 [[0, 1], [2]] : tensor<1x64x96xbf16> into tensor<64x96xbf16>
    %20 = tensor.empty() : tensor<64x384xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<64x384xf32>) -> tensor<64x384xf32>
    %22 = linalg.matmul ins(%collapsed_6, %transposed_5 : tensor<64x96xbf16>, tensor<96x384xbf16>) outs(%21 : tensor<64x384xf32>) -> tensor<64x384xf32>
    %23 = tensor.empty() : tensor<64x384xbf16>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<64x384xf32>) outs(%23 : tensor<64x384xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<64x384xbf16>
    %expanded_7 = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [1, 64, 4, 96] : tensor<64x384xbf16> into tensor<1x64x4x96xbf16>
    %25 = tensor.empty() : tensor<1x4x64x96xbf16>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x64x4x96xbf16>) outs(%25 : tensor<1x4x64x96xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_8[0, 0, 0, 0] [1, 4, 64, 64] [1, 1, 1, 1] : tensor<1x4x64x96xbf16> to tensor<1x4x64x64xbf16>
    %extracted_slice_9 = tensor.extract_slice %transposed_8[0, 0, 0, 64] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x96xbf16> to tensor<1x4x64x32xbf16>
    %26 = tensor.empty() : tensor<256x160xbf16>
    %transposed_10 = linalg.transpose ins(%arg7 : tensor<160x256xbf16>) outs(%26 : tensor<256x160xbf16>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<64x160xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %29 = linalg.matmul ins(%collapsed, %transposed_10 : tensor<64x256xbf16>, tensor<256x160xbf16>) outs(%28 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %30 = tensor.empty() : tensor<64x160xbf16>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<64x160xf32>) outs(%30 : tensor<64x160xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<64x160xbf16>
    %expanded_11 = tensor.expand_shape %31 [[0, 1], [2]] output_shape [1, 64, 160] : tensor<64x160xbf16> into tensor<1x64x160xbf16>
    %extracted_slice_12 = tensor.extract_slice %expanded_11[0, 0, 0] [1, 64, 128] [1, 1, 1] : tensor<1x64x160xbf16> to tensor<1x64x128xbf16>
    %extracted_slice_13 = tensor.extract_slice %expanded_11[0, 0, 128] [1, 64, 32] [1, 1, 1] : tensor<1x64x160xbf16> to tensor<1x64x32xbf16>
    %expanded_14 = tensor.expand_shape %extracted_slice_13 [[0], [1], [2, 3]] output_shape [1, 64, 1, 32] : tensor<1x64x32xbf16> into tensor<1x64x1x32xbf16>
    %32 = tensor.empty() : tensor<1x1x64x32xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x64x1x32xbf16>) outs(%32 : tensor<1x1x64x32xbf16>) permutation = [0, 2, 1, 3] 
    %33 = tensor.empty() : tensor<1x64x128xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_12 : tensor<1x64x128xbf16>) outs(%33 : tensor<1x64x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<1x64x128xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x64x128xf32>) outs(%33 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %97 : f32
    } -> tensor<1x64x128xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35 : tensor<1x64x128xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.divf %in, %cst_4 : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.truncf %cst_2 : f64 to f32
      %98 = arith.addf %in, %97 : f32
      linalg.yield %98 : f32
    } -> tensor<1x64x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x64x1xf32>) outs(%9 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.rsqrt %in : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %39 : tensor<1x64x128xf32>, tensor<1x64x1xf32>) outs(%33 : tensor<1x64x128xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %97 = arith.mulf %in, %in_50 : f32
      linalg.yield %97 : f32
    } -> tensor<1x64x128xf32>
    %41 = tensor.empty() : tensor<1x64x128xbf16>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x64x128xf32>) outs(%41 : tensor<1x64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<1x64x128xbf16>
    %43 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %42 : tensor<128xbf16>, tensor<1x64x128xbf16>) outs(%41 : tensor<1x64x128xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x64x128xbf16>
    %44 = tensor.empty() : tensor<128x512xbf16>
    %transposed_16 = linalg.transpose ins(%arg9 : tensor<512x128xbf16>) outs(%44 : tensor<128x512xbf16>) permutation = [1, 0] 
    %collapsed_17 = tensor.collapse_shape %43 [[0, 1], [2]] : tensor<1x64x128xbf16> into tensor<64x128xbf16>
    %45 = tensor.empty() : tensor<64x512xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %47 = linalg.matmul ins(%collapsed_17, %transposed_16 : tensor<64x128xbf16>, tensor<128x512xbf16>) outs(%46 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %48 = tensor.empty() : tensor<64x512xbf16>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<64x512xf32>) outs(%48 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<64x512xbf16>
    %expanded_18 = tensor.expand_shape %49 [[0, 1], [2, 3]] output_shape [1, 64, 4, 128] : tensor<64x512xbf16> into tensor<1x64x4x128xbf16>
    %50 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x64x4x128xbf16>) outs(%50 : tensor<1x4x64x128xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice_20 = tensor.extract_slice %transposed_19[0, 0, 0, 0] [1, 4, 64, 64] [1, 1, 1, 1] : tensor<1x4x64x128xbf16> to tensor<1x4x64x64xbf16>
    %extracted_slice_21 = tensor.extract_slice %transposed_19[0, 0, 0, 64] [1, 4, 64, 64] [1, 1, 1, 1] : tensor<1x4x64x128xbf16> to tensor<1x4x64x64xbf16>
    %expanded_22 = tensor.expand_shape %extracted_slice_9 [[0], [1], [2], [3, 4]] output_shape [1, 4, 64, 16, 2] : tensor<1x4x64x32xbf16> into tensor<1x4x64x16x2xbf16>
    %51 = tensor.empty() : tensor<1x4x64x2x16xbf16>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<1x4x64x16x2xbf16>) outs(%51 : tensor<1x4x64x2x16xbf16>) permutation = [0, 1, 2, 4, 3] 
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0], [1], [2], [3, 4]] : tensor<1x4x64x2x16xbf16> into tensor<1x4x64x32xbf16>
    %expanded_25 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 64, 32] : tensor<1x64x32xbf16> into tensor<1x1x64x32xbf16>
    %52 = tensor.empty() : tensor<1x4x64x32xbf16>
    %53 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_24, %expanded_25 : tensor<1x4x64x32xbf16>, tensor<1x1x64x32xbf16>) outs(%52 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x32xbf16>
    %extracted_slice_26 = tensor.extract_slice %collapsed_24[0, 0, 0, 16] [1, 4, 64, 16] [1, 1, 1, 1] : tensor<1x4x64x32xbf16> to tensor<1x4x64x16xbf16>
    %54 = tensor.empty() : tensor<1x4x64x16xbf16>
    %55 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x4x64x16xbf16>) outs(%54 : tensor<1x4x64x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.negf %in : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x16xbf16>
    %extracted_slice_27 = tensor.extract_slice %collapsed_24[0, 0, 0, 0] [1, 4, 64, 16] [1, 1, 1, 1] : tensor<1x4x64x32xbf16> to tensor<1x4x64x16xbf16>
    %concat = tensor.concat dim(3) %55, %extracted_slice_27 : (tensor<1x4x64x16xbf16>, tensor<1x4x64x16xbf16>) -> tensor<1x4x64x32xbf16>
    %expanded_28 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 64, 32] : tensor<1x64x32xbf16> into tensor<1x1x64x32xbf16>
    %56 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_28 : tensor<1x4x64x32xbf16>, tensor<1x1x64x32xbf16>) outs(%52 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x32xbf16>
    %57 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %56 : tensor<1x4x64x32xbf16>, tensor<1x4x64x32xbf16>) outs(%52 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.addf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x32xbf16>
    %concat_29 = tensor.concat dim(3) %extracted_slice, %57 : (tensor<1x4x64x64xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x96xbf16>
    %expanded_30 = tensor.expand_shape %transposed_15 [[0], [1], [2], [3, 4]] output_shape [1, 1, 64, 16, 2] : tensor<1x1x64x32xbf16> into tensor<1x1x64x16x2xbf16>
    %58 = tensor.empty() : tensor<1x1x64x2x16xbf16>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<1x1x64x16x2xbf16>) outs(%58 : tensor<1x1x64x2x16xbf16>) permutation = [0, 1, 2, 4, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1], [2], [3, 4]] : tensor<1x1x64x2x16xbf16> into tensor<1x1x64x32xbf16>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_32, %expanded_25 : tensor<1x1x64x32xbf16>, tensor<1x1x64x32xbf16>) outs(%32 : tensor<1x1x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x1x64x32xbf16>
    %extracted_slice_33 = tensor.extract_slice %collapsed_32[0, 0, 0, 16] [1, 1, 64, 16] [1, 1, 1, 1] : tensor<1x1x64x32xbf16> to tensor<1x1x64x16xbf16>
    %60 = tensor.empty() : tensor<1x1x64x16xbf16>
    %61 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_33 : tensor<1x1x64x16xbf16>) outs(%60 : tensor<1x1x64x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.negf %in : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x1x64x16xbf16>
    %extracted_slice_34 = tensor.extract_slice %collapsed_32[0, 0, 0, 0] [1, 1, 64, 16] [1, 1, 1, 1] : tensor<1x1x64x32xbf16> to tensor<1x1x64x16xbf16>
    %concat_35 = tensor.concat dim(3) %61, %extracted_slice_34 : (tensor<1x1x64x16xbf16>, tensor<1x1x64x16xbf16>) -> tensor<1x1x64x32xbf16>
    %62 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_35, %expanded_28 : tensor<1x1x64x32xbf16>, tensor<1x1x64x32xbf16>) outs(%32 : tensor<1x1x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.mulf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x1x64x32xbf16>
    %63 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %62 : tensor<1x1x64x32xbf16>, tensor<1x1x64x32xbf16>) outs(%32 : tensor<1x1x64x32xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.addf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x1x64x32xbf16>
    %collapsed_36 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<1x1x64x32xbf16> into tensor<1x64x32xbf16>
    %64 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_36 : tensor<1x64x32xbf16>) outs(%52 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x64x32xbf16>
    %concat_37 = tensor.concat dim(3) %extracted_slice_20, %64 : (tensor<1x4x64x64xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x96xbf16>
    %65 = tensor.empty() : tensor<1x4x96x64xbf16>
    %transposed_38 = linalg.transpose ins(%concat_37 : tensor<1x4x64x96xbf16>) outs(%65 : tensor<1x4x96x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_39 = tensor.collapse_shape %concat_29 [[0, 1], [2], [3]] : tensor<1x4x64x96xbf16> into tensor<4x64x96xbf16>
    %collapsed_40 = tensor.collapse_shape %transposed_38 [[0, 1], [2], [3]] : tensor<1x4x96x64xbf16> into tensor<4x96x64xbf16>
    %66 = tensor.empty() : tensor<4x64x64xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %68 = linalg.batch_matmul ins(%collapsed_39, %collapsed_40 : tensor<4x64x96xbf16>, tensor<4x96x64xbf16>) outs(%67 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %69 = tensor.empty() : tensor<4x64x64xbf16>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<4x64x64xf32>) outs(%69 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_41 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %71 = tensor.empty() : tensor<1x4x64x64xbf16>
    %72 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_41 : tensor<1x4x64x64xbf16>) outs(%71 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %97 = arith.truncf %cst_1 : f64 to bf16
      %98 = arith.mulf %in, %97 : bf16
      linalg.yield %98 : bf16
    } -> tensor<1x4x64x64xbf16>
    %73 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %arg1 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%71 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_50: bf16, %out: bf16):
      %97 = arith.addf %in, %in_50 : bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x64xbf16>
    %74 = tensor.empty() : tensor<1x4x64x64xf32>
    %75 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x4x64x64xbf16>) outs(%74 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %97 = arith.extf %in : bf16 to f32
      linalg.yield %97 : f32
    } -> tensor<1x4x64x64xf32>
    %76 = tensor.empty() : tensor<1x4x64xi64>
    %77 = linalg.fill ins(%c0_i64 : i64) outs(%76 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %78 = tensor.empty() : tensor<1x4x64xf32>
    %79 = linalg.fill ins(%cst_0 : f32) outs(%78 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %80:2 = linalg.generic {indexing_maps = [#map4, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%75 : tensor<1x4x64x64xf32>) outs(%79, %77 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_50: i64):
      %97 = linalg.index 3 : index
      %98 = arith.index_cast %97 : index to i64
      %99 = arith.maximumf %in, %out : f32
      %100 = arith.cmpf ogt, %in, %out : f32
      %101 = arith.select %100, %98, %out_50 : i64
      linalg.yield %99, %101 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_42 = tensor.expand_shape %80#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %expanded_42 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%74 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %97 = arith.subf %in, %in_50 : f32
      linalg.yield %97 : f32
    } -> tensor<1x4x64x64xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x4x64x64xf32>) outs(%74 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = math.exp %in : f32
      linalg.yield %97 : f32
    } -> tensor<1x4x64x64xf32>
    %83 = tensor.empty() : tensor<1x4x64x1xf32>
    %84 = linalg.fill ins(%cst : f32) outs(%83 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %85 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<1x4x64x64xf32>) outs(%84 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %97 = arith.addf %in, %out : f32
      linalg.yield %97 : f32
    } -> tensor<1x4x64x1xf32>
    %86 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %85 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%74 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %97 = arith.divf %in, %in_50 : f32
      linalg.yield %97 : f32
    } -> tensor<1x4x64x64xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86 : tensor<1x4x64x64xf32>) outs(%71 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_43 = tensor.collapse_shape %87 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_44 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %88 = linalg.batch_matmul ins(%collapsed_43, %collapsed_44 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%67 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<4x64x64xf32>) outs(%69 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_45 = tensor.expand_shape %89 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %90 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_46 = linalg.transpose ins(%expanded_45 : tensor<1x4x64x64xbf16>) outs(%90 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %91 = tensor.empty() : tensor<256x256xbf16>
    %transposed_47 = linalg.transpose ins(%arg10 : tensor<256x256xbf16>) outs(%91 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_48 = tensor.collapse_shape %transposed_46 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %92 = tensor.empty() : tensor<64x256xf32>
    %93 = linalg.fill ins(%cst : f32) outs(%92 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %94 = linalg.matmul ins(%collapsed_48, %transposed_47 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%93 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %95 = tensor.empty() : tensor<64x256xbf16>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<64x256xf32>) outs(%95 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %97 = arith.truncf %in : f32 to bf16
      linalg.yield %97 : bf16
    } -> tensor<64x256xbf16>
    %expanded_49 = tensor.expand_shape %96 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    return %expanded_49 : tensor<1x64x256xbf16>
  }
}
