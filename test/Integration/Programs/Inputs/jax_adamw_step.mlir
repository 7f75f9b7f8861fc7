// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
module @jit_jax_adamw_step {
  func.func @main(%arg0: tensor<128x256xbf16>, %arg1: tensor<256x512xf32> {iree.abi.output = 0 : index}, %arg2: tensor<256x512xf32> {iree.abi.output = 1 : index}, %arg3: tensor<256x512xf32> {iree.abi.output = 2 : index}, %arg4: tensor<128x512xbf16>) -> (tensor<256x512xf32>, tensor<256x512xf32>, tensor<256x512xf32>, tensor<128x512xbf16>, tensor<128x256xbf16>) {
    %cst = arith.constant 7.812500e-03 : f32
    %cst_0 = arith.constant 9.99999993E-9 : f32
    %cst_1 = arith.constant 2.970100e-02 : f32
    %cst_2 = arith.constant 2.710000e-01 : f32
    %cst_3 = arith.constant 0.00999999977 : f32
    %cst_4 = arith.constant 9.900000e-01 : f32
    %cst_5 = arith.constant 1.000000e-01 : f32
    %cst_6 = arith.constant 0.899999976 : f32
    %cst_7 = arith.constant 0.000000e+00 : bf16
    %0 = tensor.empty() : tensor<256x512xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x512xf32>) outs(%0 : tensor<256x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %51 = arith.truncf %in : f32 to bf16
      linalg.yield %51 : bf16
    } -> tensor<256x512xbf16>
    %2 = tensor.empty() : tensor<128x512xbf16>
    %3 = linalg.fill ins(%cst_7 : bf16) outs(%2 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %4 = linalg.matmul ins(%arg0, %1 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%3 : tensor<128x512xbf16>) -> tensor<128x512xbf16>
    %5 = tensor.empty() : tensor<512x128xbf16>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<128x512xbf16>) outs(%5 : tensor<512x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x128xbf16>
    %7 = tensor.empty() : tensor<512x256xbf16>
    %8 = linalg.fill ins(%cst_7 : bf16) outs(%7 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %9 = linalg.matmul ins(%6, %arg0 : tensor<512x128xbf16>, tensor<128x256xbf16>) outs(%8 : tensor<512x256xbf16>) -> tensor<512x256xbf16>
    %10 = tensor.empty() : tensor<512x256xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<512x256xbf16>) outs(%10 : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %51 = arith.extf %in : bf16 to f32
      linalg.yield %51 : f32
    } -> tensor<512x256xf32>
    %12 = tensor.empty() : tensor<256x512xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<512x256xf32>) outs(%12 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x512xf32>
    %14 = tensor.empty() : tensor<512x256xbf16>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<256x512xbf16>) outs(%14 : tensor<512x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<512x256xbf16>
    %16 = tensor.empty() : tensor<128x256xbf16>
    %17 = linalg.fill ins(%cst_7 : bf16) outs(%16 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %18 = linalg.matmul ins(%arg4, %15 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%17 : tensor<128x256xbf16>) -> tensor<128x256xbf16>
    %19 = tensor.empty() : tensor<256x512xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<256x512xf32>) outs(%19 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_6 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %21 = tensor.empty() : tensor<256x512xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<256x512xf32>) outs(%21 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_5 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %23 = tensor.empty() : tensor<256x512xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %22 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%23 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.addf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %25 = tensor.empty() : tensor<256x512xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<256x512xf32>) outs(%25 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_4 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %27 = tensor.empty() : tensor<256x512xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<256x512xf32>) outs(%27 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_3 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %29 = tensor.empty() : tensor<256x512xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %13 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%29 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.mulf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %31 = tensor.empty() : tensor<256x512xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %30 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%31 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.addf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %33 = tensor.empty() : tensor<256x512xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<256x512xf32>) outs(%33 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.divf %in, %cst_2 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %35 = tensor.empty() : tensor<256x512xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<256x512xf32>) outs(%35 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.divf %in, %cst_1 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %37 = tensor.empty() : tensor<256x512xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<256x512xf32>) outs(%37 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.sqrt %in : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %39 = tensor.empty() : tensor<256x512xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<256x512xf32>) outs(%39 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %cst_0 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %41 = tensor.empty() : tensor<256x512xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %40 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%41 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.divf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %43 = tensor.empty() : tensor<256x512xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x512xf32>) outs(%43 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst_5 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %45 = tensor.empty() : tensor<256x512xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%42, %44 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%45 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.addf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %47 = tensor.empty() : tensor<256x512xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<256x512xf32>) outs(%47 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.mulf %in, %cst : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    %49 = tensor.empty() : tensor<256x512xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %48 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%49 : tensor<256x512xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %51 = arith.subf %in, %in_8 : f32
      linalg.yield %51 : f32
    } -> tensor<256x512xf32>
    return %50, %24, %32, %4, %18 : tensor<256x512xf32>, tensor<256x512xf32>, tensor<256x512xf32>, tensor<128x512xbf16>, tensor<128x256xbf16>
  }
}
