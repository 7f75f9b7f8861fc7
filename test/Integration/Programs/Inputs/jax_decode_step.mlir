// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map10 = affine_map<(d0) -> ()>
#map11 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map17 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d1, d3, d2, d0)>
module @jit_jax_decode_step {
  func.func @main(%arg0: tensor<i32>, %arg1: tensor<1x256xbf16>, %arg2: tensor<128x2x64xbf16> {iree.abi.output = 0 : index}, %arg3: tensor<128x2x64xbf16> {iree.abi.output = 1 : index}, %arg4: tensor<256x256xbf16>, %arg5: tensor<256x128xbf16>, %arg6: tensor<256x128xbf16>, %arg7: tensor<256x256xbf16>, %arg8: tensor<256x512xbf16>, %arg9: tensor<256x512xbf16>, %arg10: tensor<512x256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<256xbf16>) -> (tensor<128x2x64xbf16>, tensor<128x2x64xbf16>, tensor<1x256xbf16>) {
    %cst = arith.constant 1.000000e+00 : bf16
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant -1.000000e+30 : f32
    %cst_2 = arith.constant 1.250000e-01 : f32
    %c127 = arith.constant 127 : index
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %cst_3 = arith.constant 1.000000e+04 : f32
    %cst_4 = arith.constant 3.200000e+01 : f32
    %cst_5 = arith.constant 0.000000e+00 : bf16
    %cst_6 = arith.constant 9.99999997E-7 : f32
    %cst_7 = arith.constant 2.560000e+02 : f32
    %cst_8 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<1x256xbf16>) outs(%0 : tensor<1x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %205 = arith.extf %in : bf16 to f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %2 = tensor.empty() : tensor<1x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1x256xf32>) outs(%2 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %4 = tensor.empty() : tensor<1xf32>
    %5 = linalg.fill ins(%cst_8 : f32) outs(%4 : tensor<1xf32>) -> tensor<1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<1x256xf32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %out, %in : f32
      linalg.yield %205 : f32
    } -> tensor<1xf32>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %7 = tensor.empty() : tensor<1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<1x1xf32>) outs(%7 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_7 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %9 = tensor.empty() : tensor<1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<1x1xf32>) outs(%9 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %cst_6 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %11 = tensor.empty() : tensor<1x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x1xf32>) outs(%11 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.rsqrt %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %13 = tensor.empty() : tensor<1x256xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<1x1xf32>) outs(%13 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %15 = tensor.empty() : tensor<1x256xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %14 : tensor<1x256xf32>, tensor<1x256xf32>) outs(%15 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %17 = tensor.empty() : tensor<1x256xbf16>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<1x256xf32>) outs(%17 : tensor<1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %205 = arith.truncf %in : f32 to bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    %19 = tensor.empty() : tensor<1x256xbf16>
    %20 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<256xbf16>) outs(%19 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x256xbf16>
    %21 = tensor.empty() : tensor<1x256xbf16>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %20 : tensor<1x256xbf16>, tensor<1x256xbf16>) outs(%21 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.mulf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    %collapsed = tensor.collapse_shape %22 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %23 = tensor.empty() : tensor<256xbf16>
    %24 = linalg.fill ins(%cst_5 : bf16) outs(%23 : tensor<256xbf16>) -> tensor<256xbf16>
    %25 = linalg.vecmat ins(%collapsed, %arg4 : tensor<256xbf16>, tensor<256x256xbf16>) outs(%24 : tensor<256xbf16>) -> tensor<256xbf16>
    %26 = tensor.empty() : tensor<256xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%25 : tensor<256xbf16>) outs(%26 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %205 = arith.extf %in : bf16 to f32
      linalg.yield %205 : f32
    } -> tensor<256xf32>
    %expanded_9 = tensor.expand_shape %27 [[0, 1, 2]] output_shape [1, 4, 64] : tensor<256xf32> into tensor<1x4x64xf32>
    %28 = tensor.empty() : tensor<128xbf16>
    %29 = linalg.fill ins(%cst_5 : bf16) outs(%28 : tensor<128xbf16>) -> tensor<128xbf16>
    %30 = linalg.vecmat ins(%collapsed, %arg5 : tensor<256xbf16>, tensor<256x128xbf16>) outs(%29 : tensor<128xbf16>) -> tensor<128xbf16>
    %31 = tensor.empty() : tensor<128xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%30 : tensor<128xbf16>) outs(%31 : tensor<128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %205 = arith.extf %in : bf16 to f32
      linalg.yield %205 : f32
    } -> tensor<128xf32>
    %expanded_10 = tensor.expand_shape %32 [[0, 1, 2]] output_shape [1, 2, 64] : tensor<128xf32> into tensor<1x2x64xf32>
    %33 = tensor.empty() : tensor<128xbf16>
    %34 = linalg.fill ins(%cst_5 : bf16) outs(%33 : tensor<128xbf16>) -> tensor<128xbf16>
    %35 = linalg.vecmat ins(%collapsed, %arg6 : tensor<256xbf16>, tensor<256x128xbf16>) outs(%34 : tensor<128xbf16>) -> tensor<128xbf16>
    %expanded_11 = tensor.expand_shape %35 [[0, 1, 2]] output_shape [1, 2, 64] : tensor<128xbf16> into tensor<1x2x64xbf16>
    %36 = tensor.empty() : tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: i32, %out: f32):
      %205 = arith.sitofp %in : i32 to f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %38 = tensor.empty() : tensor<32xf32>
    %39 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%38 : tensor<32xf32>) {
    ^bb0(%out: f32):
      %205 = linalg.index 0 : index
      %206 = arith.index_cast %205 : index to i32
      %207 = arith.sitofp %206 : i32 to f32
      linalg.yield %207 : f32
    } -> tensor<32xf32>
    %40 = tensor.empty() : tensor<32xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%39 : tensor<32xf32>) outs(%40 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.negf %in : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %42 = tensor.empty() : tensor<32xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%41 : tensor<32xf32>) outs(%42 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_4 : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %44 = tensor.empty() : tensor<32xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%43 : tensor<32xf32>) outs(%44 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.powf %cst_3, %in : f32
      linalg.yield %205 : f32
    } -> tensor<32xf32>
    %expanded_12 = tensor.expand_shape %37 [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
    %46 = tensor.empty() : tensor<1x1x32xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<32xf32>) outs(%46 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %48 = tensor.empty() : tensor<1x1x32xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x1x1xf32>) outs(%48 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32xf32>
    %50 = tensor.empty() : tensor<1x1x32xf32>
    %51 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %47 : tensor<1x1x32xf32>, tensor<1x1x32xf32>) outs(%50 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1x32xf32>
    %52 = tensor.empty() : tensor<1x1x32xf32>
    %53 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<1x1x32xf32>) outs(%52 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.cos %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x1x32xf32>
    %54 = tensor.empty() : tensor<1x1x32xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<1x1x32xf32>) outs(%54 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.sin %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x1x32xf32>
    %extracted_slice = tensor.extract_slice %expanded_9[0, 0, 0] [1, 4, 32] [1, 1, 1] : tensor<1x4x64xf32> to tensor<1x4x32xf32>
    %extracted_slice_13 = tensor.extract_slice %expanded_9[0, 0, 32] [1, 4, 32] [1, 1, 1] : tensor<1x4x64xf32> to tensor<1x4x32xf32>
    %56 = tensor.empty() : tensor<1x4x32xf32>
    %57 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<1x1x32xf32>) outs(%56 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x32xf32>
    %58 = tensor.empty() : tensor<1x4x32xf32>
    %59 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %57 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%58 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %60 = tensor.empty() : tensor<1x4x32xf32>
    %61 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<1x1x32xf32>) outs(%60 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x32xf32>
    %62 = tensor.empty() : tensor<1x4x32xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %61 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%62 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %64 = tensor.empty() : tensor<1x4x32xf32>
    %65 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %63 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%64 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.subf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %66 = tensor.empty() : tensor<1x4x32xf32>
    %67 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %57 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%66 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %68 = tensor.empty() : tensor<1x4x32xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %61 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%68 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %70 = tensor.empty() : tensor<1x4x32xf32>
    %71 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %69 : tensor<1x4x32xf32>, tensor<1x4x32xf32>) outs(%70 : tensor<1x4x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.addf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x4x32xf32>
    %72 = tensor.empty() : tensor<1x4x64xf32>
    %inserted_slice = tensor.insert_slice %65 into %72[0, 0, 0] [1, 4, 32] [1, 1, 1] : tensor<1x4x32xf32> into tensor<1x4x64xf32>
    %inserted_slice_14 = tensor.insert_slice %71 into %inserted_slice[0, 0, 32] [1, 4, 32] [1, 1, 1] : tensor<1x4x32xf32> into tensor<1x4x64xf32>
    %73 = tensor.empty() : tensor<1x4x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_14 : tensor<1x4x64xf32>) outs(%73 : tensor<1x4x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %205 = arith.truncf %in : f32 to bf16
      linalg.yield %205 : bf16
    } -> tensor<1x4x64xbf16>
    %extracted_slice_15 = tensor.extract_slice %expanded_10[0, 0, 0] [1, 2, 32] [1, 1, 1] : tensor<1x2x64xf32> to tensor<1x2x32xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded_10[0, 0, 32] [1, 2, 32] [1, 1, 1] : tensor<1x2x64xf32> to tensor<1x2x32xf32>
    %75 = tensor.empty() : tensor<1x2x32xf32>
    %76 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<1x1x32xf32>) outs(%75 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x32xf32>
    %77 = tensor.empty() : tensor<1x2x32xf32>
    %78 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15, %76 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%77 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %79 = tensor.empty() : tensor<1x2x32xf32>
    %80 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<1x1x32xf32>) outs(%79 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x32xf32>
    %81 = tensor.empty() : tensor<1x2x32xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_16, %80 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%81 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %83 = tensor.empty() : tensor<1x2x32xf32>
    %84 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %82 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%83 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.subf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %85 = tensor.empty() : tensor<1x2x32xf32>
    %86 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_16, %76 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%85 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %87 = tensor.empty() : tensor<1x2x32xf32>
    %88 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15, %80 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%87 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %89 = tensor.empty() : tensor<1x2x32xf32>
    %90 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %88 : tensor<1x2x32xf32>, tensor<1x2x32xf32>) outs(%89 : tensor<1x2x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.addf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x2x32xf32>
    %91 = tensor.empty() : tensor<1x2x64xf32>
    %inserted_slice_17 = tensor.insert_slice %84 into %91[0, 0, 0] [1, 2, 32] [1, 1, 1] : tensor<1x2x32xf32> into tensor<1x2x64xf32>
    %inserted_slice_18 = tensor.insert_slice %90 into %inserted_slice_17[0, 0, 32] [1, 2, 32] [1, 1, 1] : tensor<1x2x32xf32> into tensor<1x2x64xf32>
    %92 = tensor.empty() : tensor<1x2x64xbf16>
    %93 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_18 : tensor<1x2x64xf32>) outs(%92 : tensor<1x2x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %205 = arith.truncf %in : f32 to bf16
      linalg.yield %205 : bf16
    } -> tensor<1x2x64xbf16>
    %94 = tensor.empty() : tensor<i1>
    %95 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%94 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %205 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %205 : i1
    } -> tensor<i1>
    %96 = tensor.empty() : tensor<i32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%96 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %205 = arith.addi %in, %c128_i32 : i32
      linalg.yield %205 : i32
    } -> tensor<i32>
    %98 = tensor.empty() : tensor<i32>
    %99 = linalg.generic {indexing_maps = [#map5, #map5, #map5, #map5], iterator_types = []} ins(%95, %97, %arg0 : tensor<i1>, tensor<i32>, tensor<i32>) outs(%98 : tensor<i32>) {
    ^bb0(%in: i1, %in_35: i32, %in_36: i32, %out: i32):
      %205 = arith.select %in, %in_35, %in_36 : i32
      linalg.yield %205 : i32
    } -> tensor<i32>
    %extracted = tensor.extract %99[] : tensor<i32>
    %100 = arith.index_cast %extracted : i32 to index
    %101 = arith.maxsi %100, %c0 : index
    %102 = arith.minsi %101, %c127 : index
    %inserted_slice_19 = tensor.insert_slice %93 into %arg2[%102, 0, 0] [1, 2, 64] [1, 1, 1] : tensor<1x2x64xbf16> into tensor<128x2x64xbf16>
    %extracted_20 = tensor.extract %99[] : tensor<i32>
    %103 = arith.index_cast %extracted_20 : i32 to index
    %104 = arith.maxsi %103, %c0 : index
    %105 = arith.minsi %104, %c127 : index
    %inserted_slice_21 = tensor.insert_slice %expanded_11 into %arg3[%105, 0, 0] [1, 2, 64] [1, 1, 1] : tensor<1x2x64xbf16> into tensor<128x2x64xbf16>
    %106 = tensor.empty() : tensor<128xi32>
    %107 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%106 : tensor<128xi32>) {
    ^bb0(%out: i32):
      %205 = linalg.index 0 : index
      %206 = arith.index_cast %205 : index to i32
      linalg.yield %206 : i32
    } -> tensor<128xi32>
    %108 = tensor.empty() : tensor<128xi32>
    %109 = linalg.generic {indexing_maps = [#map10, #map4], iterator_types = ["parallel"]} ins(%arg0 : tensor<i32>) outs(%108 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128xi32>
    %110 = tensor.empty() : tensor<128xi1>
    %111 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%107, %109 : tensor<128xi32>, tensor<128xi32>) outs(%110 : tensor<128xi1>) {
    ^bb0(%in: i32, %in_35: i32, %out: i1):
      %205 = arith.cmpi sle, %in, %in_35 : i32
      linalg.yield %205 : i1
    } -> tensor<128xi1>
    %expanded_22 = tensor.expand_shape %74 [[0], [1, 2], [3]] output_shape [1, 2, 2, 64] : tensor<1x4x64xbf16> into tensor<1x2x2x64xbf16>
    %112 = tensor.empty() : tensor<2x128x64xbf16>
    %113 = linalg.generic {indexing_maps = [#map11, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_19 : tensor<128x2x64xbf16>) outs(%112 : tensor<2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x128x64xbf16>
    %114 = tensor.empty() : tensor<2x64x1x2xbf16>
    %115 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<1x2x2x64xbf16>) outs(%114 : tensor<2x64x1x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x1x2xbf16>
    %collapsed_23 = tensor.collapse_shape %115 [[0], [1], [2, 3]] : tensor<2x64x1x2xbf16> into tensor<2x64x2xbf16>
    %116 = tensor.empty() : tensor<2x128x2xf32>
    %117 = linalg.fill ins(%cst_8 : f32) outs(%116 : tensor<2x128x2xf32>) -> tensor<2x128x2xf32>
    %118 = linalg.batch_matmul ins(%113, %collapsed_23 : tensor<2x128x64xbf16>, tensor<2x64x2xbf16>) outs(%117 : tensor<2x128x2xf32>) -> tensor<2x128x2xf32>
    %expanded_24 = tensor.expand_shape %118 [[0], [1], [2, 3]] output_shape [2, 128, 1, 2] : tensor<2x128x2xf32> into tensor<2x128x1x2xf32>
    %119 = tensor.empty() : tensor<2x2x1x128xf32>
    %120 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x128x1x2xf32>) outs(%119 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x1x128xf32>
    %121 = tensor.empty() : tensor<2x2x1x128xf32>
    %122 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<2x2x1x128xf32>) outs(%121 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %cst_2 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1x128xf32>
    %123 = tensor.empty() : tensor<2x2x1x128xi1>
    %124 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<128xi1>) outs(%123 : tensor<2x2x1x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x1x128xi1>
    %125 = tensor.empty() : tensor<2x2x1x128xf32>
    %126 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %122 : tensor<2x2x1x128xi1>, tensor<2x2x1x128xf32>) outs(%125 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: i1, %in_35: f32, %out: f32):
      %205 = arith.select %in, %in_35, %cst_1 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1x128xf32>
    %127 = tensor.empty() : tensor<2x2x1xf32>
    %128 = linalg.fill ins(%cst_0 : f32) outs(%127 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %129 = linalg.generic {indexing_maps = [#map13, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%126 : tensor<2x2x1x128xf32>) outs(%128 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.maximumf %out, %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1xf32>
    %130 = tensor.empty() : tensor<2x2x1x128xf32>
    %131 = linalg.generic {indexing_maps = [#map16, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129 : tensor<2x2x1xf32>) outs(%130 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x1x128xf32>
    %132 = tensor.empty() : tensor<2x2x1x128xf32>
    %133 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126, %131 : tensor<2x2x1x128xf32>, tensor<2x2x1x128xf32>) outs(%132 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.subf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1x128xf32>
    %134 = tensor.empty() : tensor<2x2x1x128xf32>
    %135 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133 : tensor<2x2x1x128xf32>) outs(%134 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.exp %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1x128xf32>
    %136 = tensor.empty() : tensor<2x2x1xf32>
    %137 = linalg.fill ins(%cst_8 : f32) outs(%136 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %138 = linalg.generic {indexing_maps = [#map13, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135 : tensor<2x2x1x128xf32>) outs(%137 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %out, %in : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1xf32>
    %139 = tensor.empty() : tensor<2x2x1x128xf32>
    %140 = linalg.generic {indexing_maps = [#map16, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%138 : tensor<2x2x1xf32>) outs(%139 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x1x128xf32>
    %141 = tensor.empty() : tensor<2x2x1x128xf32>
    %142 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %140 : tensor<2x2x1x128xf32>, tensor<2x2x1x128xf32>) outs(%141 : tensor<2x2x1x128xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.divf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<2x2x1x128xf32>
    %143 = tensor.empty() : tensor<2x2x1x128xbf16>
    %144 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<2x2x1x128xf32>) outs(%143 : tensor<2x2x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %205 = arith.truncf %in : f32 to bf16
      linalg.yield %205 : bf16
    } -> tensor<2x2x1x128xbf16>
    %145 = tensor.empty() : tensor<2x64x128xbf16>
    %146 = linalg.generic {indexing_maps = [#map17, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_21 : tensor<128x2x64xbf16>) outs(%145 : tensor<2x64x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x64x128xbf16>
    %147 = tensor.empty() : tensor<2x128x2x1xbf16>
    %148 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144 : tensor<2x2x1x128xbf16>) outs(%147 : tensor<2x128x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x128x2x1xbf16>
    %collapsed_25 = tensor.collapse_shape %148 [[0], [1], [2, 3]] : tensor<2x128x2x1xbf16> into tensor<2x128x2xbf16>
    %149 = tensor.empty() : tensor<2x64x2xbf16>
    %150 = linalg.fill ins(%cst_5 : bf16) outs(%149 : tensor<2x64x2xbf16>) -> tensor<2x64x2xbf16>
    %151 = linalg.batch_matmul ins(%146, %collapsed_25 : tensor<2x64x128xbf16>, tensor<2x128x2xbf16>) outs(%150 : tensor<2x64x2xbf16>) -> tensor<2x64x2xbf16>
    %expanded_26 = tensor.expand_shape %151 [[0], [1], [2, 3]] output_shape [2, 64, 2, 1] : tensor<2x64x2xbf16> into tensor<2x64x2x1xbf16>
    %152 = tensor.empty() : tensor<1x2x2x64xbf16>
    %153 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x64x2x1xbf16>) outs(%152 : tensor<1x2x2x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x64xbf16>
    %collapsed_27 = tensor.collapse_shape %153 [[0, 1, 2, 3]] : tensor<1x2x2x64xbf16> into tensor<256xbf16>
    %154 = tensor.empty() : tensor<256xbf16>
    %155 = linalg.fill ins(%cst_5 : bf16) outs(%154 : tensor<256xbf16>) -> tensor<256xbf16>
    %156 = linalg.vecmat ins(%collapsed_27, %arg7 : tensor<256xbf16>, tensor<256x256xbf16>) outs(%155 : tensor<256xbf16>) -> tensor<256xbf16>
    %expanded_28 = tensor.expand_shape %156 [[0, 1]] output_shape [1, 256] : tensor<256xbf16> into tensor<1x256xbf16>
    %157 = tensor.empty() : tensor<1x256xbf16>
    %158 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %expanded_28 : tensor<1x256xbf16>, tensor<1x256xbf16>) outs(%157 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.addf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    %159 = tensor.empty() : tensor<1x256xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<1x256xbf16>) outs(%159 : tensor<1x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %205 = arith.extf %in : bf16 to f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %161 = tensor.empty() : tensor<1x256xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<1x256xf32>) outs(%161 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.mulf %in, %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %163 = tensor.empty() : tensor<1xf32>
    %164 = linalg.fill ins(%cst_8 : f32) outs(%163 : tensor<1xf32>) -> tensor<1xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%162 : tensor<1x256xf32>) outs(%164 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %out, %in : f32
      linalg.yield %205 : f32
    } -> tensor<1xf32>
    %expanded_29 = tensor.expand_shape %165 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %166 = tensor.empty() : tensor<1x1xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_29 : tensor<1x1xf32>) outs(%166 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.divf %in, %cst_7 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %168 = tensor.empty() : tensor<1x1xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%167 : tensor<1x1xf32>) outs(%168 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = arith.addf %in, %cst_6 : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %170 = tensor.empty() : tensor<1x1xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%169 : tensor<1x1xf32>) outs(%170 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %205 = math.rsqrt %in : f32
      linalg.yield %205 : f32
    } -> tensor<1x1xf32>
    %172 = tensor.empty() : tensor<1x256xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%171 : tensor<1x1xf32>) outs(%172 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %174 = tensor.empty() : tensor<1x256xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%160, %173 : tensor<1x256xf32>, tensor<1x256xf32>) outs(%174 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %205 = arith.mulf %in, %in_35 : f32
      linalg.yield %205 : f32
    } -> tensor<1x256xf32>
    %176 = tensor.empty() : tensor<1x256xbf16>
    %177 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<1x256xf32>) outs(%176 : tensor<1x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %205 = arith.truncf %in : f32 to bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    %178 = tensor.empty() : tensor<1x256xbf16>
    %179 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<256xbf16>) outs(%178 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x256xbf16>
    %180 = tensor.empty() : tensor<1x256xbf16>
    %181 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%177, %179 : tensor<1x256xbf16>, tensor<1x256xbf16>) outs(%180 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.mulf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    %collapsed_30 = tensor.collapse_shape %181 [[0, 1]] : tensor<1x256xbf16> into tensor<256xbf16>
    %182 = tensor.empty() : tensor<512xbf16>
    %183 = linalg.fill ins(%cst_5 : bf16) outs(%182 : tensor<512xbf16>) -> tensor<512xbf16>
    %184 = linalg.vecmat ins(%collapsed_30, %arg8 : tensor<256xbf16>, tensor<256x512xbf16>) outs(%183 : tensor<512xbf16>) -> tensor<512xbf16>
    %expanded_31 = tensor.expand_shape %184 [[0, 1]] output_shape [1, 512] : tensor<512xbf16> into tensor<1x512xbf16>
    %185 = tensor.empty() : tensor<1x512xbf16>
    %186 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_31 : tensor<1x512xbf16>) outs(%185 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %205 = arith.negf %in : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %187 = tensor.empty() : tensor<1x512xbf16>
    %188 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%186 : tensor<1x512xbf16>) outs(%187 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %205 = math.exp %in : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %189 = tensor.empty() : tensor<1x512xbf16>
    %190 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%188 : tensor<1x512xbf16>) outs(%189 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %205 = arith.addf %in, %cst : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %191 = tensor.empty() : tensor<1x512xbf16>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%190 : tensor<1x512xbf16>) outs(%191 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %205 = arith.divf %cst, %in : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %193 = tensor.empty() : tensor<1x512xbf16>
    %194 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_31, %192 : tensor<1x512xbf16>, tensor<1x512xbf16>) outs(%193 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.mulf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %195 = tensor.empty() : tensor<512xbf16>
    %196 = linalg.fill ins(%cst_5 : bf16) outs(%195 : tensor<512xbf16>) -> tensor<512xbf16>
    %197 = linalg.vecmat ins(%collapsed_30, %arg9 : tensor<256xbf16>, tensor<256x512xbf16>) outs(%196 : tensor<512xbf16>) -> tensor<512xbf16>
    %expanded_32 = tensor.expand_shape %197 [[0, 1]] output_shape [1, 512] : tensor<512xbf16> into tensor<1x512xbf16>
    %198 = tensor.empty() : tensor<1x512xbf16>
    %199 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%194, %expanded_32 : tensor<1x512xbf16>, tensor<1x512xbf16>) outs(%198 : tensor<1x512xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.mulf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x512xbf16>
    %collapsed_33 = tensor.collapse_shape %199 [[0, 1]] : tensor<1x512xbf16> into tensor<512xbf16>
    %200 = tensor.empty() : tensor<256xbf16>
    %201 = linalg.fill ins(%cst_5 : bf16) outs(%200 : tensor<256xbf16>) -> tensor<256xbf16>
    %202 = linalg.vecmat ins(%collapsed_33, %arg10 : tensor<512xbf16>, tensor<512x256xbf16>) outs(%201 : tensor<256xbf16>) -> tensor<256xbf16>
    %expanded_34 = tensor.expand_shape %202 [[0, 1]] output_shape [1, 256] : tensor<256xbf16> into tensor<1x256xbf16>
    %203 = tensor.empty() : tensor<1x256xbf16>
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%158, %expanded_34 : tensor<1x256xbf16>, tensor<1x256xbf16>) outs(%203 : tensor<1x256xbf16>) {
    ^bb0(%in: bf16, %in_35: bf16, %out: bf16):
      %205 = arith.addf %in, %in_35 : bf16
      linalg.yield %205 : bf16
    } -> tensor<1x256xbf16>
    return %inserted_slice_19, %inserted_slice_21, %204 : tensor<128x2x64xbf16>, tensor<128x2x64xbf16>, tensor<1x256xbf16>
  }
}
