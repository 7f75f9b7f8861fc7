// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<1x64x48xbf16>, %arg3: tensor<1x64x48xbf16>, %arg4: tensor<512x256xbf16>, %arg5: tensor<256x256xbf16>) -> tensor<1x64x256xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<256x512xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<512x256xbf16>) outs(%0 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %1 = tensor.empty() : tensor<64x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%2 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %4 = tensor.empty() : tensor<64x512xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x512xf32>) outs(%4 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %53 = arith.truncf %in : f32 to bf16
      linalg.yield %53 : bf16
    } -> tensor<64x512xbf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [1, 64, 256] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x256xbf16>
    %extracted_slice_2 = tensor.extract_slice %expanded[0, 0, 256] [1, 64, 128] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x128xbf16>
    %extracted_slice_3 = tensor.extract_slice %expanded[0, 0, 384] [1, 64, 128] [1, 1, 1] : tensor<1x64x512xbf16> to tensor<1x64x128xbf16>
    %expanded_4 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<1x64x256xbf16> into tensor<1x64x4x64xbf16>
    %6 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed_5 = linalg.transpose ins(%expanded_4 : tensor<1x64x4x64xbf16>) outs(%6 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_6 = tensor.expand_shape %extracted_slice_2 [[0], [1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<1x64x128xbf16> into tensor<1x64x2x64xbf16>
    %7 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_7 = linalg.transpose ins(%expanded_6 : tensor<1x64x2x64xbf16>) outs(%7 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_8 = tensor.expand_shape %extracted_slice_3 [[0], [1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<1x64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_9 = linalg.transpose ins(%expanded_8 : tensor<1x64x2x64xbf16>) outs(%7 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice_10 = tensor.extract_slice %transposed_5[0, 0, 0, 0] [1, 4, 64, 48] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x48xbf16>
    %extracted_slice_11 = tensor.extract_slice %transposed_5[0, 0, 0, 48] [1, 4, 64, 16] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x16xbf16>
    %expanded_12 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 64, 48] : tensor<1x64x48xbf16> into tensor<1x1x64x48xbf16>
    %8 = tensor.empty() : tensor<1x4x64x48xbf16>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_10, %expanded_12 : tensor<1x4x64x48xbf16>, tensor<1x1x64x48xbf16>) outs(%8 : tensor<1x4x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.mulf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x48xbf16>
    %extracted_slice_13 = tensor.extract_slice %extracted_slice_10[0, 0, 0, 24] [1, 4, 64, 24] [1, 1, 1, 1] : tensor<1x4x64x48xbf16> to tensor<1x4x64x24xbf16>
    %10 = tensor.empty() : tensor<1x4x64x24xbf16>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13 : tensor<1x4x64x24xbf16>) outs(%10 : tensor<1x4x64x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %53 = arith.negf %in : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x24xbf16>
    %extracted_slice_14 = tensor.extract_slice %extracted_slice_10[0, 0, 0, 0] [1, 4, 64, 24] [1, 1, 1, 1] : tensor<1x4x64x48xbf16> to tensor<1x4x64x24xbf16>
    %concat = tensor.concat dim(3) %11, %extracted_slice_14 : (tensor<1x4x64x24xbf16>, tensor<1x4x64x24xbf16>) -> tensor<1x4x64x48xbf16>
    %expanded_15 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 64, 48] : tensor<1x64x48xbf16> into tensor<1x1x64x48xbf16>
    %12 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_15 : tensor<1x4x64x48xbf16>, tensor<1x1x64x48xbf16>) outs(%8 : tensor<1x4x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.mulf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x48xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %12 : tensor<1x4x64x48xbf16>, tensor<1x4x64x48xbf16>) outs(%8 : tensor<1x4x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.addf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x48xbf16>
    %concat_16 = tensor.concat dim(3) %13, %extracted_slice_11 : (tensor<1x4x64x48xbf16>, tensor<1x4x64x16xbf16>) -> tensor<1x4x64x64xbf16>
    %extracted_slice_17 = tensor.extract_slice %transposed_7[0, 0, 0, 0] [1, 2, 64, 48] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x48xbf16>
    %extracted_slice_18 = tensor.extract_slice %transposed_7[0, 0, 0, 48] [1, 2, 64, 16] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x16xbf16>
    %14 = tensor.empty() : tensor<1x2x64x48xbf16>
    %15 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %expanded_12 : tensor<1x2x64x48xbf16>, tensor<1x1x64x48xbf16>) outs(%14 : tensor<1x2x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.mulf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x2x64x48xbf16>
    %extracted_slice_19 = tensor.extract_slice %extracted_slice_17[0, 0, 0, 24] [1, 2, 64, 24] [1, 1, 1, 1] : tensor<1x2x64x48xbf16> to tensor<1x2x64x24xbf16>
    %16 = tensor.empty() : tensor<1x2x64x24xbf16>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<1x2x64x24xbf16>) outs(%16 : tensor<1x2x64x24xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %53 = arith.negf %in : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x2x64x24xbf16>
    %extracted_slice_20 = tensor.extract_slice %extracted_slice_17[0, 0, 0, 0] [1, 2, 64, 24] [1, 1, 1, 1] : tensor<1x2x64x48xbf16> to tensor<1x2x64x24xbf16>
    %concat_21 = tensor.concat dim(3) %17, %extracted_slice_20 : (tensor<1x2x64x24xbf16>, tensor<1x2x64x24xbf16>) -> tensor<1x2x64x48xbf16>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_21, %expanded_15 : tensor<1x2x64x48xbf16>, tensor<1x1x64x48xbf16>) outs(%14 : tensor<1x2x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.mulf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x2x64x48xbf16>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<1x2x64x48xbf16>, tensor<1x2x64x48xbf16>) outs(%14 : tensor<1x2x64x48xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.addf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x2x64x48xbf16>
    %concat_22 = tensor.concat dim(3) %19, %extracted_slice_18 : (tensor<1x2x64x48xbf16>, tensor<1x2x64x16xbf16>) -> tensor<1x2x64x64xbf16>
    %20 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %21 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_22 : tensor<1x2x64x64xbf16>) outs(%20 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed_23 = tensor.collapse_shape %21 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %22 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<1x2x64x64xbf16>) outs(%20 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %transposed_24 = linalg.transpose ins(%collapsed_23 : tensor<1x4x64x64xbf16>) outs(%6 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_25 = tensor.collapse_shape %concat_16 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_26 = tensor.collapse_shape %transposed_24 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %23 = tensor.empty() : tensor<4x64x64xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %25 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%24 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %26 = tensor.empty() : tensor<4x64x64xbf16>
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x64x64xf32>) outs(%26 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %53 = arith.truncf %in : f32 to bf16
      linalg.yield %53 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_27 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<1x4x64x64xbf16>) outs(%6 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %53 = arith.mulf %in, %cst_1 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %arg1 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%6 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_36: bf16, %out: bf16):
      %53 = arith.addf %in, %in_36 : bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x64xbf16>
    %30 = tensor.empty() : tensor<1x4x64x64xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x4x64x64xbf16>) outs(%30 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %53 = arith.extf %in : bf16 to f32
      linalg.yield %53 : f32
    } -> tensor<1x4x64x64xf32>
    %32 = tensor.empty() : tensor<1x4x64xi64>
    %33 = linalg.fill ins(%c0_i64 : i64) outs(%32 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %34 = tensor.empty() : tensor<1x4x64xf32>
    %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %36:2 = linalg.generic {indexing_maps = [#map1, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<1x4x64x64xf32>) outs(%35, %33 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_36: i64):
      %53 = linalg.index 3 : index
      %54 = arith.index_cast %53 : index to i64
      %55 = arith.maximumf %in, %out : f32
      %56 = arith.cmpf ogt, %in, %out : f32
      %57 = arith.select %56, %54, %out_36 : i64
      linalg.yield %55, %57 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_28 = tensor.expand_shape %36#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_28 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%30 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %53 = arith.subf %in, %in_36 : f32
      linalg.yield %53 : f32
    } -> tensor<1x4x64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x4x64x64xf32>) outs(%30 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.exp %in : f32
      linalg.yield %53 : f32
    } -> tensor<1x4x64x64xf32>
    %39 = tensor.empty() : tensor<1x4x64x1xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<1x4x64x64xf32>) outs(%40 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %out : f32
      linalg.yield %53 : f32
    } -> tensor<1x4x64x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %41 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%30 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %53 = arith.divf %in, %in_36 : f32
      linalg.yield %53 : f32
    } -> tensor<1x4x64x64xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x4x64x64xf32>) outs(%6 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %53 = arith.truncf %in : f32 to bf16
      linalg.yield %53 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_29 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_30 = tensor.collapse_shape %22 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %44 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%24 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<4x64x64xf32>) outs(%26 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %53 = arith.truncf %in : f32 to bf16
      linalg.yield %53 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_31 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %46 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<1x4x64x64xbf16>) outs(%46 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %47 = tensor.empty() : tensor<256x256xbf16>
    %transposed_33 = linalg.transpose ins(%arg5 : tensor<256x256xbf16>) outs(%47 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_34 = tensor.collapse_shape %transposed_32 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %48 = tensor.empty() : tensor<64x256xf32>
    %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %50 = linalg.matmul ins(%collapsed_34, %transposed_33 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%49 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %51 = tensor.empty() : tensor<64x256xbf16>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<64x256xf32>) outs(%51 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %53 = arith.truncf %in : f32 to bf16
      linalg.yield %53 : bf16
    } -> tensor<64x256xbf16>
    %expanded_35 = tensor.expand_shape %52 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    return %expanded_35 : tensor<1x64x256xbf16>
  }
}
