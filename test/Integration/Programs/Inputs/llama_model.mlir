// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map12 = affine_map<(d0, d1, d2) -> (d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x64xi64>, %arg1: tensor<512x256xbf16>, %arg2: tensor<32xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<512x256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<256x512xbf16>, %arg10: tensor<256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>) -> tensor<1x64x512xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c64_i64 = arith.constant 64 : i64
    %c512 = arith.constant 512 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_5 = arith.constant 2.560000e+02 : f32
    %cst_6 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x64x256xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64xi64>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %144 = arith.index_cast %in : i64 to index
      %145 = linalg.index 2 : index
      %146 = arith.cmpi slt, %144, %c512 : index
      cf.assert %146, "index must be smaller than dim size"
      %147 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %147, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%144, %145] : tensor<512x256xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x64x256xbf16>
    %2 = tensor.empty() : tensor<64xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %144 = linalg.index 0 : index
      %145 = arith.index_cast %144 : index to i64
      linalg.yield %145 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %extracted_slice = tensor.extract_slice %expanded[0, 0] [1, 1] [1, 1] : tensor<1x64xi64> to tensor<1x1xi64>
    %4 = tensor.empty() : tensor<1x1xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x1xi64>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %144 = arith.subi %in, %c1_i64 : i64
      linalg.yield %144 : i64
    } -> tensor<1x1xi64>
    %concat = tensor.concat dim(1) %5, %expanded : (tensor<1x1xi64>, tensor<1x64xi64>) -> tensor<1x65xi64>
    %extracted_slice_7 = tensor.extract_slice %concat[0, 0] [1, 64] [1, 1] : tensor<1x65xi64> to tensor<1x64xi64>
    %extracted_slice_8 = tensor.extract_slice %concat[0, 1] [1, 64] [1, 1] : tensor<1x65xi64> to tensor<1x64xi64>
    %6 = tensor.empty() : tensor<1x64xi64>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_8, %extracted_slice_7 : tensor<1x64xi64>, tensor<1x64xi64>) outs(%6 : tensor<1x64xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %144 = arith.subi %in, %in_54 : i64
      linalg.yield %144 : i64
    } -> tensor<1x64xi64>
    %8 = tensor.empty() : tensor<1x64xi1>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<1x64xi64>) outs(%8 : tensor<1x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %144 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %144 : i1
    } -> tensor<1x64xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1x64xi1>) outs(%6 : tensor<1x64xi64>) {
    ^bb0(%in: i1, %out: i64):
      %144 = arith.extui %in : i1 to i64
      linalg.yield %144 : i64
    } -> tensor<1x64xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x64xi64>) -> tensor<1x64xi64>
    %12 = tensor.empty() : tensor<1xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1xi64>) -> tensor<1xi64>
    %14:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%10 : tensor<1x64xi64>) outs(%11, %13 : tensor<1x64xi64>, tensor<1xi64>) {
    ^bb0(%arg13: i64, %arg14: i64):
      %144 = arith.addi %arg13, %arg14 : i64
      tm_tensor.yield %144 : i64
    } -> tensor<1x64xi64>, tensor<1xi64>
    %15 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%12 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_9 = tensor.expand_shape %15 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %expanded_10 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 64, 1] : tensor<64xi64> into tensor<1x1x64x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xi64> into tensor<1x1x1x64xi64>
    %16 = tensor.empty() : tensor<1x1x64x64xi1>
    %17 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11, %expanded_10 : tensor<1x1x1x64xi64>, tensor<1x1x64x1xi64>) outs(%16 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %144 = arith.cmpi sle, %in, %in_54 : i64
      linalg.yield %144 : i1
    } -> tensor<1x1x64x64xi1>
    %18 = tensor.empty() : tensor<1x1x64x1xi64>
    %19 = linalg.generic {indexing_maps = [#map7, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %expanded_10 : tensor<1x1x1x1xi64>, tensor<1x1x64x1xi64>) outs(%18 : tensor<1x1x64x1xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %144 = arith.cmpi slt, %in, %c0_i64 : i64
      %145 = arith.addi %in, %c1_i64 : i64
      %146 = arith.select %144, %145, %in : i64
      %147 = arith.index_cast %146 : i64 to index
      %148 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %149 = arith.addi %in_54, %c64_i64 : i64
      %150 = arith.select %148, %149, %in_54 : i64
      %151 = arith.index_cast %150 : i64 to index
      %extracted = tensor.extract %14#0[%147, %151] : tensor<1x64xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x64x1xi64>
    %20 = tensor.empty() : tensor<1x1x1x64xi64>
    %21 = linalg.generic {indexing_maps = [#map7, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %expanded_11 : tensor<1x1x1x1xi64>, tensor<1x1x1x64xi64>) outs(%20 : tensor<1x1x1x64xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %144 = arith.cmpi slt, %in, %c0_i64 : i64
      %145 = arith.addi %in, %c1_i64 : i64
      %146 = arith.select %144, %145, %in : i64
      %147 = arith.index_cast %146 : i64 to index
      %148 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %149 = arith.addi %in_54, %c64_i64 : i64
      %150 = arith.select %148, %149, %in_54 : i64
      %151 = arith.index_cast %150 : i64 to index
      %extracted = tensor.extract %14#0[%147, %151] : tensor<1x64xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x64xi64>
    %22 = linalg.generic {indexing_maps = [#map5, #map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<1x1x64x1xi64>, tensor<1x1x1x64xi64>) outs(%16 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %144 = arith.cmpi eq, %in, %in_54 : i64
      linalg.yield %144 : i1
    } -> tensor<1x1x64x64xi1>
    %23 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %22 : tensor<1x1x64x64xi1>, tensor<1x1x64x64xi1>) outs(%16 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i1, %in_54: i1, %out: i1):
      %144 = arith.andi %in, %in_54 : i1
      linalg.yield %144 : i1
    } -> tensor<1x1x64x64xi1>
    %24 = tensor.empty() : tensor<1x1x64x64xbf16>
    %25 = linalg.generic {indexing_maps = [#map6, #map10, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %cst_4, %cst_2 : tensor<1x1x64x64xi1>, tensor<bf16>, tensor<bf16>) outs(%24 : tensor<1x1x64x64xbf16>) {
    ^bb0(%in: i1, %in_54: bf16, %in_55: bf16, %out: bf16):
      %144 = arith.select %in, %in_54, %in_55 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x1x64x64xbf16>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 64, 1] : tensor<64xi64> into tensor<1x64x1xi64>
    %26 = tensor.empty() : tensor<1x64x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x64x1xi64>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %144 = arith.sitofp %in : i64 to f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %28 = tensor.empty() : tensor<32xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<32xbf16>) outs(%28 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<32xf32>
    %30 = tensor.empty() : tensor<1x64x32xf32>
    %31 = linalg.generic {indexing_maps = [#map11, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %29 : tensor<1x64x1xf32>, tensor<32xf32>) outs(%30 : tensor<1x64x32xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.mulf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x32xf32>
    %concat_13 = tensor.concat dim(2) %31, %31 : (tensor<1x64x32xf32>, tensor<1x64x32xf32>) -> tensor<1x64x64xf32>
    %32 = tensor.empty() : tensor<1x64x64xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_13 : tensor<1x64x64xf32>) outs(%32 : tensor<1x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.cos %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x64xf32>
    %34 = tensor.empty() : tensor<1x64x64xbf16>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<1x64x64xf32>) outs(%34 : tensor<1x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x64xbf16>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_13 : tensor<1x64x64xf32>) outs(%32 : tensor<1x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.sin %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x64xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x64x64xf32>) outs(%34 : tensor<1x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x64xbf16>
    %38 = tensor.empty() : tensor<1x64x256xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x256xbf16>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x64x256xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%26 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%40 : tensor<1x64x256xf32>) outs(%41 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.addf %in, %out : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.divf %in, %cst_5 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.truncf %cst_3 : f64 to f32
      %145 = arith.addf %in, %144 : f32
      linalg.yield %145 : f32
    } -> tensor<1x64x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.rsqrt %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %45 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.mulf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %48 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %47 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %49 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<256x256xbf16>) outs(%49 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %48 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %50 = tensor.empty() : tensor<64x256xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %52 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%51 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %53 = tensor.empty() : tensor<64x256xbf16>
    %54 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<64x256xf32>) outs(%53 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x256xbf16>
    %expanded_14 = tensor.expand_shape %54 [[0, 1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<64x256xbf16> into tensor<1x64x4x64xbf16>
    %55 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x64x4x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %56 = tensor.empty() : tensor<256x128xbf16>
    %transposed_16 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%56 : tensor<256x128xbf16>) permutation = [1, 0] 
    %57 = tensor.empty() : tensor<64x128xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %59 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%58 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %60 = tensor.empty() : tensor<64x128xbf16>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<64x128xf32>) outs(%60 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x128xbf16>
    %expanded_17 = tensor.expand_shape %61 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %62 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x64x2x64xbf16>) outs(%62 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_19 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%56 : tensor<256x128xbf16>) permutation = [1, 0] 
    %63 = linalg.matmul ins(%collapsed, %transposed_19 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%58 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<64x128xf32>) outs(%60 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x128xbf16>
    %expanded_20 = tensor.expand_shape %64 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<1x64x2x64xbf16>) outs(%62 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_22 = tensor.expand_shape %35 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %65 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_15, %expanded_22 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %extracted_slice_23 = tensor.extract_slice %transposed_15[0, 0, 0, 32] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %66 = tensor.empty() : tensor<1x4x64x32xbf16>
    %67 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<1x4x64x32xbf16>) outs(%66 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %144 = arith.negf %in : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x32xbf16>
    %extracted_slice_24 = tensor.extract_slice %transposed_15[0, 0, 0, 0] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %concat_25 = tensor.concat dim(3) %67, %extracted_slice_24 : (tensor<1x4x64x32xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x64xbf16>
    %expanded_26 = tensor.expand_shape %37 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %68 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_25, %expanded_26 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %68 : tensor<1x4x64x64xbf16>, tensor<1x4x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.addf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %70 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18, %expanded_22 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%62 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x2x64x64xbf16>
    %extracted_slice_27 = tensor.extract_slice %transposed_18[0, 0, 0, 32] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %71 = tensor.empty() : tensor<1x2x64x32xbf16>
    %72 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27 : tensor<1x2x64x32xbf16>) outs(%71 : tensor<1x2x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %144 = arith.negf %in : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x2x64x32xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_18[0, 0, 0, 0] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %concat_29 = tensor.concat dim(3) %72, %extracted_slice_28 : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) -> tensor<1x2x64x64xbf16>
    %73 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %expanded_26 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%62 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x2x64x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %73 : tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) outs(%62 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.addf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x2x64x64xbf16>
    %75 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %76 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<1x2x64x64xbf16>) outs(%75 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed_30 = tensor.collapse_shape %76 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_21 : tensor<1x2x64x64xbf16>) outs(%75 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %transposed_31 = linalg.transpose ins(%collapsed_30 : tensor<1x4x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_32 = tensor.collapse_shape %69 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_33 = tensor.collapse_shape %transposed_31 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %78 = tensor.empty() : tensor<4x64x64xf32>
    %79 = linalg.fill ins(%cst : f32) outs(%78 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %80 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%79 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %81 = tensor.empty() : tensor<4x64x64xbf16>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<4x64x64xf32>) outs(%81 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_34 = tensor.expand_shape %82 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %83 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<1x4x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %144 = arith.mulf %in, %cst_6 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %84 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %25 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.addf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %85 = tensor.empty() : tensor<1x4x64x64xf32>
    %86 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<1x4x64x64xbf16>) outs(%85 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<1x4x64x64xf32>
    %87 = tensor.empty() : tensor<1x4x64xi64>
    %88 = linalg.fill ins(%c0_i64 : i64) outs(%87 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %89 = tensor.empty() : tensor<1x4x64xf32>
    %90 = linalg.fill ins(%cst_0 : f32) outs(%89 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %91:2 = linalg.generic {indexing_maps = [#map6, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%86 : tensor<1x4x64x64xf32>) outs(%90, %88 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_54: i64):
      %144 = linalg.index 3 : index
      %145 = arith.index_cast %144 : index to i64
      %146 = arith.maximumf %in, %out : f32
      %147 = arith.cmpf ogt, %in, %out : f32
      %148 = arith.select %147, %145, %out_54 : i64
      linalg.yield %146, %148 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_35 = tensor.expand_shape %91#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %expanded_35 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%85 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.subf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x4x64x64xf32>
    %93 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x4x64x64xf32>) outs(%85 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.exp %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x4x64x64xf32>
    %94 = tensor.empty() : tensor<1x4x64x1xf32>
    %95 = linalg.fill ins(%cst : f32) outs(%94 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %96 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%93 : tensor<1x4x64x64xf32>) outs(%95 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.addf %in, %out : f32
      linalg.yield %144 : f32
    } -> tensor<1x4x64x1xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %96 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%85 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.divf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x4x64x64xf32>
    %98 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<1x4x64x64xf32>) outs(%55 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_36 = tensor.collapse_shape %98 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_37 = tensor.collapse_shape %77 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %99 = linalg.batch_matmul ins(%collapsed_36, %collapsed_37 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%79 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<4x64x64xf32>) outs(%81 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_38 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %101 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<1x4x64x64xbf16>) outs(%101 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_40 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%49 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_41 = tensor.collapse_shape %transposed_39 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %102 = linalg.matmul ins(%collapsed_41, %transposed_40 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%51 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<64x256xf32>) outs(%53 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x256xbf16>
    %expanded_42 = tensor.expand_shape %103 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_42 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.addf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<1x64x256xbf16>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<1x64x256xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%106 : tensor<1x64x256xf32>) outs(%41 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.addf %in, %out : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.divf %in, %cst_5 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.truncf %cst_3 : f64 to f32
      %145 = arith.addf %in, %144 : f32
      linalg.yield %145 : f32
    } -> tensor<1x64x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.rsqrt %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %110 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.mulf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %113 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %112 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %114 = tensor.empty() : tensor<256x512xbf16>
    %transposed_43 = linalg.transpose ins(%arg7 : tensor<512x256xbf16>) outs(%114 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %113 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %115 = tensor.empty() : tensor<64x512xf32>
    %116 = linalg.fill ins(%cst : f32) outs(%115 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %117 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%116 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %118 = tensor.empty() : tensor<64x512xbf16>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<64x512xf32>) outs(%118 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x512xbf16>
    %expanded_45 = tensor.expand_shape %119 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %120 = tensor.empty() : tensor<1x64x512xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_45 : tensor<1x64x512xbf16>) outs(%120 : tensor<1x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<1x64x512xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<1x64x512xf32>) outs(%120 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.negf %in : f32
      %145 = math.exp %144 : f32
      %146 = arith.addf %145, %cst_1 : f32
      %147 = arith.divf %cst_1, %146 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x512xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %122 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%120 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.mulf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x512xf32>
    %124 = tensor.empty() : tensor<1x64x512xbf16>
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<1x64x512xf32>) outs(%124 : tensor<1x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x512xbf16>
    %transposed_46 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%114 : tensor<256x512xbf16>) permutation = [1, 0] 
    %126 = linalg.matmul ins(%collapsed_44, %transposed_46 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%116 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %127 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%126 : tensor<64x512xf32>) outs(%118 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x512xbf16>
    %expanded_47 = tensor.expand_shape %127 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %128 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %expanded_47 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%124 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x512xbf16>
    %129 = tensor.empty() : tensor<512x256xbf16>
    %transposed_48 = linalg.transpose ins(%arg9 : tensor<256x512xbf16>) outs(%129 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_49 = tensor.collapse_shape %128 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %130 = linalg.matmul ins(%collapsed_49, %transposed_48 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%51 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<64x256xf32>) outs(%53 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x256xbf16>
    %expanded_50 = tensor.expand_shape %131 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %132 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %expanded_50 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.addf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<1x64x256xbf16>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %144 = arith.extf %in : bf16 to f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x64x256xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%134 : tensor<1x64x256xf32>) outs(%41 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.addf %in, %out : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.divf %in, %cst_5 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = arith.truncf %cst_3 : f64 to f32
      %145 = arith.addf %in, %144 : f32
      linalg.yield %145 : f32
    } -> tensor<1x64x1xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<1x64x1xf32>) outs(%26 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %144 = math.rsqrt %in : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x1xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %138 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%38 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %144 = arith.mulf %in, %in_54 : f32
      linalg.yield %144 : f32
    } -> tensor<1x64x256xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %141 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %140 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %144 = arith.mulf %in, %in_54 : bf16
      linalg.yield %144 : bf16
    } -> tensor<1x64x256xbf16>
    %transposed_51 = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%114 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %141 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %142 = linalg.matmul ins(%collapsed_52, %transposed_51 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%116 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<64x512xf32>) outs(%118 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %144 = arith.truncf %in : f32 to bf16
      linalg.yield %144 : bf16
    } -> tensor<64x512xbf16>
    %expanded_53 = tensor.expand_shape %143 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    return %expanded_53 : tensor<1x64x512xbf16>
  }
}
