// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
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
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<1x4x128x32xbf16>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<1x2x128x32xbf16>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<1x128x512xbf16>
    %cst_7 = arith.constant 9.9999999999999995E-7 : f64
    %cst_8 = arith.constant 2.560000e+02 : f32
    %cst_9 = arith.constant 1.250000e-01 : bf16
    %cst_10 = arith.constant -5.000000e-01 : f32
    %cst_11 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.divf %in, %cst_8 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.truncf %cst_7 : f64 to f32
      %225 = arith.addf %in, %224 : f32
      linalg.yield %225 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.rsqrt %in : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %10 = tensor.empty() : tensor<1x128x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %11 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
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
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
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
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x128xbf16>
    %expanded_14 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %26 = tensor.empty() : tensor<1x2x128x64xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x128x2x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_16 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %27 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<128x128xf32>) outs(%24 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x128xbf16>
    %expanded_17 = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x128x2x64xbf16>) outs(%26 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_12[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %extracted_slice_19 = tensor.extract_slice %transposed_12[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %extracted_slice_20 = tensor.extract_slice %arg2[0, 0, 0] [1, 128, 16] [1, 1, 1] : tensor<1x128x64xbf16> to tensor<1x128x16xbf16>
    %29 = tensor.empty() : tensor<1x128x16x2xbf16>
    %30 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_20 : tensor<1x128x16xbf16>) outs(%29 : tensor<1x128x16x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x128x16x2xbf16>
    %collapsed_21 = tensor.collapse_shape %30 [[0], [1], [2, 3]] : tensor<1x128x16x2xbf16> into tensor<1x128x32xbf16>
    %expanded_22 = tensor.expand_shape %collapsed_21 [[0], [1, 2], [3]] output_shape [1, 1, 128, 32] : tensor<1x128x32xbf16> into tensor<1x1x128x32xbf16>
    %extracted_slice_23 = tensor.extract_slice %arg3[0, 0, 0] [1, 128, 16] [1, 1, 1] : tensor<1x128x64xbf16> to tensor<1x128x16xbf16>
    %31 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<1x128x16xbf16>) outs(%29 : tensor<1x128x16x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x128x16x2xbf16>
    %collapsed_24 = tensor.collapse_shape %31 [[0], [1], [2, 3]] : tensor<1x128x16x2xbf16> into tensor<1x128x32xbf16>
    %expanded_25 = tensor.expand_shape %collapsed_24 [[0], [1, 2], [3]] output_shape [1, 1, 128, 32] : tensor<1x128x32xbf16> into tensor<1x1x128x32xbf16>
    %extracted_slice_26 = tensor.extract_slice %extracted_slice[0, 0, 0, 1] [1, 4, 128, 16] [1, 1, 1, 2] : tensor<1x4x128x32xbf16> to tensor<1x4x128x16xbf16>
    %32 = tensor.empty() : tensor<1x4x128x16xbf16>
    %33 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x4x128x16xbf16>) outs(%32 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.negf %in : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x16xbf16>
    %extracted_slice_27 = tensor.extract_slice %extracted_slice[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 2] : tensor<1x4x128x32xbf16> to tensor<1x4x128x16xbf16>
    %expanded_28 = tensor.expand_shape %33 [[0], [1], [2], [3, 4]] output_shape [1, 4, 128, 16, 1] : tensor<1x4x128x16xbf16> into tensor<1x4x128x16x1xbf16>
    %expanded_29 = tensor.expand_shape %extracted_slice_27 [[0], [1], [2], [3, 4]] output_shape [1, 4, 128, 16, 1] : tensor<1x4x128x16xbf16> into tensor<1x4x128x16x1xbf16>
    %concat = tensor.concat dim(4) %expanded_28, %expanded_29 : (tensor<1x4x128x16x1xbf16>, tensor<1x4x128x16x1xbf16>) -> tensor<1x4x128x16x2xbf16>
    %collapsed_30 = tensor.collapse_shape %concat [[0], [1], [2], [3, 4]] : tensor<1x4x128x16x2xbf16> into tensor<1x4x128x32xbf16>
    %34 = tensor.empty() : tensor<1x4x128x32xbf16>
    %35 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %expanded_22 : tensor<1x4x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %36 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_30, %expanded_25 : tensor<1x4x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %37 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %36 : tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %concat_31 = tensor.concat dim(3) %37, %extracted_slice_19 : (tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) -> tensor<1x4x128x64xbf16>
    %extracted_slice_32 = tensor.extract_slice %transposed_15[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %extracted_slice_33 = tensor.extract_slice %transposed_15[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %extracted_slice_34 = tensor.extract_slice %extracted_slice_32[0, 0, 0, 1] [1, 2, 128, 16] [1, 1, 1, 2] : tensor<1x2x128x32xbf16> to tensor<1x2x128x16xbf16>
    %38 = tensor.empty() : tensor<1x2x128x16xbf16>
    %39 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_34 : tensor<1x2x128x16xbf16>) outs(%38 : tensor<1x2x128x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.negf %in : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x16xbf16>
    %extracted_slice_35 = tensor.extract_slice %extracted_slice_32[0, 0, 0, 0] [1, 2, 128, 16] [1, 1, 1, 2] : tensor<1x2x128x32xbf16> to tensor<1x2x128x16xbf16>
    %expanded_36 = tensor.expand_shape %39 [[0], [1], [2], [3, 4]] output_shape [1, 2, 128, 16, 1] : tensor<1x2x128x16xbf16> into tensor<1x2x128x16x1xbf16>
    %expanded_37 = tensor.expand_shape %extracted_slice_35 [[0], [1], [2], [3, 4]] output_shape [1, 2, 128, 16, 1] : tensor<1x2x128x16xbf16> into tensor<1x2x128x16x1xbf16>
    %concat_38 = tensor.concat dim(4) %expanded_36, %expanded_37 : (tensor<1x2x128x16x1xbf16>, tensor<1x2x128x16x1xbf16>) -> tensor<1x2x128x16x2xbf16>
    %collapsed_39 = tensor.collapse_shape %concat_38 [[0], [1], [2], [3, 4]] : tensor<1x2x128x16x2xbf16> into tensor<1x2x128x32xbf16>
    %40 = tensor.empty() : tensor<1x2x128x32xbf16>
    %41 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_32, %expanded_22 : tensor<1x2x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %42 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_39, %expanded_25 : tensor<1x2x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %43 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %42 : tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %concat_40 = tensor.concat dim(3) %43, %extracted_slice_33 : (tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) -> tensor<1x2x128x64xbf16>
    %44 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %45 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_40 : tensor<1x2x128x64xbf16>) outs(%44 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed_41 = tensor.collapse_shape %45 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %46 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<1x2x128x64xbf16>) outs(%44 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %47 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_42 = linalg.transpose ins(%collapsed_41 : tensor<1x4x128x64xbf16>) outs(%47 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_43 = tensor.collapse_shape %concat_31 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %collapsed_44 = tensor.collapse_shape %transposed_42 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %48 = tensor.empty() : tensor<4x128x128xf32>
    %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %50 = linalg.batch_matmul ins(%collapsed_43, %collapsed_44 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%49 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %51 = tensor.empty() : tensor<4x128x128xbf16>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<4x128x128xf32>) outs(%51 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_45 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %53 = tensor.empty() : tensor<1x4x128x128xbf16>
    %54 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_45 : tensor<1x4x128x128xbf16>) outs(%53 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x128xbf16>
    %55 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %arg1 : tensor<1x4x128x128xbf16>, tensor<1x1x128x128xbf16>) outs(%53 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x128xbf16>
    %56 = tensor.empty() : tensor<1x4x128x128xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<1x4x128x128xbf16>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %58 = tensor.empty() : tensor<1x4x128xi64>
    %59 = linalg.fill ins(%c0_i64 : i64) outs(%58 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %60 = tensor.empty() : tensor<1x4x128xf32>
    %61 = linalg.fill ins(%cst_1 : f32) outs(%60 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %62:2 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<1x4x128x128xf32>) outs(%61, %59 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_124: i64):
      %224 = linalg.index 3 : index
      %225 = arith.index_cast %224 : index to i64
      %226 = arith.maximumf %in, %out : f32
      %227 = arith.cmpf ogt, %in, %out : f32
      %228 = arith.select %227, %225, %out_124 : i64
      linalg.yield %226, %228 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_46 = tensor.expand_shape %62#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %63 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %expanded_46 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.subf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %64 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x4x128x128xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.exp %in : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %65 = tensor.empty() : tensor<1x4x128x1xf32>
    %66 = linalg.fill ins(%cst : f32) outs(%65 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%64 : tensor<1x4x128x128xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x1xf32>
    %68 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %67 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.divf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x4x128x128xf32>) outs(%53 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_47 = tensor.collapse_shape %69 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %collapsed_48 = tensor.collapse_shape %46 [[0, 1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<4x128x64xbf16>
    %70 = tensor.empty() : tensor<4x128x64xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %72 = linalg.batch_matmul ins(%collapsed_47, %collapsed_48 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%71 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %73 = tensor.empty() : tensor<4x128x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<4x128x64xf32>) outs(%73 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_49 = tensor.expand_shape %74 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %75 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_50 = linalg.transpose ins(%expanded_49 : tensor<1x4x128x64xbf16>) outs(%75 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_51 = linalg.transpose ins(%arg7 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %transposed_50 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %76 = linalg.matmul ins(%collapsed_52, %transposed_51 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_53 = tensor.expand_shape %77 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_53 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.divf %in, %cst_8 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.truncf %cst_7 : f64 to f32
      %225 = arith.addf %in, %224 : f32
      linalg.yield %225 : f32
    } -> tensor<1x128x1xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.rsqrt %in : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %84 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %87 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %86 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %88 = tensor.empty() : tensor<256x512xbf16>
    %transposed_54 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%88 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_55 = tensor.collapse_shape %87 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %89 = tensor.empty() : tensor<128x512xf32>
    %90 = linalg.fill ins(%cst : f32) outs(%89 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %91 = linalg.matmul ins(%collapsed_55, %transposed_54 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%90 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %92 = tensor.empty() : tensor<128x512xbf16>
    %93 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%91 : tensor<128x512xf32>) outs(%92 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x512xbf16>
    %expanded_56 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %94 = tensor.empty() : tensor<1x128x512xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56 : tensor<1x128x512xbf16>) outs(%94 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x128x512xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<1x128x512xf32>) outs(%94 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.negf %in : f32
      %225 = math.exp %224 : f32
      %226 = arith.addf %225, %cst_2 : f32
      %227 = arith.divf %cst_2, %226 : f32
      linalg.yield %227 : f32
    } -> tensor<1x128x512xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %96 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%94 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x512xf32>
    %98 = tensor.empty() : tensor<1x128x512xbf16>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<1x128x512xf32>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %transposed_57 = linalg.transpose ins(%arg9 : tensor<512x256xbf16>) outs(%88 : tensor<256x512xbf16>) permutation = [1, 0] 
    %100 = linalg.matmul ins(%collapsed_55, %transposed_57 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%90 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<128x512xf32>) outs(%92 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x512xbf16>
    %expanded_58 = tensor.expand_shape %101 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %expanded_58 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %103 = tensor.empty() : tensor<512x256xbf16>
    %transposed_59 = linalg.transpose ins(%arg10 : tensor<256x512xbf16>) outs(%103 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_60 = tensor.collapse_shape %102 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %104 = linalg.matmul ins(%collapsed_60, %transposed_59 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%104 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_61 = tensor.expand_shape %105 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %expanded_61 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_62 = tensor.collapse_shape %arg13 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %transposed_63 = linalg.transpose ins(%collapsed_62 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %107 = tensor.empty() : tensor<256x512xf32>
    %108 = linalg.fill ins(%cst : f32) outs(%107 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %109 = linalg.matmul ins(%transposed_63, %collapsed_60 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%108 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %110 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%109 : tensor<256x512xf32>) outs(%88 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<256x512xbf16>
    %111 = linalg.matmul ins(%collapsed_62, %arg10 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%90 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<128x512xf32>) outs(%92 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x512xbf16>
    %expanded_64 = tensor.expand_shape %112 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %113 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %99 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %expanded_58 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_65 = tensor.collapse_shape %113 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %115 = tensor.empty() : tensor<512x128xbf16>
    %transposed_66 = linalg.transpose ins(%collapsed_65 : tensor<128x512xbf16>) outs(%115 : tensor<512x128xbf16>) permutation = [1, 0] 
    %116 = tensor.empty() : tensor<512x256xf32>
    %117 = linalg.fill ins(%cst : f32) outs(%116 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %118 = linalg.matmul ins(%transposed_66, %collapsed_55 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%117 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<512x256xf32>) outs(%103 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<512x256xbf16>
    %120 = linalg.matmul ins(%collapsed_65, %arg9 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%120 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_67 = tensor.expand_shape %121 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %122 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56 : tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.negf %in : bf16
      %225 = math.exp %224 : bf16
      %226 = arith.addf %225, %cst_3 : bf16
      %227 = arith.divf %cst_3, %226 : bf16
      linalg.yield %227 : bf16
    } -> tensor<1x128x512xbf16>
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6, %122 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.subf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56, %123 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.addf %in, %cst_3 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %122 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %125 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%98 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_68 = tensor.collapse_shape %127 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %transposed_69 = linalg.transpose ins(%collapsed_68 : tensor<128x512xbf16>) outs(%115 : tensor<512x128xbf16>) permutation = [1, 0] 
    %128 = linalg.matmul ins(%transposed_69, %collapsed_55 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%117 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%128 : tensor<512x256xf32>) outs(%103 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<512x256xbf16>
    %130 = linalg.matmul ins(%collapsed_68, %arg8 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_70 = tensor.expand_shape %131 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_67, %expanded_70 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %133 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %arg12 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %86 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %135 = tensor.empty() : tensor<1x1x256xbf16>
    %136 = linalg.fill ins(%cst_0 : bf16) outs(%135 : tensor<1x1x256xbf16>) -> tensor<1x1x256xbf16>
    %137 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%134 : tensor<1x128x256xbf16>) outs(%136 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.addf %in, %out : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_71 = tensor.collapse_shape %137 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %79 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %84 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%139 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.mulf %in, %cst_10 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %142 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_72 = tensor.collapse_shape %144 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %145 = linalg.generic {indexing_maps = [#map11, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_72 : tensor<1x128xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.divf %in, %cst_8 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.mulf %in, %cst_11 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %148 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %149 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.addf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %151 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_73 = tensor.collapse_shape %152 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %transposed_74 = linalg.transpose ins(%collapsed_73 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %153 = tensor.empty() : tensor<256x256xf32>
    %154 = linalg.fill ins(%cst : f32) outs(%153 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %155 = linalg.matmul ins(%transposed_74, %collapsed_52 : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%154 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<256x256xf32>) outs(%13 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<256x256xbf16>
    %157 = linalg.matmul ins(%collapsed_73, %arg7 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%157 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_75 = tensor.expand_shape %158 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %transposed_76 = linalg.transpose ins(%expanded_75 : tensor<1x128x4x64xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_77 = tensor.collapse_shape %transposed_76 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %transposed_78 = linalg.transpose ins(%collapsed_47 : tensor<4x128x128xbf16>) outs(%51 : tensor<4x128x128xbf16>) permutation = [0, 2, 1] 
    %159 = linalg.batch_matmul ins(%transposed_78, %collapsed_77 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%71 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x128x64xf32>) outs(%73 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x128x64xbf16>
    %161 = tensor.empty() : tensor<4x64x128xbf16>
    %transposed_79 = linalg.transpose ins(%collapsed_48 : tensor<4x128x64xbf16>) outs(%161 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %162 = linalg.batch_matmul ins(%collapsed_77, %transposed_79 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%49 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<4x128x128xf32>) outs(%51 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_80 = tensor.expand_shape %163 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %164 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_80 : tensor<1x4x128x128xbf16>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %165 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %68 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %166 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%165 : tensor<1x4x128x128xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x1xf32>
    %167 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %166 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %168 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %167 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%56 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.subf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x4x128x128xf32>
    %169 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<1x4x128x128xf32>) outs(%53 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x128xbf16>
    %170 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<1x4x128x128xbf16>) outs(%53 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.mulf %in, %cst_9 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_81 = tensor.collapse_shape %170 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %transposed_82 = linalg.transpose ins(%collapsed_43 : tensor<4x128x64xbf16>) outs(%161 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %171 = tensor.empty() : tensor<4x64x128xf32>
    %172 = linalg.fill ins(%cst : f32) outs(%171 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %173 = linalg.batch_matmul ins(%transposed_82, %collapsed_81 : tensor<4x64x128xbf16>, tensor<4x128x128xbf16>) outs(%172 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<4x64x128xf32>) outs(%161 : tensor<4x64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x64x128xbf16>
    %transposed_83 = linalg.transpose ins(%collapsed_44 : tensor<4x64x128xbf16>) outs(%73 : tensor<4x128x64xbf16>) permutation = [0, 2, 1] 
    %175 = linalg.batch_matmul ins(%collapsed_81, %transposed_83 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%71 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175 : tensor<4x128x64xf32>) outs(%73 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_84 = tensor.expand_shape %174 [[0, 1], [2], [3]] output_shape [1, 4, 64, 128] : tensor<4x64x128xbf16> into tensor<1x4x64x128xbf16>
    %expanded_85 = tensor.expand_shape %176 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %transposed_86 = linalg.transpose ins(%expanded_84 : tensor<1x4x64x128xbf16>) outs(%19 : tensor<1x4x128x64xbf16>) permutation = [0, 1, 3, 2] 
    %expanded_87 = tensor.expand_shape %160 [[0, 1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %177 = tensor.empty() : tensor<1x2x1x128x64xbf16>
    %178 = linalg.fill ins(%cst_0 : bf16) outs(%177 : tensor<1x2x1x128x64xbf16>) -> tensor<1x2x1x128x64xbf16>
    %179 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_87 : tensor<1x2x2x128x64xbf16>) outs(%178 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.addf %in, %out : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_88 = tensor.collapse_shape %179 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %expanded_89 = tensor.expand_shape %transposed_86 [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<1x4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %180 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_89 : tensor<1x2x2x128x64xbf16>) outs(%178 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.addf %in, %out : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_90 = tensor.collapse_shape %180 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %extracted_slice_91 = tensor.extract_slice %collapsed_90[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %extracted_slice_92 = tensor.extract_slice %collapsed_90[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %181 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_91, %expanded_25 : tensor<1x2x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %182 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_91, %expanded_22 : tensor<1x2x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %expanded_93 = tensor.expand_shape %181 [[0], [1], [2], [3, 4]] output_shape [1, 2, 128, 16, 2] : tensor<1x2x128x32xbf16> into tensor<1x2x128x16x2xbf16>
    %extracted_slice_94 = tensor.extract_slice %expanded_93[0, 0, 0, 0, 0] [1, 2, 128, 16, 1] [1, 1, 1, 1, 1] : tensor<1x2x128x16x2xbf16> to tensor<1x2x128x16x1xbf16>
    %collapsed_95 = tensor.collapse_shape %extracted_slice_94 [[0], [1], [2], [3, 4]] : tensor<1x2x128x16x1xbf16> into tensor<1x2x128x16xbf16>
    %extracted_slice_96 = tensor.extract_slice %expanded_93[0, 0, 0, 0, 1] [1, 2, 128, 16, 1] [1, 1, 1, 1, 1] : tensor<1x2x128x16x2xbf16> to tensor<1x2x128x16x1xbf16>
    %collapsed_97 = tensor.collapse_shape %extracted_slice_96 [[0], [1], [2], [3, 4]] : tensor<1x2x128x16x1xbf16> into tensor<1x2x128x16xbf16>
    %inserted_slice = tensor.insert_slice %collapsed_97 into %cst_5[0, 0, 0, 0] [1, 2, 128, 16] [1, 1, 1, 2] : tensor<1x2x128x16xbf16> into tensor<1x2x128x32xbf16>
    %183 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %inserted_slice : tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %184 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_95 : tensor<1x2x128x16xbf16>) outs(%38 : tensor<1x2x128x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.negf %in : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x16xbf16>
    %inserted_slice_98 = tensor.insert_slice %184 into %cst_5[0, 0, 0, 1] [1, 2, 128, 16] [1, 1, 1, 2] : tensor<1x2x128x16xbf16> into tensor<1x2x128x32xbf16>
    %185 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %inserted_slice_98 : tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) outs(%40 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x2x128x32xbf16>
    %concat_99 = tensor.concat dim(3) %185, %extracted_slice_92 : (tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) -> tensor<1x2x128x64xbf16>
    %extracted_slice_100 = tensor.extract_slice %expanded_85[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %extracted_slice_101 = tensor.extract_slice %expanded_85[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %186 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_100, %expanded_25 : tensor<1x4x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %187 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_100, %expanded_22 : tensor<1x4x128x32xbf16>, tensor<1x1x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %expanded_102 = tensor.expand_shape %186 [[0], [1], [2], [3, 4]] output_shape [1, 4, 128, 16, 2] : tensor<1x4x128x32xbf16> into tensor<1x4x128x16x2xbf16>
    %extracted_slice_103 = tensor.extract_slice %expanded_102[0, 0, 0, 0, 0] [1, 4, 128, 16, 1] [1, 1, 1, 1, 1] : tensor<1x4x128x16x2xbf16> to tensor<1x4x128x16x1xbf16>
    %collapsed_104 = tensor.collapse_shape %extracted_slice_103 [[0], [1], [2], [3, 4]] : tensor<1x4x128x16x1xbf16> into tensor<1x4x128x16xbf16>
    %extracted_slice_105 = tensor.extract_slice %expanded_102[0, 0, 0, 0, 1] [1, 4, 128, 16, 1] [1, 1, 1, 1, 1] : tensor<1x4x128x16x2xbf16> to tensor<1x4x128x16x1xbf16>
    %collapsed_106 = tensor.collapse_shape %extracted_slice_105 [[0], [1], [2], [3, 4]] : tensor<1x4x128x16x1xbf16> into tensor<1x4x128x16xbf16>
    %inserted_slice_107 = tensor.insert_slice %collapsed_106 into %cst_4[0, 0, 0, 0] [1, 4, 128, 16] [1, 1, 1, 2] : tensor<1x4x128x16xbf16> into tensor<1x4x128x32xbf16>
    %188 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %inserted_slice_107 : tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %189 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_104 : tensor<1x4x128x16xbf16>) outs(%32 : tensor<1x4x128x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.negf %in : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x16xbf16>
    %inserted_slice_108 = tensor.insert_slice %189 into %cst_4[0, 0, 0, 1] [1, 4, 128, 16] [1, 1, 1, 2] : tensor<1x4x128x16xbf16> into tensor<1x4x128x32xbf16>
    %190 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188, %inserted_slice_108 : tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) outs(%34 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x4x128x32xbf16>
    %concat_109 = tensor.concat dim(3) %190, %extracted_slice_101 : (tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) -> tensor<1x4x128x64xbf16>
    %191 = tensor.empty() : tensor<1x128x2x64xbf16>
    %transposed_110 = linalg.transpose ins(%collapsed_88 : tensor<1x2x128x64xbf16>) outs(%191 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_111 = tensor.collapse_shape %transposed_110 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %transposed_112 = linalg.transpose ins(%collapsed_111 : tensor<128x128xbf16>) outs(%24 : tensor<128x128xbf16>) permutation = [1, 0] 
    %192 = linalg.matmul ins(%transposed_112, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %194 = linalg.matmul ins(%collapsed_111, %arg6 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%194 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_113 = tensor.expand_shape %195 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %transposed_114 = linalg.transpose ins(%concat_99 : tensor<1x2x128x64xbf16>) outs(%191 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_115 = tensor.collapse_shape %transposed_114 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %transposed_116 = linalg.transpose ins(%collapsed_115 : tensor<128x128xbf16>) outs(%24 : tensor<128x128xbf16>) permutation = [1, 0] 
    %196 = linalg.matmul ins(%transposed_116, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %198 = linalg.matmul ins(%collapsed_115, %arg5 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%198 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_117 = tensor.expand_shape %199 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %200 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_113, %expanded_117 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %transposed_118 = linalg.transpose ins(%concat_109 : tensor<1x4x128x64xbf16>) outs(%75 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_119 = tensor.collapse_shape %transposed_118 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %transposed_120 = linalg.transpose ins(%collapsed_119 : tensor<128x256xbf16>) outs(%20 : tensor<256x128xbf16>) permutation = [1, 0] 
    %201 = linalg.matmul ins(%transposed_120, %collapsed : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%154 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%201 : tensor<256x256xf32>) outs(%13 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<256x256xbf16>
    %203 = linalg.matmul ins(%collapsed_119, %arg4 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%203 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<128x256xbf16>
    %expanded_121 = tensor.expand_shape %204 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %205 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %expanded_121 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %206 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %arg11 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %207 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %11 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.mulf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %208 = linalg.generic {indexing_maps = [#map, #map10], iterator_types = ["reduction", "reduction", "parallel"]} ins(%207 : tensor<1x128x256xbf16>) outs(%136 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %224 = arith.addf %in, %out : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_122 = tensor.collapse_shape %208 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %209 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %224 = arith.extf %in : bf16 to f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %1 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%210 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.addf %in, %out : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.mulf %in, %cst_10 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %213 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_123 = tensor.collapse_shape %215 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %216 = linalg.generic {indexing_maps = [#map11, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_123 : tensor<1x128xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.divf %in, %cst_8 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %218 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %224 = arith.mulf %in, %cst_11 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %220 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217, %219 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.mulf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %220 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_124: f32, %out: f32):
      %224 = arith.addf %in, %in_124 : f32
      linalg.yield %224 : f32
    } -> tensor<1x128x256xf32>
    %222 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %224 = arith.truncf %in : f32 to bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    %223 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %222 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_124: bf16, %out: bf16):
      %224 = arith.addf %in, %in_124 : bf16
      linalg.yield %224 : bf16
    } -> tensor<1x128x256xbf16>
    return %106, %223, %202, %197, %193, %156, %129, %119, %110, %collapsed_122, %collapsed_71 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
