// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x?x256xbf16>, %arg1: tensor<1x1x?x?xbf16>, %arg2: tensor<1x?x64xbf16>, %arg3: tensor<1x?x64xbf16>, %arg4: tensor<256x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<128x256xbf16>, %arg7: tensor<256x256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<512x256xbf16>, %arg10: tensor<256x512xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>) -> tensor<1x?x256xbf16> {
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c4_i64 = arith.constant 4 : i64
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c64_i64 = arith.constant 64 : i64
    %c3 = arith.constant 3 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 2.560000e+02 : f32
    %c256_i64 = arith.constant 256 : i64
    %c128_i64 = arith.constant 128 : i64
    %cst_4 = arith.constant 1.250000e-01 : bf16
    %dim = tensor.dim %arg1, %c2 : tensor<1x1x?x?xbf16>
    %0 = arith.index_cast %dim : index to i64
    %dim_5 = tensor.dim %arg0, %c1 : tensor<1x?x256xbf16>
    %1 = tensor.empty(%dim_5) : tensor<1x?x256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x?x256xbf16>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %154 = arith.extf %in : bf16 to f32
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x?x256xf32>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %4 = tensor.empty(%dim_5) : tensor<1x?x1xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<1x?x256xf32>) outs(%5 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.addf %in, %out : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.divf %in, %cst_3 : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.truncf %cst_2 : f64 to f32
      %155 = arith.addf %in, %154 : f32
      linalg.yield %155 : f32
    } -> tensor<1x?x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = math.rsqrt %in : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %9 : tensor<1x?x256xf32>, tensor<1x?x1xf32>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %154 = arith.mulf %in, %in_55 : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %11 = tensor.empty(%dim_5) : tensor<1x?x256xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x?x256xf32>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    %13 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %12 : tensor<256xbf16>, tensor<1x?x256xbf16>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    %14 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg4 : tensor<256x256xbf16>) outs(%14 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %13 [[0, 1], [2]] : tensor<1x?x256xbf16> into tensor<?x256xbf16>
    %15 = tensor.empty(%dim_5) : tensor<?x256xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<?x256xbf16>, tensor<256x256xbf16>) outs(%16 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %18 = tensor.empty(%dim_5) : tensor<?x256xbf16>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<?x256xf32>) outs(%18 : tensor<?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x256xbf16>
    %expanded = tensor.expand_shape %19 [[0, 1], [2]] output_shape [1, %dim_5, 256] : tensor<?x256xbf16> into tensor<1x?x256xbf16>
    %20 = arith.cmpi slt, %0, %c0_i64 : i64
    %21 = arith.select %20, %c1_i64, %0 : i64
    %22 = arith.extui %20 : i1 to i64
    %23 = arith.addi %22, %c1_i64 : i64
    %24 = arith.muli %21, %c64_i64 : i64
    %25 = arith.cmpi sle, %23, %c1_i64 : i64
    cf.assert %25, "must have at most one inferred (negative) dimension"
    %26 = arith.index_cast %dim_5 : index to i64
    %27 = arith.muli %26, %c256_i64 : i64
    %28 = arith.divsi %27, %24 : i64
    %29 = arith.select %20, %28, %0 : i64
    %from_elements = tensor.from_elements %c1_i64, %29, %28, %c64_i64 : tensor<4xi64>
    %reshape = tensor.reshape %expanded(%from_elements) : (tensor<1x?x256xbf16>, tensor<4xi64>) -> tensor<1x?x4x64xbf16>
    %30 = arith.index_cast %29 : i64 to index
    %31 = tensor.empty(%30) : tensor<1x4x?x64xbf16>
    %transposed_6 = linalg.transpose ins(%reshape : tensor<1x?x4x64xbf16>) outs(%31 : tensor<1x4x?x64xbf16>) permutation = [0, 2, 1, 3] 
    %32 = tensor.empty() : tensor<256x128xbf16>
    %transposed_7 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%32 : tensor<256x128xbf16>) permutation = [1, 0] 
    %33 = tensor.empty(%dim_5) : tensor<?x128xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %35 = linalg.matmul ins(%collapsed, %transposed_7 : tensor<?x256xbf16>, tensor<256x128xbf16>) outs(%34 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %36 = tensor.empty(%dim_5) : tensor<?x128xbf16>
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<?x128xf32>) outs(%36 : tensor<?x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x128xbf16>
    %expanded_8 = tensor.expand_shape %37 [[0, 1], [2]] output_shape [1, %dim_5, 128] : tensor<?x128xbf16> into tensor<1x?x128xbf16>
    cf.assert %25, "must have at most one inferred (negative) dimension"
    %38 = arith.muli %26, %c128_i64 : i64
    %39 = arith.divsi %38, %24 : i64
    %40 = arith.select %20, %39, %0 : i64
    %from_elements_9 = tensor.from_elements %c1_i64, %40, %39, %c64_i64 : tensor<4xi64>
    %reshape_10 = tensor.reshape %expanded_8(%from_elements_9) : (tensor<1x?x128xbf16>, tensor<4xi64>) -> tensor<1x?x2x64xbf16>
    %41 = arith.index_cast %40 : i64 to index
    %42 = tensor.empty(%41) : tensor<1x2x?x64xbf16>
    %transposed_11 = linalg.transpose ins(%reshape_10 : tensor<1x?x2x64xbf16>) outs(%42 : tensor<1x2x?x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg6 : tensor<128x256xbf16>) outs(%32 : tensor<256x128xbf16>) permutation = [1, 0] 
    %43 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<?x256xbf16>, tensor<256x128xbf16>) outs(%34 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<?x128xf32>) outs(%36 : tensor<?x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x128xbf16>
    %expanded_13 = tensor.expand_shape %44 [[0, 1], [2]] output_shape [1, %dim_5, 128] : tensor<?x128xbf16> into tensor<1x?x128xbf16>
    cf.assert %25, "must have at most one inferred (negative) dimension"
    %reshape_14 = tensor.reshape %expanded_13(%from_elements_9) : (tensor<1x?x128xbf16>, tensor<4xi64>) -> tensor<1x?x2x64xbf16>
    %transposed_15 = linalg.transpose ins(%reshape_14 : tensor<1x?x2x64xbf16>) outs(%42 : tensor<1x2x?x64xbf16>) permutation = [0, 2, 1, 3] 
    %dim_16 = tensor.dim %arg2, %c1 : tensor<1x?x64xbf16>
    %expanded_17 = tensor.expand_shape %arg2 [[0], [1, 2], [3]] output_shape [1, 1, %dim_16, 64] : tensor<1x?x64xbf16> into tensor<1x1x?x64xbf16>
    %45 = arith.cmpi eq, %30, %dim_16 : index
    cf.assert %45, "mismatched size for broadcast"
    %46 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_6, %expanded_17 : tensor<1x4x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%31 : tensor<1x4x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x64xbf16>
    %extracted_slice = tensor.extract_slice %transposed_6[0, 0, 0, 32] [1, 4, %30, 32] [1, 1, 1, 1] : tensor<1x4x?x64xbf16> to tensor<1x4x?x32xbf16>
    %47 = tensor.empty(%30) : tensor<1x4x?x32xbf16>
    %48 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x?x32xbf16>) outs(%47 : tensor<1x4x?x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %154 = arith.negf %in : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x32xbf16>
    %extracted_slice_18 = tensor.extract_slice %transposed_6[0, 0, 0, 0] [1, 4, %30, 32] [1, 1, 1, 1] : tensor<1x4x?x64xbf16> to tensor<1x4x?x32xbf16>
    %concat = tensor.concat dim(3) %48, %extracted_slice_18 : (tensor<1x4x?x32xbf16>, tensor<1x4x?x32xbf16>) -> tensor<1x4x?x64xbf16>
    %dim_19 = tensor.dim %arg3, %c1 : tensor<1x?x64xbf16>
    %expanded_20 = tensor.expand_shape %arg3 [[0], [1, 2], [3]] output_shape [1, 1, %dim_19, 64] : tensor<1x?x64xbf16> into tensor<1x1x?x64xbf16>
    %dim_21 = tensor.dim %48, %c2 : tensor<1x4x?x32xbf16>
    %49 = arith.cmpi eq, %dim_21, %dim_19 : index
    cf.assert %49, "mismatched size for broadcast"
    %50 = tensor.empty(%dim_21) : tensor<1x4x?x64xbf16>
    %51 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_20 : tensor<1x4x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%50 : tensor<1x4x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x64xbf16>
    %52 = arith.cmpi eq, %30, %dim_21 : index
    cf.assert %52, "mismatched size for broadcast"
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %51 : tensor<1x4x?x64xbf16>, tensor<1x4x?x64xbf16>) outs(%31 : tensor<1x4x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.addf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x64xbf16>
    %54 = arith.cmpi eq, %41, %dim_16 : index
    cf.assert %54, "mismatched size for broadcast"
    %55 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %expanded_17 : tensor<1x2x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%42 : tensor<1x2x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x2x?x64xbf16>
    %extracted_slice_22 = tensor.extract_slice %transposed_11[0, 0, 0, 32] [1, 2, %41, 32] [1, 1, 1, 1] : tensor<1x2x?x64xbf16> to tensor<1x2x?x32xbf16>
    %56 = tensor.empty(%41) : tensor<1x2x?x32xbf16>
    %57 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22 : tensor<1x2x?x32xbf16>) outs(%56 : tensor<1x2x?x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %154 = arith.negf %in : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x2x?x32xbf16>
    %extracted_slice_23 = tensor.extract_slice %transposed_11[0, 0, 0, 0] [1, 2, %41, 32] [1, 1, 1, 1] : tensor<1x2x?x64xbf16> to tensor<1x2x?x32xbf16>
    %concat_24 = tensor.concat dim(3) %57, %extracted_slice_23 : (tensor<1x2x?x32xbf16>, tensor<1x2x?x32xbf16>) -> tensor<1x2x?x64xbf16>
    %dim_25 = tensor.dim %57, %c2 : tensor<1x2x?x32xbf16>
    %58 = arith.cmpi eq, %dim_25, %dim_19 : index
    cf.assert %58, "mismatched size for broadcast"
    %59 = tensor.empty(%dim_25) : tensor<1x2x?x64xbf16>
    %60 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_24, %expanded_20 : tensor<1x2x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%59 : tensor<1x2x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x2x?x64xbf16>
    %61 = arith.cmpi eq, %41, %dim_25 : index
    cf.assert %61, "mismatched size for broadcast"
    %62 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %60 : tensor<1x2x?x64xbf16>, tensor<1x2x?x64xbf16>) outs(%42 : tensor<1x2x?x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.addf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x2x?x64xbf16>
    %expanded_26 = tensor.expand_shape %62 [[0], [1], [2, 3], [4]] output_shape [1, 2, 1, %41, 64] : tensor<1x2x?x64xbf16> into tensor<1x2x1x?x64xbf16>
    %63 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %64 = tensor.empty(%dim) : tensor<1x2x2x?x64xbf16>
    %65 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%64 : tensor<1x2x2x?x64xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 3 : index
      %156 = linalg.index 4 : index
      %157 = arith.cmpi eq, %41, %c1 : index
      %158 = arith.select %157, %c0, %155 : index
      %extracted = tensor.extract %expanded_26[%c0, %154, %c0, %158, %156] : tensor<1x2x1x?x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x2x2x?x64xbf16>
    %collapsed_27 = tensor.collapse_shape %65 [[0], [1, 2], [3], [4]] : tensor<1x2x2x?x64xbf16> into tensor<1x4x?x64xbf16>
    %expanded_28 = tensor.expand_shape %transposed_15 [[0], [1], [2, 3], [4]] output_shape [1, 2, 1, %41, 64] : tensor<1x2x?x64xbf16> into tensor<1x2x1x?x64xbf16>
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %66 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%64 : tensor<1x2x2x?x64xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 3 : index
      %156 = linalg.index 4 : index
      %157 = arith.cmpi eq, %41, %c1 : index
      %158 = arith.select %157, %c0, %155 : index
      %extracted = tensor.extract %expanded_28[%c0, %154, %c0, %158, %156] : tensor<1x2x1x?x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x2x2x?x64xbf16>
    %collapsed_29 = tensor.collapse_shape %66 [[0], [1, 2], [3], [4]] : tensor<1x2x2x?x64xbf16> into tensor<1x4x?x64xbf16>
    %67 = tensor.empty(%dim) : tensor<1x4x64x?xbf16>
    %transposed_30 = linalg.transpose ins(%collapsed_27 : tensor<1x4x?x64xbf16>) outs(%67 : tensor<1x4x64x?xbf16>) permutation = [0, 1, 3, 2] 
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %68 = tensor.empty(%dim) : tensor<1x4x?x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%68 : tensor<1x4x?x64xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 2 : index
      %156 = linalg.index 3 : index
      %157 = arith.cmpi eq, %30, %c1 : index
      %158 = arith.select %157, %c0, %155 : index
      %extracted = tensor.extract %53[%c0, %154, %158, %156] : tensor<1x4x?x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x4x?x64xbf16>
    %collapsed_31 = tensor.collapse_shape %69 [[0, 1], [2], [3]] : tensor<1x4x?x64xbf16> into tensor<4x?x64xbf16>
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %70 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%67 : tensor<1x4x64x?xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 2 : index
      %156 = linalg.index 3 : index
      %157 = arith.cmpi eq, %dim, %c1 : index
      %158 = arith.select %157, %c0, %156 : index
      %extracted = tensor.extract %transposed_30[%c0, %154, %155, %158] : tensor<1x4x64x?xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x4x64x?xbf16>
    %collapsed_32 = tensor.collapse_shape %70 [[0, 1], [2], [3]] : tensor<1x4x64x?xbf16> into tensor<4x64x?xbf16>
    %71 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %72 = linalg.fill ins(%cst : f32) outs(%71 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %73 = linalg.batch_matmul ins(%collapsed_31, %collapsed_32 : tensor<4x?x64xbf16>, tensor<4x64x?xbf16>) outs(%72 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %74 = tensor.empty(%dim, %dim) : tensor<4x?x?xbf16>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<4x?x?xf32>) outs(%74 : tensor<4x?x?xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<4x?x?xbf16>
    %76 = arith.muli %0, %c4_i64 : i64
    %77 = arith.select %20, %c4_i64, %76 : i64
    %78 = arith.muli %77, %0 : i64
    %79 = arith.select %20, %c4_i64, %78 : i64
    %80 = arith.select %20, %23, %22 : i64
    %81 = arith.cmpi sle, %80, %c1_i64 : i64
    cf.assert %81, "must have at most one inferred (negative) dimension"
    %82 = arith.muli %76, %0 : i64
    %83 = arith.divsi %82, %79 : i64
    %84 = arith.select %20, %83, %0 : i64
    %from_elements_33 = tensor.from_elements %c1_i64, %c4_i64, %84, %84 : tensor<4xi64>
    %reshape_34 = tensor.reshape %75(%from_elements_33) : (tensor<4x?x?xbf16>, tensor<4xi64>) -> tensor<1x4x?x?xbf16>
    %85 = arith.index_cast %84 : i64 to index
    %86 = tensor.empty(%85, %85) : tensor<1x4x?x?xbf16>
    %87 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_34 : tensor<1x4x?x?xbf16>) outs(%86 : tensor<1x4x?x?xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %154 = arith.mulf %in, %cst_4 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x?xbf16>
    %88 = arith.cmpi eq, %85, %dim : index
    cf.assert %88, "mismatched size for broadcast"
    %dim_35 = tensor.dim %arg1, %c3 : tensor<1x1x?x?xbf16>
    %89 = arith.cmpi eq, %85, %dim_35 : index
    cf.assert %89, "mismatched size for broadcast"
    %90 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %arg1 : tensor<1x4x?x?xbf16>, tensor<1x1x?x?xbf16>) outs(%86 : tensor<1x4x?x?xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.addf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x?xbf16>
    %91 = tensor.empty(%85, %85) : tensor<1x4x?x?xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90 : tensor<1x4x?x?xbf16>) outs(%91 : tensor<1x4x?x?xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %154 = arith.extf %in : bf16 to f32
      linalg.yield %154 : f32
    } -> tensor<1x4x?x?xf32>
    %93 = tensor.empty(%85) : tensor<1x4x?xi64>
    %94 = linalg.fill ins(%c0_i64 : i64) outs(%93 : tensor<1x4x?xi64>) -> tensor<1x4x?xi64>
    %95 = tensor.empty(%85) : tensor<1x4x?xf32>
    %96 = linalg.fill ins(%cst_0 : f32) outs(%95 : tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
    %97:2 = linalg.generic {indexing_maps = [#map4, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92 : tensor<1x4x?x?xf32>) outs(%96, %94 : tensor<1x4x?xf32>, tensor<1x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_55: i64):
      %154 = linalg.index 3 : index
      %155 = arith.index_cast %154 : index to i64
      %156 = arith.maximumf %in, %out : f32
      %157 = arith.cmpf ogt, %in, %out : f32
      %158 = arith.select %157, %155, %out_55 : i64
      linalg.yield %156, %158 : f32, i64
    } -> (tensor<1x4x?xf32>, tensor<1x4x?xi64>)
    %expanded_36 = tensor.expand_shape %97#0 [[0], [1], [2, 3]] output_shape [1, 4, %85, 1] : tensor<1x4x?xf32> into tensor<1x4x?x1xf32>
    %98 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %expanded_36 : tensor<1x4x?x?xf32>, tensor<1x4x?x1xf32>) outs(%91 : tensor<1x4x?x?xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %154 = arith.subf %in, %in_55 : f32
      linalg.yield %154 : f32
    } -> tensor<1x4x?x?xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98 : tensor<1x4x?x?xf32>) outs(%91 : tensor<1x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = math.exp %in : f32
      linalg.yield %154 : f32
    } -> tensor<1x4x?x?xf32>
    %100 = tensor.empty(%85) : tensor<1x4x?x1xf32>
    %101 = linalg.fill ins(%cst : f32) outs(%100 : tensor<1x4x?x1xf32>) -> tensor<1x4x?x1xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%99 : tensor<1x4x?x?xf32>) outs(%101 : tensor<1x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.addf %in, %out : f32
      linalg.yield %154 : f32
    } -> tensor<1x4x?x1xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %102 : tensor<1x4x?x?xf32>, tensor<1x4x?x1xf32>) outs(%91 : tensor<1x4x?x?xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %154 = arith.divf %in, %in_55 : f32
      linalg.yield %154 : f32
    } -> tensor<1x4x?x?xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x4x?x?xf32>) outs(%86 : tensor<1x4x?x?xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<1x4x?x?xbf16>
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %105 = tensor.empty(%dim, %dim) : tensor<1x4x?x?xbf16>
    %106 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%105 : tensor<1x4x?x?xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 2 : index
      %156 = linalg.index 3 : index
      %157 = arith.cmpi eq, %85, %c1 : index
      %158 = arith.select %157, %c0, %155 : index
      %159 = arith.select %157, %c0, %156 : index
      %extracted = tensor.extract %104[%c0, %154, %158, %159] : tensor<1x4x?x?xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x4x?x?xbf16>
    cf.assert %81, "must have at most one inferred (negative) dimension"
    %from_elements_37 = tensor.from_elements %c4_i64, %84, %84 : tensor<3xi64>
    %reshape_38 = tensor.reshape %106(%from_elements_37) : (tensor<1x4x?x?xbf16>, tensor<3xi64>) -> tensor<4x?x?xbf16>
    cf.assert %63, "unimplemented: dynamic negative broadcast sizes"
    %107 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%68 : tensor<1x4x?x64xbf16>) {
    ^bb0(%out: bf16):
      %154 = linalg.index 1 : index
      %155 = linalg.index 2 : index
      %156 = linalg.index 3 : index
      %157 = arith.cmpi eq, %dim, %c1 : index
      %158 = arith.select %157, %c0, %155 : index
      %extracted = tensor.extract %collapsed_29[%c0, %154, %158, %156] : tensor<1x4x?x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x4x?x64xbf16>
    %collapsed_39 = tensor.collapse_shape %107 [[0, 1], [2], [3]] : tensor<1x4x?x64xbf16> into tensor<4x?x64xbf16>
    %108 = arith.cmpi eq, %84, %0 : i64
    cf.assert %108, "mismatching contracting dimension"
    %109 = tensor.empty(%85) : tensor<4x?x64xf32>
    %110 = linalg.fill ins(%cst : f32) outs(%109 : tensor<4x?x64xf32>) -> tensor<4x?x64xf32>
    %111 = linalg.batch_matmul ins(%reshape_38, %collapsed_39 : tensor<4x?x?xbf16>, tensor<4x?x64xbf16>) outs(%110 : tensor<4x?x64xf32>) -> tensor<4x?x64xf32>
    %112 = tensor.empty(%85) : tensor<4x?x64xbf16>
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x?x64xf32>) outs(%112 : tensor<4x?x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<4x?x64xbf16>
    %expanded_40 = tensor.expand_shape %113 [[0, 1], [2], [3]] output_shape [1, 4, %85, 64] : tensor<4x?x64xbf16> into tensor<1x4x?x64xbf16>
    %114 = tensor.empty(%85) : tensor<1x?x4x64xbf16>
    %transposed_41 = linalg.transpose ins(%expanded_40 : tensor<1x4x?x64xbf16>) outs(%114 : tensor<1x?x4x64xbf16>) permutation = [0, 2, 1, 3] 
    cf.assert %25, "must have at most one inferred (negative) dimension"
    %115 = arith.muli %84, %c256_i64 : i64
    %116 = arith.divsi %115, %21 : i64
    %117 = arith.select %20, %116, %0 : i64
    %from_elements_42 = tensor.from_elements %c1_i64, %117, %116 : tensor<3xi64>
    %reshape_43 = tensor.reshape %transposed_41(%from_elements_42) : (tensor<1x?x4x64xbf16>, tensor<3xi64>) -> tensor<1x?x256xbf16>
    %transposed_44 = linalg.transpose ins(%arg7 : tensor<256x256xbf16>) outs(%14 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_45 = tensor.collapse_shape %reshape_43 [[0, 1], [2]] : tensor<1x?x256xbf16> into tensor<?x256xbf16>
    %118 = arith.index_cast %117 : i64 to index
    %119 = tensor.empty(%118) : tensor<?x256xf32>
    %120 = linalg.fill ins(%cst : f32) outs(%119 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %121 = linalg.matmul ins(%collapsed_45, %transposed_44 : tensor<?x256xbf16>, tensor<256x256xbf16>) outs(%120 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %122 = tensor.empty(%118) : tensor<?x256xbf16>
    %123 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%121 : tensor<?x256xf32>) outs(%122 : tensor<?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x256xbf16>
    %expanded_46 = tensor.expand_shape %123 [[0, 1], [2]] output_shape [1, %118, 256] : tensor<?x256xbf16> into tensor<1x?x256xbf16>
    %124 = arith.cmpi eq, %dim_5, %118 : index
    cf.assert %124, "mismatched size for broadcast"
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_46 : tensor<1x?x256xbf16>, tensor<1x?x256xbf16>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.addf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<1x?x256xbf16>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %154 = arith.extf %in : bf16 to f32
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x?x256xf32>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<1x?x256xf32>) outs(%5 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.addf %in, %out : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.divf %in, %cst_3 : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.truncf %cst_2 : f64 to f32
      %155 = arith.addf %in, %154 : f32
      linalg.yield %155 : f32
    } -> tensor<1x?x1xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x?x1xf32>) outs(%4 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = math.rsqrt %in : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x1xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %131 : tensor<1x?x256xf32>, tensor<1x?x1xf32>) outs(%1 : tensor<1x?x256xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %154 = arith.mulf %in, %in_55 : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x256xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<1x?x256xf32>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    %134 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %133 : tensor<256xbf16>, tensor<1x?x256xbf16>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    %135 = tensor.empty() : tensor<256x512xbf16>
    %transposed_47 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%135 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_48 = tensor.collapse_shape %134 [[0, 1], [2]] : tensor<1x?x256xbf16> into tensor<?x256xbf16>
    %136 = tensor.empty(%dim_5) : tensor<?x512xf32>
    %137 = linalg.fill ins(%cst : f32) outs(%136 : tensor<?x512xf32>) -> tensor<?x512xf32>
    %138 = linalg.matmul ins(%collapsed_48, %transposed_47 : tensor<?x256xbf16>, tensor<256x512xbf16>) outs(%137 : tensor<?x512xf32>) -> tensor<?x512xf32>
    %139 = tensor.empty(%dim_5) : tensor<?x512xbf16>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<?x512xf32>) outs(%139 : tensor<?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x512xbf16>
    %expanded_49 = tensor.expand_shape %140 [[0, 1], [2]] output_shape [1, %dim_5, 512] : tensor<?x512xbf16> into tensor<1x?x512xbf16>
    %141 = tensor.empty(%dim_5) : tensor<1x?x512xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<1x?x512xbf16>) outs(%141 : tensor<1x?x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %154 = arith.extf %in : bf16 to f32
      linalg.yield %154 : f32
    } -> tensor<1x?x512xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x?x512xf32>) outs(%141 : tensor<1x?x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %154 = arith.negf %in : f32
      %155 = math.exp %154 : f32
      %156 = arith.addf %155, %cst_1 : f32
      %157 = arith.divf %cst_1, %156 : f32
      linalg.yield %157 : f32
    } -> tensor<1x?x512xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %143 : tensor<1x?x512xf32>, tensor<1x?x512xf32>) outs(%141 : tensor<1x?x512xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %154 = arith.mulf %in, %in_55 : f32
      linalg.yield %154 : f32
    } -> tensor<1x?x512xf32>
    %145 = tensor.empty(%dim_5) : tensor<1x?x512xbf16>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<1x?x512xf32>) outs(%145 : tensor<1x?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x512xbf16>
    %transposed_50 = linalg.transpose ins(%arg9 : tensor<512x256xbf16>) outs(%135 : tensor<256x512xbf16>) permutation = [1, 0] 
    %147 = linalg.matmul ins(%collapsed_48, %transposed_50 : tensor<?x256xbf16>, tensor<256x512xbf16>) outs(%137 : tensor<?x512xf32>) -> tensor<?x512xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<?x512xf32>) outs(%139 : tensor<?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x512xbf16>
    %expanded_51 = tensor.expand_shape %148 [[0, 1], [2]] output_shape [1, %dim_5, 512] : tensor<?x512xbf16> into tensor<1x?x512xbf16>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %expanded_51 : tensor<1x?x512xbf16>, tensor<1x?x512xbf16>) outs(%145 : tensor<1x?x512xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.mulf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x512xbf16>
    %150 = tensor.empty() : tensor<512x256xbf16>
    %transposed_52 = linalg.transpose ins(%arg10 : tensor<256x512xbf16>) outs(%150 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_53 = tensor.collapse_shape %149 [[0, 1], [2]] : tensor<1x?x512xbf16> into tensor<?x512xbf16>
    %151 = linalg.matmul ins(%collapsed_53, %transposed_52 : tensor<?x512xbf16>, tensor<512x256xbf16>) outs(%16 : tensor<?x256xf32>) -> tensor<?x256xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<?x256xf32>) outs(%18 : tensor<?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %154 = arith.truncf %in : f32 to bf16
      linalg.yield %154 : bf16
    } -> tensor<?x256xbf16>
    %expanded_54 = tensor.expand_shape %152 [[0, 1], [2]] output_shape [1, %dim_5, 256] : tensor<?x256xbf16> into tensor<1x?x256xbf16>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %expanded_54 : tensor<1x?x256xbf16>, tensor<1x?x256xbf16>) outs(%11 : tensor<1x?x256xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %154 = arith.addf %in, %in_55 : bf16
      linalg.yield %154 : bf16
    } -> tensor<1x?x256xbf16>
    return %153 : tensor<1x?x256xbf16>
  }
}
