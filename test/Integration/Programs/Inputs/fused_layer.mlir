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
module {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<1x64x64xbf16>, %arg3: tensor<1x64x64xbf16>, %arg4: tensor<512x256xbf16>, %arg5: tensor<256x256xbf16>, %arg6: tensor<1024x256xbf16>, %arg7: tensor<256x512xbf16>, %arg8: tensor<256xbf16>, %arg9: tensor<256xbf16>) -> tensor<1x64x256xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 2.560000e+02 : f32
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %91 = arith.extf %in : bf16 to f32
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %3 = tensor.empty() : tensor<1x64x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x64x256xf32>) outs(%4 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_3 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_2 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %91 = arith.mulf %in, %in_41 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %10 = tensor.empty() : tensor<1x64x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x256xf32>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %11 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    %13 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<512x256xbf16>) outs(%13 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %14 = tensor.empty() : tensor<64x512xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%15 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %17 = tensor.empty() : tensor<64x512xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<64x512xf32>) outs(%17 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<64x512xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [1, 64, 256] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x256xbf16>
    %extracted_slice_5 = tensor.extract_slice %expanded[0, 0, 256] [1, 64, 128] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x128xbf16>
    %extracted_slice_6 = tensor.extract_slice %expanded[0, 0, 384] [1, 64, 128] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x128xbf16>
    %expanded_7 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<1x64x256xbf16> into tensor<1x64x4x64xbf16>
    %19 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x64x4x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_9 = tensor.expand_shape %extracted_slice_5 [[0], [1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<1x64x128xbf16> into tensor<1x64x2x64xbf16>
    %20 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_10 = linalg.transpose ins(%expanded_9 : tensor<1x64x2x64xbf16>) outs(%20 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_11 = tensor.expand_shape %extracted_slice_6 [[0], [1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<1x64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<1x64x2x64xbf16>) outs(%20 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_13 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %21 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8, %expanded_13 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %extracted_slice_14 = tensor.extract_slice %transposed_8[0, 0, 0, 32] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %22 = tensor.empty() : tensor<1x4x64x32xbf16>
    %23 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14 : tensor<1x4x64x32xbf16>) outs(%22 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %91 = arith.negf %in : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x32xbf16>
    %extracted_slice_15 = tensor.extract_slice %transposed_8[0, 0, 0, 0] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %concat = tensor.concat dim(3) %23, %extracted_slice_15 : (tensor<1x4x64x32xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x64xbf16>
    %expanded_16 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %24 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_16 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<1x4x64x64xbf16>, tensor<1x4x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.addf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %26 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_10, %expanded_13 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%20 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x2x64x64xbf16>
    %extracted_slice_17 = tensor.extract_slice %transposed_10[0, 0, 0, 32] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %27 = tensor.empty() : tensor<1x2x64x32xbf16>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17 : tensor<1x2x64x32xbf16>) outs(%27 : tensor<1x2x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %91 = arith.negf %in : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x2x64x32xbf16>
    %extracted_slice_18 = tensor.extract_slice %transposed_10[0, 0, 0, 0] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %concat_19 = tensor.concat dim(3) %28, %extracted_slice_18 : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) -> tensor<1x2x64x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_19, %expanded_16 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%20 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x2x64x64xbf16>
    %30 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) outs(%20 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.addf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x2x64x64xbf16>
    %31 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %32 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x2x64x64xbf16>) outs(%31 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed_20 = tensor.collapse_shape %32 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %33 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_12 : tensor<1x2x64x64xbf16>) outs(%31 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %transposed_21 = linalg.transpose ins(%collapsed_20 : tensor<1x4x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_22 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_23 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %34 = tensor.empty() : tensor<4x64x64xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %36 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%35 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %37 = tensor.empty() : tensor<4x64x64xbf16>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<4x64x64xf32>) outs(%37 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_24 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<1x4x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %91 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %arg1 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.addf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %41 = tensor.empty() : tensor<1x4x64x64xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x4x64x64xbf16>) outs(%41 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %91 = arith.extf %in : bf16 to f32
      linalg.yield %91 : f32
    } -> tensor<1x4x64x64xf32>
    %43 = tensor.empty() : tensor<1x4x64xi64>
    %44 = linalg.fill ins(%c0_i64 : i64) outs(%43 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %45 = tensor.empty() : tensor<1x4x64xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %47:2 = linalg.generic {indexing_maps = [#map4, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<1x4x64x64xf32>) outs(%46, %44 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_41: i64):
      %91 = linalg.index 3 : index
      %92 = arith.index_cast %91 : index to i64
      %93 = arith.maximumf %in, %out : f32
      %94 = arith.cmpf ogt, %in, %out : f32
      %95 = arith.select %94, %92, %out_41 : i64
      linalg.yield %93, %95 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_25 = tensor.expand_shape %47#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_25 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%41 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %91 = arith.subf %in, %in_41 : f32
      linalg.yield %91 : f32
    } -> tensor<1x4x64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x4x64x64xf32>) outs(%41 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.exp %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x4x64x64xf32>
    %50 = tensor.empty() : tensor<1x4x64x1xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<1x4x64x64xf32>) outs(%51 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x4x64x1xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %52 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%41 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %91 = arith.divf %in, %in_41 : f32
      linalg.yield %91 : f32
    } -> tensor<1x4x64x64xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x4x64x64xf32>) outs(%19 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_26 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_27 = tensor.collapse_shape %33 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %55 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%35 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<4x64x64xf32>) outs(%37 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_28 = tensor.expand_shape %56 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %57 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<1x4x64x64xbf16>) outs(%57 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %58 = tensor.empty() : tensor<256x256xbf16>
    %transposed_30 = linalg.transpose ins(%arg5 : tensor<256x256xbf16>) outs(%58 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_31 = tensor.collapse_shape %transposed_29 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %59 = tensor.empty() : tensor<64x256xf32>
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %61 = linalg.matmul ins(%collapsed_31, %transposed_30 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%60 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %62 = tensor.empty() : tensor<64x256xbf16>
    %63 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<64x256xf32>) outs(%62 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<64x256xbf16>
    %expanded_32 = tensor.expand_shape %63 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_32 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.addf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %91 = arith.extf %in : bf16 to f32
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<1x64x256xf32>) outs(%4 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_3 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_2 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %70 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %91 = arith.mulf %in, %in_41 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x256xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<1x64x256xf32>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    %73 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %72 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    %74 = tensor.empty() : tensor<256x1024xbf16>
    %transposed_33 = linalg.transpose ins(%arg6 : tensor<1024x256xbf16>) outs(%74 : tensor<256x1024xbf16>) permutation = [1, 0] 
    %collapsed_34 = tensor.collapse_shape %73 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %75 = tensor.empty() : tensor<64x1024xf32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %77 = linalg.matmul ins(%collapsed_34, %transposed_33 : tensor<64x256xbf16>, tensor<256x1024xbf16>) outs(%76 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %78 = tensor.empty() : tensor<64x1024xbf16>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<64x1024xf32>) outs(%78 : tensor<64x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<64x1024xbf16>
    %expanded_35 = tensor.expand_shape %79 [[0, 1], [2]] output_shape [1, 64, 1024] : tensor<64x1024xbf16> into tensor<1x64x1024xbf16>
    %extracted_slice_36 = tensor.extract_slice %expanded_35[0, 0, 0] [1, 64, 512] [1, 1, 1] : tensor<1x64x1024xbf16> to tensor<1x64x512xbf16>
    %extracted_slice_37 = tensor.extract_slice %expanded_35[0, 0, 512] [1, 64, 512] [1, 1, 1] : tensor<1x64x1024xbf16> to tensor<1x64x512xbf16>
    %80 = tensor.empty() : tensor<1x64x512xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_36 : tensor<1x64x512xbf16>) outs(%80 : tensor<1x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %91 = arith.extf %in : bf16 to f32
      linalg.yield %91 : f32
    } -> tensor<1x64x512xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<1x64x512xf32>) outs(%80 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.negf %in : f32
      %92 = math.exp %91 : f32
      %93 = arith.addf %92, %cst_1 : f32
      %94 = arith.divf %cst_1, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<1x64x512xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %82 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%80 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %91 = arith.mulf %in, %in_41 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x512xf32>
    %84 = tensor.empty() : tensor<1x64x512xbf16>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x64x512xf32>) outs(%84 : tensor<1x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x512xbf16>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %extracted_slice_37 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%84 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.mulf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x512xbf16>
    %87 = tensor.empty() : tensor<512x256xbf16>
    %transposed_38 = linalg.transpose ins(%arg7 : tensor<256x512xbf16>) outs(%87 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %86 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %88 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%60 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<64x256xf32>) outs(%62 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %91 = arith.truncf %in : f32 to bf16
      linalg.yield %91 : bf16
    } -> tensor<64x256xbf16>
    %expanded_40 = tensor.expand_shape %89 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %expanded_40 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_41: bf16, %out: bf16):
      %91 = arith.addf %in, %in_41 : bf16
      linalg.yield %91 : bf16
    } -> tensor<1x64x256xbf16>
    return %90 : tensor<1x64x256xbf16>
  }
}
