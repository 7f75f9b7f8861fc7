// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map11 = affine_map<(d0) -> (0)>
#map12 = affine_map<(d0) -> ()>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x1x256xbf16>, %arg1: tensor<1xi64>, %arg2: tensor<1x2x128x64xbf16>, %arg3: tensor<1x2x128x64xbf16>, %arg4: tensor<32xbf16>, %arg5: tensor<256x256xbf16>, %arg6: tensor<128x256xbf16>, %arg7: tensor<128x256xbf16>, %arg8: tensor<256x256xbf16>, %arg9: tensor<512x256xbf16>, %arg10: tensor<512x256xbf16>, %arg11: tensor<256x512xbf16>, %arg12: tensor<256xbf16>, %arg13: tensor<256xbf16>) -> (tensor<1x1x256xbf16>, tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant 9.9999999999999995E-7 : f64
    %cst_5 = arith.constant 2.560000e+02 : f32
    %cst_6 = arith.constant 1.250000e-01 : bf16
    %expanded = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [1, 1, 1] : tensor<1xi64> into tensor<1x1x1xi64>
    %0 = tensor.empty() : tensor<1x1x1xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x1xi64>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %132 = arith.sitofp %in : i64 to f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %2 = tensor.empty() : tensor<32xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg4 : tensor<32xbf16>) outs(%2 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %132 = arith.extf %in : bf16 to f32
      linalg.yield %132 : f32
    } -> tensor<32xf32>
    %4 = tensor.empty() : tensor<1x1x32xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %3 : tensor<1x1x1xf32>, tensor<32xf32>) outs(%4 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.mulf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x32xf32>
    %concat = tensor.concat dim(2) %5, %5 : (tensor<1x1x32xf32>, tensor<1x1x32xf32>) -> tensor<1x1x64xf32>
    %6 = tensor.empty() : tensor<1x1x64xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x64xf32>) outs(%6 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.cos %in : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x64xf32>
    %8 = tensor.empty() : tensor<1x1x64xbf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x1x64xf32>) outs(%8 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x64xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x64xf32>) outs(%6 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.sin %in : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x1x64xf32>) outs(%8 : tensor<1x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x64xbf16>
    %12 = tensor.empty() : tensor<1x1x256xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x1x256xbf16>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %132 = arith.extf %in : bf16 to f32
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x1x256xf32>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<1x1x256xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %out : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.divf %in, %cst_5 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.truncf %cst_4 : f64 to f32
      %133 = arith.addf %in, %132 : f32
      linalg.yield %133 : f32
    } -> tensor<1x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %19 : tensor<1x1x256xf32>, tensor<1x1x1xf32>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.mulf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %21 = tensor.empty() : tensor<1x1x256xbf16>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x1x256xf32>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    %23 = linalg.generic {indexing_maps = [#map3, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %22 : tensor<256xbf16>, tensor<1x1x256xbf16>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    %24 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg5 : tensor<256x256xbf16>) outs(%24 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %23 [[0], [1, 2]] : tensor<1x1x256xbf16> into tensor<1x256xbf16>
    %25 = tensor.empty() : tensor<1x256xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<1x256xf32>) -> tensor<1x256xf32>
    %27 = linalg.matmul ins(%collapsed, %transposed : tensor<1x256xbf16>, tensor<256x256xbf16>) outs(%26 : tensor<1x256xf32>) -> tensor<1x256xf32>
    %28 = tensor.empty() : tensor<1x256xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<1x256xf32>) outs(%28 : tensor<1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x256xbf16>
    %expanded_7 = tensor.expand_shape %29 [[0], [1, 2, 3]] output_shape [1, 1, 4, 64] : tensor<1x256xbf16> into tensor<1x1x4x64xbf16>
    %30 = tensor.empty() : tensor<1x4x1x64xbf16>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x1x4x64xbf16>) outs(%30 : tensor<1x4x1x64xbf16>) permutation = [0, 2, 1, 3] 
    %31 = tensor.empty() : tensor<256x128xbf16>
    %transposed_9 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%31 : tensor<256x128xbf16>) permutation = [1, 0] 
    %32 = tensor.empty() : tensor<1x128xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %34 = linalg.matmul ins(%collapsed, %transposed_9 : tensor<1x256xbf16>, tensor<256x128xbf16>) outs(%33 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %35 = tensor.empty() : tensor<1x128xbf16>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<1x128xf32>) outs(%35 : tensor<1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x128xbf16>
    %expanded_10 = tensor.expand_shape %36 [[0], [1, 2, 3]] output_shape [1, 1, 2, 64] : tensor<1x128xbf16> into tensor<1x1x2x64xbf16>
    %37 = tensor.empty() : tensor<1x2x1x64xbf16>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<1x1x2x64xbf16>) outs(%37 : tensor<1x2x1x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg7 : tensor<128x256xbf16>) outs(%31 : tensor<256x128xbf16>) permutation = [1, 0] 
    %38 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<1x256xbf16>, tensor<256x128xbf16>) outs(%33 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<1x128xf32>) outs(%35 : tensor<1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x128xbf16>
    %expanded_13 = tensor.expand_shape %39 [[0], [1, 2, 3]] output_shape [1, 1, 2, 64] : tensor<1x128xbf16> into tensor<1x1x2x64xbf16>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<1x1x2x64xbf16>) outs(%37 : tensor<1x2x1x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_15 = tensor.expand_shape %9 [[0], [1, 2], [3]] output_shape [1, 1, 1, 64] : tensor<1x1x64xbf16> into tensor<1x1x1x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8, %expanded_15 : tensor<1x4x1x64xbf16>, tensor<1x1x1x64xbf16>) outs(%30 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x64xbf16>
    %extracted_slice = tensor.extract_slice %transposed_8[0, 0, 0, 32] [1, 4, 1, 32] [1, 1, 1, 1] : tensor<1x4x1x64xbf16> to tensor<1x4x1x32xbf16>
    %41 = tensor.empty() : tensor<1x4x1x32xbf16>
    %42 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x1x32xbf16>) outs(%41 : tensor<1x4x1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %132 = arith.negf %in : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x32xbf16>
    %extracted_slice_16 = tensor.extract_slice %transposed_8[0, 0, 0, 0] [1, 4, 1, 32] [1, 1, 1, 1] : tensor<1x4x1x64xbf16> to tensor<1x4x1x32xbf16>
    %concat_17 = tensor.concat dim(3) %42, %extracted_slice_16 : (tensor<1x4x1x32xbf16>, tensor<1x4x1x32xbf16>) -> tensor<1x4x1x64xbf16>
    %expanded_18 = tensor.expand_shape %11 [[0], [1, 2], [3]] output_shape [1, 1, 1, 64] : tensor<1x1x64xbf16> into tensor<1x1x1x64xbf16>
    %43 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_17, %expanded_18 : tensor<1x4x1x64xbf16>, tensor<1x1x1x64xbf16>) outs(%30 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x64xbf16>
    %44 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %43 : tensor<1x4x1x64xbf16>, tensor<1x4x1x64xbf16>) outs(%30 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.addf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x64xbf16>
    %45 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %expanded_15 : tensor<1x2x1x64xbf16>, tensor<1x1x1x64xbf16>) outs(%37 : tensor<1x2x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x2x1x64xbf16>
    %extracted_slice_19 = tensor.extract_slice %transposed_11[0, 0, 0, 32] [1, 2, 1, 32] [1, 1, 1, 1] : tensor<1x2x1x64xbf16> to tensor<1x2x1x32xbf16>
    %46 = tensor.empty() : tensor<1x2x1x32xbf16>
    %47 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<1x2x1x32xbf16>) outs(%46 : tensor<1x2x1x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %132 = arith.negf %in : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x2x1x32xbf16>
    %extracted_slice_20 = tensor.extract_slice %transposed_11[0, 0, 0, 0] [1, 2, 1, 32] [1, 1, 1, 1] : tensor<1x2x1x64xbf16> to tensor<1x2x1x32xbf16>
    %concat_21 = tensor.concat dim(3) %47, %extracted_slice_20 : (tensor<1x2x1x32xbf16>, tensor<1x2x1x32xbf16>) -> tensor<1x2x1x64xbf16>
    %48 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_21, %expanded_18 : tensor<1x2x1x64xbf16>, tensor<1x1x1x64xbf16>) outs(%37 : tensor<1x2x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x2x1x64xbf16>
    %49 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %48 : tensor<1x2x1x64xbf16>, tensor<1x2x1x64xbf16>) outs(%37 : tensor<1x2x1x64xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.addf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x2x1x64xbf16>
    %50 = tensor.empty() : tensor<64xi64>
    %51 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%50 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %132 = linalg.index 0 : index
      %133 = arith.index_cast %132 : index to i64
      linalg.yield %133 : i64
    } -> tensor<64xi64>
    %52 = tensor.empty() : tensor<2xi64>
    %53 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%52 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %132 = linalg.index 0 : index
      %133 = arith.index_cast %132 : index to i64
      linalg.yield %133 : i64
    } -> tensor<2xi64>
    %54 = tensor.empty() : tensor<1xi64>
    %55 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%54 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %56 = tensor.empty() : tensor<1x2x1x64xi64>
    %expanded_22 = tensor.expand_shape %55 [[0, 1]] output_shape [1, 1] : tensor<1xi64> into tensor<1x1xi64>
    %57 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<1x1xi64>) outs(%56 : tensor<1x2x1x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x2x1x64xi64>
    %collapsed_23 = tensor.collapse_shape %57 [[0, 1, 2, 3]] : tensor<1x2x1x64xi64> into tensor<128xi64>
    %expanded_24 = tensor.expand_shape %53 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64>
    %58 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x1xi64>) outs(%56 : tensor<1x2x1x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x2x1x64xi64>
    %collapsed_25 = tensor.collapse_shape %58 [[0, 1, 2, 3]] : tensor<1x2x1x64xi64> into tensor<128xi64>
    %59 = linalg.generic {indexing_maps = [#map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1xi64>) outs(%56 : tensor<1x2x1x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x2x1x64xi64>
    %collapsed_26 = tensor.collapse_shape %59 [[0, 1, 2, 3]] : tensor<1x2x1x64xi64> into tensor<128xi64>
    %60 = linalg.generic {indexing_maps = [#map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<64xi64>) outs(%56 : tensor<1x2x1x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x2x1x64xi64>
    %collapsed_27 = tensor.collapse_shape %60 [[0, 1, 2, 3]] : tensor<1x2x1x64xi64> into tensor<128xi64>
    %expanded_28 = tensor.expand_shape %collapsed_23 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %expanded_29 = tensor.expand_shape %collapsed_25 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %expanded_30 = tensor.expand_shape %collapsed_26 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %expanded_31 = tensor.expand_shape %collapsed_27 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %concat_32 = tensor.concat dim(1) %expanded_28, %expanded_29, %expanded_30, %expanded_31 : (tensor<128x1xi64>, tensor<128x1xi64>, tensor<128x1xi64>, tensor<128x1xi64>) -> tensor<128x4xi64>
    %collapsed_33 = tensor.collapse_shape %49 [[0, 1, 2, 3]] : tensor<1x2x1x64xbf16> into tensor<128xbf16>
    %expanded_34 = tensor.expand_shape %collapsed_33 [[0, 1, 2, 3, 4]] output_shape [128, 1, 1, 1, 1] : tensor<128xbf16> into tensor<128x1x1x1x1xbf16>
    %61 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_34, %concat_32 : tensor<128x1x1x1x1xbf16>, tensor<128x4xi64>) outs(%arg2 : tensor<1x2x128x64xbf16>) {
    ^bb0(%arg14: bf16, %arg15: bf16):
      tm_tensor.yield %arg14 : bf16
    } -> tensor<1x2x128x64xbf16>
    %collapsed_35 = tensor.collapse_shape %transposed_14 [[0, 1, 2, 3]] : tensor<1x2x1x64xbf16> into tensor<128xbf16>
    %expanded_36 = tensor.expand_shape %collapsed_35 [[0, 1, 2, 3, 4]] output_shape [128, 1, 1, 1, 1] : tensor<128xbf16> into tensor<128x1x1x1x1xbf16>
    %62 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_36, %concat_32 : tensor<128x1x1x1x1xbf16>, tensor<128x4xi64>) outs(%arg3 : tensor<1x2x128x64xbf16>) {
    ^bb0(%arg14: bf16, %arg15: bf16):
      tm_tensor.yield %arg14 : bf16
    } -> tensor<1x2x128x64xbf16>
    %63 = tensor.empty() : tensor<128xi64>
    %64 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%63 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %132 = linalg.index 0 : index
      %133 = arith.index_cast %132 : index to i64
      linalg.yield %133 : i64
    } -> tensor<128xi64>
    %65 = tensor.empty() : tensor<128xi1>
    %66 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel"]} ins(%64, %arg1 : tensor<128xi64>, tensor<1xi64>) outs(%65 : tensor<128xi1>) {
    ^bb0(%in: i64, %in_59: i64, %out: i1):
      %132 = arith.cmpi sle, %in, %in_59 : i64
      linalg.yield %132 : i1
    } -> tensor<128xi1>
    %67 = tensor.empty() : tensor<128xbf16>
    %68 = linalg.generic {indexing_maps = [#map1, #map12, #map12, #map1], iterator_types = ["parallel"]} ins(%66, %cst_3, %cst_2 : tensor<128xi1>, tensor<bf16>, tensor<bf16>) outs(%67 : tensor<128xbf16>) {
    ^bb0(%in: i1, %in_59: bf16, %in_60: bf16, %out: bf16):
      %132 = arith.select %in, %in_59, %in_60 : bf16
      linalg.yield %132 : bf16
    } -> tensor<128xbf16>
    %expanded_37 = tensor.expand_shape %68 [[0, 1, 2, 3]] output_shape [1, 1, 1, 128] : tensor<128xbf16> into tensor<1x1x1x128xbf16>
    %69 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %70 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<1x2x128x64xbf16>) outs(%69 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed_38 = tensor.collapse_shape %70 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %71 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x2x128x64xbf16>) outs(%69 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %72 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_39 = linalg.transpose ins(%collapsed_38 : tensor<1x4x128x64xbf16>) outs(%72 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_40 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<1x4x1x64xbf16> into tensor<4x1x64xbf16>
    %collapsed_41 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %73 = tensor.empty() : tensor<4x1x128xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<4x1x128xf32>) -> tensor<4x1x128xf32>
    %75 = linalg.batch_matmul ins(%collapsed_40, %collapsed_41 : tensor<4x1x64xbf16>, tensor<4x64x128xbf16>) outs(%74 : tensor<4x1x128xf32>) -> tensor<4x1x128xf32>
    %76 = tensor.empty() : tensor<4x1x128xbf16>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x1x128xf32>) outs(%76 : tensor<4x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<4x1x128xbf16>
    %expanded_42 = tensor.expand_shape %77 [[0, 1], [2], [3]] output_shape [1, 4, 1, 128] : tensor<4x1x128xbf16> into tensor<1x4x1x128xbf16>
    %78 = tensor.empty() : tensor<1x4x1x128xbf16>
    %79 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<1x4x1x128xbf16>) outs(%78 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %132 = arith.mulf %in, %cst_6 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x128xbf16>
    %80 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %expanded_37 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%78 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.addf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x128xbf16>
    %81 = tensor.empty() : tensor<1x4x1x128xf32>
    %82 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<1x4x1x128xbf16>) outs(%81 : tensor<1x4x1x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %132 = arith.extf %in : bf16 to f32
      linalg.yield %132 : f32
    } -> tensor<1x4x1x128xf32>
    %83 = tensor.empty() : tensor<1x4x1xi64>
    %84 = linalg.fill ins(%c0_i64 : i64) outs(%83 : tensor<1x4x1xi64>) -> tensor<1x4x1xi64>
    %85 = tensor.empty() : tensor<1x4x1xf32>
    %86 = linalg.fill ins(%cst_0 : f32) outs(%85 : tensor<1x4x1xf32>) -> tensor<1x4x1xf32>
    %87:2 = linalg.generic {indexing_maps = [#map5, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<1x4x1x128xf32>) outs(%86, %84 : tensor<1x4x1xf32>, tensor<1x4x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_59: i64):
      %132 = linalg.index 3 : index
      %133 = arith.index_cast %132 : index to i64
      %134 = arith.maximumf %in, %out : f32
      %135 = arith.cmpf ogt, %in, %out : f32
      %136 = arith.select %135, %133, %out_59 : i64
      linalg.yield %134, %136 : f32, i64
    } -> (tensor<1x4x1xf32>, tensor<1x4x1xi64>)
    %expanded_43 = tensor.expand_shape %87#0 [[0], [1], [2, 3]] output_shape [1, 4, 1, 1] : tensor<1x4x1xf32> into tensor<1x4x1x1xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map16, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %expanded_43 : tensor<1x4x1x128xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x128xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.subf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x4x1x128xf32>
    %89 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<1x4x1x128xf32>) outs(%81 : tensor<1x4x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.exp %in : f32
      linalg.yield %132 : f32
    } -> tensor<1x4x1x128xf32>
    %90 = tensor.empty() : tensor<1x4x1x1xf32>
    %91 = linalg.fill ins(%cst : f32) outs(%90 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
    %92 = linalg.generic {indexing_maps = [#map5, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89 : tensor<1x4x1x128xf32>) outs(%91 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %out : f32
      linalg.yield %132 : f32
    } -> tensor<1x4x1x1xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map16, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %92 : tensor<1x4x1x128xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x128xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.divf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x4x1x128xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<1x4x1x128xf32>) outs(%78 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x4x1x128xbf16>
    %collapsed_44 = tensor.collapse_shape %94 [[0, 1], [2], [3]] : tensor<1x4x1x128xbf16> into tensor<4x1x128xbf16>
    %collapsed_45 = tensor.collapse_shape %71 [[0, 1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<4x128x64xbf16>
    %95 = tensor.empty() : tensor<4x1x64xf32>
    %96 = linalg.fill ins(%cst : f32) outs(%95 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
    %97 = linalg.batch_matmul ins(%collapsed_44, %collapsed_45 : tensor<4x1x128xbf16>, tensor<4x128x64xbf16>) outs(%96 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
    %98 = tensor.empty() : tensor<4x1x64xbf16>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<4x1x64xf32>) outs(%98 : tensor<4x1x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<4x1x64xbf16>
    %expanded_46 = tensor.expand_shape %99 [[0, 1], [2], [3]] output_shape [1, 4, 1, 64] : tensor<4x1x64xbf16> into tensor<1x4x1x64xbf16>
    %100 = tensor.empty() : tensor<1x1x4x64xbf16>
    %transposed_47 = linalg.transpose ins(%expanded_46 : tensor<1x4x1x64xbf16>) outs(%100 : tensor<1x1x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_48 = linalg.transpose ins(%arg8 : tensor<256x256xbf16>) outs(%24 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_49 = tensor.collapse_shape %transposed_47 [[0], [1, 2, 3]] : tensor<1x1x4x64xbf16> into tensor<1x256xbf16>
    %101 = linalg.matmul ins(%collapsed_49, %transposed_48 : tensor<1x256xbf16>, tensor<256x256xbf16>) outs(%26 : tensor<1x256xf32>) -> tensor<1x256xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%101 : tensor<1x256xf32>) outs(%28 : tensor<1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x256xbf16>
    %expanded_50 = tensor.expand_shape %102 [[0], [1, 2]] output_shape [1, 1, 256] : tensor<1x256xbf16> into tensor<1x1x256xbf16>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_50 : tensor<1x1x256xbf16>, tensor<1x1x256xbf16>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.addf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<1x1x256xbf16>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %132 = arith.extf %in : bf16 to f32
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<1x1x256xf32>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%105 : tensor<1x1x256xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %out : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.divf %in, %cst_5 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.truncf %cst_4 : f64 to f32
      %133 = arith.addf %in, %132 : f32
      linalg.yield %133 : f32
    } -> tensor<1x1x1xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<1x1x1xf32>) outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x1xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %109 : tensor<1x1x256xf32>, tensor<1x1x1xf32>) outs(%12 : tensor<1x1x256xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.mulf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x256xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x1x256xf32>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    %112 = linalg.generic {indexing_maps = [#map3, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %111 : tensor<256xbf16>, tensor<1x1x256xbf16>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    %113 = tensor.empty() : tensor<256x512xbf16>
    %transposed_51 = linalg.transpose ins(%arg9 : tensor<512x256xbf16>) outs(%113 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %112 [[0], [1, 2]] : tensor<1x1x256xbf16> into tensor<1x256xbf16>
    %114 = tensor.empty() : tensor<1x512xf32>
    %115 = linalg.fill ins(%cst : f32) outs(%114 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %116 = linalg.matmul ins(%collapsed_52, %transposed_51 : tensor<1x256xbf16>, tensor<256x512xbf16>) outs(%115 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %117 = tensor.empty() : tensor<1x512xbf16>
    %118 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%116 : tensor<1x512xf32>) outs(%117 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x512xbf16>
    %expanded_53 = tensor.expand_shape %118 [[0], [1, 2]] output_shape [1, 1, 512] : tensor<1x512xbf16> into tensor<1x1x512xbf16>
    %119 = tensor.empty() : tensor<1x1x512xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_53 : tensor<1x1x512xbf16>) outs(%119 : tensor<1x1x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %132 = arith.extf %in : bf16 to f32
      linalg.yield %132 : f32
    } -> tensor<1x1x512xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x1x512xf32>) outs(%119 : tensor<1x1x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.negf %in : f32
      %133 = math.exp %132 : f32
      %134 = arith.addf %133, %cst_1 : f32
      %135 = arith.divf %cst_1, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<1x1x512xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %121 : tensor<1x1x512xf32>, tensor<1x1x512xf32>) outs(%119 : tensor<1x1x512xf32>) {
    ^bb0(%in: f32, %in_59: f32, %out: f32):
      %132 = arith.mulf %in, %in_59 : f32
      linalg.yield %132 : f32
    } -> tensor<1x1x512xf32>
    %123 = tensor.empty() : tensor<1x1x512xbf16>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<1x1x512xf32>) outs(%123 : tensor<1x1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x512xbf16>
    %transposed_54 = linalg.transpose ins(%arg10 : tensor<512x256xbf16>) outs(%113 : tensor<256x512xbf16>) permutation = [1, 0] 
    %125 = linalg.matmul ins(%collapsed_52, %transposed_54 : tensor<1x256xbf16>, tensor<256x512xbf16>) outs(%115 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<1x512xf32>) outs(%117 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x512xbf16>
    %expanded_55 = tensor.expand_shape %126 [[0], [1, 2]] output_shape [1, 1, 512] : tensor<1x512xbf16> into tensor<1x1x512xbf16>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %expanded_55 : tensor<1x1x512xbf16>, tensor<1x1x512xbf16>) outs(%123 : tensor<1x1x512xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.mulf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x512xbf16>
    %128 = tensor.empty() : tensor<512x256xbf16>
    %transposed_56 = linalg.transpose ins(%arg11 : tensor<256x512xbf16>) outs(%128 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_57 = tensor.collapse_shape %127 [[0], [1, 2]] : tensor<1x1x512xbf16> into tensor<1x512xbf16>
    %129 = linalg.matmul ins(%collapsed_57, %transposed_56 : tensor<1x512xbf16>, tensor<512x256xbf16>) outs(%26 : tensor<1x256xf32>) -> tensor<1x256xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<1x256xf32>) outs(%28 : tensor<1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %132 = arith.truncf %in : f32 to bf16
      linalg.yield %132 : bf16
    } -> tensor<1x256xbf16>
    %expanded_58 = tensor.expand_shape %130 [[0], [1, 2]] output_shape [1, 1, 256] : tensor<1x256xbf16> into tensor<1x1x256xbf16>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %expanded_58 : tensor<1x1x256xbf16>, tensor<1x1x256xbf16>) outs(%21 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %in_59: bf16, %out: bf16):
      %132 = arith.addf %in, %in_59 : bf16
      linalg.yield %132 : bf16
    } -> tensor<1x1x256xbf16>
    return %131, %61, %62 : tensor<1x1x256xbf16>, tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>
  }
}
