// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x64xi64>, %arg1: tensor<512x256xbf16>, %arg2: tensor<32xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<128x256xbf16>, %arg6: tensor<256x256xbf16>, %arg7: tensor<512x256xbf16>, %arg8: tensor<512x256xbf16>, %arg9: tensor<256x512xbf16>, %arg10: tensor<256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>, %arg13: tensor<256xbf16>, %arg14: tensor<256xbf16>) -> tensor<1x64x512xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c16_i64 = arith.constant 16 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c64_i64 = arith.constant 64 : i64
    %c512 = arith.constant 512 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_1 = arith.constant 4.467770e-02 : bf16
    %cst_2 = arith.constant 7.968750e-01 : bf16
    %cst_3 = arith.constant 1.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_6 = arith.constant 9.9999999999999995E-7 : f64
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_8 = arith.constant dense<1.600000e+01> : tensor<bf16>
    %cst_9 = arith.constant 2.560000e+02 : f32
    %cst_10 = arith.constant 1.000000e+00 : f32
    %cst_11 = arith.constant 1.250000e-01 : bf16
    %cst_12 = arith.constant 5.000000e+01 : bf16
    %cst_13 = arith.constant 3.000000e+01 : bf16
    %0 = tensor.empty() : tensor<1x64x256xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64xi64>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %179 = arith.index_cast %in : i64 to index
      %180 = linalg.index 2 : index
      %181 = arith.cmpi slt, %179, %c512 : index
      cf.assert %181, "index must be smaller than dim size"
      %182 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %182, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%179, %180] : tensor<512x256xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x64x256xbf16>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %cst_8 : tensor<1x64x256xbf16>, tensor<bf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %3 = tensor.empty() : tensor<64xi64>
    %4 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%3 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %179 = linalg.index 0 : index
      %180 = arith.index_cast %179 : index to i64
      linalg.yield %180 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %extracted_slice = tensor.extract_slice %expanded[0, 0] [1, 1] [1, 1] : tensor<1x64xi64> to tensor<1x1xi64>
    %5 = tensor.empty() : tensor<1x1xi64>
    %6 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x1xi64>) outs(%5 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %179 = arith.subi %in, %c1_i64 : i64
      linalg.yield %179 : i64
    } -> tensor<1x1xi64>
    %concat = tensor.concat dim(1) %6, %expanded : (tensor<1x1xi64>, tensor<1x64xi64>) -> tensor<1x65xi64>
    %extracted_slice_14 = tensor.extract_slice %concat[0, 0] [1, 64] [1, 1] : tensor<1x65xi64> to tensor<1x64xi64>
    %extracted_slice_15 = tensor.extract_slice %concat[0, 1] [1, 64] [1, 1] : tensor<1x65xi64> to tensor<1x64xi64>
    %7 = tensor.empty() : tensor<1x64xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_15, %extracted_slice_14 : tensor<1x64xi64>, tensor<1x64xi64>) outs(%7 : tensor<1x64xi64>) {
    ^bb0(%in: i64, %in_61: i64, %out: i64):
      %179 = arith.subi %in, %in_61 : i64
      linalg.yield %179 : i64
    } -> tensor<1x64xi64>
    %9 = tensor.empty() : tensor<1x64xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<1x64xi64>) outs(%9 : tensor<1x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %179 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %179 : i1
    } -> tensor<1x64xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x64xi1>) outs(%7 : tensor<1x64xi64>) {
    ^bb0(%in: i1, %out: i64):
      %179 = arith.extui %in : i1 to i64
      linalg.yield %179 : i64
    } -> tensor<1x64xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<1x64xi64>) -> tensor<1x64xi64>
    %13 = tensor.empty() : tensor<1xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<1xi64>) -> tensor<1xi64>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%11 : tensor<1x64xi64>) outs(%12, %14 : tensor<1x64xi64>, tensor<1xi64>) {
    ^bb0(%arg15: i64, %arg16: i64):
      %179 = arith.addi %arg15, %arg16 : i64
      tm_tensor.yield %179 : i64
    } -> tensor<1x64xi64>, tensor<1xi64>
    %16 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%13 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_16 = tensor.expand_shape %16 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %expanded_17 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 64, 1] : tensor<64xi64> into tensor<1x1x64x1xi64>
    %expanded_18 = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xi64> into tensor<1x1x1x64xi64>
    %17 = tensor.empty() : tensor<1x1x64x64xi1>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %expanded_17 : tensor<1x1x1x64xi64>, tensor<1x1x64x1xi64>) outs(%17 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %179 = arith.cmpi sle, %in, %in_61 : i64
      linalg.yield %179 : i1
    } -> tensor<1x1x64x64xi1>
    %19 = tensor.empty() : tensor<1x1x64x1xi64>
    %20 = linalg.generic {indexing_maps = [#map8, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<1x1x1x1xi64>, tensor<1x1x64x1xi64>) outs(%19 : tensor<1x1x64x1xi64>) {
    ^bb0(%in: i64, %in_61: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c1_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_61, %c0_i64 : i64
      %184 = arith.addi %in_61, %c64_i64 : i64
      %185 = arith.select %183, %184, %in_61 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %15#0[%182, %186] : tensor<1x64xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x64x1xi64>
    %21 = tensor.empty() : tensor<1x1x1x64xi64>
    %22 = linalg.generic {indexing_maps = [#map8, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %expanded_18 : tensor<1x1x1x1xi64>, tensor<1x1x1x64xi64>) outs(%21 : tensor<1x1x1x64xi64>) {
    ^bb0(%in: i64, %in_61: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c1_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_61, %c0_i64 : i64
      %184 = arith.addi %in_61, %c64_i64 : i64
      %185 = arith.select %183, %184, %in_61 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %15#0[%182, %186] : tensor<1x64xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x64xi64>
    %23 = linalg.generic {indexing_maps = [#map6, #map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %22 : tensor<1x1x64x1xi64>, tensor<1x1x1x64xi64>) outs(%17 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %179 = arith.cmpi eq, %in, %in_61 : i64
      linalg.yield %179 : i1
    } -> tensor<1x1x64x64xi1>
    %24 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %23 : tensor<1x1x64x64xi1>, tensor<1x1x64x64xi1>) outs(%17 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i1, %in_61: i1, %out: i1):
      %179 = arith.andi %in, %in_61 : i1
      linalg.yield %179 : i1
    } -> tensor<1x1x64x64xi1>
    %25 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<1x1x64x1xi64>) outs(%19 : tensor<1x1x64x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %179 = arith.subi %in, %c16_i64 : i64
      linalg.yield %179 : i64
    } -> tensor<1x1x64x1xi64>
    %26 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %25 : tensor<1x1x1x64xi64>, tensor<1x1x64x1xi64>) outs(%17 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %179 = arith.cmpi sgt, %in, %in_61 : i64
      linalg.yield %179 : i1
    } -> tensor<1x1x64x64xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %26 : tensor<1x1x64x64xi1>, tensor<1x1x64x64xi1>) outs(%17 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i1, %in_61: i1, %out: i1):
      %179 = arith.andi %in, %in_61 : i1
      linalg.yield %179 : i1
    } -> tensor<1x1x64x64xi1>
    %28 = tensor.empty() : tensor<1x1x64x64xbf16>
    %29 = linalg.generic {indexing_maps = [#map7, #map11, #map11, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %cst_7, %cst_5 : tensor<1x1x64x64xi1>, tensor<bf16>, tensor<bf16>) outs(%28 : tensor<1x1x64x64xbf16>) {
    ^bb0(%in: i1, %in_61: bf16, %in_62: bf16, %out: bf16):
      %179 = arith.select %in, %in_61, %in_62 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x1x64x64xbf16>
    %expanded_19 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [1, 64, 1] : tensor<64xi64> into tensor<1x64x1xi64>
    %30 = tensor.empty() : tensor<1x64x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<1x64x1xi64>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %179 = arith.sitofp %in : i64 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %32 = tensor.empty() : tensor<32xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<32xbf16>) outs(%32 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<32xf32>
    %34 = tensor.empty() : tensor<1x64x32xf32>
    %35 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x64x1xf32>, tensor<32xf32>) outs(%34 : tensor<1x64x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x32xf32>
    %concat_20 = tensor.concat dim(2) %35, %35 : (tensor<1x64x32xf32>, tensor<1x64x32xf32>) -> tensor<1x64x64xf32>
    %36 = tensor.empty() : tensor<1x64x64xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_20 : tensor<1x64x64xf32>) outs(%36 : tensor<1x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.cos %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x64xf32>
    %38 = tensor.empty() : tensor<1x64x64xbf16>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x64x64xf32>) outs(%38 : tensor<1x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x64xbf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_20 : tensor<1x64x64xf32>) outs(%36 : tensor<1x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.sin %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x64x64xf32>) outs(%38 : tensor<1x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x64xbf16>
    %42 = tensor.empty() : tensor<1x64x256xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x64x256xbf16>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<1x64x256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%30 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<1x64x256xf32>) outs(%45 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_6 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<1x64x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %49 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %51 = tensor.empty() : tensor<256xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg10 : tensor<256xbf16>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%52 : tensor<256xf32>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %cst_10 : f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<1x64x256xf32>, tensor<256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %56 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg3 : tensor<256x256xbf16>) outs(%56 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %55 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %57 = tensor.empty() : tensor<64x256xf32>
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %59 = linalg.matmul ins(%collapsed, %transposed : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%58 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %60 = tensor.empty() : tensor<64x256xbf16>
    %61 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<64x256xf32>) outs(%60 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x256xbf16>
    %expanded_21 = tensor.expand_shape %61 [[0, 1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<64x256xbf16> into tensor<1x64x4x64xbf16>
    %62 = tensor.empty() : tensor<1x4x64x64xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x64x4x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %63 = tensor.empty() : tensor<256x128xbf16>
    %transposed_23 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%63 : tensor<256x128xbf16>) permutation = [1, 0] 
    %64 = tensor.empty() : tensor<64x128xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %66 = linalg.matmul ins(%collapsed, %transposed_23 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%65 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %67 = tensor.empty() : tensor<64x128xbf16>
    %68 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<64x128xf32>) outs(%67 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x128xbf16>
    %expanded_24 = tensor.expand_shape %68 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %69 = tensor.empty() : tensor<1x2x64x64xbf16>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<1x64x2x64xbf16>) outs(%69 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_26 = linalg.transpose ins(%arg5 : tensor<128x256xbf16>) outs(%63 : tensor<256x128xbf16>) permutation = [1, 0] 
    %70 = linalg.matmul ins(%collapsed, %transposed_26 : tensor<64x256xbf16>, tensor<256x128xbf16>) outs(%65 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<64x128xf32>) outs(%67 : tensor<64x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x128xbf16>
    %expanded_27 = tensor.expand_shape %71 [[0, 1], [2, 3]] output_shape [1, 64, 2, 64] : tensor<64x128xbf16> into tensor<1x64x2x64xbf16>
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<1x64x2x64xbf16>) outs(%69 : tensor<1x2x64x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_29 = tensor.expand_shape %39 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %72 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22, %expanded_29 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %extracted_slice_30 = tensor.extract_slice %transposed_22[0, 0, 0, 32] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %73 = tensor.empty() : tensor<1x4x64x32xbf16>
    %74 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_30 : tensor<1x4x64x32xbf16>) outs(%73 : tensor<1x4x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.negf %in : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x32xbf16>
    %extracted_slice_31 = tensor.extract_slice %transposed_22[0, 0, 0, 0] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xbf16> to tensor<1x4x64x32xbf16>
    %concat_32 = tensor.concat dim(3) %74, %extracted_slice_31 : (tensor<1x4x64x32xbf16>, tensor<1x4x64x32xbf16>) -> tensor<1x4x64x64xbf16>
    %expanded_33 = tensor.expand_shape %41 [[0], [1, 2], [3]] output_shape [1, 1, 64, 64] : tensor<1x64x64xbf16> into tensor<1x1x64x64xbf16>
    %75 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_32, %expanded_33 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %76 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %75 : tensor<1x4x64x64xbf16>, tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.addf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_25, %expanded_29 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%69 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x2x64x64xbf16>
    %extracted_slice_34 = tensor.extract_slice %transposed_25[0, 0, 0, 32] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %78 = tensor.empty() : tensor<1x2x64x32xbf16>
    %79 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_34 : tensor<1x2x64x32xbf16>) outs(%78 : tensor<1x2x64x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.negf %in : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x2x64x32xbf16>
    %extracted_slice_35 = tensor.extract_slice %transposed_25[0, 0, 0, 0] [1, 2, 64, 32] [1, 1, 1, 1] : tensor<1x2x64x64xbf16> to tensor<1x2x64x32xbf16>
    %concat_36 = tensor.concat dim(3) %79, %extracted_slice_35 : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) -> tensor<1x2x64x64xbf16>
    %80 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_36, %expanded_33 : tensor<1x2x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%69 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x2x64x64xbf16>
    %81 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %80 : tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) outs(%69 : tensor<1x2x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.addf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x2x64x64xbf16>
    %82 = tensor.empty() : tensor<1x2x2x64x64xbf16>
    %83 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x2x64x64xbf16>) outs(%82 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %collapsed_37 = tensor.collapse_shape %83 [[0], [1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<1x4x64x64xbf16>
    %84 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<1x2x64x64xbf16>) outs(%82 : tensor<1x2x2x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64x64xbf16>
    %transposed_38 = linalg.transpose ins(%collapsed_37 : tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_39 = tensor.collapse_shape %76 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_40 = tensor.collapse_shape %transposed_38 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %85 = tensor.empty() : tensor<4x64x64xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %87 = linalg.batch_matmul ins(%collapsed_39, %collapsed_40 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%86 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %88 = tensor.empty() : tensor<4x64x64xbf16>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<4x64x64xf32>) outs(%88 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_41 = tensor.expand_shape %89 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_41 : tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.mulf %in, %cst_11 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %91 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90 : tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.divf %in, %cst_12 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %92 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = math.tanh %in : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %93 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x4x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.mulf %in, %cst_12 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %94 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %29 : tensor<1x4x64x64xbf16>, tensor<1x1x64x64xbf16>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.addf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %95 = tensor.empty() : tensor<1x4x64x64xf32>
    %96 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<1x4x64x64xbf16>) outs(%95 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x4x64x64xf32>
    %97 = tensor.empty() : tensor<1x4x64xi64>
    %98 = linalg.fill ins(%c0_i64 : i64) outs(%97 : tensor<1x4x64xi64>) -> tensor<1x4x64xi64>
    %99 = tensor.empty() : tensor<1x4x64xf32>
    %100 = linalg.fill ins(%cst_0 : f32) outs(%99 : tensor<1x4x64xf32>) -> tensor<1x4x64xf32>
    %101:2 = linalg.generic {indexing_maps = [#map7, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%96 : tensor<1x4x64x64xf32>) outs(%100, %98 : tensor<1x4x64xf32>, tensor<1x4x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %179 = linalg.index 3 : index
      %180 = arith.index_cast %179 : index to i64
      %181 = arith.maximumf %in, %out : f32
      %182 = arith.cmpf ogt, %in, %out : f32
      %183 = arith.select %182, %180, %out_61 : i64
      linalg.yield %181, %183 : f32, i64
    } -> (tensor<1x4x64xf32>, tensor<1x4x64xi64>)
    %expanded_42 = tensor.expand_shape %101#0 [[0], [1], [2, 3]] output_shape [1, 4, 64, 1] : tensor<1x4x64xf32> into tensor<1x4x64x1xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %expanded_42 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%95 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.subf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x4x64x64xf32>
    %103 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<1x4x64x64xf32>) outs(%95 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.exp %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x4x64x64xf32>
    %104 = tensor.empty() : tensor<1x4x64x1xf32>
    %105 = linalg.fill ins(%cst : f32) outs(%104 : tensor<1x4x64x1xf32>) -> tensor<1x4x64x1xf32>
    %106 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%103 : tensor<1x4x64x64xf32>) outs(%105 : tensor<1x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x4x64x1xf32>
    %107 = linalg.generic {indexing_maps = [#map7, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %106 : tensor<1x4x64x64xf32>, tensor<1x4x64x1xf32>) outs(%95 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.divf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x4x64x64xf32>
    %108 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107 : tensor<1x4x64x64xf32>) outs(%62 : tensor<1x4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x4x64x64xbf16>
    %collapsed_43 = tensor.collapse_shape %108 [[0, 1], [2], [3]] : tensor<1x4x64x64xbf16> into tensor<4x64x64xbf16>
    %collapsed_44 = tensor.collapse_shape %84 [[0, 1, 2], [3], [4]] : tensor<1x2x2x64x64xbf16> into tensor<4x64x64xbf16>
    %109 = linalg.batch_matmul ins(%collapsed_43, %collapsed_44 : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>) outs(%86 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<4x64x64xf32>) outs(%88 : tensor<4x64x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<4x64x64xbf16>
    %expanded_45 = tensor.expand_shape %110 [[0, 1], [2], [3]] output_shape [1, 4, 64, 64] : tensor<4x64x64xbf16> into tensor<1x4x64x64xbf16>
    %111 = tensor.empty() : tensor<1x64x4x64xbf16>
    %transposed_46 = linalg.transpose ins(%expanded_45 : tensor<1x4x64x64xbf16>) outs(%111 : tensor<1x64x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_47 = linalg.transpose ins(%arg6 : tensor<256x256xbf16>) outs(%56 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_48 = tensor.collapse_shape %transposed_46 [[0, 1], [2, 3]] : tensor<1x64x4x64xbf16> into tensor<64x256xbf16>
    %112 = linalg.matmul ins(%collapsed_48, %transposed_47 : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%58 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%112 : tensor<64x256xf32>) outs(%60 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x256xbf16>
    %expanded_49 = tensor.expand_shape %113 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<1x64x256xbf16>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<1x64x256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<1x64x256xf32>) outs(%45 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_6 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<1x64x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %119 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<256xbf16>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%121 : tensor<256xf32>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %cst_10 : f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %122 : tensor<1x64x256xf32>, tensor<256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %125 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %124 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.addf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %126 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<1x64x256xbf16>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x64x256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<1x64x256xf32>) outs(%45 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_6 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<1x64x1xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %131 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg12 : tensor<256xbf16>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%133 : tensor<256xf32>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %cst_10 : f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %134 : tensor<1x64x256xf32>, tensor<256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %137 = tensor.empty() : tensor<256x512xbf16>
    %transposed_50 = linalg.transpose ins(%arg7 : tensor<512x256xbf16>) outs(%137 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_51 = tensor.collapse_shape %136 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %138 = tensor.empty() : tensor<64x512xf32>
    %139 = linalg.fill ins(%cst : f32) outs(%138 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %140 = linalg.matmul ins(%collapsed_51, %transposed_50 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%139 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %141 = tensor.empty() : tensor<64x512xbf16>
    %142 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<64x512xf32>) outs(%141 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x512xbf16>
    %expanded_52 = tensor.expand_shape %142 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %143 = tensor.empty() : tensor<1x64x512xbf16>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_52 : tensor<1x64x512xbf16>) outs(%143 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = math.fpowi %in, %c3_i64 : bf16, i64
      %180 = arith.mulf %179, %cst_1 : bf16
      %181 = arith.addf %in, %180 : bf16
      %182 = arith.mulf %181, %cst_2 : bf16
      %183 = math.tanh %182 : bf16
      %184 = arith.addf %183, %cst_3 : bf16
      %185 = arith.mulf %184, %cst_4 : bf16
      %186 = arith.mulf %in, %185 : bf16
      linalg.yield %186 : bf16
    } -> tensor<1x64x512xbf16>
    %transposed_53 = linalg.transpose ins(%arg8 : tensor<512x256xbf16>) outs(%137 : tensor<256x512xbf16>) permutation = [1, 0] 
    %145 = linalg.matmul ins(%collapsed_51, %transposed_53 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%139 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %146 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<64x512xf32>) outs(%141 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x512xbf16>
    %expanded_54 = tensor.expand_shape %146 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %147 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %expanded_54 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%143 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x512xbf16>
    %148 = tensor.empty() : tensor<512x256xbf16>
    %transposed_55 = linalg.transpose ins(%arg9 : tensor<256x512xbf16>) outs(%148 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_56 = tensor.collapse_shape %147 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %149 = linalg.matmul ins(%collapsed_56, %transposed_55 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%58 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<64x256xf32>) outs(%60 : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x256xbf16>
    %expanded_57 = tensor.expand_shape %150 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57 : tensor<1x64x256xbf16>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x64x256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%152 : tensor<1x64x256xf32>) outs(%45 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_6 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<1x64x1xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %156 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %158 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg13 : tensor<256xbf16>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%158 : tensor<256xf32>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %cst_10 : f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %159 : tensor<1x64x256xf32>, tensor<256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %162 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %161 : tensor<1x64x256xbf16>, tensor<1x64x256xbf16>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: bf16, %in_61: bf16, %out: bf16):
      %179 = arith.addf %in, %in_61 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %163 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<1x64x256xbf16>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<1x64x256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%164 : tensor<1x64x256xf32>) outs(%45 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_6 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<1x64x1xf32>
    %168 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<1x64x1xf32>) outs(%30 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x1xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %168 : tensor<1x64x256xf32>, tensor<1x64x1xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg14 : tensor<256xbf16>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%170 : tensor<256xf32>) outs(%51 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %cst_10 : f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %171 : tensor<1x64x256xf32>, tensor<256xf32>) outs(%42 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %179 = arith.mulf %in, %in_61 : f32
      linalg.yield %179 : f32
    } -> tensor<1x64x256xf32>
    %173 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<1x64x256xf32>) outs(%0 : tensor<1x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x256xbf16>
    %transposed_58 = linalg.transpose ins(%arg1 : tensor<512x256xbf16>) outs(%137 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_59 = tensor.collapse_shape %173 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %174 = linalg.matmul ins(%collapsed_59, %transposed_58 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%139 : tensor<64x512xf32>) -> tensor<64x512xf32>
    %175 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%174 : tensor<64x512xf32>) outs(%141 : tensor<64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<64x512xbf16>
    %expanded_60 = tensor.expand_shape %175 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %176 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_60 : tensor<1x64x512xbf16>) outs(%143 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.divf %in, %cst_13 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x512xbf16>
    %177 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<1x64x512xbf16>) outs(%143 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = math.tanh %in : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x512xbf16>
    %178 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<1x64x512xbf16>) outs(%143 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.mulf %in, %cst_13 : bf16
      linalg.yield %179 : bf16
    } -> tensor<1x64x512xbf16>
    return %178 : tensor<1x64x512xbf16>
  }
}
