// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d1, 0, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4, d2)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d3, d1)>
#map17 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map18 = affine_map<(d0, d1) -> (d1, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d0)>
#map20 = affine_map<(d0, d1) -> (d1)>
#map21 = affine_map<(d0, d1) -> (d0)>
#map22 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3, d2)>
#map23 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>
#map24 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map25 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map26 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>
module @jit_jax_llama_train {
  func.func @main(%arg0: tensor<2x64x256xbf16>, %arg1: tensor<256x256xbf16>, %arg2: tensor<256x128xbf16>, %arg3: tensor<256x128xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<256x512xbf16>, %arg6: tensor<256x512xbf16>, %arg7: tensor<512x256xbf16>, %arg8: tensor<256xbf16>, %arg9: tensor<256xbf16>, %arg10: tensor<2x64x256xbf16>) -> (tensor<2x64x256xbf16>, tensor<2x64x256xbf16>, tensor<256x256xbf16>, tensor<256x128xbf16>, tensor<256x128xbf16>, tensor<256x256xbf16>, tensor<256x512xbf16>, tensor<256x512xbf16>, tensor<512x256xbf16>, tensor<256xbf16>, tensor<256xbf16>) {
    %cst = arith.constant 1.000000e+00 : bf16
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant -1.000000e+30 : f32
    %cst_3 = arith.constant 1.250000e-01 : f32
    %cst_4 = arith.constant 1.000000e+04 : f32
    %cst_5 = arith.constant 3.200000e+01 : f32
    %cst_6 = arith.constant 0.000000e+00 : bf16
    %cst_7 = arith.constant -5.000000e-01 : f32
    %cst_8 = arith.constant 9.99999997E-7 : f32
    %cst_9 = arith.constant 2.560000e+02 : f32
    %cst_10 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x64x256xbf16>) outs(%0 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %2 = tensor.empty() : tensor<2x64x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x64x256xf32>) outs(%2 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %4 = tensor.empty() : tensor<2x64xf32>
    %5 = linalg.fill ins(%cst_10 : f32) outs(%4 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x64x256xf32>) outs(%5 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %expanded = tensor.expand_shape %6 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %7 = tensor.empty() : tensor<2x64x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x64x1xf32>) outs(%7 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %in, %cst_9 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %9 = tensor.empty() : tensor<2x64x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x64x1xf32>) outs(%9 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %in, %cst_8 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %11 = tensor.empty() : tensor<2x64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x64x1xf32>) outs(%11 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.rsqrt %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %13 = tensor.empty() : tensor<2x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %10 : tensor<2x64x1xf32>, tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.divf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %15 = tensor.empty() : tensor<2x64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x64x1xf32>) outs(%15 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %cst_7 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %17 = tensor.empty() : tensor<2x64x256xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x64x1xf32>) outs(%17 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x256xf32>
    %19 = tensor.empty() : tensor<2x64x256xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %18 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%19 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %21 = tensor.empty() : tensor<2x64x256xbf16>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x64x256xf32>) outs(%21 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %23 = tensor.empty() : tensor<2x64x256xbf16>
    %24 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<256xbf16>) outs(%23 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x256xbf16>
    %25 = tensor.empty() : tensor<2x64x256xbf16>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %24 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%25 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %collapsed = tensor.collapse_shape %26 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %27 = tensor.empty() : tensor<128x256xbf16>
    %28 = linalg.fill ins(%cst_6 : bf16) outs(%27 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %29 = linalg.matmul ins(%collapsed, %arg1 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%28 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %30 = tensor.empty() : tensor<128x256xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<128x256xbf16>) outs(%30 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<128x256xf32>
    %expanded_11 = tensor.expand_shape %31 [[0, 1], [2, 3]] output_shape [2, 64, 4, 64] : tensor<128x256xf32> into tensor<2x64x4x64xf32>
    %32 = tensor.empty() : tensor<128x128xbf16>
    %33 = linalg.fill ins(%cst_6 : bf16) outs(%32 : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %34 = linalg.matmul ins(%collapsed, %arg2 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%33 : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %35 = tensor.empty() : tensor<128x128xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<128x128xbf16>) outs(%35 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<128x128xf32>
    %expanded_12 = tensor.expand_shape %36 [[0, 1], [2, 3]] output_shape [2, 64, 2, 64] : tensor<128x128xf32> into tensor<2x64x2x64xf32>
    %37 = tensor.empty() : tensor<128x128xbf16>
    %38 = linalg.fill ins(%cst_6 : bf16) outs(%37 : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %39 = linalg.matmul ins(%collapsed, %arg3 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%38 : tensor<128x128xbf16>) -> tensor<128x128xbf16>
    %expanded_13 = tensor.expand_shape %39 [[0, 1], [2, 3]] output_shape [2, 64, 2, 64] : tensor<128x128xbf16> into tensor<2x64x2x64xbf16>
    %40 = tensor.empty() : tensor<64xi32>
    %41 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%40 : tensor<64xi32>) {
    ^bb0(%out: i32):
      %501 = linalg.index 0 : index
      %502 = arith.index_cast %501 : index to i32
      linalg.yield %502 : i32
    } -> tensor<64xi32>
    %42 = tensor.empty() : tensor<64x64xi32>
    %43 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel"]} outs(%42 : tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %501 = linalg.index 0 : index
      %502 = arith.index_cast %501 : index to i32
      linalg.yield %502 : i32
    } -> tensor<64x64xi32>
    %44 = tensor.empty() : tensor<64x64xi32>
    %45 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel"]} outs(%44 : tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %501 = linalg.index 1 : index
      %502 = arith.index_cast %501 : index to i32
      linalg.yield %502 : i32
    } -> tensor<64x64xi32>
    %46 = tensor.empty() : tensor<64x64xi1>
    %47 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%43, %45 : tensor<64x64xi32>, tensor<64x64xi32>) outs(%46 : tensor<64x64xi1>) {
    ^bb0(%in: i32, %in_85: i32, %out: i1):
      %501 = arith.cmpi sge, %in, %in_85 : i32
      linalg.yield %501 : i1
    } -> tensor<64x64xi1>
    %48 = tensor.empty() : tensor<32xf32>
    %49 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%48 : tensor<32xf32>) {
    ^bb0(%out: f32):
      %501 = linalg.index 0 : index
      %502 = arith.index_cast %501 : index to i32
      %503 = arith.sitofp %502 : i32 to f32
      linalg.yield %503 : f32
    } -> tensor<32xf32>
    %50 = tensor.empty() : tensor<32xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%49 : tensor<32xf32>) outs(%50 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.negf %in : f32
      linalg.yield %501 : f32
    } -> tensor<32xf32>
    %52 = tensor.empty() : tensor<32xf32>
    %53 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%51 : tensor<32xf32>) outs(%52 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %in, %cst_5 : f32
      linalg.yield %501 : f32
    } -> tensor<32xf32>
    %54 = tensor.empty() : tensor<32xf32>
    %55 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%53 : tensor<32xf32>) outs(%54 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.powf %cst_4, %in : f32
      linalg.yield %501 : f32
    } -> tensor<32xf32>
    %56 = tensor.empty() : tensor<64xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%41 : tensor<64xi32>) outs(%56 : tensor<64xf32>) {
    ^bb0(%in: i32, %out: f32):
      %501 = arith.sitofp %in : i32 to f32
      linalg.yield %501 : f32
    } -> tensor<64xf32>
    %expanded_14 = tensor.expand_shape %57 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %58 = tensor.empty() : tensor<64x1x32xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<64x1x1xf32>) outs(%58 : tensor<64x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1x32xf32>
    %60 = tensor.empty() : tensor<64x1x32xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<32xf32>) outs(%60 : tensor<64x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1x32xf32>
    %62 = tensor.empty() : tensor<64x1x32xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %61 : tensor<64x1x32xf32>, tensor<64x1x32xf32>) outs(%62 : tensor<64x1x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<64x1x32xf32>
    %64 = tensor.empty() : tensor<64x1x32xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<64x1x32xf32>) outs(%64 : tensor<64x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.cos %in : f32
      linalg.yield %501 : f32
    } -> tensor<64x1x32xf32>
    %66 = tensor.empty() : tensor<64x1x32xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<64x1x32xf32>) outs(%66 : tensor<64x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.sin %in : f32
      linalg.yield %501 : f32
    } -> tensor<64x1x32xf32>
    %extracted_slice = tensor.extract_slice %expanded_11[0, 0, 0, 0] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x64xf32> to tensor<2x64x4x32xf32>
    %extracted_slice_15 = tensor.extract_slice %expanded_11[0, 0, 0, 32] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x64xf32> to tensor<2x64x4x32xf32>
    %68 = tensor.empty() : tensor<2x64x4x32xf32>
    %69 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<64x1x32xf32>) outs(%68 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x4x32xf32>
    %70 = tensor.empty() : tensor<2x64x4x32xf32>
    %71 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %69 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%70 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %72 = tensor.empty() : tensor<2x64x4x32xf32>
    %73 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<64x1x32xf32>) outs(%72 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x4x32xf32>
    %74 = tensor.empty() : tensor<2x64x4x32xf32>
    %75 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_15, %73 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%74 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %76 = tensor.empty() : tensor<2x64x4x32xf32>
    %77 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %75 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%76 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.subf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %78 = tensor.empty() : tensor<2x64x4x32xf32>
    %79 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_15, %69 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%78 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %80 = tensor.empty() : tensor<2x64x4x32xf32>
    %81 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %73 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%80 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %82 = tensor.empty() : tensor<2x64x4x32xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %81 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%82 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %84 = tensor.empty() : tensor<2x64x4x64xf32>
    %inserted_slice = tensor.insert_slice %77 into %84[0, 0, 0, 0] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x32xf32> into tensor<2x64x4x64xf32>
    %inserted_slice_16 = tensor.insert_slice %83 into %inserted_slice[0, 0, 0, 32] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x32xf32> into tensor<2x64x4x64xf32>
    %85 = tensor.empty() : tensor<2x64x4x64xbf16>
    %86 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_16 : tensor<2x64x4x64xf32>) outs(%85 : tensor<2x64x4x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x4x64xbf16>
    %extracted_slice_17 = tensor.extract_slice %expanded_12[0, 0, 0, 0] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x64xf32> to tensor<2x64x2x32xf32>
    %extracted_slice_18 = tensor.extract_slice %expanded_12[0, 0, 0, 32] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x64xf32> to tensor<2x64x2x32xf32>
    %87 = tensor.empty() : tensor<2x64x2x32xf32>
    %88 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<64x1x32xf32>) outs(%87 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x2x32xf32>
    %89 = tensor.empty() : tensor<2x64x2x32xf32>
    %90 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %88 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%89 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %91 = tensor.empty() : tensor<2x64x2x32xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<64x1x32xf32>) outs(%91 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x2x32xf32>
    %93 = tensor.empty() : tensor<2x64x2x32xf32>
    %94 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_18, %92 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%93 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %95 = tensor.empty() : tensor<2x64x2x32xf32>
    %96 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %94 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%95 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.subf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %97 = tensor.empty() : tensor<2x64x2x32xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_18, %88 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%97 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %99 = tensor.empty() : tensor<2x64x2x32xf32>
    %100 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %92 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%99 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %101 = tensor.empty() : tensor<2x64x2x32xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %100 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%101 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %103 = tensor.empty() : tensor<2x64x2x64xf32>
    %inserted_slice_19 = tensor.insert_slice %96 into %103[0, 0, 0, 0] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x32xf32> into tensor<2x64x2x64xf32>
    %inserted_slice_20 = tensor.insert_slice %102 into %inserted_slice_19[0, 0, 0, 32] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x32xf32> into tensor<2x64x2x64xf32>
    %104 = tensor.empty() : tensor<2x64x2x64xbf16>
    %105 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_20 : tensor<2x64x2x64xf32>) outs(%104 : tensor<2x64x2x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x2x64xbf16>
    %expanded_21 = tensor.expand_shape %86 [[0], [1], [2, 3], [4]] output_shape [2, 64, 2, 2, 64] : tensor<2x64x4x64xbf16> into tensor<2x64x2x2x64xbf16>
    %106 = tensor.empty() : tensor<2x2x64x64xbf16>
    %107 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105 : tensor<2x64x2x64xbf16>) outs(%106 : tensor<2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x64xbf16>
    %108 = tensor.empty() : tensor<2x2x64x64x2xbf16>
    %109 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x64x2x2x64xbf16>) outs(%108 : tensor<2x2x64x64x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x64x2xbf16>
    %collapsed_22 = tensor.collapse_shape %107 [[0, 1], [2], [3]] : tensor<2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_23 = tensor.collapse_shape %109 [[0, 1], [2], [3, 4]] : tensor<2x2x64x64x2xbf16> into tensor<4x64x128xbf16>
    %110 = tensor.empty() : tensor<4x64x128xf32>
    %111 = linalg.fill ins(%cst_10 : f32) outs(%110 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %112 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<4x64x64xbf16>, tensor<4x64x128xbf16>) outs(%111 : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %expanded_24 = tensor.expand_shape %112 [[0, 1], [2], [3, 4]] output_shape [2, 2, 64, 64, 2] : tensor<4x64x128xf32> into tensor<2x2x64x64x2xf32>
    %113 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %114 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x2x64x64x2xf32>) outs(%113 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x64x64xf32>
    %115 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %116 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<2x2x2x64x64xf32>) outs(%115 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %cst_3 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %117 = tensor.empty() : tensor<2x2x2x64x64xi1>
    %118 = linalg.generic {indexing_maps = [#map12, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<64x64xi1>) outs(%117 : tensor<2x2x2x64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x2x64x64xi1>
    %119 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %120 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%118, %116 : tensor<2x2x2x64x64xi1>, tensor<2x2x2x64x64xf32>) outs(%119 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: i1, %in_85: f32, %out: f32):
      %501 = arith.select %in, %in_85, %cst_2 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %121 = tensor.empty() : tensor<2x2x2x64xf32>
    %122 = linalg.fill ins(%cst_1 : f32) outs(%121 : tensor<2x2x2x64xf32>) -> tensor<2x2x2x64xf32>
    %123 = linalg.generic {indexing_maps = [#map10, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%120 : tensor<2x2x2x64x64xf32>) outs(%122 : tensor<2x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.maximumf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64xf32>
    %124 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %125 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<2x2x2x64xf32>) outs(%124 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x64x64xf32>
    %126 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %127 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%120, %125 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%126 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.subf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %128 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %129 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<2x2x2x64x64xf32>) outs(%128 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.exp %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %130 = tensor.empty() : tensor<2x2x2x64xf32>
    %131 = linalg.fill ins(%cst_10 : f32) outs(%130 : tensor<2x2x2x64xf32>) -> tensor<2x2x2x64xf32>
    %132 = linalg.generic {indexing_maps = [#map10, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%129 : tensor<2x2x2x64x64xf32>) outs(%131 : tensor<2x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64xf32>
    %expanded_25 = tensor.expand_shape %132 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 64, 1] : tensor<2x2x2x64xf32> into tensor<2x2x2x64x1xf32>
    %133 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %134 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%132 : tensor<2x2x2x64xf32>) outs(%133 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x64x64xf32>
    %135 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %136 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%129, %134 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%135 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.divf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %137 = tensor.empty() : tensor<2x2x2x64x1xf32>
    %138 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x2x2x64x1xf32>) outs(%137 : tensor<2x2x2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x1xf32>
    %139 = tensor.empty() : tensor<2x2x2x64x1xf32>
    %140 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%138 : tensor<2x2x2x64x1xf32>) outs(%139 : tensor<2x2x2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %cst_0, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x1xf32>
    %141 = tensor.empty() : tensor<2x2x2x64x64xbf16>
    %142 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<2x2x2x64x64xf32>) outs(%141 : tensor<2x2x2x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x2x2x64x64xbf16>
    %143 = tensor.empty() : tensor<2x2x64x64xbf16>
    %144 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<2x64x2x64xbf16>) outs(%143 : tensor<2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x64xbf16>
    %145 = tensor.empty() : tensor<2x2x64x2x64xbf16>
    %146 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<2x2x2x64x64xbf16>) outs(%145 : tensor<2x2x64x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x2x64xbf16>
    %collapsed_26 = tensor.collapse_shape %144 [[0, 1], [2], [3]] : tensor<2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_27 = tensor.collapse_shape %146 [[0, 1], [2], [3, 4]] : tensor<2x2x64x2x64xbf16> into tensor<4x64x128xbf16>
    %147 = tensor.empty() : tensor<4x64x128xbf16>
    %148 = linalg.fill ins(%cst_6 : bf16) outs(%147 : tensor<4x64x128xbf16>) -> tensor<4x64x128xbf16>
    %149 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x64x64xbf16>, tensor<4x64x128xbf16>) outs(%148 : tensor<4x64x128xbf16>) -> tensor<4x64x128xbf16>
    %expanded_28 = tensor.expand_shape %149 [[0, 1], [2], [3, 4]] output_shape [2, 2, 64, 2, 64] : tensor<4x64x128xbf16> into tensor<2x2x64x2x64xbf16>
    %150 = tensor.empty() : tensor<2x64x2x2x64xbf16>
    %151 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x2x64x2x64xbf16>) outs(%150 : tensor<2x64x2x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x2x2x64xbf16>
    %collapsed_29 = tensor.collapse_shape %151 [[0, 1], [2, 3, 4]] : tensor<2x64x2x2x64xbf16> into tensor<128x256xbf16>
    %152 = tensor.empty() : tensor<128x256xbf16>
    %153 = linalg.fill ins(%cst_6 : bf16) outs(%152 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %154 = linalg.matmul ins(%collapsed_29, %arg4 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%153 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_30 = tensor.expand_shape %154 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %155 = tensor.empty() : tensor<2x64x256xbf16>
    %156 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_30 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%155 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %157 = tensor.empty() : tensor<2x64x256xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x64x256xbf16>) outs(%157 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %159 = tensor.empty() : tensor<2x64x256xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<2x64x256xf32>) outs(%159 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %161 = tensor.empty() : tensor<2x64xf32>
    %162 = linalg.fill ins(%cst_10 : f32) outs(%161 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%160 : tensor<2x64x256xf32>) outs(%162 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %expanded_31 = tensor.expand_shape %163 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %164 = tensor.empty() : tensor<2x64x1xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x64x1xf32>) outs(%164 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %in, %cst_9 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %166 = tensor.empty() : tensor<2x64x1xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<2x64x1xf32>) outs(%166 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %in, %cst_8 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %168 = tensor.empty() : tensor<2x64x1xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<2x64x1xf32>) outs(%168 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = math.rsqrt %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %170 = tensor.empty() : tensor<2x64x1xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %167 : tensor<2x64x1xf32>, tensor<2x64x1xf32>) outs(%170 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.divf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %172 = tensor.empty() : tensor<2x64x1xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<2x64x1xf32>) outs(%172 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %cst_7 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %174 = tensor.empty() : tensor<2x64x256xf32>
    %175 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169 : tensor<2x64x1xf32>) outs(%174 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x256xf32>
    %176 = tensor.empty() : tensor<2x64x256xf32>
    %177 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %175 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%176 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %178 = tensor.empty() : tensor<2x64x256xbf16>
    %179 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<2x64x256xf32>) outs(%178 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %180 = tensor.empty() : tensor<2x64x256xbf16>
    %181 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<256xbf16>) outs(%180 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x256xbf16>
    %182 = tensor.empty() : tensor<2x64x256xbf16>
    %183 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %181 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%182 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %collapsed_32 = tensor.collapse_shape %183 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %184 = tensor.empty() : tensor<128x512xbf16>
    %185 = linalg.fill ins(%cst_6 : bf16) outs(%184 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %186 = linalg.matmul ins(%collapsed_32, %arg5 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%185 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %expanded_33 = tensor.expand_shape %186 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %187 = tensor.empty() : tensor<2x64x512xbf16>
    %188 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x64x512xbf16>) outs(%187 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.negf %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %189 = tensor.empty() : tensor<2x64x512xbf16>
    %190 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188 : tensor<2x64x512xbf16>) outs(%189 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = math.exp %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %191 = tensor.empty() : tensor<2x64x512xbf16>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<2x64x512xbf16>) outs(%191 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %in, %cst : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %193 = tensor.empty() : tensor<2x64x512xbf16>
    %194 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192 : tensor<2x64x512xbf16>) outs(%193 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.divf %cst, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %195 = tensor.empty() : tensor<2x64x512xbf16>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<2x64x512xbf16>) outs(%195 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.subf %cst, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %197 = tensor.empty() : tensor<2x64x512xbf16>
    %198 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194, %196 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%197 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %199 = tensor.empty() : tensor<2x64x512xbf16>
    %200 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %194 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%199 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %201 = tensor.empty() : tensor<128x512xbf16>
    %202 = linalg.fill ins(%cst_6 : bf16) outs(%201 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %203 = linalg.matmul ins(%collapsed_32, %arg6 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%202 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %expanded_34 = tensor.expand_shape %203 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %204 = tensor.empty() : tensor<2x64x512xbf16>
    %205 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %expanded_34 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%204 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %collapsed_35 = tensor.collapse_shape %205 [[0, 1], [2]] : tensor<2x64x512xbf16> into tensor<128x512xbf16>
    %206 = tensor.empty() : tensor<128x256xbf16>
    %207 = linalg.fill ins(%cst_6 : bf16) outs(%206 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %208 = linalg.matmul ins(%collapsed_35, %arg7 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%207 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_36 = tensor.expand_shape %208 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %209 = tensor.empty() : tensor<2x64x256xbf16>
    %210 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %expanded_36 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%209 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %211 = tensor.empty() : tensor<256x2x64xbf16>
    %212 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<2x64x256xbf16>) outs(%211 : tensor<256x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x2x64xbf16>
    %collapsed_37 = tensor.collapse_shape %212 [[0], [1, 2]] : tensor<256x2x64xbf16> into tensor<256x128xbf16>
    %213 = tensor.empty() : tensor<256x512xbf16>
    %214 = linalg.fill ins(%cst_6 : bf16) outs(%213 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %215 = linalg.matmul ins(%collapsed_37, %collapsed_35 : tensor<256x128xbf16>, tensor<128x512xbf16>) outs(%214 : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %216 = tensor.empty() : tensor<512x256xbf16>
    %217 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%215 : tensor<256x512xbf16>) outs(%216 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x256xbf16>
    %collapsed_38 = tensor.collapse_shape %arg10 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %218 = tensor.empty() : tensor<256x512xbf16>
    %219 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<512x256xbf16>) outs(%218 : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x512xbf16>
    %220 = tensor.empty() : tensor<128x512xbf16>
    %221 = linalg.fill ins(%cst_6 : bf16) outs(%220 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %222 = linalg.matmul ins(%collapsed_38, %219 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%221 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %expanded_39 = tensor.expand_shape %222 [[0, 1], [2]] output_shape [2, 64, 512] : tensor<128x512xbf16> into tensor<2x64x512xbf16>
    %223 = tensor.empty() : tensor<2x64x512xbf16>
    %224 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %expanded_39 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%223 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %225 = tensor.empty() : tensor<2x64x512xbf16>
    %226 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %expanded_34 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%225 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %227 = tensor.empty() : tensor<512x2x64xbf16>
    %228 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<2x64x512xbf16>) outs(%227 : tensor<512x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x2x64xbf16>
    %collapsed_40 = tensor.collapse_shape %228 [[0], [1, 2]] : tensor<512x2x64xbf16> into tensor<512x128xbf16>
    %229 = tensor.empty() : tensor<512x256xbf16>
    %230 = linalg.fill ins(%cst_6 : bf16) outs(%229 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %231 = linalg.matmul ins(%collapsed_40, %collapsed_32 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%230 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %232 = tensor.empty() : tensor<256x512xbf16>
    %233 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%231 : tensor<512x256xbf16>) outs(%232 : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x512xbf16>
    %collapsed_41 = tensor.collapse_shape %224 [[0, 1], [2]] : tensor<2x64x512xbf16> into tensor<128x512xbf16>
    %234 = tensor.empty() : tensor<512x256xbf16>
    %235 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<256x512xbf16>) outs(%234 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x256xbf16>
    %236 = tensor.empty() : tensor<128x256xbf16>
    %237 = linalg.fill ins(%cst_6 : bf16) outs(%236 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %238 = linalg.matmul ins(%collapsed_41, %235 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%237 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_42 = tensor.expand_shape %238 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %239 = tensor.empty() : tensor<2x64x512xbf16>
    %240 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %226 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%239 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %241 = tensor.empty() : tensor<2x64x512xbf16>
    %242 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %194 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%241 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %243 = tensor.empty() : tensor<2x64x512xbf16>
    %244 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%240, %198 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%243 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %245 = tensor.empty() : tensor<2x64x512xbf16>
    %246 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %244 : tensor<2x64x512xbf16>, tensor<2x64x512xbf16>) outs(%245 : tensor<2x64x512xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x512xbf16>
    %247 = tensor.empty() : tensor<512x2x64xbf16>
    %248 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%246 : tensor<2x64x512xbf16>) outs(%247 : tensor<512x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x2x64xbf16>
    %collapsed_43 = tensor.collapse_shape %248 [[0], [1, 2]] : tensor<512x2x64xbf16> into tensor<512x128xbf16>
    %249 = tensor.empty() : tensor<512x256xbf16>
    %250 = linalg.fill ins(%cst_6 : bf16) outs(%249 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %251 = linalg.matmul ins(%collapsed_43, %collapsed_32 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%250 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %252 = tensor.empty() : tensor<256x512xbf16>
    %253 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%251 : tensor<512x256xbf16>) outs(%252 : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x512xbf16>
    %collapsed_44 = tensor.collapse_shape %246 [[0, 1], [2]] : tensor<2x64x512xbf16> into tensor<128x512xbf16>
    %254 = tensor.empty() : tensor<512x256xbf16>
    %255 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<256x512xbf16>) outs(%254 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x256xbf16>
    %256 = tensor.empty() : tensor<128x256xbf16>
    %257 = linalg.fill ins(%cst_6 : bf16) outs(%256 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %258 = linalg.matmul ins(%collapsed_44, %255 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%257 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_45 = tensor.expand_shape %258 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %259 = tensor.empty() : tensor<2x64x256xbf16>
    %260 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42, %expanded_45 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%259 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %261 = tensor.empty() : tensor<2x64x256xbf16>
    %262 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %260 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%261 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %263 = tensor.empty() : tensor<256xbf16>
    %264 = linalg.fill ins(%cst_6 : bf16) outs(%263 : tensor<256xbf16>) -> tensor<256xbf16>
    %265 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%262 : tensor<2x64x256xbf16>) outs(%264 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %expanded_46 = tensor.expand_shape %265 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xbf16> into tensor<1x1x256xbf16>
    %266 = tensor.empty() : tensor<2x64x256xbf16>
    %267 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260, %181 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%266 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %268 = tensor.empty() : tensor<256xbf16>
    %269 = linalg.fill ins(%cst_6 : bf16) outs(%268 : tensor<256xbf16>) -> tensor<256xbf16>
    %270 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_46 : tensor<1x1x256xbf16>) outs(%269 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %271 = tensor.empty() : tensor<1x256xbf16>
    %272 = linalg.generic {indexing_maps = [#map20, #map4], iterator_types = ["parallel", "parallel"]} ins(%270 : tensor<256xbf16>) outs(%271 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x256xbf16>
    %273 = tensor.empty() : tensor<256xbf16>
    %274 = linalg.fill ins(%cst_6 : bf16) outs(%273 : tensor<256xbf16>) -> tensor<256xbf16>
    %275 = linalg.generic {indexing_maps = [#map18, #map21], iterator_types = ["parallel", "reduction"]} ins(%272 : tensor<1x256xbf16>) outs(%274 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %276 = tensor.empty() : tensor<2x64x256xf32>
    %277 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%267 : tensor<2x64x256xbf16>) outs(%276 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %278 = tensor.empty() : tensor<2x64x256xf32>
    %279 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %277 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%278 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %280 = tensor.empty() : tensor<2x64xf32>
    %281 = linalg.fill ins(%cst_10 : f32) outs(%280 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %282 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%279 : tensor<2x64x256xf32>) outs(%281 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %expanded_47 = tensor.expand_shape %282 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %283 = tensor.empty() : tensor<2x64x256xf32>
    %284 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%277, %175 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%283 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %285 = tensor.empty() : tensor<2x64x1xf32>
    %286 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_47, %173 : tensor<2x64x1xf32>, tensor<2x64x1xf32>) outs(%285 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %287 = tensor.empty() : tensor<2x64x1xf32>
    %288 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%286 : tensor<2x64x1xf32>) outs(%287 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %in, %cst_9 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %289 = tensor.empty() : tensor<2x64xf32>
    %290 = linalg.fill ins(%cst_10 : f32) outs(%289 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %291 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%288 : tensor<2x64x1xf32>) outs(%290 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %292 = tensor.empty() : tensor<2x64x256xf32>
    %293 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291 : tensor<2x64xf32>) outs(%292 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x256xf32>
    %294 = tensor.empty() : tensor<2x64x256xf32>
    %295 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %293 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%294 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %296 = tensor.empty() : tensor<2x64x256xf32>
    %297 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%284, %295 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%296 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %298 = tensor.empty() : tensor<2x64x256xf32>
    %299 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293, %158 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%298 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %300 = tensor.empty() : tensor<2x64x256xf32>
    %301 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%297, %299 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%300 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %302 = tensor.empty() : tensor<2x64x256xbf16>
    %303 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301 : tensor<2x64x256xf32>) outs(%302 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %304 = tensor.empty() : tensor<2x64x256xbf16>
    %305 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %303 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%304 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %306 = tensor.empty() : tensor<256x2x64xbf16>
    %307 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305 : tensor<2x64x256xbf16>) outs(%306 : tensor<256x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x2x64xbf16>
    %collapsed_48 = tensor.collapse_shape %307 [[0], [1, 2]] : tensor<256x2x64xbf16> into tensor<256x128xbf16>
    %308 = tensor.empty() : tensor<256x256xbf16>
    %309 = linalg.fill ins(%cst_6 : bf16) outs(%308 : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %310 = linalg.matmul ins(%collapsed_48, %collapsed_29 : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%309 : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %311 = tensor.empty() : tensor<256x256xbf16>
    %312 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%310 : tensor<256x256xbf16>) outs(%311 : tensor<256x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x256xbf16>
    %collapsed_49 = tensor.collapse_shape %305 [[0, 1], [2]] : tensor<2x64x256xbf16> into tensor<128x256xbf16>
    %313 = tensor.empty() : tensor<256x256xbf16>
    %314 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<256x256xbf16>) outs(%313 : tensor<256x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x256xbf16>
    %315 = tensor.empty() : tensor<128x256xbf16>
    %316 = linalg.fill ins(%cst_6 : bf16) outs(%315 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %317 = linalg.matmul ins(%collapsed_49, %314 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%316 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_50 = tensor.expand_shape %317 [[0, 1], [2, 3, 4]] output_shape [2, 64, 2, 2, 64] : tensor<128x256xbf16> into tensor<2x64x2x2x64xbf16>
    %318 = tensor.empty() : tensor<2x2x64x2x64xbf16>
    %319 = linalg.generic {indexing_maps = [#map22, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<2x64x2x2x64xbf16>) outs(%318 : tensor<2x2x64x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x2x64xbf16>
    %320 = tensor.empty() : tensor<2x2x2x64x64xbf16>
    %321 = linalg.generic {indexing_maps = [#map23, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%319 : tensor<2x2x64x2x64xbf16>) outs(%320 : tensor<2x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x2x64x64xbf16>
    %collapsed_51 = tensor.collapse_shape %321 [[0, 1], [2, 3], [4]] : tensor<2x2x2x64x64xbf16> into tensor<4x128x64xbf16>
    %322 = tensor.empty() : tensor<4x128x64xbf16>
    %323 = linalg.fill ins(%cst_6 : bf16) outs(%322 : tensor<4x128x64xbf16>) -> tensor<4x128x64xbf16>
    %324 = linalg.batch_matmul ins(%collapsed_51, %collapsed_26 : tensor<4x128x64xbf16>, tensor<4x64x64xbf16>) outs(%323 : tensor<4x128x64xbf16>) -> tensor<4x128x64xbf16>
    %325 = tensor.empty() : tensor<4x128x64xf32>
    %326 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%324 : tensor<4x128x64xbf16>) outs(%325 : tensor<4x128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<4x128x64xf32>
    %expanded_52 = tensor.expand_shape %326 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 64, 64] : tensor<4x128x64xf32> into tensor<2x2x2x64x64xf32>
    %collapsed_53 = tensor.collapse_shape %319 [[0, 1], [2], [3, 4]] : tensor<2x2x64x2x64xbf16> into tensor<4x64x128xbf16>
    %collapsed_54 = tensor.collapse_shape %142 [[0, 1], [2, 3], [4]] : tensor<2x2x2x64x64xbf16> into tensor<4x128x64xbf16>
    %327 = tensor.empty() : tensor<4x64x64xbf16>
    %328 = linalg.fill ins(%cst_6 : bf16) outs(%327 : tensor<4x64x64xbf16>) -> tensor<4x64x64xbf16>
    %329 = linalg.batch_matmul ins(%collapsed_53, %collapsed_54 : tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) outs(%328 : tensor<4x64x64xbf16>) -> tensor<4x64x64xbf16>
    %expanded_55 = tensor.expand_shape %329 [[0, 1], [2], [3]] output_shape [2, 2, 64, 64] : tensor<4x64x64xbf16> into tensor<2x2x64x64xbf16>
    %330 = tensor.empty() : tensor<2x64x2x64xbf16>
    %331 = linalg.generic {indexing_maps = [#map24, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<2x2x64x64xbf16>) outs(%330 : tensor<2x64x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x2x64xbf16>
    %332 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %333 = linalg.generic {indexing_maps = [#map25, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%140 : tensor<2x2x2x64x1xf32>) outs(%332 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x64x64xf32>
    %334 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %335 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_52, %333 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%334 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %336 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %337 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%335, %129 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%336 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %338 = tensor.empty() : tensor<2x2x2x64xf32>
    %339 = linalg.fill ins(%cst_10 : f32) outs(%338 : tensor<2x2x2x64xf32>) -> tensor<2x2x2x64xf32>
    %340 = linalg.generic {indexing_maps = [#map10, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%337 : tensor<2x2x2x64x64xf32>) outs(%339 : tensor<2x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64xf32>
    %341 = tensor.empty() : tensor<2x2x2x64xf32>
    %342 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%340 : tensor<2x2x2x64xf32>) outs(%341 : tensor<2x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.negf %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64xf32>
    %expanded_56 = tensor.expand_shape %342 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 64, 1] : tensor<2x2x2x64xf32> into tensor<2x2x2x64x1xf32>
    %343 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %344 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_52, %134 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%343 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.divf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %345 = tensor.empty() : tensor<2x2x2x64xf32>
    %346 = linalg.fill ins(%cst_10 : f32) outs(%345 : tensor<2x2x2x64xf32>) -> tensor<2x2x2x64xf32>
    %347 = linalg.generic {indexing_maps = [#map10, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_56 : tensor<2x2x2x64x1xf32>) outs(%346 : tensor<2x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64xf32>
    %348 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %349 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%347 : tensor<2x2x2x64xf32>) outs(%348 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x64x64xf32>
    %350 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %351 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%344, %349 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%350 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %352 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %353 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%351, %129 : tensor<2x2x2x64x64xf32>, tensor<2x2x2x64x64xf32>) outs(%352 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %354 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %355 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%118, %353 : tensor<2x2x2x64x64xi1>, tensor<2x2x2x64x64xf32>) outs(%354 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: i1, %in_85: f32, %out: f32):
      %501 = arith.select %in, %in_85, %cst_10 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %356 = tensor.empty() : tensor<2x2x2x64x64xf32>
    %357 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%355 : tensor<2x2x2x64x64xf32>) outs(%356 : tensor<2x2x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.mulf %in, %cst_3 : f32
      linalg.yield %501 : f32
    } -> tensor<2x2x2x64x64xf32>
    %358 = tensor.empty() : tensor<2x2x64x64x2xf32>
    %359 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%357 : tensor<2x2x2x64x64xf32>) outs(%358 : tensor<2x2x64x64x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x64x64x2xf32>
    %360 = tensor.empty() : tensor<2x2x64x2x64xf32>
    %361 = linalg.generic {indexing_maps = [#map23, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%359 : tensor<2x2x64x64x2xf32>) outs(%360 : tensor<2x2x64x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x64x2x64xf32>
    %collapsed_57 = tensor.collapse_shape %361 [[0, 1], [2, 3], [4]] : tensor<2x2x64x2x64xf32> into tensor<4x128x64xf32>
    %362 = tensor.empty() : tensor<4x128x64xf32>
    %363 = linalg.fill ins(%cst_10 : f32) outs(%362 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %364 = linalg.batch_matmul ins(%collapsed_57, %collapsed_22 : tensor<4x128x64xf32>, tensor<4x64x64xbf16>) outs(%363 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %365 = tensor.empty() : tensor<4x128x64xbf16>
    %366 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%364 : tensor<4x128x64xf32>) outs(%365 : tensor<4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<4x128x64xbf16>
    %367 = tensor.empty() : tensor<4x128x64xf32>
    %368 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%366 : tensor<4x128x64xbf16>) outs(%367 : tensor<4x128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<4x128x64xf32>
    %expanded_58 = tensor.expand_shape %368 [[0, 1], [2, 3], [4]] output_shape [2, 2, 64, 2, 64] : tensor<4x128x64xf32> into tensor<2x2x64x2x64xf32>
    %369 = tensor.empty() : tensor<2x64x2x2x64xf32>
    %370 = linalg.generic {indexing_maps = [#map26, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<2x2x64x2x64xf32>) outs(%369 : tensor<2x64x2x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x2x2x64xf32>
    %371 = tensor.empty() : tensor<2x2x64x2x64xbf16>
    %372 = linalg.generic {indexing_maps = [#map26, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x64x2x2x64xbf16>) outs(%371 : tensor<2x2x64x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x64x2x64xbf16>
    %collapsed_59 = tensor.collapse_shape %359 [[0, 1], [2], [3, 4]] : tensor<2x2x64x64x2xf32> into tensor<4x64x128xf32>
    %collapsed_60 = tensor.collapse_shape %372 [[0, 1], [2, 3], [4]] : tensor<2x2x64x2x64xbf16> into tensor<4x128x64xbf16>
    %373 = tensor.empty() : tensor<4x64x64xf32>
    %374 = linalg.fill ins(%cst_10 : f32) outs(%373 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %375 = linalg.batch_matmul ins(%collapsed_59, %collapsed_60 : tensor<4x64x128xf32>, tensor<4x128x64xbf16>) outs(%374 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %376 = tensor.empty() : tensor<4x64x64xbf16>
    %377 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%375 : tensor<4x64x64xf32>) outs(%376 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<4x64x64xbf16>
    %378 = tensor.empty() : tensor<4x64x64xf32>
    %379 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%377 : tensor<4x64x64xbf16>) outs(%378 : tensor<4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<4x64x64xf32>
    %expanded_61 = tensor.expand_shape %379 [[0, 1], [2], [3]] output_shape [2, 2, 64, 64] : tensor<4x64x64xf32> into tensor<2x2x64x64xf32>
    %380 = tensor.empty() : tensor<2x64x2x64xf32>
    %381 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_61 : tensor<2x2x64x64xf32>) outs(%380 : tensor<2x64x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x2x64xf32>
    %collapsed_62 = tensor.collapse_shape %370 [[0], [1], [2, 3], [4]] : tensor<2x64x2x2x64xf32> into tensor<2x64x4x64xf32>
    %extracted_slice_63 = tensor.extract_slice %381[0, 0, 0, 0] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x64xf32> to tensor<2x64x2x32xf32>
    %extracted_slice_64 = tensor.extract_slice %381[0, 0, 0, 32] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x64xf32> to tensor<2x64x2x32xf32>
    %382 = tensor.empty() : tensor<2x64x2x32xf32>
    %383 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_64, %92 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%382 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %384 = tensor.empty() : tensor<2x64x2x32xf32>
    %385 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_64, %88 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%384 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %386 = tensor.empty() : tensor<2x64x2x32xf32>
    %387 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_63 : tensor<2x64x2x32xf32>) outs(%386 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.negf %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %388 = tensor.empty() : tensor<2x64x2x32xf32>
    %389 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%387, %92 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%388 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %390 = tensor.empty() : tensor<2x64x2x32xf32>
    %391 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%385, %389 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%390 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %392 = tensor.empty() : tensor<2x64x2x32xf32>
    %393 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_63, %88 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%392 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %394 = tensor.empty() : tensor<2x64x2x32xf32>
    %395 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%383, %393 : tensor<2x64x2x32xf32>, tensor<2x64x2x32xf32>) outs(%394 : tensor<2x64x2x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x2x32xf32>
    %396 = tensor.empty() : tensor<2x64x2x64xf32>
    %inserted_slice_65 = tensor.insert_slice %395 into %396[0, 0, 0, 0] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x32xf32> into tensor<2x64x2x64xf32>
    %inserted_slice_66 = tensor.insert_slice %391 into %inserted_slice_65[0, 0, 0, 32] [2, 64, 2, 32] [1, 1, 1, 1] : tensor<2x64x2x32xf32> into tensor<2x64x2x64xf32>
    %397 = tensor.empty() : tensor<2x64x2x64xbf16>
    %398 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_66 : tensor<2x64x2x64xf32>) outs(%397 : tensor<2x64x2x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x2x64xbf16>
    %extracted_slice_67 = tensor.extract_slice %collapsed_62[0, 0, 0, 0] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x64xf32> to tensor<2x64x4x32xf32>
    %extracted_slice_68 = tensor.extract_slice %collapsed_62[0, 0, 0, 32] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x64xf32> to tensor<2x64x4x32xf32>
    %399 = tensor.empty() : tensor<2x64x4x32xf32>
    %400 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_68, %73 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%399 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %401 = tensor.empty() : tensor<2x64x4x32xf32>
    %402 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_68, %69 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%401 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %403 = tensor.empty() : tensor<2x64x4x32xf32>
    %404 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_67 : tensor<2x64x4x32xf32>) outs(%403 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.negf %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %405 = tensor.empty() : tensor<2x64x4x32xf32>
    %406 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%404, %73 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%405 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %407 = tensor.empty() : tensor<2x64x4x32xf32>
    %408 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%402, %406 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%407 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %409 = tensor.empty() : tensor<2x64x4x32xf32>
    %410 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_67, %69 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%409 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %411 = tensor.empty() : tensor<2x64x4x32xf32>
    %412 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%400, %410 : tensor<2x64x4x32xf32>, tensor<2x64x4x32xf32>) outs(%411 : tensor<2x64x4x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x4x32xf32>
    %413 = tensor.empty() : tensor<2x64x4x64xf32>
    %inserted_slice_69 = tensor.insert_slice %412 into %413[0, 0, 0, 0] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x32xf32> into tensor<2x64x4x64xf32>
    %inserted_slice_70 = tensor.insert_slice %408 into %inserted_slice_69[0, 0, 0, 32] [2, 64, 4, 32] [1, 1, 1, 1] : tensor<2x64x4x32xf32> into tensor<2x64x4x64xf32>
    %414 = tensor.empty() : tensor<2x64x4x64xbf16>
    %415 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_70 : tensor<2x64x4x64xf32>) outs(%414 : tensor<2x64x4x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x4x64xbf16>
    %collapsed_71 = tensor.collapse_shape %331 [[0], [1], [2, 3]] : tensor<2x64x2x64xbf16> into tensor<2x64x128xbf16>
    %416 = tensor.empty() : tensor<128x2x64xbf16>
    %417 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_71 : tensor<2x64x128xbf16>) outs(%416 : tensor<128x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x2x64xbf16>
    %collapsed_72 = tensor.collapse_shape %417 [[0], [1, 2]] : tensor<128x2x64xbf16> into tensor<128x128xbf16>
    %418 = tensor.empty() : tensor<128x256xbf16>
    %419 = linalg.fill ins(%cst_6 : bf16) outs(%418 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %420 = linalg.matmul ins(%collapsed_72, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%419 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %421 = tensor.empty() : tensor<256x128xbf16>
    %422 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%420 : tensor<128x256xbf16>) outs(%421 : tensor<256x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x128xbf16>
    %collapsed_73 = tensor.collapse_shape %331 [[0, 1], [2, 3]] : tensor<2x64x2x64xbf16> into tensor<128x128xbf16>
    %423 = tensor.empty() : tensor<128x256xbf16>
    %424 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<256x128xbf16>) outs(%423 : tensor<128x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x256xbf16>
    %425 = tensor.empty() : tensor<128x256xbf16>
    %426 = linalg.fill ins(%cst_6 : bf16) outs(%425 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %427 = linalg.matmul ins(%collapsed_73, %424 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%426 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_74 = tensor.expand_shape %427 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %collapsed_75 = tensor.collapse_shape %398 [[0], [1], [2, 3]] : tensor<2x64x2x64xbf16> into tensor<2x64x128xbf16>
    %428 = tensor.empty() : tensor<128x2x64xbf16>
    %429 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_75 : tensor<2x64x128xbf16>) outs(%428 : tensor<128x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x2x64xbf16>
    %collapsed_76 = tensor.collapse_shape %429 [[0], [1, 2]] : tensor<128x2x64xbf16> into tensor<128x128xbf16>
    %430 = tensor.empty() : tensor<128x256xbf16>
    %431 = linalg.fill ins(%cst_6 : bf16) outs(%430 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %432 = linalg.matmul ins(%collapsed_76, %collapsed : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%431 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %433 = tensor.empty() : tensor<256x128xbf16>
    %434 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%432 : tensor<128x256xbf16>) outs(%433 : tensor<256x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x128xbf16>
    %collapsed_77 = tensor.collapse_shape %398 [[0, 1], [2, 3]] : tensor<2x64x2x64xbf16> into tensor<128x128xbf16>
    %435 = tensor.empty() : tensor<128x256xbf16>
    %436 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<256x128xbf16>) outs(%435 : tensor<128x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<128x256xbf16>
    %437 = tensor.empty() : tensor<128x256xbf16>
    %438 = linalg.fill ins(%cst_6 : bf16) outs(%437 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %439 = linalg.matmul ins(%collapsed_77, %436 : tensor<128x128xbf16>, tensor<128x256xbf16>) outs(%438 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_78 = tensor.expand_shape %439 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %440 = tensor.empty() : tensor<2x64x256xbf16>
    %441 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_74, %expanded_78 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%440 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %collapsed_79 = tensor.collapse_shape %415 [[0], [1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<2x64x256xbf16>
    %442 = tensor.empty() : tensor<256x2x64xbf16>
    %443 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_79 : tensor<2x64x256xbf16>) outs(%442 : tensor<256x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x2x64xbf16>
    %collapsed_80 = tensor.collapse_shape %443 [[0], [1, 2]] : tensor<256x2x64xbf16> into tensor<256x128xbf16>
    %444 = tensor.empty() : tensor<256x256xbf16>
    %445 = linalg.fill ins(%cst_6 : bf16) outs(%444 : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %446 = linalg.matmul ins(%collapsed_80, %collapsed : tensor<256x128xbf16>, tensor<128x256xbf16>) outs(%445 : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %447 = tensor.empty() : tensor<256x256xbf16>
    %448 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%446 : tensor<256x256xbf16>) outs(%447 : tensor<256x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x256xbf16>
    %collapsed_81 = tensor.collapse_shape %415 [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
    %449 = tensor.empty() : tensor<256x256xbf16>
    %450 = linalg.generic {indexing_maps = [#map18, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x256xbf16>) outs(%449 : tensor<256x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x256xbf16>
    %451 = tensor.empty() : tensor<128x256xbf16>
    %452 = linalg.fill ins(%cst_6 : bf16) outs(%451 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %453 = linalg.matmul ins(%collapsed_81, %450 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%452 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %expanded_82 = tensor.expand_shape %453 [[0, 1], [2]] output_shape [2, 64, 256] : tensor<128x256xbf16> into tensor<2x64x256xbf16>
    %454 = tensor.empty() : tensor<2x64x256xbf16>
    %455 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%441, %expanded_82 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%454 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %456 = tensor.empty() : tensor<2x64x256xbf16>
    %457 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %455 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%456 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %458 = tensor.empty() : tensor<256xbf16>
    %459 = linalg.fill ins(%cst_6 : bf16) outs(%458 : tensor<256xbf16>) -> tensor<256xbf16>
    %460 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%457 : tensor<2x64x256xbf16>) outs(%459 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %expanded_83 = tensor.expand_shape %460 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xbf16> into tensor<1x1x256xbf16>
    %461 = tensor.empty() : tensor<2x64x256xbf16>
    %462 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%455, %24 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%461 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.mulf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %463 = tensor.empty() : tensor<256xbf16>
    %464 = linalg.fill ins(%cst_6 : bf16) outs(%463 : tensor<256xbf16>) -> tensor<256xbf16>
    %465 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_83 : tensor<1x1x256xbf16>) outs(%464 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %466 = tensor.empty() : tensor<1x256xbf16>
    %467 = linalg.generic {indexing_maps = [#map20, #map4], iterator_types = ["parallel", "parallel"]} ins(%465 : tensor<256xbf16>) outs(%466 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x256xbf16>
    %468 = tensor.empty() : tensor<256xbf16>
    %469 = linalg.fill ins(%cst_6 : bf16) outs(%468 : tensor<256xbf16>) -> tensor<256xbf16>
    %470 = linalg.generic {indexing_maps = [#map18, #map21], iterator_types = ["parallel", "reduction"]} ins(%467 : tensor<1x256xbf16>) outs(%469 : tensor<256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %501 = arith.addf %out, %in : bf16
      linalg.yield %501 : bf16
    } -> tensor<256xbf16>
    %471 = tensor.empty() : tensor<2x64x256xf32>
    %472 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%462 : tensor<2x64x256xbf16>) outs(%471 : tensor<2x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %501 = arith.extf %in : bf16 to f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %473 = tensor.empty() : tensor<2x64x256xf32>
    %474 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %472 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%473 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %475 = tensor.empty() : tensor<2x64xf32>
    %476 = linalg.fill ins(%cst_10 : f32) outs(%475 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %477 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%474 : tensor<2x64x256xf32>) outs(%476 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %expanded_84 = tensor.expand_shape %477 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %478 = tensor.empty() : tensor<2x64x256xf32>
    %479 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%472, %18 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%478 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %480 = tensor.empty() : tensor<2x64x1xf32>
    %481 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_84, %16 : tensor<2x64x1xf32>, tensor<2x64x1xf32>) outs(%480 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %482 = tensor.empty() : tensor<2x64x1xf32>
    %483 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%481 : tensor<2x64x1xf32>) outs(%482 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.divf %in, %cst_9 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x1xf32>
    %484 = tensor.empty() : tensor<2x64xf32>
    %485 = linalg.fill ins(%cst_10 : f32) outs(%484 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %486 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%483 : tensor<2x64x1xf32>) outs(%485 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %501 = arith.addf %out, %in : f32
      linalg.yield %501 : f32
    } -> tensor<2x64xf32>
    %487 = tensor.empty() : tensor<2x64x256xf32>
    %488 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%486 : tensor<2x64xf32>) outs(%487 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x256xf32>
    %489 = tensor.empty() : tensor<2x64x256xf32>
    %490 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %488 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%489 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %491 = tensor.empty() : tensor<2x64x256xf32>
    %492 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%479, %490 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%491 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %493 = tensor.empty() : tensor<2x64x256xf32>
    %494 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%488, %1 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%493 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.mulf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %495 = tensor.empty() : tensor<2x64x256xf32>
    %496 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%492, %494 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%495 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %501 = arith.addf %in, %in_85 : f32
      linalg.yield %501 : f32
    } -> tensor<2x64x256xf32>
    %497 = tensor.empty() : tensor<2x64x256xbf16>
    %498 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%496 : tensor<2x64x256xf32>) outs(%497 : tensor<2x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %501 = arith.truncf %in : f32 to bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    %499 = tensor.empty() : tensor<2x64x256xbf16>
    %500 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305, %498 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>) outs(%499 : tensor<2x64x256xbf16>) {
    ^bb0(%in: bf16, %in_85: bf16, %out: bf16):
      %501 = arith.addf %in, %in_85 : bf16
      linalg.yield %501 : bf16
    } -> tensor<2x64x256xbf16>
    return %210, %500, %448, %434, %422, %312, %253, %233, %217, %470, %275 : tensor<2x64x256xbf16>, tensor<2x64x256xbf16>, tensor<256x256xbf16>, tensor<256x128xbf16>, tensor<256x128xbf16>, tensor<256x256xbf16>, tensor<256x512xbf16>, tensor<256x512xbf16>, tensor<512x256xbf16>, tensor<256xbf16>, tensor<256xbf16>
  }
}
