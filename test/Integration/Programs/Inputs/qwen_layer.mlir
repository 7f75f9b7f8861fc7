// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<1x1x64x64xbf16>, %arg2: tensor<1x64x64xbf16>, %arg3: tensor<1x64x64xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<256xbf16>, %arg6: tensor<128x256xbf16>, %arg7: tensor<128xbf16>, %arg8: tensor<128x256xbf16>, %arg9: tensor<128xbf16>, %arg10: tensor<256x256xbf16>, %arg11: tensor<512x256xbf16>, %arg12: tensor<512x256xbf16>, %arg13: tensor<256x512xbf16>, %arg14: tensor<256xbf16>, %arg15: tensor<256xbf16>, %arg16: tensor<64xbf16>, %arg17: tensor<64xbf16>) -> tensor<1x64x256xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 2.560000e+02 : f32
    %cst_4 = arith.constant 6.400000e+01 : f32
    %cst_5 = arith.constant 1.250000e-01 : bf16
    %0 = tensor.empty() : tensor<1x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %3 = tensor.empty() : tensor<1x64x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x64x256xf32>) outs(%4 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.divf %in, %cst_3 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_2 : f64 to f32
      %137 = arith.addf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<1x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.rsqrt %in : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.mulf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %10 = tensor.empty() : tensor<1x64x256xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x256xf32>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14, %11 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %13 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %14 = tensor.empty() : tensor<256xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg5 : tensor<256xbf16>) outs(%14 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<256xf32>
    %16 = tensor.empty() : tensor<64x256xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<64x256xbf16>) outs(%16 : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<64x256xf32>
    %18 = tensor.empty() : tensor<256x256xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<256x256xbf16>) outs(%18 : tensor<256x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<256x256xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%16 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %21 = linalg.matmul ins(%17, %19 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%20 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%21, %15 : tensor<64x256xf32>, tensor<256xf32>) outs(%16 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.addf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<64x256xf32>
    %23 = tensor.empty() : tensor<64x256xbf16>
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<64x256xf32>) outs(%23 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x256xbf16>
    %expanded = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<64x256xbf16> into tensor<1x64x4x64xbf16>
    %25 = tensor.empty() : tensor<256x128xbf16>
    %transposed_6 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%25 : tensor<256x128xbf16>) permutation = [1, 0] 
    %26 = tensor.empty() : tensor<128xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg7 : tensor<128xbf16>) outs(%26 : tensor<128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<128xf32>
    %28 = tensor.empty() : tensor<256x128xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_6 : tensor<256x128xbf16>) outs(%28 : tensor<256x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<256x128xf32>
    %30 = tensor.empty() : tensor<64x128xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %32 = linalg.matmul ins(%17, %29 : tensor<64x256xf32>, tensor<256x128xf32>) outs(%31 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%32, %27 : tensor<64x128xf32>, tensor<128xf32>) outs(%30 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.addf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<64x128xf32>
    %34 = tensor.empty() : tensor<64x128xbf16>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<64x128xf32>) outs(%34 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x128xbf16>
    %expanded_7 = tensor.expand_shape %35 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_8 = linalg.transpose ins(%arg8 : tensor<128x256xbf16>) outs(%25 : tensor<256x128xbf16>) permutation = [1, 0] 
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg9 : tensor<128xbf16>) outs(%26 : tensor<128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<128xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%transposed_8 : tensor<256x128xbf16>) outs(%28 : tensor<256x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<256x128xf32>
    %38 = linalg.matmul ins(%17, %37 : tensor<64x256xf32>, tensor<256x128xf32>) outs(%31 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%38, %36 : tensor<64x128xf32>, tensor<128xf32>) outs(%30 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.addf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<64x128xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<64x128xf32>) outs(%34 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x128xbf16>
    %expanded_9 = tensor.expand_shape %40 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %41 = tensor.empty() : tensor<1x64x4x64xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x64x4x64xbf16>) outs(%41 : tensor<1x64x4x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x64x4x64xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x64x4x64xf32>) outs(%41 : tensor<1x64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %136 : f32
    } -> tensor<1x64x4x64xf32>
    %44 = tensor.empty() : tensor<1x64x4x1xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<1x64x4x1xf32>) -> tensor<1x64x4x1xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<1x64x4x64xf32>) outs(%45 : tensor<1x64x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x4x1xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x64x4x1xf32>) outs(%44 : tensor<1x64x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.divf %in, %cst_4 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x4x1xf32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x64x4x1xf32>) outs(%44 : tensor<1x64x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_2 : f64 to f32
      %137 = arith.addf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<1x64x4x1xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x64x4x1xf32>) outs(%44 : tensor<1x64x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.rsqrt %in : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x4x1xf32>
    %50 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %49 : tensor<1x64x4x64xf32>, tensor<1x64x4x1xf32>) outs(%41 : tensor<1x64x4x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.mulf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x4x64xf32>
    %51 = tensor.empty() : tensor<1x64x4x64xbf16>
    %52 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<1x64x4x64xf32>) outs(%51 : tensor<1x64x4x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x4x64xbf16>
    %53 = linalg.generic {indexing_maps = [#map8, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg16, %52 : tensor<64xbf16>, tensor<1x64x4x64xbf16>) outs(%51 : tensor<1x64x4x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x4x64xbf16>
    %54 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed_10 = linalg.transpose ins(%53 : tensor<1x64x4x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %55 = tensor.empty() : tensor<1x64x2x64xf32>
    %56 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<1x64x2x64xbf16>) outs(%55 : tensor<1x64x2x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x64x2x64xf32>
    %57 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x64x2x64xf32>) outs(%55 : tensor<1x64x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %136 : f32
    } -> tensor<1x64x2x64xf32>
    %58 = tensor.empty() : tensor<1x64x2x1xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<1x64x2x1xf32>) -> tensor<1x64x2x1xf32>
    %60 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<1x64x2x64xf32>) outs(%59 : tensor<1x64x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x2x1xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x64x2x1xf32>) outs(%58 : tensor<1x64x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.divf %in, %cst_4 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x2x1xf32>
    %62 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<1x64x2x1xf32>) outs(%58 : tensor<1x64x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_2 : f64 to f32
      %137 = arith.addf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<1x64x2x1xf32>
    %63 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x64x2x1xf32>) outs(%58 : tensor<1x64x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.rsqrt %in : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x2x1xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %63 : tensor<1x64x2x64xf32>, tensor<1x64x2x1xf32>) outs(%55 : tensor<1x64x2x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.mulf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x2x64xf32>
    %65 = tensor.empty() : tensor<1x64x2x64xbf16>
    %66 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x64x2x64xf32>) outs(%65 : tensor<1x64x2x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x2x64xbf16>
    %67 = linalg.generic {indexing_maps = [#map8, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg17, %66 : tensor<64xbf16>, tensor<1x64x2x64xbf16>) outs(%65 : tensor<1x64x2x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x2x64xbf16>
    %68 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_11 = linalg.transpose ins(%67 : tensor<1x64x2x64xbf16>) outs(%68 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_12 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_10, %expanded_12 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %extracted_slice = tensor.extract_slice %transposed_10[0, 0, 0, 32] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %70 = tensor.empty() : tensor<1x4x64x32xbf16>
    %71 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x64x32xbf16>) outs(%70 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.negf %in : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x32xbf16>
    %extracted_slice_13 = tensor.extract_slice %transposed_10[0, 0, 0, 0] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %concat = tensor.concat dim(3) %71, %extracted_slice_13 : (tensor<1x4x64x32xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x64xbf16>
    %expanded_14 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %72 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_14 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %73 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %72 : tensor<1x4x64x64xbf16>, tensor<1x4x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.addf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %expanded_12 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%68 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x2x64x64xbf16>
    %extracted_slice_15 = tensor.extract_slice %transposed_11[0, 0, 0, 32] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %75 = tensor.empty() : tensor<1x2x64x32xbf16>
    %76 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<1x2x64x32xbf16>) outs(%75 : tensor<1x2x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.negf %in : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x2x64x32xbf16>
    %extracted_slice_16 = tensor.extract_slice %transposed_11[0, 0, 0, 0] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %concat_17 = tensor.concat dim(3) %76, %extracted_slice_16 : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) -> tensor<1x2x64x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_17, %expanded_14 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%68 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x2x64x64xbf16>
    %78 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %77 : tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) outs(%68 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.addf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x2x64x64xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_9 : tensor<1x64x2x64xbf16>) outs(%68 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %79 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %80 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x2x64x64xbf16>) outs(%79 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed_19 = tensor.collapse_shape %80 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %81 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<1x2x64x64xbf16>) outs(%79 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<1x4x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_21 = tensor.collapse_shape %73 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %82 = tensor.empty() : tensor<4x64x64xf32>
    %83 = linalg.fill ins(%cst : f32) outs(%82 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %84 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%83 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %85 = tensor.empty() : tensor<4x64x64xbf16>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<4x64x64xf32>) outs(%85 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_23 = tensor.expand_shape %86 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %87 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<1x4x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %136 = arith.mulf %in, %cst_5 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %88 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %arg1 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.addf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %89 = tensor.empty() : tensor<1x4x64x64xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<1x4x64x64xbf16>) outs(%89 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x4x64x64xf32>
    %91 = tensor.empty() : tensor<1x4x64xi64>
    %92 = linalg.fill ins(%c0_i64 : i64) outs(%91 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %93 = tensor.empty() : tensor<1x4x64xf32>
    %94 = linalg.fill ins(%cst_0 : f32) outs(%93 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %95:2 = linalg.generic {indexing_maps = [#map6, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%90 : tensor<1x4x64x64xf32>) outs(%94, %92 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_40: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_40 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_24 = tensor.expand_shape %95#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %96 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %expanded_24 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%89 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.subf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x4x64x64xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<1x4x64x64xf32>) outs(%89 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<1x4x64x64xf32>
    %98 = tensor.empty() : tensor<1x4x64x1xf32>
    %99 = linalg.fill ins(%cst : f32) outs(%98 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %100 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<1x4x64x64xf32>) outs(%99 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<1x4x64x1xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %100 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%89 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.divf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x4x64x64xf32>
    %102 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<1x4x64x64xf32>) outs(%54 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_25 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_26 = tensor.collapse_shape %81 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %103 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%83 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<4x64x64xf32>) outs(%85 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_27 = tensor.expand_shape %104 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<1x4x64x64xbf16>) outs(%51 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_29 = linalg.transpose ins(%arg10 : tensor<256x256xbf16>) outs(%13 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_30 = tensor.collapse_shape %transposed_28 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %105 = linalg.matmul ins(%collapsed_30, %transposed_29 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%20 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<64x256xf32>) outs(%23 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x256xbf16>
    %expanded_31 = tensor.expand_shape %106 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_31 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.addf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109 : tensor<1x64x256xf32>) outs(%4 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.divf %in, %cst_3 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_2 : f64 to f32
      %137 = arith.addf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<1x64x1xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<1x64x1xf32>) outs(%3 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.rsqrt %in : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x1xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %113 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.mulf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x256xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<1x64x256xf32>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    %116 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %115 : tensor<256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    %117 = tensor.empty() : tensor<256x512xbf16>
    %transposed_32 = linalg.transpose ins(%arg11 : tensor<512x256xbf16>) outs(%117 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_33 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %118 = tensor.empty() : tensor<64x512xf32>
    %119 = linalg.fill ins(%cst : f32) outs(%118 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %120 = linalg.matmul ins(%collapsed_33, %transposed_32 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%119 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %121 = tensor.empty() : tensor<64x512xbf16>
    %122 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%120 : tensor<64x512xf32>) outs(%121 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x512xbf16>
    %expanded_34 = tensor.expand_shape %122 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %123 = tensor.empty() : tensor<1x64x512xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<1x64x512xbf16>) outs(%123 : tensor<1x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %136 = arith.extf %in : bf16 to f32
      linalg.yield %136 : f32
    } -> tensor<1x64x512xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x64x512xf32>) outs(%123 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.negf %in : f32
      %137 = math.exp %136 : f32
      %138 = arith.addf %137, %cst_1 : f32
      %139 = arith.divf %cst_1, %138 : f32
      linalg.yield %139 : f32
    } -> tensor<1x64x512xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %125 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%123 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_40: f32, %out: f32):
      %136 = arith.mulf %in, %in_40 : f32
      linalg.yield %136 : f32
    } -> tensor<1x64x512xf32>
    %127 = tensor.empty() : tensor<1x64x512xbf16>
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x64x512xf32>) outs(%127 : tensor<1x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x512xbf16>
    %transposed_35 = linalg.transpose ins(%arg12 : tensor<512x256xbf16>) outs(%117 : tensor<256x512xbf16>) permutation = [1, 0] 
    %129 = linalg.matmul ins(%collapsed_33, %transposed_35 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%119 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<64x512xf32>) outs(%121 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x512xbf16>
    %expanded_36 = tensor.expand_shape %130 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %expanded_36 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%127 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.mulf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x512xbf16>
    %132 = tensor.empty() : tensor<512x256xbf16>
    %transposed_37 = linalg.transpose ins(%arg13 : tensor<256x512xbf16>) outs(%132 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_38 = tensor.collapse_shape %131 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %133 = linalg.matmul ins(%collapsed_38, %transposed_37 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%20 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %134 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%133 : tensor<64x256xf32>) outs(%23 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %136 = arith.truncf %in : f32 to bf16
      linalg.yield %136 : bf16
    } -> tensor<64x256xbf16>
    %expanded_39 = tensor.expand_shape %134 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %expanded_39 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%10 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_40: bf16, %out: bf16):
      %136 = arith.addf %in, %in_40 : bf16
      linalg.yield %136 : bf16
    } -> tensor<1x64x256xbf16>
    return %135 : tensor<1x64x256xbf16>
  }
}
