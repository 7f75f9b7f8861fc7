// Written by regenerate.py.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map11 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @main(%arg0: tensor<2x3x64x64xbf16>, %arg1: tensor<256x3x8x8xbf16>, %arg2: tensor<256xbf16>, %arg3: tensor<1x1x256xbf16>, %arg4: tensor<1x65x256xbf16>, %arg5: tensor<1x1x65x65xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<256xbf16>, %arg8: tensor<256x256xbf16>, %arg9: tensor<256xbf16>, %arg10: tensor<256x256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256x256xbf16>, %arg13: tensor<256xbf16>, %arg14: tensor<256xbf16>, %arg15: tensor<256xbf16>, %arg16: tensor<512x256xbf16>, %arg17: tensor<512xbf16>, %arg18: tensor<256x512xbf16>, %arg19: tensor<256xbf16>, %arg20: tensor<256xbf16>, %arg21: tensor<256xbf16>) -> tensor<2x256xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 1.000000e+00 : bf16
    %cst_3 = arith.constant 2.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 1.250000e-01 : bf16
    %cst_7 = arith.constant 2.560000e+02 : f64
    %cst_8 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<2x256x8x8xf32>
    %1 = tensor.empty() : tensor<256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %broadcasted = linalg.broadcast ins(%2 : tensor<256xf32>) outs(%0 : tensor<2x256x8x8xf32>) dimensions = [0, 2, 3] 
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<8> : vector<2xi64>} ins(%arg0, %arg1 : tensor<2x3x64x64xbf16>, tensor<256x3x8x8xbf16>) outs(%broadcasted : tensor<2x256x8x8xf32>) -> tensor<2x256x8x8xf32>
    %4 = tensor.empty() : tensor<2x256x8x8xbf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<2x256x8x8xf32>) outs(%4 : tensor<2x256x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<2x256x8x8xbf16>
    %collapsed = tensor.collapse_shape %5 [[0], [1], [2, 3]] : tensor<2x256x8x8xbf16> into tensor<2x256x64xbf16>
    %6 = tensor.empty() : tensor<2x64x256xbf16>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x256x64xbf16>) outs(%6 : tensor<2x64x256xbf16>) permutation = [0, 2, 1] 
    %7 = tensor.empty() : tensor<2x1x256xbf16>
    %collapsed_9 = tensor.collapse_shape %arg3 [[0, 1], [2]] : tensor<1x1x256xbf16> into tensor<1x256xbf16>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x256xbf16>) outs(%7 : tensor<2x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x1x256xbf16>
    %concat = tensor.concat dim(1) %8, %transposed : (tensor<2x1x256xbf16>, tensor<2x64x256xbf16>) -> tensor<2x65x256xbf16>
    %9 = tensor.empty() : tensor<2x65x256xbf16>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg4 : tensor<2x65x256xbf16>, tensor<1x65x256xbf16>) outs(%9 : tensor<2x65x256xbf16>) {
    ^bb0(%in: bf16, %in_37: bf16, %out: bf16):
      %134 = arith.addf %in, %in_37 : bf16
      linalg.yield %134 : bf16
    } -> tensor<2x65x256xbf16>
    %collapsed_10 = tensor.collapse_shape %10 [[0, 1], [2]] : tensor<2x65x256xbf16> into tensor<130x256xbf16>
    %11 = tensor.empty() : tensor<256x256xbf16>
    %transposed_11 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%11 : tensor<256x256xbf16>) permutation = [1, 0] 
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %13 = tensor.empty() : tensor<130x256xf32>
    %14 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_10 : tensor<130x256xbf16>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %15 = tensor.empty() : tensor<256x256xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_11 : tensor<256x256xbf16>) outs(%15 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256x256xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%13 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %18 = linalg.matmul ins(%14, %16 : tensor<130x256xf32>, tensor<256x256xf32>) outs(%17 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%18, %12 : tensor<130x256xf32>, tensor<256xf32>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %20 = tensor.empty() : tensor<130x256xbf16>
    %21 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<130x256xf32>) outs(%20 : tensor<130x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x256xbf16>
    %expanded = tensor.expand_shape %21 [[0, 1], [2, 3]] output_shape [2, 65, 4, 64] : tensor<130x256xbf16> into tensor<2x65x4x64xbf16>
    %22 = tensor.empty() : tensor<2x4x65x64xbf16>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x65x4x64xbf16>) outs(%22 : tensor<2x4x65x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg8 : tensor<256x256xbf16>) outs(%11 : tensor<256x256xbf16>) permutation = [1, 0] 
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg9 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_13 : tensor<256x256xbf16>) outs(%15 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256x256xf32>
    %25 = linalg.matmul ins(%14, %24 : tensor<130x256xf32>, tensor<256x256xf32>) outs(%17 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%25, %23 : tensor<130x256xf32>, tensor<256xf32>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<130x256xf32>) outs(%20 : tensor<130x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x256xbf16>
    %expanded_14 = tensor.expand_shape %27 [[0, 1], [2, 3]] output_shape [2, 65, 4, 64] : tensor<130x256xbf16> into tensor<2x65x4x64xbf16>
    %transposed_15 = linalg.transpose ins(%arg10 : tensor<256x256xbf16>) outs(%11 : tensor<256x256xbf16>) permutation = [1, 0] 
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg11 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_15 : tensor<256x256xbf16>) outs(%15 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256x256xf32>
    %30 = linalg.matmul ins(%14, %29 : tensor<130x256xf32>, tensor<256x256xf32>) outs(%17 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%30, %28 : tensor<130x256xf32>, tensor<256xf32>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<130x256xf32>) outs(%20 : tensor<130x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x256xbf16>
    %expanded_16 = tensor.expand_shape %32 [[0, 1], [2, 3]] output_shape [2, 65, 4, 64] : tensor<130x256xbf16> into tensor<2x65x4x64xbf16>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x65x4x64xbf16>) outs(%22 : tensor<2x4x65x64xbf16>) permutation = [0, 2, 1, 3] 
    %33 = tensor.empty() : tensor<2x4x64x65xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x65x4x64xbf16>) outs(%33 : tensor<2x4x64x65xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x4x65x64xbf16> into tensor<8x65x64xbf16>
    %collapsed_20 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x4x64x65xbf16> into tensor<8x64x65xbf16>
    %34 = tensor.empty() : tensor<8x65x65xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<8x65x65xf32>) -> tensor<8x65x65xf32>
    %36 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<8x65x64xbf16>, tensor<8x64x65xbf16>) outs(%35 : tensor<8x65x65xf32>) -> tensor<8x65x65xf32>
    %37 = tensor.empty() : tensor<8x65x65xbf16>
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<8x65x65xf32>) outs(%37 : tensor<8x65x65xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<8x65x65xbf16>
    %expanded_21 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, 65, 65] : tensor<8x65x65xbf16> into tensor<2x4x65x65xbf16>
    %39 = tensor.empty() : tensor<2x4x65x65xbf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x4x65x65xbf16>) outs(%39 : tensor<2x4x65x65xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %134 = arith.mulf %in, %cst_6 : bf16
      linalg.yield %134 : bf16
    } -> tensor<2x4x65x65xbf16>
    %41 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %arg5 : tensor<2x4x65x65xbf16>, tensor<1x1x65x65xbf16>) outs(%39 : tensor<2x4x65x65xbf16>) {
    ^bb0(%in: bf16, %in_37: bf16, %out: bf16):
      %134 = arith.addf %in, %in_37 : bf16
      linalg.yield %134 : bf16
    } -> tensor<2x4x65x65xbf16>
    %42 = tensor.empty() : tensor<2x4x65x65xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x4x65x65xbf16>) outs(%42 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<2x4x65x65xf32>
    %44 = tensor.empty() : tensor<2x4x65xi64>
    %45 = linalg.fill ins(%c0_i64 : i64) outs(%44 : tensor<2x4x65xi64>) -> tensor<2x4x65xi64>
    %46 = tensor.empty() : tensor<2x4x65xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<2x4x65xf32>) -> tensor<2x4x65xf32>
    %48:2 = linalg.generic {indexing_maps = [#map1, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<2x4x65x65xf32>) outs(%47, %45 : tensor<2x4x65xf32>, tensor<2x4x65xi64>) {
    ^bb0(%in: f32, %out: f32, %out_37: i64):
      %134 = linalg.index 3 : index
      %135 = arith.index_cast %134 : index to i64
      %136 = arith.maximumf %in, %out : f32
      %137 = arith.cmpf ogt, %in, %out : f32
      %138 = arith.select %137, %135, %out_37 : i64
      linalg.yield %136, %138 : f32, i64
    } -> (tensor<2x4x65xf32>, tensor<2x4x65xi64>)
    %expanded_22 = tensor.expand_shape %48#0 [[0], [1], [2, 3]] output_shape [2, 4, 65, 1] : tensor<2x4x65xf32> into tensor<2x4x65x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %expanded_22 : tensor<2x4x65x65xf32>, tensor<2x4x65x1xf32>) outs(%42 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.subf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x4x65x65xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<2x4x65x65xf32>) outs(%42 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = math.exp %in : f32
      linalg.yield %134 : f32
    } -> tensor<2x4x65x65xf32>
    %51 = tensor.empty() : tensor<2x4x65x1xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<2x4x65x1xf32>) -> tensor<2x4x65x1xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%50 : tensor<2x4x65x65xf32>) outs(%52 : tensor<2x4x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.addf %in, %out : f32
      linalg.yield %134 : f32
    } -> tensor<2x4x65x1xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<2x4x65x65xf32>, tensor<2x4x65x1xf32>) outs(%42 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.divf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x4x65x65xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<2x4x65x65xf32>) outs(%39 : tensor<2x4x65x65xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<2x4x65x65xbf16>
    %collapsed_23 = tensor.collapse_shape %55 [[0, 1], [2], [3]] : tensor<2x4x65x65xbf16> into tensor<8x65x65xbf16>
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x4x65x64xbf16> into tensor<8x65x64xbf16>
    %56 = tensor.empty() : tensor<8x65x64xf32>
    %57 = linalg.fill ins(%cst : f32) outs(%56 : tensor<8x65x64xf32>) -> tensor<8x65x64xf32>
    %58 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<8x65x65xbf16>, tensor<8x65x64xbf16>) outs(%57 : tensor<8x65x64xf32>) -> tensor<8x65x64xf32>
    %59 = tensor.empty() : tensor<8x65x64xbf16>
    %60 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<8x65x64xf32>) outs(%59 : tensor<8x65x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<8x65x64xbf16>
    %expanded_25 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [2, 4, 65, 64] : tensor<8x65x64xbf16> into tensor<2x4x65x64xbf16>
    %61 = tensor.empty() : tensor<2x65x4x64xbf16>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x4x65x64xbf16>) outs(%61 : tensor<2x65x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0, 1], [2, 3]] : tensor<2x65x4x64xbf16> into tensor<130x256xbf16>
    %transposed_28 = linalg.transpose ins(%arg12 : tensor<256x256xbf16>) outs(%11 : tensor<256x256xbf16>) permutation = [1, 0] 
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %63 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_27 : tensor<130x256xbf16>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %64 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_28 : tensor<256x256xbf16>) outs(%15 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256x256xf32>
    %65 = linalg.matmul ins(%63, %64 : tensor<130x256xf32>, tensor<256x256xf32>) outs(%17 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %66 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%65, %62 : tensor<130x256xf32>, tensor<256xf32>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<130x256xf32>) outs(%20 : tensor<130x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x256xbf16>
    %expanded_29 = tensor.expand_shape %67 [[0, 1], [2]] output_shape [2, 65, 256] : tensor<130x256xbf16> into tensor<2x65x256xbf16>
    %68 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %expanded_29 : tensor<2x65x256xbf16>, tensor<2x65x256xbf16>) outs(%9 : tensor<2x65x256xbf16>) {
    ^bb0(%in: bf16, %in_37: bf16, %out: bf16):
      %134 = arith.addf %in, %in_37 : bf16
      linalg.yield %134 : bf16
    } -> tensor<2x65x256xbf16>
    %69 = tensor.empty() : tensor<2x65x256xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x65x256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %71 = tensor.empty() : tensor<2x65x256xf64>
    %72 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x65x256xf32>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %134 = arith.extf %in : f32 to f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %73 = tensor.empty() : tensor<2x65x1xf64>
    %74 = linalg.fill ins(%cst_1 : f64) outs(%73 : tensor<2x65x1xf64>) -> tensor<2x65x1xf64>
    %75 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x65x256xf64>) outs(%74 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.addf %in, %out : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x65x1xf64>) outs(%73 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.divf %in, %cst_7 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %77 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %76 : tensor<2x65x256xf64>, tensor<2x65x1xf64>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %134 = arith.subf %in, %in_37 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %78 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %77 : tensor<2x65x256xf64>, tensor<2x65x256xf64>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %134 = arith.mulf %in, %in_37 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %79 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<2x65x256xf64>) outs(%74 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.addf %in, %out : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %80 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x65x1xf64>) outs(%73 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.divf %in, %cst_7 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %81 = tensor.empty() : tensor<2x65x1xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x65x1xf64>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %134 = arith.truncf %in : f64 to f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %83 = linalg.fill ins(%cst : f32) outs(%81 : tensor<2x65x1xf32>) -> tensor<2x65x1xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<2x65x256xf32>) outs(%83 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.addf %in, %out : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.divf %in, %cst_8 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.truncf %cst_5 : f64 to f32
      %135 = arith.addf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x1xf32>
    %87 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = math.rsqrt %in : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %85 : tensor<2x65x256xf32>, tensor<2x65x1xf32>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.subf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %87 : tensor<2x65x256xf32>, tensor<2x65x1xf32>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.mulf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %arg14 : tensor<2x65x256xf32>, tensor<256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: bf16, %out: f32):
      %134 = arith.extf %in_37 : bf16 to f32
      %135 = arith.mulf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x256xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %arg15 : tensor<2x65x256xf32>, tensor<256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: bf16, %out: f32):
      %134 = arith.extf %in_37 : bf16 to f32
      %135 = arith.addf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x256xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<2x65x256xf32>) outs(%9 : tensor<2x65x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<2x65x256xbf16>
    %collapsed_30 = tensor.collapse_shape %92 [[0, 1], [2]] : tensor<2x65x256xbf16> into tensor<130x256xbf16>
    %93 = tensor.empty() : tensor<256x512xbf16>
    %transposed_31 = linalg.transpose ins(%arg16 : tensor<512x256xbf16>) outs(%93 : tensor<256x512xbf16>) permutation = [1, 0] 
    %94 = tensor.empty() : tensor<512xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg17 : tensor<512xbf16>) outs(%94 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<512xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_30 : tensor<130x256xbf16>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %97 = tensor.empty() : tensor<256x512xf32>
    %98 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_31 : tensor<256x512xbf16>) outs(%97 : tensor<256x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256x512xf32>
    %99 = tensor.empty() : tensor<130x512xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<130x512xf32>) -> tensor<130x512xf32>
    %101 = linalg.matmul ins(%96, %98 : tensor<130x256xf32>, tensor<256x512xf32>) outs(%100 : tensor<130x512xf32>) -> tensor<130x512xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%101, %95 : tensor<130x512xf32>, tensor<512xf32>) outs(%99 : tensor<130x512xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x512xf32>
    %103 = tensor.empty() : tensor<130x512xbf16>
    %104 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<130x512xf32>) outs(%103 : tensor<130x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x512xbf16>
    %expanded_32 = tensor.expand_shape %104 [[0, 1], [2]] output_shape [2, 65, 512] : tensor<130x512xbf16> into tensor<2x65x512xbf16>
    %105 = tensor.empty() : tensor<2x65x512xbf16>
    %106 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x65x512xbf16>) outs(%105 : tensor<2x65x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %134 = math.sqrt %cst_3 : bf16
      %135 = arith.divf %in, %134 : bf16
      %136 = math.erf %135 : bf16
      %137 = arith.addf %136, %cst_2 : bf16
      %138 = arith.mulf %137, %cst_4 : bf16
      %139 = arith.mulf %in, %138 : bf16
      linalg.yield %139 : bf16
    } -> tensor<2x65x512xbf16>
    %collapsed_33 = tensor.collapse_shape %106 [[0, 1], [2]] : tensor<2x65x512xbf16> into tensor<130x512xbf16>
    %107 = tensor.empty() : tensor<512x256xbf16>
    %transposed_34 = linalg.transpose ins(%arg18 : tensor<256x512xbf16>) outs(%107 : tensor<512x256xbf16>) permutation = [1, 0] 
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg19 : tensor<256xbf16>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<256xf32>
    %109 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_33 : tensor<130x512xbf16>) outs(%99 : tensor<130x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<130x512xf32>
    %110 = tensor.empty() : tensor<512x256xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%transposed_34 : tensor<512x256xbf16>) outs(%110 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<512x256xf32>
    %112 = linalg.matmul ins(%109, %111 : tensor<130x512xf32>, tensor<512x256xf32>) outs(%17 : tensor<130x256xf32>) -> tensor<130x256xf32>
    %113 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%112, %108 : tensor<130x256xf32>, tensor<256xf32>) outs(%13 : tensor<130x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.addf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<130x256xf32>
    %114 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<130x256xf32>) outs(%20 : tensor<130x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<130x256xbf16>
    %expanded_35 = tensor.expand_shape %114 [[0, 1], [2]] output_shape [2, 65, 256] : tensor<130x256xbf16> into tensor<2x65x256xbf16>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %expanded_35 : tensor<2x65x256xbf16>, tensor<2x65x256xbf16>) outs(%9 : tensor<2x65x256xbf16>) {
    ^bb0(%in: bf16, %in_37: bf16, %out: bf16):
      %134 = arith.addf %in, %in_37 : bf16
      linalg.yield %134 : bf16
    } -> tensor<2x65x256xbf16>
    %116 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x65x256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %134 = arith.extf %in : bf16 to f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x65x256xf32>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f32, %out: f64):
      %134 = arith.extf %in : f32 to f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %118 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%117 : tensor<2x65x256xf64>) outs(%74 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.addf %in, %out : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x65x1xf64>) outs(%73 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.divf %in, %cst_7 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %120 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %119 : tensor<2x65x256xf64>, tensor<2x65x1xf64>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %134 = arith.subf %in, %in_37 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %121 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %120 : tensor<2x65x256xf64>, tensor<2x65x256xf64>) outs(%71 : tensor<2x65x256xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %134 = arith.mulf %in, %in_37 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x256xf64>
    %122 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%121 : tensor<2x65x256xf64>) outs(%74 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.addf %in, %out : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x65x1xf64>) outs(%73 : tensor<2x65x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %134 = arith.divf %in, %cst_7 : f64
      linalg.yield %134 : f64
    } -> tensor<2x65x1xf64>
    %124 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x65x1xf64>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %134 = arith.truncf %in : f64 to f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%116 : tensor<2x65x256xf32>) outs(%83 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.addf %in, %out : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.divf %in, %cst_8 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = arith.truncf %cst_5 : f64 to f32
      %135 = arith.addf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x1xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x65x1xf32>) outs(%81 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %134 = math.rsqrt %in : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x1xf32>
    %129 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %126 : tensor<2x65x256xf32>, tensor<2x65x1xf32>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.subf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %128 : tensor<2x65x256xf32>, tensor<2x65x1xf32>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %134 = arith.mulf %in, %in_37 : f32
      linalg.yield %134 : f32
    } -> tensor<2x65x256xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %arg20 : tensor<2x65x256xf32>, tensor<256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: bf16, %out: f32):
      %134 = arith.extf %in_37 : bf16 to f32
      %135 = arith.mulf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x256xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %arg21 : tensor<2x65x256xf32>, tensor<256xbf16>) outs(%69 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_37: bf16, %out: f32):
      %134 = arith.extf %in_37 : bf16 to f32
      %135 = arith.addf %in, %134 : f32
      linalg.yield %135 : f32
    } -> tensor<2x65x256xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x65x256xf32>) outs(%9 : tensor<2x65x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %134 = arith.truncf %in : f32 to bf16
      linalg.yield %134 : bf16
    } -> tensor<2x65x256xbf16>
    %extracted_slice = tensor.extract_slice %133[0, 0, 0] [2, 1, 256] [1, 1, 1] : tensor<2x65x256xbf16> to tensor<2x1x256xbf16>
    %collapsed_36 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<2x1x256xbf16> into tensor<2x256xbf16>
    return %collapsed_36 : tensor<2x256xbf16>
  }
}
