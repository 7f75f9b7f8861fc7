// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<128xi64>, %arg1: tensor<128xi64>, %arg2: tensor<96x256xbf16>, %arg3: tensor<96x256xbf16>) -> (tensor<bf16>, tensor<96x256xbf16>, tensor<96x256xbf16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x96xf32>
    %c96 = arith.constant 96 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %c95_i64 = arith.constant 95 : i64
    %c-96_i64 = arith.constant -96 : i64
    %c96_i64 = arith.constant 96 : i64
    %c-100_i64 = arith.constant -100 : i64
    %c-1_i64 = arith.constant -1 : i64
    %c128 = arith.constant 128 : index
    %c0_i64 = arith.constant 0 : i64
    %cst_3 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<96x256xf32>
    %cst_5 = arith.constant -1.000000e+00 : f32
    %cst_6 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<128x256xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128xi64>) outs(%0 : tensor<128x256xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %76 = arith.index_cast %in : i64 to index
      %77 = linalg.index 1 : index
      %78 = arith.cmpi slt, %76, %c96 : index
      cf.assert %78, "index must be smaller than dim size"
      %79 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %79, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%76, %77] : tensor<96x256xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<128x256xbf16>
    %2 = tensor.empty() : tensor<256x96xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<96x256xbf16>) outs(%2 : tensor<256x96xbf16>) permutation = [1, 0] 
    %3 = tensor.empty() : tensor<128x96xf32>
    %4 = linalg.fill ins(%cst_3 : f32) outs(%3 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %5 = linalg.matmul ins(%1, %transposed : tensor<128x256xbf16>, tensor<256x96xbf16>) outs(%4 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %6 = tensor.empty() : tensor<128x96xbf16>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x96xf32>) outs(%6 : tensor<128x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<128x96xbf16>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<128x96xbf16>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %9 = tensor.empty() : tensor<128xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<128xi64>) -> tensor<128xi64>
    %11 = tensor.empty() : tensor<128xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<128xf32>) -> tensor<128xf32>
    %13:2 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<128x96xf32>) outs(%12, %10 : tensor<128xf32>, tensor<128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_14: i64):
      %76 = linalg.index 1 : index
      %77 = arith.index_cast %76 : index to i64
      %78 = arith.maximumf %in, %out : f32
      %79 = arith.cmpf ogt, %in, %out : f32
      %80 = arith.select %79, %77, %out_14 : i64
      linalg.yield %78, %80 : f32, i64
    } -> (tensor<128xf32>, tensor<128xi64>)
    %expanded = tensor.expand_shape %13#0 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %expanded : tensor<128x96xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.subf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x96xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = math.exp %in : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %16 = tensor.empty() : tensor<128x1xf32>
    %17 = linalg.fill ins(%cst_3 : f32) outs(%16 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%15 : tensor<128x96xf32>) outs(%17 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.addf %in, %out : f32
      linalg.yield %76 : f32
    } -> tensor<128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<128x1xf32>) outs(%16 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = math.log %in : f32
      linalg.yield %76 : f32
    } -> tensor<128x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %19 : tensor<128x96xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.subf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %21 = tensor.empty() : tensor<128xi1>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg1 : tensor<128xi64>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %76 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %23 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%22, %arg1, %cst_6 : tensor<128xi1>, tensor<128xi64>, tensor<i64>) outs(%9 : tensor<128xi64>) {
    ^bb0(%in: i1, %in_14: i64, %in_15: i64, %out: i64):
      %76 = arith.select %in, %in_14, %in_15 : i64
      linalg.yield %76 : i64
    } -> tensor<128xi64>
    %expanded_7 = tensor.expand_shape %23 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_7 : tensor<128x1xi64>) outs(%17 : tensor<128x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %76 = linalg.index 0 : index
      %77 = arith.index_cast %in : i64 to index
      %78 = arith.cmpi slt, %77, %c96 : index
      cf.assert %78, "index must be smaller than dim size"
      %79 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %79, "index must be larger or equal to 0"
      %extracted = tensor.extract %20[%76, %77] : tensor<128x96xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x1xf32>
    %collapsed = tensor.collapse_shape %24 [[0, 1]] : tensor<128x1xf32> into tensor<128xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<128xf32>) outs(%11 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.negf %in : f32
      linalg.yield %76 : f32
    } -> tensor<128xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%22, %25, %cst_1 : tensor<128xi1>, tensor<128xf32>, tensor<f32>) outs(%11 : tensor<128xf32>) {
    ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
      %76 = arith.select %in, %in_14, %in_15 : f32
      linalg.yield %76 : f32
    } -> tensor<128xf32>
    %27 = tensor.empty() : tensor<i64>
    %28 = linalg.fill ins(%c0_i64 : i64) outs(%27 : tensor<i64>) -> tensor<i64>
    %29 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%22 : tensor<128xi1>) outs(%28 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %76 = arith.extui %in : i1 to i64
      %77 = arith.addi %76, %out : i64
      linalg.yield %77 : i64
    } -> tensor<i64>
    %30 = tensor.empty() : tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%29 : tensor<i64>) outs(%30 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %76 = arith.sitofp %in : i64 to f32
      linalg.yield %76 : f32
    } -> tensor<f32>
    %32 = linalg.fill ins(%cst_3 : f32) outs(%30 : tensor<f32>) -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%26 : tensor<128xf32>) outs(%32 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.addf %in, %out : f32
      linalg.yield %76 : f32
    } -> tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%33, %31 : tensor<f32>, tensor<f32>) outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.divf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<f32>
    %35 = tensor.empty() : tensor<bf16>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%34 : tensor<f32>) outs(%35 : tensor<bf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<bf16>
    %37 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%cst_2, %31 : tensor<f32>, tensor<f32>) outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.divf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<f32>
    %expanded_8 = tensor.expand_shape %arg1 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %38 = tensor.empty() : tensor<128x1xi1>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_8 : tensor<128x1xi64>) outs(%38 : tensor<128x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %76 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %76 : i1
    } -> tensor<128x1xi1>
    %40 = tensor.empty() : tensor<128x1xi64>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %expanded_8, %cst_6 : tensor<128x1xi1>, tensor<128x1xi64>, tensor<i64>) outs(%40 : tensor<128x1xi64>) {
    ^bb0(%in: i1, %in_14: i64, %in_15: i64, %out: i64):
      %76 = arith.select %in, %in_14, %in_15 : i64
      linalg.yield %76 : i64
    } -> tensor<128x1xi64>
    %42 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<128x1xi64>) -> tensor<128x1xi64>
    %43 = linalg.fill ins(%cst_3 : f32) outs(%11 : tensor<128xf32>) -> tensor<128xf32>
    %44:3 = linalg.generic {indexing_maps = [#map7, #map7, #map3], iterator_types = ["parallel"]} outs(%42, %42, %43 : tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>) {
    ^bb0(%out: i64, %out_14: i64, %out_15: f32):
      %76 = linalg.index 0 : index
      %77 = arith.remsi %76, %c128 : index
      %extracted = tensor.extract %41[%77, %c0] : tensor<128x1xi64>
      %78 = arith.index_cast %77 : index to i64
      linalg.yield %78, %extracted, %cst_5 : i64, i64, f32
    } -> (tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>)
    %45 = tensor.empty() : tensor<128x2xi64>
    %46 = linalg.fill ins(%c0_i64 : i64) outs(%45 : tensor<128x2xi64>) -> tensor<128x2xi64>
    %inserted_slice = tensor.insert_slice %44#0 into %46[0, 0] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %inserted_slice_9 = tensor.insert_slice %44#1 into %inserted_slice[0, 1] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %47 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%44#2, %inserted_slice_9 : tensor<128xf32>, tensor<128x2xi64>) outs(%cst : tensor<128x96xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      tm_tensor.yield %arg4 : f32
    } -> tensor<128x96xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map6, #map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %37, %cst_1 : tensor<128x1xi1>, tensor<f32>, tensor<f32>) outs(%16 : tensor<128x1xf32>) {
    ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
      %76 = arith.select %in, %in_14, %in_15 : f32
      linalg.yield %76 : f32
    } -> tensor<128x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%47, %48 : tensor<128x96xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.mulf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<128x96xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = math.exp %in : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%49 : tensor<128x96xf32>) outs(%17 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %76 = arith.addf %in, %out : f32
      linalg.yield %76 : f32
    } -> tensor<128x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%50, %51 : tensor<128x96xf32>, tensor<128x1xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.mulf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%49, %52 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%3 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %76 = arith.subf %in, %in_14 : f32
      linalg.yield %76 : f32
    } -> tensor<128x96xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<128x96xf32>) outs(%6 : tensor<128x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<128x96xbf16>
    %55 = tensor.empty() : tensor<96x128xbf16>
    %transposed_10 = linalg.transpose ins(%54 : tensor<128x96xbf16>) outs(%55 : tensor<96x128xbf16>) permutation = [1, 0] 
    %56 = tensor.empty() : tensor<96x256xf32>
    %57 = linalg.fill ins(%cst_3 : f32) outs(%56 : tensor<96x256xf32>) -> tensor<96x256xf32>
    %58 = linalg.matmul ins(%transposed_10, %1 : tensor<96x128xbf16>, tensor<128x256xbf16>) outs(%57 : tensor<96x256xf32>) -> tensor<96x256xf32>
    %59 = tensor.empty() : tensor<96x256xbf16>
    %60 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<96x256xf32>) outs(%59 : tensor<96x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<96x256xbf16>
    %61 = tensor.empty() : tensor<128x256xf32>
    %62 = linalg.fill ins(%cst_3 : f32) outs(%61 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %63 = linalg.matmul ins(%54, %arg3 : tensor<128x96xbf16>, tensor<96x256xbf16>) outs(%62 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<128x256xf32>) outs(%0 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<128x256xbf16>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<128x256xbf16>) outs(%61 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %76 = arith.extf %in : bf16 to f32
      linalg.yield %76 : f32
    } -> tensor<128x256xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi64>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %76 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %67 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi64>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %76 = arith.cmpi slt, %in, %c96_i64 : i64
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %68 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%66, %67 : tensor<128xi1>, tensor<128xi1>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i1, %in_14: i1, %out: i1):
      %76 = arith.andi %in, %in_14 : i1
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %69 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi64>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %76 = arith.cmpi ne, %in, %c-1_i64 : i64
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %70 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%68, %69 : tensor<128xi1>, tensor<128xi1>) outs(%21 : tensor<128xi1>) {
    ^bb0(%in: i1, %in_14: i1, %out: i1):
      %76 = arith.andi %in, %in_14 : i1
      linalg.yield %76 : i1
    } -> tensor<128xi1>
    %expanded_11 = tensor.expand_shape %70 [[0, 1]] output_shape [128, 1] : tensor<128xi1> into tensor<128x1xi1>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi64>) outs(%9 : tensor<128xi64>) {
    ^bb0(%in: i64, %out: i64):
      %76 = arith.maxsi %in, %c-96_i64 : i64
      %77 = arith.minsi %76, %c95_i64 : i64
      linalg.yield %77 : i64
    } -> tensor<128xi64>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_11 : tensor<128x1xi1>) outs(%38 : tensor<128x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %76 = arith.xori %in, %true : i1
      linalg.yield %76 : i1
    } -> tensor<128x1xi1>
    %73 = linalg.generic {indexing_maps = [#map2, #map6, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%72, %cst_1, %65 : tensor<128x1xi1>, tensor<f32>, tensor<128x256xf32>) outs(%61 : tensor<128x256xf32>) {
    ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
      %76 = arith.select %in, %in_14, %in_15 : f32
      linalg.yield %76 : f32
    } -> tensor<128x256xf32>
    %expanded_12 = tensor.expand_shape %71 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %expanded_13 = tensor.expand_shape %73 [[0], [1, 2]] output_shape [128, 1, 256] : tensor<128x256xf32> into tensor<128x1x256xf32>
    %74 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_13, %expanded_12 : tensor<128x1x256xf32>, tensor<128x1xi64>) outs(%cst_4 : tensor<96x256xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      %76 = arith.addf %arg5, %arg4 : f32
      tm_tensor.yield %76 : f32
    } -> tensor<96x256xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<96x256xf32>) outs(%59 : tensor<96x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %76 = arith.truncf %in : f32 to bf16
      linalg.yield %76 : bf16
    } -> tensor<96x256xbf16>
    return %36, %75, %60 : tensor<bf16>, tensor<96x256xbf16>, tensor<96x256xbf16>
  }
}
