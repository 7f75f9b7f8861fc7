// Written by regenerate.py.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1) -> (d1, d0)>
module @jit_jax_loss_train {
  func.func @main(%arg0: tensor<128xi32>, %arg1: tensor<128xi32>, %arg2: tensor<96x256xbf16>, %arg3: tensor<256x96xbf16>) -> (tensor<bf16>, tensor<96x256xbf16>, tensor<256x96xbf16>) {
    %cst = arith.constant -1.000000e+00 : bf16
    %cst_0 = arith.constant 1.280000e+02 : f32
    %cst_1 = arith.constant 0x7FC00000 : f32
    %c95 = arith.constant 95 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 0.000000e+00 : bf16
    %cst_5 = arith.constant 0x7FC0 : bf16
    %true = arith.constant true
    %c95_i32 = arith.constant 95 : i32
    %c96_i32 = arith.constant 96 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<96x256xbf16>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<128x96xf32>
    %0 = tensor.empty() : tensor<128xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi32>) outs(%0 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128xi1>
    %2 = tensor.empty() : tensor<128xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<128xi32>) outs(%2 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %115 = arith.addi %in, %c96_i32 : i32
      linalg.yield %115 : i32
    } -> tensor<128xi32>
    %4 = tensor.empty() : tensor<128xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %3, %arg0 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%4 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_15: i32, %in_16: i32, %out: i32):
      %115 = arith.select %in, %in_15, %in_16 : i32
      linalg.yield %115 : i32
    } -> tensor<128xi32>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %6 = tensor.empty() : tensor<128x1xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<128x1xi32>) outs(%6 : tensor<128x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128x1xi1>
    %8 = tensor.empty() : tensor<128x1xi1>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<128x1xi32>) outs(%8 : tensor<128x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi sle, %in, %c95_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128x1xi1>
    %10 = tensor.empty() : tensor<128x1xi1>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %9 : tensor<128x1xi1>, tensor<128x1xi1>) outs(%10 : tensor<128x1xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %115 = arith.andi %in, %in_15 : i1
      linalg.yield %115 : i1
    } -> tensor<128x1xi1>
    %12 = tensor.empty() : tensor<128xi1>
    %13 = linalg.fill ins(%true : i1) outs(%12 : tensor<128xi1>) -> tensor<128xi1>
    %14 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<128x1xi1>) outs(%13 : tensor<128xi1>) {
    ^bb0(%in: i1, %out: i1):
      %115 = arith.andi %out, %in : i1
      linalg.yield %115 : i1
    } -> tensor<128xi1>
    %15 = tensor.empty() : tensor<128x1x256xbf16>
    %16 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<128x1xi32>) outs(%15 : tensor<128x1x256xbf16>) {
    ^bb0(%in: i32, %out: bf16):
      %115 = arith.index_cast %in : i32 to index
      %116 = linalg.index 2 : index
      %extracted = tensor.extract %arg2[%115, %116] : tensor<96x256xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<128x1x256xbf16>
    %collapsed = tensor.collapse_shape %16 [[0], [1, 2]] : tensor<128x1x256xbf16> into tensor<128x256xbf16>
    %17 = tensor.empty() : tensor<128x256xi1>
    %18 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128xi1>) outs(%17 : tensor<128x256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<128x256xi1>
    %19 = tensor.empty() : tensor<128x256xbf16>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %collapsed : tensor<128x256xi1>, tensor<128x256xbf16>) outs(%19 : tensor<128x256xbf16>) {
    ^bb0(%in: i1, %in_15: bf16, %out: bf16):
      %115 = arith.select %in, %in_15, %cst_5 : bf16
      linalg.yield %115 : bf16
    } -> tensor<128x256xbf16>
    %21 = tensor.empty() : tensor<128x96xbf16>
    %22 = linalg.fill ins(%cst_4 : bf16) outs(%21 : tensor<128x96xbf16>) -> tensor<128x96xbf16>
    %23 = linalg.matmul ins(%20, %arg3 : tensor<128x256xbf16>, tensor<256x96xbf16>) outs(%22 : tensor<128x96xbf16>) -> tensor<128x96xbf16>
    %24 = tensor.empty() : tensor<128x96xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<128x96xbf16>) outs(%24 : tensor<128x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %115 = arith.extf %in : bf16 to f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %26 = tensor.empty() : tensor<128xf32>
    %27 = linalg.fill ins(%cst_3 : f32) outs(%26 : tensor<128xf32>) -> tensor<128xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%25 : tensor<128x96xf32>) outs(%27 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.maximumf %out, %in : f32
      linalg.yield %115 : f32
    } -> tensor<128xf32>
    %29 = tensor.empty() : tensor<128x96xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<128xf32>) outs(%29 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %31 = tensor.empty() : tensor<128x96xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %30 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%31 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %115 = arith.subf %in, %in_15 : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %33 = tensor.empty() : tensor<128x96xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x96xf32>) outs(%33 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.exp %in : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %35 = tensor.empty() : tensor<128xf32>
    %36 = linalg.fill ins(%cst_2 : f32) outs(%35 : tensor<128xf32>) -> tensor<128xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%34 : tensor<128x96xf32>) outs(%36 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %out, %in : f32
      linalg.yield %115 : f32
    } -> tensor<128xf32>
    %expanded_8 = tensor.expand_shape %37 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %38 = tensor.empty() : tensor<128x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_8 : tensor<128x1xf32>) outs(%38 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = math.log %in : f32
      linalg.yield %115 : f32
    } -> tensor<128x1xf32>
    %40 = tensor.empty() : tensor<128x96xf32>
    %41 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<128x1xf32>) outs(%40 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %42 = tensor.empty() : tensor<128x96xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %41 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%42 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %115 = arith.subf %in, %in_15 : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %expanded_9 = tensor.expand_shape %arg1 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %44 = tensor.empty() : tensor<128x1xi1>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_9 : tensor<128x1xi32>) outs(%44 : tensor<128x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128x1xi1>
    %46 = tensor.empty() : tensor<128x1xi32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_9 : tensor<128x1xi32>) outs(%46 : tensor<128x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      %115 = arith.addi %in, %c96_i32 : i32
      linalg.yield %115 : i32
    } -> tensor<128x1xi32>
    %48 = tensor.empty() : tensor<128x1xi32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%45, %47, %expanded_9 : tensor<128x1xi1>, tensor<128x1xi32>, tensor<128x1xi32>) outs(%48 : tensor<128x1xi32>) {
    ^bb0(%in: i1, %in_15: i32, %in_16: i32, %out: i32):
      %115 = arith.select %in, %in_15, %in_16 : i32
      linalg.yield %115 : i32
    } -> tensor<128x1xi32>
    %expanded_10 = tensor.expand_shape %49 [[0], [1, 2]] output_shape [128, 1, 1] : tensor<128x1xi32> into tensor<128x1x1xi32>
    %50 = tensor.empty() : tensor<128x1x1xi1>
    %51 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<128x1x1xi32>) outs(%50 : tensor<128x1x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128x1x1xi1>
    %52 = tensor.empty() : tensor<128x1x1xi1>
    %53 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<128x1x1xi32>) outs(%52 : tensor<128x1x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %115 = arith.cmpi sle, %in, %c95_i32 : i32
      linalg.yield %115 : i1
    } -> tensor<128x1x1xi1>
    %54 = tensor.empty() : tensor<128x1x1xi1>
    %55 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %53 : tensor<128x1x1xi1>, tensor<128x1x1xi1>) outs(%54 : tensor<128x1x1xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %115 = arith.andi %in, %in_15 : i1
      linalg.yield %115 : i1
    } -> tensor<128x1x1xi1>
    %56 = tensor.empty() : tensor<128x1xi1>
    %57 = linalg.fill ins(%true : i1) outs(%56 : tensor<128x1xi1>) -> tensor<128x1xi1>
    %58 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55 : tensor<128x1x1xi1>) outs(%57 : tensor<128x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %115 = arith.andi %out, %in : i1
      linalg.yield %115 : i1
    } -> tensor<128x1xi1>
    %59 = tensor.empty() : tensor<128x1xf32>
    %60 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%59 : tensor<128x1xf32>) {
    ^bb0(%out: f32):
      %115 = linalg.index 0 : index
      %extracted = tensor.extract %expanded_10[%115, %c0, %c0] : tensor<128x1x1xi32>
      %116 = arith.index_cast %extracted : i32 to index
      %117 = arith.maxsi %116, %c0 : index
      %118 = arith.minsi %117, %c95 : index
      %extracted_15 = tensor.extract %43[%115, %118] : tensor<128x96xf32>
      linalg.yield %extracted_15 : f32
    } -> tensor<128x1xf32>
    %61 = tensor.empty() : tensor<128x1xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%58, %60 : tensor<128x1xi1>, tensor<128x1xf32>) outs(%61 : tensor<128x1xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %115 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %115 : f32
    } -> tensor<128x1xf32>
    %63 = tensor.empty() : tensor<f32>
    %64 = linalg.fill ins(%cst_2 : f32) outs(%63 : tensor<f32>) -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["reduction", "reduction"]} ins(%62 : tensor<128x1xf32>) outs(%64 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %out, %in : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %66 = tensor.empty() : tensor<f32>
    %67 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%65 : tensor<f32>) outs(%66 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_0 : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %68 = tensor.empty() : tensor<bf16>
    %69 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%67 : tensor<f32>) outs(%68 : tensor<bf16>) {
    ^bb0(%in: f32, %out: bf16):
      %115 = arith.truncf %in : f32 to bf16
      linalg.yield %115 : bf16
    } -> tensor<bf16>
    %70 = tensor.empty() : tensor<bf16>
    %71 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%69 : tensor<bf16>) outs(%70 : tensor<bf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %115 = arith.negf %in : bf16
      linalg.yield %115 : bf16
    } -> tensor<bf16>
    %72 = tensor.empty() : tensor<bf16>
    %73 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%72 : tensor<bf16>) {
    ^bb0(%out: bf16):
      linalg.yield %cst : bf16
    } -> tensor<bf16>
    %74 = tensor.empty() : tensor<f32>
    %75 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%73 : tensor<bf16>) outs(%74 : tensor<f32>) {
    ^bb0(%in: bf16, %out: f32):
      %115 = arith.extf %in : bf16 to f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %76 = tensor.empty() : tensor<f32>
    %77 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%75 : tensor<f32>) outs(%76 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.divf %in, %cst_0 : f32
      linalg.yield %115 : f32
    } -> tensor<f32>
    %78 = tensor.empty() : tensor<128x1xf32>
    %79 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<f32>) outs(%78 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %80 = tensor.empty() : tensor<128x1x1xi32>
    %81 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel", "parallel"]} outs(%80 : tensor<128x1x1xi32>) {
    ^bb0(%out: i32):
      %115 = linalg.index 0 : index
      %116 = arith.index_cast %115 : index to i32
      linalg.yield %116 : i32
    } -> tensor<128x1x1xi32>
    %82 = tensor.empty() : tensor<128x1x2xi32>
    %inserted_slice = tensor.insert_slice %81 into %82[0, 0, 0] [128, 1, 1] [1, 1, 1] : tensor<128x1x1xi32> into tensor<128x1x2xi32>
    %inserted_slice_11 = tensor.insert_slice %expanded_10 into %inserted_slice[0, 0, 1] [128, 1, 1] [1, 1, 1] : tensor<128x1x1xi32> into tensor<128x1x2xi32>
    %collapsed_12 = tensor.collapse_shape %inserted_slice_11 [[0, 1], [2]] : tensor<128x1x2xi32> into tensor<128x2xi32>
    %collapsed_13 = tensor.collapse_shape %79 [[0, 1]] : tensor<128x1xf32> into tensor<128xf32>
    %83 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%collapsed_13, %collapsed_12 : tensor<128xf32>, tensor<128x2xi32>) outs(%cst_7 : tensor<128x96xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      %115 = arith.addf %arg5, %arg4 : f32
      iree_linalg_ext.yield %115 : f32
    } -> tensor<128x96xf32>
    %84 = tensor.empty() : tensor<128x96xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<128x96xf32>) outs(%84 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.negf %in : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %86 = tensor.empty() : tensor<128xf32>
    %87 = linalg.fill ins(%cst_2 : f32) outs(%86 : tensor<128xf32>) -> tensor<128xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%85 : tensor<128x96xf32>) outs(%87 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %out, %in : f32
      linalg.yield %115 : f32
    } -> tensor<128xf32>
    %expanded_14 = tensor.expand_shape %88 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %89 = tensor.empty() : tensor<128x1xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_14, %expanded_8 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%89 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %115 = arith.divf %in, %in_15 : f32
      linalg.yield %115 : f32
    } -> tensor<128x1xf32>
    %91 = tensor.empty() : tensor<128xf32>
    %92 = linalg.fill ins(%cst_2 : f32) outs(%91 : tensor<128xf32>) -> tensor<128xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%90 : tensor<128x1xf32>) outs(%92 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %115 = arith.addf %out, %in : f32
      linalg.yield %115 : f32
    } -> tensor<128xf32>
    %94 = tensor.empty() : tensor<128x96xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%93 : tensor<128xf32>) outs(%94 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %96 = tensor.empty() : tensor<128x96xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%95, %34 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%96 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %115 = arith.mulf %in, %in_15 : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %98 = tensor.empty() : tensor<128x96xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83, %97 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%98 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %115 = arith.addf %in, %in_15 : f32
      linalg.yield %115 : f32
    } -> tensor<128x96xf32>
    %100 = tensor.empty() : tensor<128x96xbf16>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<128x96xf32>) outs(%100 : tensor<128x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %115 = arith.truncf %in : f32 to bf16
      linalg.yield %115 : bf16
    } -> tensor<128x96xbf16>
    %102 = tensor.empty() : tensor<96x128xbf16>
    %103 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%101 : tensor<128x96xbf16>) outs(%102 : tensor<96x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<96x128xbf16>
    %104 = tensor.empty() : tensor<96x256xbf16>
    %105 = linalg.fill ins(%cst_4 : bf16) outs(%104 : tensor<96x256xbf16>) -> tensor<96x256xbf16>
    %106 = linalg.matmul ins(%103, %20 : tensor<96x128xbf16>, tensor<128x256xbf16>) outs(%105 : tensor<96x256xbf16>) -> tensor<96x256xbf16>
    %107 = tensor.empty() : tensor<256x96xbf16>
    %108 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<96x256xbf16>) outs(%107 : tensor<256x96xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<256x96xbf16>
    %109 = tensor.empty() : tensor<96x256xbf16>
    %110 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<256x96xbf16>) outs(%109 : tensor<96x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<96x256xbf16>
    %111 = tensor.empty() : tensor<128x256xbf16>
    %112 = linalg.fill ins(%cst_4 : bf16) outs(%111 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %113 = linalg.matmul ins(%101, %110 : tensor<128x96xbf16>, tensor<96x256xbf16>) outs(%112 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %114 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%113, %expanded : tensor<128x256xbf16>, tensor<128x1xi32>) outs(%cst_6 : tensor<96x256xbf16>) {
    ^bb0(%arg4: bf16, %arg5: bf16):
      %115 = arith.addf %arg5, %arg4 : bf16
      iree_linalg_ext.yield %115 : bf16
    } -> tensor<96x256xbf16>
    return %71, %114, %108 : tensor<bf16>, tensor<96x256xbf16>, tensor<256x96xbf16>
  }
}
