// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0) -> (d0, 0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<64x256xbf16>, %arg1: tensor<16x256xbf16>, %arg2: tensor<16x256x1024xbf16>, %arg3: tensor<16x512x256xbf16>) -> tensor<64x256xbf16> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<64x4xf32>
    %cst_3 = arith.constant 0.000000e+00 : bf16
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<64x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64x256xbf16>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %67 = arith.extf %in : bf16 to f32
      linalg.yield %67 : f32
    } -> tensor<64x256xf32>
    %expanded = tensor.expand_shape %1 [[0], [1, 2]] output_shape [64, 1, 256] : tensor<64x256xf32> into tensor<64x1x256xf32>
    %2 = tensor.empty() : tensor<16x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<16x256xbf16>) outs(%2 : tensor<16x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %67 = arith.extf %in : bf16 to f32
      linalg.yield %67 : f32
    } -> tensor<16x256xf32>
    %4 = tensor.empty() : tensor<64x16x256xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %3 : tensor<64x1x256xf32>, tensor<16x256xf32>) outs(%4 : tensor<64x16x256xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<64x16x256xf32>
    %6 = tensor.empty() : tensor<64x16xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<64x16x256xf32>) outs(%7 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<64x16xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<64x16xf32>) outs(%6 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst : f32
      %70 = arith.divf %cst, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<64x16xf32>
    %expanded_5 = tensor.expand_shape %9 [[0], [1, 2]] output_shape [64, 4, 4] : tensor<64x16xf32> into tensor<64x4x4xf32>
    %10 = tensor.empty() : tensor<64x4x4xi64>
    %11 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%10 : tensor<64x4x4xi64>) {
    ^bb0(%out: i64):
      %67 = linalg.index 2 : index
      %68 = arith.index_cast %67 : index to i64
      linalg.yield %68 : i64
    } -> tensor<64x4x4xi64>
    %12:2 = tm_tensor.sort dimension(2) outs(%expanded_5, %11 : tensor<64x4x4xf32>, tensor<64x4x4xi64>) {
    ^bb0(%arg4: f32, %arg5: f32, %arg6: i64, %arg7: i64):
      %67 = arith.cmpf oge, %arg4, %arg5 : f32
      tm_tensor.yield %67 : i1
    } -> tensor<64x4x4xf32>, tensor<64x4x4xi64>
    %extracted_slice = tensor.extract_slice %12#0[0, 0, 0] [64, 4, 2] [1, 1, 1] : tensor<64x4x4xf32> to tensor<64x4x2xf32>
    %13 = tensor.empty() : tensor<64x4xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<64x4xf32>) -> tensor<64x4xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%extracted_slice : tensor<64x4x2xf32>) outs(%14 : tensor<64x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<64x4xf32>
    %16 = tensor.empty() : tensor<64x4xi64>
    %17 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%16 : tensor<64x4xi64>) {
    ^bb0(%out: i64):
      %67 = linalg.index 1 : index
      %68 = arith.index_cast %67 : index to i64
      linalg.yield %68 : i64
    } -> tensor<64x4xi64>
    %18:2 = tm_tensor.sort dimension(1) outs(%15, %17 : tensor<64x4xf32>, tensor<64x4xi64>) {
    ^bb0(%arg4: f32, %arg5: f32, %arg6: i64, %arg7: i64):
      %67 = arith.cmpf oge, %arg4, %arg5 : f32
      tm_tensor.yield %67 : i1
    } -> tensor<64x4xf32>, tensor<64x4xi64>
    %extracted_slice_6 = tensor.extract_slice %18#1[0, 0] [64, 2] [1, 1] : tensor<64x4xi64> to tensor<64x2xi64>
    %19 = tensor.empty() : tensor<128x1xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<128x1xi64>) -> tensor<128x1xi64>
    %21 = tensor.empty() : tensor<128xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<128xf32>) -> tensor<128xf32>
    %23:3 = linalg.generic {indexing_maps = [#map5, #map5, #map6], iterator_types = ["parallel"]} outs(%20, %20, %22 : tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>) {
    ^bb0(%out: i64, %out_15: i64, %out_16: f32):
      %67 = linalg.index 0 : index
      %68 = arith.remsi %67, %c2 : index
      %69 = arith.divsi %67, %c2 : index
      %70 = arith.remsi %69, %c64 : index
      %extracted = tensor.extract %extracted_slice_6[%70, %68] : tensor<64x2xi64>
      %71 = arith.index_cast %70 : index to i64
      linalg.yield %71, %extracted, %cst : i64, i64, f32
    } -> (tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>)
    %24 = tensor.empty() : tensor<128x2xi64>
    %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : tensor<128x2xi64>) -> tensor<128x2xi64>
    %inserted_slice = tensor.insert_slice %23#0 into %25[0, 0] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %inserted_slice_7 = tensor.insert_slice %23#1 into %inserted_slice[0, 1] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %26 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%23#2, %inserted_slice_7 : tensor<128xf32>, tensor<128x2xi64>) outs(%cst_2 : tensor<64x4xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      tm_tensor.yield %arg4 : f32
    } -> tensor<64x4xf32>
    %27 = tensor.empty() : tensor<64x4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<64x4xf32>) outs(%27 : tensor<64x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x4xf32>
    %collapsed = tensor.collapse_shape %28 [[0], [1, 2]] : tensor<64x4x4xf32> into tensor<64x16xf32>
    %29 = tensor.empty() : tensor<64x16xi1>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<64x16xf32>) outs(%29 : tensor<64x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %67 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %67 : i1
    } -> tensor<64x16xi1>
    %31 = linalg.generic {indexing_maps = [#map, #map7, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %cst_4, %9 : tensor<64x16xi1>, tensor<f32>, tensor<64x16xf32>) outs(%6 : tensor<64x16xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %67 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %67 : f32
    } -> tensor<64x16xf32>
    %32 = tensor.empty() : tensor<64x16xi64>
    %33 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%32 : tensor<64x16xi64>) {
    ^bb0(%out: i64):
      %67 = linalg.index 1 : index
      %68 = arith.index_cast %67 : index to i64
      linalg.yield %68 : i64
    } -> tensor<64x16xi64>
    %34:2 = tm_tensor.sort dimension(1) outs(%31, %33 : tensor<64x16xf32>, tensor<64x16xi64>) {
    ^bb0(%arg4: f32, %arg5: f32, %arg6: i64, %arg7: i64):
      %67 = arith.cmpf oge, %arg4, %arg5 : f32
      tm_tensor.yield %67 : i1
    } -> tensor<64x16xf32>, tensor<64x16xi64>
    %extracted_slice_8 = tensor.extract_slice %34#0[0, 0] [64, 2] [1, 1] : tensor<64x16xf32> to tensor<64x2xf32>
    %extracted_slice_9 = tensor.extract_slice %34#1[0, 0] [64, 2] [1, 1] : tensor<64x16xi64> to tensor<64x2xi64>
    %35 = tensor.empty() : tensor<64x1xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice_8 : tensor<64x2xf32>) outs(%36 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.addf %in, %out : f32
      linalg.yield %67 : f32
    } -> tensor<64x1xf32>
    %38 = tensor.empty() : tensor<64x2xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map8, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_8, %37 : tensor<64x2xf32>, tensor<64x1xf32>) outs(%38 : tensor<64x2xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.divf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<64x2xf32>
    %40:3 = linalg.generic {indexing_maps = [#map5, #map5, #map6], iterator_types = ["parallel"]} outs(%20, %20, %22 : tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>) {
    ^bb0(%out: i64, %out_15: i64, %out_16: f32):
      %67 = linalg.index 0 : index
      %68 = arith.remsi %67, %c2 : index
      %69 = arith.divsi %67, %c2 : index
      %70 = arith.remsi %69, %c64 : index
      %extracted = tensor.extract %extracted_slice_9[%70, %68] : tensor<64x2xi64>
      %extracted_17 = tensor.extract %39[%70, %68] : tensor<64x2xf32>
      %71 = arith.index_cast %70 : index to i64
      linalg.yield %71, %extracted, %extracted_17 : i64, i64, f32
    } -> (tensor<128x1xi64>, tensor<128x1xi64>, tensor<128xf32>)
    %inserted_slice_10 = tensor.insert_slice %40#0 into %25[0, 0] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %inserted_slice_11 = tensor.insert_slice %40#1 into %inserted_slice_10[0, 1] [128, 1] [1, 1] : tensor<128x1xi64> into tensor<128x2xi64>
    %41 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%40#2, %inserted_slice_11 : tensor<128xf32>, tensor<128x2xi64>) outs(%cst_1 : tensor<64x16xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      %67 = arith.addf %arg5, %arg4 : f32
      tm_tensor.yield %67 : f32
    } -> tensor<64x16xf32>
    %42 = tensor.empty() : tensor<64x16xbf16>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<64x16xf32>) outs(%42 : tensor<64x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %67 = arith.truncf %in : f32 to bf16
      linalg.yield %67 : bf16
    } -> tensor<64x16xbf16>
    %44 = tensor.empty() : tensor<16x64x256xbf16>
    %45 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<64x256xbf16>) outs(%44 : tensor<16x64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<16x64x256xbf16>
    %46 = tensor.empty() : tensor<16x64x1024xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<16x64x1024xf32>) -> tensor<16x64x1024xf32>
    %48 = linalg.batch_matmul ins(%45, %arg2 : tensor<16x64x256xbf16>, tensor<16x256x1024xbf16>) outs(%47 : tensor<16x64x1024xf32>) -> tensor<16x64x1024xf32>
    %49 = tensor.empty() : tensor<16x64x1024xbf16>
    %50 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<16x64x1024xf32>) outs(%49 : tensor<16x64x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %67 = arith.truncf %in : f32 to bf16
      linalg.yield %67 : bf16
    } -> tensor<16x64x1024xbf16>
    %extracted_slice_12 = tensor.extract_slice %50[0, 0, 0] [16, 64, 512] [1, 1, 1] : tensor<16x64x1024xbf16> to tensor<16x64x512xbf16>
    %extracted_slice_13 = tensor.extract_slice %50[0, 0, 512] [16, 64, 512] [1, 1, 1] : tensor<16x64x1024xbf16> to tensor<16x64x512xbf16>
    %51 = tensor.empty() : tensor<16x64x512xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_12 : tensor<16x64x512xbf16>) outs(%51 : tensor<16x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %67 = arith.extf %in : bf16 to f32
      linalg.yield %67 : f32
    } -> tensor<16x64x512xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<16x64x512xf32>) outs(%51 : tensor<16x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst : f32
      %70 = arith.divf %cst, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<16x64x512xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %53 : tensor<16x64x512xf32>, tensor<16x64x512xf32>) outs(%51 : tensor<16x64x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %67 = arith.mulf %in, %in_15 : f32
      linalg.yield %67 : f32
    } -> tensor<16x64x512xf32>
    %55 = tensor.empty() : tensor<16x64x512xbf16>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<16x64x512xf32>) outs(%55 : tensor<16x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %67 = arith.truncf %in : f32 to bf16
      linalg.yield %67 : bf16
    } -> tensor<16x64x512xbf16>
    %57 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %56 : tensor<16x64x512xbf16>, tensor<16x64x512xbf16>) outs(%55 : tensor<16x64x512xbf16>) {
    ^bb0(%in: bf16, %in_15: bf16, %out: bf16):
      %67 = arith.mulf %in, %in_15 : bf16
      linalg.yield %67 : bf16
    } -> tensor<16x64x512xbf16>
    %58 = tensor.empty() : tensor<16x64x256xf32>
    %59 = linalg.fill ins(%cst_0 : f32) outs(%58 : tensor<16x64x256xf32>) -> tensor<16x64x256xf32>
    %60 = linalg.batch_matmul ins(%57, %arg3 : tensor<16x64x512xbf16>, tensor<16x512x256xbf16>) outs(%59 : tensor<16x64x256xf32>) -> tensor<16x64x256xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<16x64x256xf32>) outs(%44 : tensor<16x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %67 = arith.truncf %in : f32 to bf16
      linalg.yield %67 : bf16
    } -> tensor<16x64x256xbf16>
    %62 = tensor.empty() : tensor<16x64xbf16>
    %transposed = linalg.transpose ins(%43 : tensor<64x16xbf16>) outs(%62 : tensor<16x64xbf16>) permutation = [1, 0] 
    %expanded_14 = tensor.expand_shape %transposed [[0], [1, 2]] output_shape [16, 64, 1] : tensor<16x64xbf16> into tensor<16x64x1xbf16>
    %63 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %expanded_14 : tensor<16x64x256xbf16>, tensor<16x64x1xbf16>) outs(%44 : tensor<16x64x256xbf16>) {
    ^bb0(%in: bf16, %in_15: bf16, %out: bf16):
      %67 = arith.mulf %in, %in_15 : bf16
      linalg.yield %67 : bf16
    } -> tensor<16x64x256xbf16>
    %64 = tensor.empty() : tensor<64x256xbf16>
    %65 = linalg.fill ins(%cst_3 : bf16) outs(%64 : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %66 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["reduction", "parallel", "parallel"]} ins(%63 : tensor<16x64x256xbf16>) outs(%65 : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %67 = arith.addf %in, %out : bf16
      linalg.yield %67 : bf16
    } -> tensor<64x256xbf16>
    return %66 : tensor<64x256xbf16>
  }
}
