// Written by regenerate.py.
#before_map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#before_map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#before_map2 = affine_map<(d0, d1, d2) -> (d2)>
#before_map3 = affine_map<(d0, d1) -> (d0, d1)>
#before_map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#before_map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#attention_map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#attention_map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#attention_map2 = affine_map<(d0) -> (d0)>
#attention_map3 = affine_map<(d0, d1) -> (0, d1)>
#attention_map4 = affine_map<(d0, d1) -> (d0, 0)>
#attention_map5 = affine_map<(d0, d1) -> (d0, d1)>
#attention_map6 = affine_map<(d0, d1) -> ()>
#attention_map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#attention_map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#attention_map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#attention_map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#attention_map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#attention_map12 = affine_map<(d0, d1, d2, d3) -> ()>
#after_map = affine_map<(d0, d1) -> (d0, d1)>
#after_map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#after_map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#after_map3 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func private @before(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x64x64xbf16>, %arg2: tensor<1x64x64xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<256xbf16>) -> (tensor<1x64x4x64xbf16>, tensor<1x64x2x64xbf16>, tensor<1x64x2x64xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.9999999999999995E-7 : f64
    %cst_1 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<1x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %39 = arith.extf %in : bf16 to f32
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %2 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %3 = tensor.empty() : tensor<1x64x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#before_map, #before_map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x64x256xf32>) outs(%4 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %6 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_1 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %7 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_0 : f64 to f32
      %40 = arith.addf %in, %39 : f32
      linalg.yield %40 : f32
    } -> tensor<1x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.rsqrt %in : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %9 = linalg.generic {indexing_maps = [#before_map, #before_map1, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.mulf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %10 = tensor.empty() : tensor<1x64x256xbf16>
    %11 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x256xf32>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    %12 = linalg.generic {indexing_maps = [#before_map2, #before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %11 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    %13 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %14 = tensor.empty() : tensor<64x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %17 = tensor.empty() : tensor<64x256xbf16>
    %18 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<64x256xf32>) outs(%17 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x256xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<64x256xbf16> into tensor<1x64x4x64xbf16>
    %19 = tensor.empty() : tensor<256x128xbf16>
    %transposed_2 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%19 : tensor<256x128xbf16>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<64x128xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %22 = linalg.matmul ins(%collapsed, %transposed_2 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%21 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %23 = tensor.empty() : tensor<64x128xbf16>
    %24 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<64x128xf32>) outs(%23 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x128xbf16>
    %expanded_3 = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_4 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%19 : tensor<256x128xbf16>) permutation = [1, 0] 
    %25 = linalg.matmul ins(%collapsed, %transposed_4 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%21 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %26 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<64x128xf32>) outs(%23 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x128xbf16>
    %expanded_5 = tensor.expand_shape %26 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %expanded_6 = tensor.expand_shape %arg1 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
    %27 = tensor.empty() : tensor<1x64x4x64xbf16>
    %28 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_6 : tensor<1x64x4x64xbf16>, tensor<1x64x1x64xbf16>) outs(%27 : tensor<1x64x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x4x64xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0, 32] [1, 64, 4, 32] [1, 1, 1, 1] : tensor<1x64x4x64xbf16> to tensor<1x64x4x32xbf16>
    %29 = tensor.empty() : tensor<1x64x4x32xbf16>
    %30 = linalg.generic {indexing_maps = [#before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x64x4x32xbf16>) outs(%29 : tensor<1x64x4x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %39 = arith.negf %in : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x4x32xbf16>
    %extracted_slice_7 = tensor.extract_slice %expanded[0, 0, 0, 0] [1, 64, 4, 32] [1, 1, 1, 1] : tensor<1x64x4x64xbf16> to tensor<1x64x4x32xbf16>
    %concat = tensor.concat dim(3) %30, %extracted_slice_7 : (tensor<1x64x4x32xbf16>, tensor<1x64x4x32xbf16>) -> tensor<1x64x4x64xbf16>
    %expanded_8 = tensor.expand_shape %arg2 [[0], [1], [2, 3]] output_shape [1, 64, 1, 64] : tensor<1x64x64xbf16> into tensor<1x64x1x64xbf16>
    %31 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_8 : tensor<1x64x4x64xbf16>, tensor<1x64x1x64xbf16>) outs(%27 : tensor<1x64x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x4x64xbf16>
    %32 = linalg.generic {indexing_maps = [#before_map4, #before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<1x64x4x64xbf16>, tensor<1x64x4x64xbf16>) outs(%27 : tensor<1x64x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.addf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x4x64xbf16>
    %33 = tensor.empty() : tensor<1x64x2x64xbf16>
    %34 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_6 : tensor<1x64x2x64xbf16>, tensor<1x64x1x64xbf16>) outs(%33 : tensor<1x64x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x2x64xbf16>
    %extracted_slice_9 = tensor.extract_slice %expanded_3[0, 0, 0, 32] [1, 64, 2, 32] [1, 1, 1, 1] : tensor<1x64x2x64xbf16> to tensor<1x64x2x32xbf16>
    %35 = tensor.empty() : tensor<1x64x2x32xbf16>
    %36 = linalg.generic {indexing_maps = [#before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_9 : tensor<1x64x2x32xbf16>) outs(%35 : tensor<1x64x2x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %39 = arith.negf %in : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x2x32xbf16>
    %extracted_slice_10 = tensor.extract_slice %expanded_3[0, 0, 0, 0] [1, 64, 2, 32] [1, 1, 1, 1] : tensor<1x64x2x64xbf16> to tensor<1x64x2x32xbf16>
    %concat_11 = tensor.concat dim(3) %36, %extracted_slice_10 : (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) -> tensor<1x64x2x64xbf16>
    %37 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_11, %expanded_8 : tensor<1x64x2x64xbf16>, tensor<1x64x1x64xbf16>) outs(%33 : tensor<1x64x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x2x64xbf16>
    %38 = linalg.generic {indexing_maps = [#before_map4, #before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %37 : tensor<1x64x2x64xbf16>, tensor<1x64x2x64xbf16>) outs(%33 : tensor<1x64x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.addf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x2x64xbf16>
    return %32, %38, %expanded_5 : tensor<1x64x4x64xbf16>, tensor<1x64x2x64xbf16>, tensor<1x64x2x64xbf16>
  }
  func.func private @attention(%arg0: tensor<1x64x4x64xbf16>, %arg1: tensor<1x64x2x64xbf16>, %arg2: tensor<1x64x2x64xbf16>) -> (tensor<1x64x4x64xbf16>, tensor<1x4x64xf32>) attributes {lowp.external = "attention"} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 0x7FF0000000000000 : f64
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<1x64x4x64xbf16>) outs(%0 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %1 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_5 = linalg.transpose ins(%arg1 : tensor<1x64x2x64xbf16>) outs(%1 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_6 = linalg.transpose ins(%arg2 : tensor<1x64x2x64xbf16>) outs(%1 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %2 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %3 = linalg.generic {indexing_maps = [#attention_map, #attention_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<1x2x64x64xbf16>) outs(%2 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %4 = linalg.generic {indexing_maps = [#attention_map, #attention_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<1x2x64x64xbf16>) outs(%2 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %5 = tensor.empty() : tensor<64xi64>
    %6 = linalg.generic {indexing_maps = [#attention_map2], iterator_types = ["parallel"]} outs(%5 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %47 = linalg.index 0 : index
      %48 = arith.index_cast %47 : index to i64
      linalg.yield %48 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %expanded_7 = tensor.expand_shape %6 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %7 = tensor.empty() : tensor<64x64xi1>
    %8 = linalg.generic {indexing_maps = [#attention_map3, #attention_map4, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_7 : tensor<1x64xi64>, tensor<64x1xi64>) outs(%7 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %in_18: i64, %out: i1):
      %47 = arith.cmpi sgt, %in, %in_18 : i64
      linalg.yield %47 : i1
    } -> tensor<64x64xi1>
    %9 = tensor.empty() : tensor<64x64xf32>
    %10 = linalg.generic {indexing_maps = [#attention_map5, #attention_map6, #attention_map6, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%8, %cst_1, %cst_2 : tensor<64x64xi1>, tensor<f32>, tensor<f32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %47 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %47 : f32
    } -> tensor<64x64xf32>
    %11 = tensor.empty() : tensor<64x64xbf16>
    %12 = linalg.generic {indexing_maps = [#attention_map5, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x64xf32>) outs(%11 : tensor<64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %47 = arith.truncf %in : f32 to bf16
      linalg.yield %47 : bf16
    } -> tensor<64x64xbf16>
    %transposed_8 = linalg.transpose ins(%collapsed : tensor<1x4x64x64xbf16>) outs(%0 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_9 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_10 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %13 = tensor.empty() : tensor<4x64x64xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %15 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%14 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %16 = tensor.empty() : tensor<4x64x64xbf16>
    %17 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<4x64x64xf32>) outs(%16 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %47 = arith.truncf %in : f32 to bf16
      linalg.yield %47 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_11 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %18 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<1x4x64x64xbf16>) outs(%0 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %47 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %47 : bf16
    } -> tensor<1x4x64x64xbf16>
    %19 = linalg.generic {indexing_maps = [#attention_map8, #attention_map9, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %12 : tensor<1x4x64x64xbf16>, tensor<64x64xbf16>) outs(%0 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_18: bf16, %out: bf16):
      %47 = arith.addf %in, %in_18 : bf16
      linalg.yield %47 : bf16
    } -> tensor<1x4x64x64xbf16>
    %20 = tensor.empty() : tensor<1x4x64x64xf32>
    %21 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x4x64x64xbf16>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %47 = arith.extf %in : bf16 to f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %22 = tensor.empty() : tensor<1x4x64xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %24 = tensor.empty() : tensor<1x4x64xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %26:2 = linalg.generic {indexing_maps = [#attention_map8, #attention_map10, #attention_map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<1x4x64x64xf32>) outs(%25, %23 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %47 = linalg.index 3 : index
      %48 = arith.index_cast %47 : index to i64
      %49 = arith.maximumf %in, %out : f32
      %50 = arith.cmpf ogt, %in, %out : f32
      %51 = arith.select %50, %48, %out_18 : i64
      linalg.yield %49, %51 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_12 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %27 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_12 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.subf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %28 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x4x64x64xf32>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.exp %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %29 = tensor.empty() : tensor<1x4x64x1xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %31 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<1x4x64x64xf32>) outs(%30 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x1xf32>
    %32 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.divf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %33 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x4x64x64xf32>) outs(%0 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %47 = arith.truncf %in : f32 to bf16
      linalg.yield %47 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_13 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_14 = tensor.collapse_shape %4 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %34 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%14 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %35 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<4x64x64xf32>) outs(%16 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %47 = arith.truncf %in : f32 to bf16
      linalg.yield %47 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_15 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %36 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x4x64x64xbf16>) outs(%36 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %37 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x4x64x1xf32>) outs(%29 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.absf %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x1xf32>
    %38 = tensor.empty() : tensor<1x4x64x1xi1>
    %39 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x4x64x1xf32>) outs(%38 : tensor<1x4x64x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %47 = arith.extf %in : f32 to f64
      %48 = arith.cmpf oeq, %47, %cst_3 : f64
      linalg.yield %48 : i1
    } -> tensor<1x4x64x1xi1>
    %40 = linalg.generic {indexing_maps = [#attention_map8, #attention_map12, #attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %cst_2, %expanded_12 : tensor<1x4x64x1xi1>, tensor<f32>, tensor<1x4x64x1xf32>) outs(%29 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %47 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x1xf32>
    %collapsed_17 = tensor.collapse_shape %40 [[0], [1], [2, 3]] : tensor<1x4x64x1xf32> into tensor<1x4x64xf32>
    %41 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %40 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.subf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %42 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x4x64x64xf32>) outs(%20 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.exp %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64x64xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%24 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %44 = linalg.generic {indexing_maps = [#attention_map8, #attention_map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<1x4x64x64xf32>) outs(%43 : tensor<1x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %out : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64xf32>
    %45 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<1x4x64xf32>) outs(%24 : tensor<1x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.log %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64xf32>
    %46 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %collapsed_17 : tensor<1x4x64xf32>, tensor<1x4x64xf32>) outs(%24 : tensor<1x4x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %47 = arith.addf %in, %in_18 : f32
      linalg.yield %47 : f32
    } -> tensor<1x4x64xf32>
    return %transposed_16, %46 : tensor<1x64x4x64xbf16>, tensor<1x4x64xf32>
  }
  func.func private @after(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x64x4x64xbf16>, %arg2: tensor<256x256xbf16>, %arg3: tensor<512x256xbf16>, %arg4: tensor<512x256xbf16>, %arg5: tensor<256x512xbf16>, %arg6: tensor<256xbf16>) -> tensor<1x64x256xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.9999999999999995E-7 : f64
    %cst_2 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %1 = tensor.empty() : tensor<64x256xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%2 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %4 = tensor.empty() : tensor<64x256xbf16>
    %5 = linalg.generic {indexing_maps = [#after_map, #after_map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x256xf32>) outs(%4 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x256xbf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %6 = tensor.empty() : tensor<1x64x256xbf16>
    %7 = linalg.generic {indexing_maps = [#after_map1, #after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%6 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_11: bf16, %out: bf16):
      %39 = arith.addf %in, %in_11 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    %8 = tensor.empty() : tensor<1x64x256xf32>
    %9 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x256xbf16>) outs(%8 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %39 = arith.extf %in : bf16 to f32
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %10 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x256xf32>) outs(%8 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %11 = tensor.empty() : tensor<1x64x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %13 = linalg.generic {indexing_maps = [#after_map1, #after_map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x64x256xf32>) outs(%12 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_2 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %15 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_1 : f64 to f32
      %40 = arith.addf %in, %39 : f32
      linalg.yield %40 : f32
    } -> tensor<1x64x1xf32>
    %16 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.rsqrt %in : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x1xf32>
    %17 = linalg.generic {indexing_maps = [#after_map1, #after_map2, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %16 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%8 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.mulf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x256xf32>
    %18 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x64x256xf32>) outs(%6 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    %19 = linalg.generic {indexing_maps = [#after_map3, #after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %18 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%6 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_11: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_11 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    %20 = tensor.empty() : tensor<256x512xbf16>
    %transposed_3 = linalg.transpose ins(%arg3 : tensor<512x256xbf16>) outs(%20 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_4 = tensor.collapse_shape %19 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %21 = tensor.empty() : tensor<64x512xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %23 = linalg.matmul ins(%collapsed_4, %transposed_3 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%22 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %24 = tensor.empty() : tensor<64x512xbf16>
    %25 = linalg.generic {indexing_maps = [#after_map, #after_map], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<64x512xf32>) outs(%24 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x512xbf16>
    %expanded_5 = tensor.expand_shape %25 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %26 = tensor.empty() : tensor<1x64x512xf32>
    %27 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<1x64x512xbf16>) outs(%26 : tensor<1x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %39 = arith.extf %in : bf16 to f32
      linalg.yield %39 : f32
    } -> tensor<1x64x512xf32>
    %28 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x64x512xf32>) outs(%26 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.negf %in : f32
      %40 = math.exp %39 : f32
      %41 = arith.addf %40, %cst_0 : f32
      %42 = arith.divf %cst_0, %41 : f32
      linalg.yield %42 : f32
    } -> tensor<1x64x512xf32>
    %29 = linalg.generic {indexing_maps = [#after_map1, #after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%26 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.mulf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x512xf32>
    %30 = tensor.empty() : tensor<1x64x512xbf16>
    %31 = linalg.generic {indexing_maps = [#after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x64x512xf32>) outs(%30 : tensor<1x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x512xbf16>
    %transposed_6 = linalg.transpose ins(%arg4 : tensor<512x256xbf16>) outs(%20 : tensor<256x512xbf16>) permutation = [1, 0] 
    %32 = linalg.matmul ins(%collapsed_4, %transposed_6 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%22 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %33 = linalg.generic {indexing_maps = [#after_map, #after_map], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<64x512xf32>) outs(%24 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x512xbf16>
    %expanded_7 = tensor.expand_shape %33 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %34 = linalg.generic {indexing_maps = [#after_map1, #after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %expanded_7 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%30 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_11: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_11 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x512xbf16>
    %35 = tensor.empty() : tensor<512x256xbf16>
    %transposed_8 = linalg.transpose ins(%arg5 : tensor<256x512xbf16>) outs(%35 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_9 = tensor.collapse_shape %34 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %36 = linalg.matmul ins(%collapsed_9, %transposed_8 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%2 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %37 = linalg.generic {indexing_maps = [#after_map, #after_map], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<64x256xf32>) outs(%4 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<64x256xbf16>
    %expanded_10 = tensor.expand_shape %37 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %38 = linalg.generic {indexing_maps = [#after_map1, #after_map1, #after_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %expanded_10 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%6 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_11: bf16, %out: bf16):
      %39 = arith.addf %in, %in_11 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x64x256xbf16>
    return %38 : tensor<1x64x256xbf16>
  }
  func.func @main(%x: tensor<1x64x256xbf16>, %mask: tensor<1x1x64x64xbf16>, %cos: tensor<1x64x64xbf16>, %sin: tensor<1x64x64xbf16>, %wq: tensor<256x256xbf16>, %wk: tensor<128x256xbf16>, %wv: tensor<128x256xbf16>, %wo: tensor<256x256xbf16>, %gate: tensor<512x256xbf16>, %up: tensor<512x256xbf16>, %down: tensor<256x512xbf16>, %norm1: tensor<256xbf16>, %norm2: tensor<256xbf16>) -> (tensor<1x64x256xbf16>) {
    %q, %k, %v = call @before(%x, %cos, %sin, %wq, %wk, %wv, %norm1) : (tensor<1x64x256xbf16>, tensor<1x64x64xbf16>, tensor<1x64x64xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>) -> (tensor<1x64x4x64xbf16>, tensor<1x64x2x64xbf16>, tensor<1x64x2x64xbf16>)
    %o, %lse = call @attention(%q, %k, %v) : (tensor<1x64x4x64xbf16>, tensor<1x64x2x64xbf16>, tensor<1x64x2x64xbf16>) -> (tensor<1x64x4x64xbf16>, tensor<1x4x64xf32>)
    %y = call @after(%x, %o, %wo, %gate, %up, %down, %norm2) : (tensor<1x64x256xbf16>, tensor<1x64x4x64xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>) -> (tensor<1x64x256xbf16>)
    return %y : tensor<1x64x256xbf16>
  }
}
