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
#after_train_map = affine_map<(d0, d1) -> (d0, d1)>
#after_train_map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#after_train_map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#after_train_map3 = affine_map<(d0, d1, d2) -> (d2)>
#after_train_map4 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#after_train_map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#attention_backward_map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#attention_backward_map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#attention_backward_map2 = affine_map<(d0) -> (d0)>
#attention_backward_map3 = affine_map<(d0, d1) -> (0, d1)>
#attention_backward_map4 = affine_map<(d0, d1) -> (d0, 0)>
#attention_backward_map5 = affine_map<(d0, d1) -> (d0, d1)>
#attention_backward_map6 = affine_map<(d0, d1) -> ()>
#attention_backward_map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#attention_backward_map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#attention_backward_map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#attention_backward_map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#attention_backward_map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#attention_backward_map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
#before_train_map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#before_train_map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#before_train_map2 = affine_map<(d0, d1, d2) -> (d2)>
#before_train_map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#before_train_map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#before_train_map5 = affine_map<(d0, d1) -> (d0, d1)>
#before_train_map6 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#before_train_map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func private @before(%arg0: tensor<1x128x256xbf16>, %arg1: tensor<1x128x64xbf16>, %arg2: tensor<1x128x64xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<256xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.9999999999999995E-7 : f64
    %cst_1 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<1x128x256xf32>
    %1 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %39 = arith.extf %in : bf16 to f32
      linalg.yield %39 : f32
    } -> tensor<1x128x256xf32>
    %2 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %39 : f32
    } -> tensor<1x128x256xf32>
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %5 = linalg.generic {indexing_maps = [#before_map, #before_map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<1x128x1xf32>
    %6 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_1 : f32
      linalg.yield %39 : f32
    } -> tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_0 : f64 to f32
      %40 = arith.addf %in, %39 : f32
      linalg.yield %40 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.rsqrt %in : f32
      linalg.yield %39 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#before_map, #before_map1, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.mulf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<1x128x256xf32>
    %10 = tensor.empty() : tensor<1x128x256xbf16>
    %11 = linalg.generic {indexing_maps = [#before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x256xbf16>
    %12 = linalg.generic {indexing_maps = [#before_map2, #before_map, #before_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %11 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x256xbf16>
    %13 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %14 = tensor.empty() : tensor<128x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%15 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %17 = tensor.empty() : tensor<128x256xbf16>
    %18 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x256xf32>) outs(%17 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<128x256xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %19 = tensor.empty() : tensor<256x128xbf16>
    %transposed_2 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%19 : tensor<256x128xbf16>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<128x128xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %22 = linalg.matmul ins(%collapsed, %transposed_2 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%21 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %23 = tensor.empty() : tensor<128x128xbf16>
    %24 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<128x128xf32>) outs(%23 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<128x128xbf16>
    %expanded_3 = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %transposed_4 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%19 : tensor<256x128xbf16>) permutation = [1, 0] 
    %25 = linalg.matmul ins(%collapsed, %transposed_4 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%21 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %26 = linalg.generic {indexing_maps = [#before_map3, #before_map3], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<128x128xf32>) outs(%23 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %39 = arith.truncf %in : f32 to bf16
      linalg.yield %39 : bf16
    } -> tensor<128x128xbf16>
    %expanded_5 = tensor.expand_shape %26 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %expanded_6 = tensor.expand_shape %arg1 [[0], [1], [2, 3]] output_shape [1, 128, 1, 64] : tensor<1x128x64xbf16> into tensor<1x128x1x64xbf16>
    %27 = tensor.empty() : tensor<1x128x4x64xbf16>
    %28 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_6 : tensor<1x128x4x64xbf16>, tensor<1x128x1x64xbf16>) outs(%27 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x4x64xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0, 32] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x64xbf16> to tensor<1x128x4x32xbf16>
    %29 = tensor.empty() : tensor<1x128x4x32xbf16>
    %30 = linalg.generic {indexing_maps = [#before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x128x4x32xbf16>) outs(%29 : tensor<1x128x4x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %39 = arith.negf %in : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x4x32xbf16>
    %extracted_slice_7 = tensor.extract_slice %expanded[0, 0, 0, 0] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x64xbf16> to tensor<1x128x4x32xbf16>
    %concat = tensor.concat dim(3) %30, %extracted_slice_7 : (tensor<1x128x4x32xbf16>, tensor<1x128x4x32xbf16>) -> tensor<1x128x4x64xbf16>
    %expanded_8 = tensor.expand_shape %arg2 [[0], [1], [2, 3]] output_shape [1, 128, 1, 64] : tensor<1x128x64xbf16> into tensor<1x128x1x64xbf16>
    %31 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_8 : tensor<1x128x4x64xbf16>, tensor<1x128x1x64xbf16>) outs(%27 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x4x64xbf16>
    %32 = linalg.generic {indexing_maps = [#before_map4, #before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<1x128x4x64xbf16>, tensor<1x128x4x64xbf16>) outs(%27 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.addf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x4x64xbf16>
    %33 = tensor.empty() : tensor<1x128x2x64xbf16>
    %34 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_6 : tensor<1x128x2x64xbf16>, tensor<1x128x1x64xbf16>) outs(%33 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x2x64xbf16>
    %extracted_slice_9 = tensor.extract_slice %expanded_3[0, 0, 0, 32] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x64xbf16> to tensor<1x128x2x32xbf16>
    %35 = tensor.empty() : tensor<1x128x2x32xbf16>
    %36 = linalg.generic {indexing_maps = [#before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_9 : tensor<1x128x2x32xbf16>) outs(%35 : tensor<1x128x2x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %39 = arith.negf %in : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x2x32xbf16>
    %extracted_slice_10 = tensor.extract_slice %expanded_3[0, 0, 0, 0] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x64xbf16> to tensor<1x128x2x32xbf16>
    %concat_11 = tensor.concat dim(3) %36, %extracted_slice_10 : (tensor<1x128x2x32xbf16>, tensor<1x128x2x32xbf16>) -> tensor<1x128x2x64xbf16>
    %37 = linalg.generic {indexing_maps = [#before_map4, #before_map5, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_11, %expanded_8 : tensor<1x128x2x64xbf16>, tensor<1x128x1x64xbf16>) outs(%33 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.mulf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x2x64xbf16>
    %38 = linalg.generic {indexing_maps = [#before_map4, #before_map4, #before_map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %37 : tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) outs(%33 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_12: bf16, %out: bf16):
      %39 = arith.addf %in, %in_12 : bf16
      linalg.yield %39 : bf16
    } -> tensor<1x128x2x64xbf16>
    return %32, %38, %expanded_5 : tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>
  }
  func.func private @attention(%arg0: tensor<1x128x4x64xbf16>, %arg1: tensor<1x128x2x64xbf16>, %arg2: tensor<1x128x2x64xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x4x128xf32>) attributes {lowp.external = "attention"} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 0x7FF0000000000000 : f64
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x4x128x64xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<1x128x4x64xbf16>) outs(%0 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %1 = tensor.empty() : tensor<1x2x128x64xbf16>
    %transposed_5 = linalg.transpose ins(%arg1 : tensor<1x128x2x64xbf16>) outs(%1 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_6 = linalg.transpose ins(%arg2 : tensor<1x128x2x64xbf16>) outs(%1 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %2 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %3 = linalg.generic {indexing_maps = [#attention_map, #attention_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<1x2x128x64xbf16>) outs(%2 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %4 = linalg.generic {indexing_maps = [#attention_map, #attention_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<1x2x128x64xbf16>) outs(%2 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %5 = tensor.empty() : tensor<128xi64>
    %6 = linalg.generic {indexing_maps = [#attention_map2], iterator_types = ["parallel"]} outs(%5 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %52 : index to i64
      linalg.yield %53 : i64
    } -> tensor<128xi64>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [1, 128] : tensor<128xi64> into tensor<1x128xi64>
    %expanded_7 = tensor.expand_shape %6 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %7 = tensor.empty() : tensor<128x128xi1>
    %8 = linalg.generic {indexing_maps = [#attention_map3, #attention_map4, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_7 : tensor<1x128xi64>, tensor<128x1xi64>) outs(%7 : tensor<128x128xi1>) {
    ^bb0(%in: i64, %in_18: i64, %out: i1):
      %52 = arith.cmpi sgt, %in, %in_18 : i64
      linalg.yield %52 : i1
    } -> tensor<128x128xi1>
    %9 = tensor.empty() : tensor<128x128xf32>
    %10 = linalg.generic {indexing_maps = [#attention_map5, #attention_map6, #attention_map6, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%8, %cst_1, %cst_2 : tensor<128x128xi1>, tensor<f32>, tensor<f32>) outs(%9 : tensor<128x128xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %52 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %52 : f32
    } -> tensor<128x128xf32>
    %11 = tensor.empty() : tensor<128x128xbf16>
    %12 = linalg.generic {indexing_maps = [#attention_map5, #attention_map5], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128x128xf32>) outs(%11 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %52 = arith.truncf %in : f32 to bf16
      linalg.yield %52 : bf16
    } -> tensor<128x128xbf16>
    %13 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_8 = linalg.transpose ins(%collapsed : tensor<1x4x128x64xbf16>) outs(%13 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_9 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %collapsed_10 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %14 = tensor.empty() : tensor<4x128x128xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %16 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%15 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %17 = tensor.empty() : tensor<4x128x128xbf16>
    %18 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x128x128xf32>) outs(%17 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %52 = arith.truncf %in : f32 to bf16
      linalg.yield %52 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_11 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %19 = tensor.empty() : tensor<1x4x128x128xbf16>
    %20 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<1x4x128x128xbf16>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %52 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %52 : bf16
    } -> tensor<1x4x128x128xbf16>
    %21 = linalg.generic {indexing_maps = [#attention_map8, #attention_map9, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %12 : tensor<1x4x128x128xbf16>, tensor<128x128xbf16>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %in_18: bf16, %out: bf16):
      %52 = arith.addf %in, %in_18 : bf16
      linalg.yield %52 : bf16
    } -> tensor<1x4x128x128xbf16>
    %22 = tensor.empty() : tensor<1x4x128x128xf32>
    %23 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x4x128x128xbf16>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %52 = arith.extf %in : bf16 to f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %24 = tensor.empty() : tensor<1x4x128xi64>
    %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %26 = tensor.empty() : tensor<1x4x128xf32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %28:2 = linalg.generic {indexing_maps = [#attention_map8, #attention_map10, #attention_map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%23 : tensor<1x4x128x128xf32>) outs(%27, %25 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %52 = linalg.index 3 : index
      %53 = arith.index_cast %52 : index to i64
      %54 = arith.maximumf %in, %out : f32
      %55 = arith.cmpf ogt, %in, %out : f32
      %56 = arith.select %55, %53, %out_18 : i64
      linalg.yield %54, %56 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_12 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %29 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_12 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %52 = arith.subf %in, %in_18 : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %30 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x4x128x128xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %31 = tensor.empty() : tensor<1x4x128x1xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %33 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30 : tensor<1x4x128x128xf32>) outs(%32 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x1xf32>
    %34 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %33 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %52 = arith.divf %in, %in_18 : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %35 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<1x4x128x128xf32>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %52 = arith.truncf %in : f32 to bf16
      linalg.yield %52 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_13 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %collapsed_14 = tensor.collapse_shape %4 [[0, 1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<4x128x64xbf16>
    %36 = tensor.empty() : tensor<4x128x64xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %38 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%37 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %39 = tensor.empty() : tensor<4x128x64xbf16>
    %40 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<4x128x64xf32>) outs(%39 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %52 = arith.truncf %in : f32 to bf16
      linalg.yield %52 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_15 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %41 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x4x128x64xbf16>) outs(%41 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %42 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x4x128x1xf32>) outs(%31 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.absf %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x1xf32>
    %43 = tensor.empty() : tensor<1x4x128x1xi1>
    %44 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x4x128x1xf32>) outs(%43 : tensor<1x4x128x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %52 = arith.extf %in : f32 to f64
      %53 = arith.cmpf oeq, %52, %cst_3 : f64
      linalg.yield %53 : i1
    } -> tensor<1x4x128x1xi1>
    %45 = linalg.generic {indexing_maps = [#attention_map8, #attention_map12, #attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %cst_2, %expanded_12 : tensor<1x4x128x1xi1>, tensor<f32>, tensor<1x4x128x1xf32>) outs(%31 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %52 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x1xf32>
    %collapsed_17 = tensor.collapse_shape %45 [[0], [1], [2, 3]] : tensor<1x4x128x1xf32> into tensor<1x4x128xf32>
    %46 = linalg.generic {indexing_maps = [#attention_map8, #attention_map11, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %45 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %52 = arith.subf %in, %in_18 : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %47 = linalg.generic {indexing_maps = [#attention_map8, #attention_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x4x128x128xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128x128xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%26 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %49 = linalg.generic {indexing_maps = [#attention_map8, #attention_map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<1x4x128x128xf32>) outs(%48 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128xf32>
    %50 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<1x4x128xf32>) outs(%26 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.log %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128xf32>
    %51 = linalg.generic {indexing_maps = [#attention_map7, #attention_map7, #attention_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %collapsed_17 : tensor<1x4x128xf32>, tensor<1x4x128xf32>) outs(%26 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %52 = arith.addf %in, %in_18 : f32
      linalg.yield %52 : f32
    } -> tensor<1x4x128xf32>
    return %transposed_16, %51 : tensor<1x128x4x64xbf16>, tensor<1x4x128xf32>
  }
  func.func private @after_train(%arg0: tensor<1x128x256xbf16>, %arg1: tensor<1x128x4x64xbf16>, %arg2: tensor<256x256xbf16>, %arg3: tensor<512x256xbf16>, %arg4: tensor<512x256xbf16>, %arg5: tensor<256x512xbf16>, %arg6: tensor<256xbf16>, %arg7: tensor<1x128x256xbf16>) -> (tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<1x128x4x64xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>) {
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : bf16
    %cst_2 = arith.constant 0.000000e+00 : bf16
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<1x128x512xbf16>
    %cst_4 = arith.constant 9.9999999999999995E-7 : f64
    %cst_5 = arith.constant 2.560000e+02 : f32
    %cst_6 = arith.constant -5.000000e-01 : f32
    %cst_7 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<256x256xbf16>) outs(%0 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %1 = tensor.empty() : tensor<128x256xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%2 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %4 = tensor.empty() : tensor<128x256xbf16>
    %5 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128x256xf32>) outs(%4 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x256xbf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %6 = tensor.empty() : tensor<1x128x256xbf16>
    %7 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.addf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %8 = tensor.empty() : tensor<1x128x256xf32>
    %9 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x256xbf16>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %92 = arith.extf %in : bf16 to f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %10 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %11 = tensor.empty() : tensor<1x128x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x128x256xf32>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.addf %in, %out : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %14 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.divf %in, %cst_5 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %15 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.truncf %cst_4 : f64 to f32
      %93 = arith.addf %in, %92 : f32
      linalg.yield %93 : f32
    } -> tensor<1x128x1xf32>
    %16 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = math.rsqrt %in : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %17 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map2, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %16 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %18 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x256xf32>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %19 = linalg.generic {indexing_maps = [#after_train_map3, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %18 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %20 = tensor.empty() : tensor<256x512xbf16>
    %transposed_8 = linalg.transpose ins(%arg3 : tensor<512x256xbf16>) outs(%20 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_9 = tensor.collapse_shape %19 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %21 = tensor.empty() : tensor<128x512xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %23 = linalg.matmul ins(%collapsed_9, %transposed_8 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%22 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %24 = tensor.empty() : tensor<128x512xbf16>
    %25 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<128x512xf32>) outs(%24 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x512xbf16>
    %expanded_10 = tensor.expand_shape %25 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %26 = tensor.empty() : tensor<1x128x512xf32>
    %27 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<1x128x512xbf16>) outs(%26 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %92 = arith.extf %in : bf16 to f32
      linalg.yield %92 : f32
    } -> tensor<1x128x512xf32>
    %28 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x128x512xf32>) outs(%26 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.negf %in : f32
      %93 = math.exp %92 : f32
      %94 = arith.addf %93, %cst_0 : f32
      %95 = arith.divf %cst_0, %94 : f32
      linalg.yield %95 : f32
    } -> tensor<1x128x512xf32>
    %29 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%26 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x512xf32>
    %30 = tensor.empty() : tensor<1x128x512xbf16>
    %31 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x128x512xf32>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %transposed_11 = linalg.transpose ins(%arg4 : tensor<512x256xbf16>) outs(%20 : tensor<256x512xbf16>) permutation = [1, 0] 
    %32 = linalg.matmul ins(%collapsed_9, %transposed_11 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%22 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %33 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x512xf32>) outs(%24 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x512xbf16>
    %expanded_12 = tensor.expand_shape %33 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %34 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %expanded_12 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %35 = tensor.empty() : tensor<512x256xbf16>
    %transposed_13 = linalg.transpose ins(%arg5 : tensor<256x512xbf16>) outs(%35 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_14 = tensor.collapse_shape %34 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %36 = linalg.matmul ins(%collapsed_14, %transposed_13 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%2 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %37 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<128x256xf32>) outs(%4 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x256xbf16>
    %expanded_15 = tensor.expand_shape %37 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %38 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %expanded_15 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.addf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_16 = tensor.collapse_shape %arg7 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %39 = tensor.empty() : tensor<256x128xbf16>
    %transposed_17 = linalg.transpose ins(%collapsed_16 : tensor<128x256xbf16>) outs(%39 : tensor<256x128xbf16>) permutation = [1, 0] 
    %40 = tensor.empty() : tensor<256x512xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %42 = linalg.matmul ins(%transposed_17, %collapsed_14 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%41 : tensor<256x512xf32>) -> tensor<256x512xf32>
    %43 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<256x512xf32>) outs(%20 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<256x512xbf16>
    %44 = linalg.matmul ins(%collapsed_16, %arg5 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%22 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %45 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<128x512xf32>) outs(%24 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x512xbf16>
    %expanded_18 = tensor.expand_shape %45 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %46 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18, %31 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %47 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18, %expanded_12 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_19 = tensor.collapse_shape %46 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %48 = tensor.empty() : tensor<512x128xbf16>
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<128x512xbf16>) outs(%48 : tensor<512x128xbf16>) permutation = [1, 0] 
    %49 = tensor.empty() : tensor<512x256xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %51 = linalg.matmul ins(%transposed_20, %collapsed_9 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%50 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %52 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<512x256xf32>) outs(%35 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<512x256xbf16>
    %53 = linalg.matmul ins(%collapsed_19, %arg4 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%2 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %54 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<128x256xf32>) outs(%4 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x256xbf16>
    %expanded_21 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %55 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %92 = arith.negf %in : bf16
      %93 = math.exp %92 : bf16
      %94 = arith.addf %93, %cst_1 : bf16
      %95 = arith.divf %cst_1, %94 : bf16
      linalg.yield %95 : bf16
    } -> tensor<1x128x512xbf16>
    %56 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3, %55 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.subf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %57 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10, %56 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %58 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %92 = arith.addf %in, %cst_1 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %59 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %55 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %60 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %58 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%30 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x512xbf16>
    %collapsed_22 = tensor.collapse_shape %60 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %transposed_23 = linalg.transpose ins(%collapsed_22 : tensor<128x512xbf16>) outs(%48 : tensor<512x128xbf16>) permutation = [1, 0] 
    %61 = linalg.matmul ins(%transposed_23, %collapsed_9 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%50 : tensor<512x256xf32>) -> tensor<512x256xf32>
    %62 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<512x256xf32>) outs(%35 : tensor<512x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<512x256xbf16>
    %63 = linalg.matmul ins(%collapsed_22, %arg3 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%2 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %64 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<128x256xf32>) outs(%4 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x256xbf16>
    %expanded_24 = tensor.expand_shape %64 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %65 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21, %expanded_24 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.addf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %66 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map3, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %arg6 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %67 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %18 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.mulf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %68 = tensor.empty() : tensor<1x1x256xbf16>
    %69 = linalg.fill ins(%cst_2 : bf16) outs(%68 : tensor<1x1x256xbf16>) -> tensor<1x1x256xbf16>
    %70 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map4], iterator_types = ["reduction", "reduction", "parallel"]} ins(%67 : tensor<1x128x256xbf16>) outs(%69 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %92 = arith.addf %in, %out : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_25 = tensor.collapse_shape %70 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %71 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<1x128x256xbf16>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %92 = arith.extf %in : bf16 to f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %72 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %9 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %73 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map2, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %16 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %74 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<1x128x256xf32>) outs(%12 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.addf %in, %out : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %75 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %76 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.mulf %in, %cst_6 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %77 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %75 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_26 = tensor.collapse_shape %77 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %78 = linalg.generic {indexing_maps = [#after_train_map5, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_26 : tensor<1x128xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %79 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.divf %in, %cst_5 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %80 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %81 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %92 = arith.mulf %in, %cst_7 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %82 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %81 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.mulf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %83 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %82 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%8 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %92 = arith.addf %in, %in_30 : f32
      linalg.yield %92 : f32
    } -> tensor<1x128x256xf32>
    %84 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x128x256xf32>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %85 = linalg.generic {indexing_maps = [#after_train_map1, #after_train_map1, #after_train_map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %84 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%6 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_30: bf16, %out: bf16):
      %92 = arith.addf %in, %in_30 : bf16
      linalg.yield %92 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_27 = tensor.collapse_shape %85 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %transposed_28 = linalg.transpose ins(%collapsed_27 : tensor<128x256xbf16>) outs(%39 : tensor<256x128xbf16>) permutation = [1, 0] 
    %86 = tensor.empty() : tensor<256x256xf32>
    %87 = linalg.fill ins(%cst : f32) outs(%86 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %88 = linalg.matmul ins(%transposed_28, %collapsed : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%87 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %89 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<256x256xf32>) outs(%0 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<256x256xbf16>
    %90 = linalg.matmul ins(%collapsed_27, %arg2 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%2 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %91 = linalg.generic {indexing_maps = [#after_train_map, #after_train_map], iterator_types = ["parallel", "parallel"]} ins(%90 : tensor<128x256xf32>) outs(%4 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %92 = arith.truncf %in : f32 to bf16
      linalg.yield %92 : bf16
    } -> tensor<128x256xbf16>
    %expanded_29 = tensor.expand_shape %91 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    return %38, %85, %expanded_29, %89, %62, %52, %43, %collapsed_25 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<1x128x4x64xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>
  }
  func.func private @attention_backward(%arg0: tensor<1x128x4x64xbf16>, %arg1: tensor<1x128x2x64xbf16>, %arg2: tensor<1x128x2x64xbf16>, %arg3: tensor<1x128x4x64xbf16>, %arg4: tensor<1x4x128xf32>, %arg5: tensor<1x128x4x64xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) attributes {lowp.external = "attention_backward"} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : bf16
    %cst_2 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x4x128x64xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<1x128x4x64xbf16>) outs(%0 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %1 = tensor.empty() : tensor<1x2x128x64xbf16>
    %transposed_5 = linalg.transpose ins(%arg1 : tensor<1x128x2x64xbf16>) outs(%1 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_6 = linalg.transpose ins(%arg2 : tensor<1x128x2x64xbf16>) outs(%1 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %2 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %3 = linalg.generic {indexing_maps = [#attention_backward_map, #attention_backward_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<1x2x128x64xbf16>) outs(%2 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %4 = linalg.generic {indexing_maps = [#attention_backward_map, #attention_backward_map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<1x2x128x64xbf16>) outs(%2 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %5 = tensor.empty() : tensor<128xi64>
    %6 = linalg.generic {indexing_maps = [#attention_backward_map2], iterator_types = ["parallel"]} outs(%5 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %63 = linalg.index 0 : index
      %64 = arith.index_cast %63 : index to i64
      linalg.yield %64 : i64
    } -> tensor<128xi64>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [1, 128] : tensor<128xi64> into tensor<1x128xi64>
    %expanded_7 = tensor.expand_shape %6 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %7 = tensor.empty() : tensor<128x128xi1>
    %8 = linalg.generic {indexing_maps = [#attention_backward_map3, #attention_backward_map4, #attention_backward_map5], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_7 : tensor<1x128xi64>, tensor<128x1xi64>) outs(%7 : tensor<128x128xi1>) {
    ^bb0(%in: i64, %in_33: i64, %out: i1):
      %63 = arith.cmpi sgt, %in, %in_33 : i64
      linalg.yield %63 : i1
    } -> tensor<128x128xi1>
    %9 = tensor.empty() : tensor<128x128xf32>
    %10 = linalg.generic {indexing_maps = [#attention_backward_map5, #attention_backward_map6, #attention_backward_map6, #attention_backward_map5], iterator_types = ["parallel", "parallel"]} ins(%8, %cst_2, %cst_3 : tensor<128x128xi1>, tensor<f32>, tensor<f32>) outs(%9 : tensor<128x128xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %63 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %63 : f32
    } -> tensor<128x128xf32>
    %11 = tensor.empty() : tensor<128x128xbf16>
    %12 = linalg.generic {indexing_maps = [#attention_backward_map5, #attention_backward_map5], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128x128xf32>) outs(%11 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<128x128xbf16>
    %13 = tensor.empty() : tensor<1x4x64x128xbf16>
    %transposed_8 = linalg.transpose ins(%collapsed : tensor<1x4x128x64xbf16>) outs(%13 : tensor<1x4x64x128xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_9 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %collapsed_10 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<1x4x64x128xbf16> into tensor<4x64x128xbf16>
    %14 = tensor.empty() : tensor<4x128x128xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %16 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%15 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %17 = tensor.empty() : tensor<4x128x128xbf16>
    %18 = linalg.generic {indexing_maps = [#attention_backward_map7, #attention_backward_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x128x128xf32>) outs(%17 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_11 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %19 = tensor.empty() : tensor<1x4x128x128xbf16>
    %20 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<1x4x128x128xbf16>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %63 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %63 : bf16
    } -> tensor<1x4x128x128xbf16>
    %21 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map9, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %12 : tensor<1x4x128x128xbf16>, tensor<128x128xbf16>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %in_33: bf16, %out: bf16):
      %63 = arith.addf %in, %in_33 : bf16
      linalg.yield %63 : bf16
    } -> tensor<1x4x128x128xbf16>
    %22 = tensor.empty() : tensor<1x4x128x128xf32>
    %23 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x4x128x128xbf16>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %63 = arith.extf %in : bf16 to f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %24 = tensor.empty() : tensor<1x4x128xi64>
    %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %26 = tensor.empty() : tensor<1x4x128xf32>
    %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %28:2 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map10, #attention_backward_map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%23 : tensor<1x4x128x128xf32>) outs(%27, %25 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %63 = linalg.index 3 : index
      %64 = arith.index_cast %63 : index to i64
      %65 = arith.maximumf %in, %out : f32
      %66 = arith.cmpf ogt, %in, %out : f32
      %67 = arith.select %66, %64, %out_33 : i64
      linalg.yield %65, %67 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_12 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %29 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map11, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_12 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %63 = arith.subf %in, %in_33 : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %30 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x4x128x128xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %31 = tensor.empty() : tensor<1x4x128x1xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %33 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30 : tensor<1x4x128x128xf32>) outs(%32 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %in, %out : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x1xf32>
    %34 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map11, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %33 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %63 = arith.divf %in, %in_33 : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %35 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<1x4x128x128xf32>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_13 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %collapsed_14 = tensor.collapse_shape %4 [[0, 1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<4x128x64xbf16>
    %transposed_15 = linalg.transpose ins(%arg5 : tensor<1x128x4x64xbf16>) outs(%0 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_16 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<1x4x128x64xbf16> into tensor<4x128x64xbf16>
    %transposed_17 = linalg.transpose ins(%collapsed_13 : tensor<4x128x128xbf16>) outs(%17 : tensor<4x128x128xbf16>) permutation = [0, 2, 1] 
    %36 = tensor.empty() : tensor<4x128x64xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %38 = linalg.batch_matmul ins(%transposed_17, %collapsed_16 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%37 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %39 = tensor.empty() : tensor<4x128x64xbf16>
    %40 = linalg.generic {indexing_maps = [#attention_backward_map7, #attention_backward_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<4x128x64xf32>) outs(%39 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<4x128x64xbf16>
    %41 = tensor.empty() : tensor<4x64x128xbf16>
    %transposed_18 = linalg.transpose ins(%collapsed_14 : tensor<4x128x64xbf16>) outs(%41 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %42 = linalg.batch_matmul ins(%collapsed_16, %transposed_18 : tensor<4x128x64xbf16>, tensor<4x64x128xbf16>) outs(%15 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %43 = linalg.generic {indexing_maps = [#attention_backward_map7, #attention_backward_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<4x128x128xf32>) outs(%17 : tensor<4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<4x128x128xbf16>
    %expanded_19 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xbf16> into tensor<1x4x128x128xbf16>
    %44 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<1x4x128x128xbf16>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %63 = arith.extf %in : bf16 to f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %45 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %34 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %63 = arith.mulf %in, %in_33 : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %46 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<1x4x128x128xf32>) outs(%32 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %in, %out : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x1xf32>
    %47 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map11, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %46 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %63 = arith.mulf %in, %in_33 : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %48 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %47 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%22 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %63 = arith.subf %in, %in_33 : f32
      linalg.yield %63 : f32
    } -> tensor<1x4x128x128xf32>
    %49 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x4x128x128xf32>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<1x4x128x128xbf16>
    %50 = linalg.generic {indexing_maps = [#attention_backward_map8, #attention_backward_map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x4x128x128xbf16>) outs(%19 : tensor<1x4x128x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %63 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %63 : bf16
    } -> tensor<1x4x128x128xbf16>
    %collapsed_20 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : tensor<1x4x128x128xbf16> into tensor<4x128x128xbf16>
    %transposed_21 = linalg.transpose ins(%collapsed_9 : tensor<4x128x64xbf16>) outs(%41 : tensor<4x64x128xbf16>) permutation = [0, 2, 1] 
    %51 = tensor.empty() : tensor<4x64x128xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %53 = linalg.batch_matmul ins(%transposed_21, %collapsed_20 : tensor<4x64x128xbf16>, tensor<4x128x128xbf16>) outs(%52 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %54 = linalg.generic {indexing_maps = [#attention_backward_map7, #attention_backward_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<4x64x128xf32>) outs(%41 : tensor<4x64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<4x64x128xbf16>
    %transposed_22 = linalg.transpose ins(%collapsed_10 : tensor<4x64x128xbf16>) outs(%39 : tensor<4x128x64xbf16>) permutation = [0, 2, 1] 
    %55 = linalg.batch_matmul ins(%collapsed_20, %transposed_22 : tensor<4x128x128xbf16>, tensor<4x128x64xbf16>) outs(%37 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %56 = linalg.generic {indexing_maps = [#attention_backward_map7, #attention_backward_map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<4x128x64xf32>) outs(%39 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %63 = arith.truncf %in : f32 to bf16
      linalg.yield %63 : bf16
    } -> tensor<4x128x64xbf16>
    %expanded_23 = tensor.expand_shape %54 [[0, 1], [2], [3]] output_shape [1, 4, 64, 128] : tensor<4x64x128xbf16> into tensor<1x4x64x128xbf16>
    %expanded_24 = tensor.expand_shape %56 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xbf16> into tensor<1x4x128x64xbf16>
    %transposed_25 = linalg.transpose ins(%expanded_23 : tensor<1x4x64x128xbf16>) outs(%0 : tensor<1x4x128x64xbf16>) permutation = [0, 1, 3, 2] 
    %expanded_26 = tensor.expand_shape %40 [[0, 1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %57 = tensor.empty() : tensor<1x2x1x128x64xbf16>
    %58 = linalg.fill ins(%cst_1 : bf16) outs(%57 : tensor<1x2x1x128x64xbf16>) -> tensor<1x2x1x128x64xbf16>
    %59 = linalg.generic {indexing_maps = [#attention_backward_map1, #attention_backward_map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_26 : tensor<1x2x2x128x64xbf16>) outs(%58 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %63 = arith.addf %in, %out : bf16
      linalg.yield %63 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_27 = tensor.collapse_shape %59 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %expanded_28 = tensor.expand_shape %transposed_25 [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 128, 64] : tensor<1x4x128x64xbf16> into tensor<1x2x2x128x64xbf16>
    %60 = linalg.generic {indexing_maps = [#attention_backward_map1, #attention_backward_map12], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%expanded_28 : tensor<1x2x2x128x64xbf16>) outs(%58 : tensor<1x2x1x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %63 = arith.addf %in, %out : bf16
      linalg.yield %63 : bf16
    } -> tensor<1x2x1x128x64xbf16>
    %collapsed_29 = tensor.collapse_shape %60 [[0], [1, 2], [3], [4]] : tensor<1x2x1x128x64xbf16> into tensor<1x2x128x64xbf16>
    %61 = tensor.empty() : tensor<1x128x2x64xbf16>
    %transposed_30 = linalg.transpose ins(%collapsed_27 : tensor<1x2x128x64xbf16>) outs(%61 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_31 = linalg.transpose ins(%collapsed_29 : tensor<1x2x128x64xbf16>) outs(%61 : tensor<1x128x2x64xbf16>) permutation = [0, 2, 1, 3] 
    %62 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_32 = linalg.transpose ins(%expanded_24 : tensor<1x4x128x64xbf16>) outs(%62 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    return %transposed_32, %transposed_31, %transposed_30 : tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>
  }
  func.func private @before_train(%arg0: tensor<1x128x256xbf16>, %arg1: tensor<1x128x64xbf16>, %arg2: tensor<1x128x64xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<256xbf16>, %arg7: tensor<1x128x4x64xbf16>, %arg8: tensor<1x128x2x64xbf16>, %arg9: tensor<1x128x2x64xbf16>) -> (tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>) {
    %c3_i64 = arith.constant 3 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x128x4x64xbf16>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<1x128x2x64xbf16>
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant 2.560000e+02 : f32
    %cst_5 = arith.constant -5.000000e-01 : f32
    %cst_6 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x256xf32>
    %1 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %68 = arith.extf %in : bf16 to f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %2 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %5 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %6 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst_4 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.truncf %cst_3 : f64 to f32
      %69 = arith.addf %in, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.rsqrt %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map1, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.mulf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %10 = tensor.empty() : tensor<1x128x256xbf16>
    %11 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %12 = linalg.generic {indexing_maps = [#before_train_map2, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %11 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %expanded = tensor.expand_shape %arg1 [[0], [1], [2, 3]] output_shape [1, 128, 1, 64] : tensor<1x128x64xbf16> into tensor<1x128x1x64xbf16>
    %expanded_7 = tensor.expand_shape %arg2 [[0], [1], [2, 3]] output_shape [1, 128, 1, 64] : tensor<1x128x64xbf16> into tensor<1x128x1x64xbf16>
    %13 = tensor.empty() : tensor<1x128x2x64xbf16>
    %14 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map4, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8, %expanded_7 : tensor<1x128x2x64xbf16>, tensor<1x128x1x64xbf16>) outs(%13 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x2x64xbf16>
    %extracted_slice = tensor.extract_slice %14[0, 0, 0, 0] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x64xbf16> to tensor<1x128x2x32xbf16>
    %extracted_slice_8 = tensor.extract_slice %14[0, 0, 0, 32] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x64xbf16> to tensor<1x128x2x32xbf16>
    %inserted_slice = tensor.insert_slice %extracted_slice_8 into %cst_2[0, 0, 0, 0] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x32xbf16> into tensor<1x128x2x64xbf16>
    %15 = tensor.empty() : tensor<1x128x2x32xbf16>
    %16 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x128x2x32xbf16>) outs(%15 : tensor<1x128x2x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %68 = arith.negf %in : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x2x32xbf16>
    %inserted_slice_9 = tensor.insert_slice %16 into %cst_2[0, 0, 0, 32] [1, 128, 2, 32] [1, 1, 1, 1] : tensor<1x128x2x32xbf16> into tensor<1x128x2x64xbf16>
    %17 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_9 : tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) outs(%13 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x2x64xbf16>
    %18 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map4, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8, %expanded : tensor<1x128x2x64xbf16>, tensor<1x128x1x64xbf16>) outs(%13 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x2x64xbf16>
    %19 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %18 : tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) outs(%13 : tensor<1x128x2x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x2x64xbf16>
    %20 = tensor.empty() : tensor<1x128x4x64xbf16>
    %21 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map4, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7, %expanded_7 : tensor<1x128x4x64xbf16>, tensor<1x128x1x64xbf16>) outs(%20 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x4x64xbf16>
    %extracted_slice_10 = tensor.extract_slice %21[0, 0, 0, 0] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x64xbf16> to tensor<1x128x4x32xbf16>
    %extracted_slice_11 = tensor.extract_slice %21[0, 0, 0, 32] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x64xbf16> to tensor<1x128x4x32xbf16>
    %inserted_slice_12 = tensor.insert_slice %extracted_slice_11 into %cst_1[0, 0, 0, 0] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x32xbf16> into tensor<1x128x4x64xbf16>
    %22 = tensor.empty() : tensor<1x128x4x32xbf16>
    %23 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_10 : tensor<1x128x4x32xbf16>) outs(%22 : tensor<1x128x4x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %68 = arith.negf %in : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x4x32xbf16>
    %inserted_slice_13 = tensor.insert_slice %23 into %cst_1[0, 0, 0, 32] [1, 128, 4, 32] [1, 1, 1, 1] : tensor<1x128x4x32xbf16> into tensor<1x128x4x64xbf16>
    %24 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_12, %inserted_slice_13 : tensor<1x128x4x64xbf16>, tensor<1x128x4x64xbf16>) outs(%20 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x4x64xbf16>
    %25 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map4, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7, %expanded : tensor<1x128x4x64xbf16>, tensor<1x128x1x64xbf16>) outs(%20 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x4x64xbf16>
    %26 = linalg.generic {indexing_maps = [#before_train_map3, #before_train_map3, #before_train_map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<1x128x4x64xbf16>, tensor<1x128x4x64xbf16>) outs(%20 : tensor<1x128x4x64xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x4x64xbf16>
    %collapsed_14 = tensor.collapse_shape %arg9 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %27 = tensor.empty() : tensor<128x128xbf16>
    %transposed = linalg.transpose ins(%collapsed_14 : tensor<128x128xbf16>) outs(%27 : tensor<128x128xbf16>) permutation = [1, 0] 
    %28 = tensor.empty() : tensor<128x256xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %30 = linalg.matmul ins(%transposed, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%29 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %31 = tensor.empty() : tensor<128x256xbf16>
    %32 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<128x256xf32>) outs(%31 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<128x256xbf16>
    %33 = linalg.matmul ins(%collapsed_14, %arg5 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%29 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %34 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<128x256xf32>) outs(%31 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<128x256xbf16>
    %expanded_15 = tensor.expand_shape %34 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %collapsed_16 = tensor.collapse_shape %19 [[0, 1], [2, 3]] : tensor<1x128x2x64xbf16> into tensor<128x128xbf16>
    %transposed_17 = linalg.transpose ins(%collapsed_16 : tensor<128x128xbf16>) outs(%27 : tensor<128x128xbf16>) permutation = [1, 0] 
    %35 = linalg.matmul ins(%transposed_17, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%29 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %36 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<128x256xf32>) outs(%31 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<128x256xbf16>
    %37 = linalg.matmul ins(%collapsed_16, %arg4 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%29 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %38 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<128x256xf32>) outs(%31 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<128x256xbf16>
    %expanded_18 = tensor.expand_shape %38 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %39 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_18 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %collapsed_19 = tensor.collapse_shape %26 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %40 = tensor.empty() : tensor<256x128xbf16>
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<128x256xbf16>) outs(%40 : tensor<256x128xbf16>) permutation = [1, 0] 
    %41 = tensor.empty() : tensor<256x256xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %43 = linalg.matmul ins(%transposed_20, %collapsed : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%42 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %44 = tensor.empty() : tensor<256x256xbf16>
    %45 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<256x256xf32>) outs(%44 : tensor<256x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<256x256xbf16>
    %46 = linalg.matmul ins(%collapsed_19, %arg3 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%29 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %47 = linalg.generic {indexing_maps = [#before_train_map5, #before_train_map5], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<128x256xf32>) outs(%31 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<128x256xbf16>
    %expanded_21 = tensor.expand_shape %47 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %48 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %expanded_21 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.addf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %49 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map2, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %arg6 : tensor<1x128x256xbf16>, tensor<256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %50 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %11 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_24: bf16, %out: bf16):
      %68 = arith.mulf %in, %in_24 : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    %51 = tensor.empty() : tensor<1x1x256xbf16>
    %52 = linalg.fill ins(%cst_0 : bf16) outs(%51 : tensor<1x1x256xbf16>) -> tensor<1x1x256xbf16>
    %53 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map6], iterator_types = ["reduction", "reduction", "parallel"]} ins(%50 : tensor<1x128x256xbf16>) outs(%52 : tensor<1x1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %68 = arith.addf %in, %out : bf16
      linalg.yield %68 : bf16
    } -> tensor<1x1x256xbf16>
    %collapsed_22 = tensor.collapse_shape %53 [[0, 1, 2]] : tensor<1x1x256xbf16> into tensor<256xbf16>
    %54 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %68 = arith.extf %in : bf16 to f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %55 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %1 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.mulf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %56 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map1, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %8 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.mulf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %57 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55 : tensor<1x128x256xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %58 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %59 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.mulf %in, %cst_5 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %60 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %58 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.mulf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_23 = tensor.collapse_shape %60 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %61 = linalg.generic {indexing_maps = [#before_train_map7, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_23 : tensor<1x128xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %62 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst_4 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %63 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %64 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.mulf %in, %cst_6 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %65 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %64 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.mulf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %66 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %65 : tensor<1x128x256xf32>, tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %68 = arith.addf %in, %in_24 : f32
      linalg.yield %68 : f32
    } -> tensor<1x128x256xf32>
    %67 = linalg.generic {indexing_maps = [#before_train_map, #before_train_map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<1x128x256xf32>) outs(%10 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %68 = arith.truncf %in : f32 to bf16
      linalg.yield %68 : bf16
    } -> tensor<1x128x256xbf16>
    return %67, %45, %36, %32, %collapsed_22 : tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>
  }
  func.func @main(%x: tensor<1x128x256xbf16>, %mask: tensor<1x1x128x128xbf16>, %cos: tensor<1x128x64xbf16>, %sin: tensor<1x128x64xbf16>, %wq: tensor<256x256xbf16>, %wk: tensor<128x256xbf16>, %wv: tensor<128x256xbf16>, %wo: tensor<256x256xbf16>, %gate: tensor<512x256xbf16>, %up: tensor<512x256xbf16>, %down: tensor<256x512xbf16>, %norm1: tensor<256xbf16>, %norm2: tensor<256xbf16>, %dy: tensor<1x128x256xbf16>) -> (tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>) {
    %q, %k, %v = call @before(%x, %cos, %sin, %wq, %wk, %wv, %norm1) : (tensor<1x128x256xbf16>, tensor<1x128x64xbf16>, tensor<1x128x64xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>)
    %o, %lse = call @attention(%q, %k, %v) : (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x4x128xf32>)
    %y, %dx_after, %do, %dwo, %dgate, %dup, %ddown, %dnorm2 = call @after_train(%x, %o, %wo, %gate, %up, %down, %norm2, %dy) : (tensor<1x128x256xbf16>, tensor<1x128x4x64xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<1x128x256xbf16>) -> (tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<1x128x4x64xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>)
    %dq, %dk, %dv = call @attention_backward(%q, %k, %v, %o, %lse, %do) : (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x4x64xbf16>, tensor<1x4x128xf32>, tensor<1x128x4x64xbf16>) -> (tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>)
    %dx_before, %dwq, %dwk, %dwv, %dnorm1 = call @before_train(%x, %cos, %sin, %wq, %wk, %wv, %norm1, %dq, %dk, %dv) : (tensor<1x128x256xbf16>, tensor<1x128x64xbf16>, tensor<1x128x64xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>, tensor<1x128x4x64xbf16>, tensor<1x128x2x64xbf16>, tensor<1x128x2x64xbf16>) -> (tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256xbf16>)
    %dx = arith.addf %dx_after, %dx_before : tensor<1x128x256xbf16>
    return %y, %dx, %dwq, %dwk, %dwv, %dwo, %dgate, %dup, %ddown, %dnorm1, %dnorm2 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>, tensor<256x256xbf16>, tensor<128x256xbf16>, tensor<128x256xbf16>, tensor<256x256xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>, tensor<256x512xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
