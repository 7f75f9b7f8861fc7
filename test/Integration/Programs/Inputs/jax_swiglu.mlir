// Written by regenerate.py.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module @jit_jax_swiglu {
  func.func @main(%arg0: tensor<1x64x256xbf16>, %arg1: tensor<256x512xbf16>, %arg2: tensor<256x512xbf16>, %arg3: tensor<512x256xbf16>) -> tensor<1x64x256xbf16> {
    %cst = arith.constant 1.000000e+00 : bf16
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x64x256xbf16> into tensor<64x256xbf16>
    %0 = tensor.empty() : tensor<64x512xbf16>
    %1 = linalg.fill ins(%cst_0 : bf16) outs(%0 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %2 = linalg.matmul ins(%collapsed, %arg1 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%1 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %expanded = tensor.expand_shape %2 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %3 = tensor.empty() : tensor<1x64x512xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x64x512xbf16>) outs(%3 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %21 = arith.negf %in : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %5 = tensor.empty() : tensor<1x64x512xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x512xbf16>) outs(%5 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %21 = math.exp %in : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %7 = tensor.empty() : tensor<1x64x512xbf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x512xbf16>) outs(%7 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %21 = arith.addf %in, %cst : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %9 = tensor.empty() : tensor<1x64x512xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x64x512xbf16>) outs(%9 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %21 = arith.divf %cst, %in : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %11 = tensor.empty() : tensor<1x64x512xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %10 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%11 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %21 = arith.mulf %in, %in_4 : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %13 = tensor.empty() : tensor<64x512xbf16>
    %14 = linalg.fill ins(%cst_0 : bf16) outs(%13 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %15 = linalg.matmul ins(%collapsed, %arg2 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%14 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %expanded_1 = tensor.expand_shape %15 [[0, 1], [2]] output_shape [1, 64, 512] : tensor<64x512xbf16> into tensor<1x64x512xbf16>
    %16 = tensor.empty() : tensor<1x64x512xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %expanded_1 : tensor<1x64x512xbf16>, tensor<1x64x512xbf16>) outs(%16 : tensor<1x64x512xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %21 = arith.mulf %in, %in_4 : bf16
      linalg.yield %21 : bf16
    } -> tensor<1x64x512xbf16>
    %collapsed_2 = tensor.collapse_shape %17 [[0, 1], [2]] : tensor<1x64x512xbf16> into tensor<64x512xbf16>
    %18 = tensor.empty() : tensor<64x256xbf16>
    %19 = linalg.fill ins(%cst_0 : bf16) outs(%18 : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %20 = linalg.matmul ins(%collapsed_2, %arg3 : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%19 : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %expanded_3 = tensor.expand_shape %20 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
    return %expanded_3 : tensor<1x64x256xbf16>
  }
}
