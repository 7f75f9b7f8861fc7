// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<64x256xbf16>, %arg1: tensor<8x256xbf16>, %arg2: tensor<8x256x1024xbf16>, %arg3: tensor<8x512x256xbf16>) -> tensor<64x256xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : bf16
    %cst_2 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<256x8xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x256xbf16>) outs(%0 : tensor<256x8xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<64x8xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<64x8xf32>) -> tensor<64x8xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<64x256xbf16>, tensor<256x8xbf16>) outs(%2 : tensor<64x8xf32>) -> tensor<64x8xf32>
    %4 = tensor.empty() : tensor<64x8xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x8xf32>) outs(%4 : tensor<64x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %42 = arith.truncf %in : f32 to bf16
      linalg.yield %42 : bf16
    } -> tensor<64x8xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<64x8xbf16>) outs(%1 : tensor<64x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %42 = arith.extf %in : bf16 to f32
      linalg.yield %42 : f32
    } -> tensor<64x8xf32>
    %7 = tensor.empty() : tensor<64xi64>
    %8 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<64xi64>) -> tensor<64xi64>
    %9 = tensor.empty() : tensor<64xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<64xf32>) -> tensor<64xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<64x8xf32>) outs(%10, %8 : tensor<64xf32>, tensor<64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_6: i64):
      %42 = linalg.index 1 : index
      %43 = arith.index_cast %42 : index to i64
      %44 = arith.maximumf %in, %out : f32
      %45 = arith.cmpf ogt, %in, %out : f32
      %46 = arith.select %45, %43, %out_6 : i64
      linalg.yield %44, %46 : f32, i64
    } -> (tensor<64xf32>, tensor<64xi64>)
    %expanded = tensor.expand_shape %11#0 [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %expanded : tensor<64x8xf32>, tensor<64x1xf32>) outs(%1 : tensor<64x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %42 = arith.subf %in, %in_6 : f32
      linalg.yield %42 : f32
    } -> tensor<64x8xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<64x8xf32>) outs(%1 : tensor<64x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = math.exp %in : f32
      linalg.yield %42 : f32
    } -> tensor<64x8xf32>
    %14 = tensor.empty() : tensor<64x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%13 : tensor<64x8xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.addf %in, %out : f32
      linalg.yield %42 : f32
    } -> tensor<64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<64x8xf32>, tensor<64x1xf32>) outs(%1 : tensor<64x8xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %42 = arith.divf %in, %in_6 : f32
      linalg.yield %42 : f32
    } -> tensor<64x8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<64x8xf32>) outs(%4 : tensor<64x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %42 = arith.truncf %in : f32 to bf16
      linalg.yield %42 : bf16
    } -> tensor<64x8xbf16>
    %19 = tensor.empty() : tensor<8x64x256xbf16>
    %20 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<64x256xbf16>) outs(%19 : tensor<8x64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<8x64x256xbf16>
    %21 = tensor.empty() : tensor<8x64x1024xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<8x64x1024xf32>) -> tensor<8x64x1024xf32>
    %23 = linalg.batch_matmul ins(%20, %arg2 : tensor<8x64x256xbf16>, tensor<8x256x1024xbf16>) outs(%22 : tensor<8x64x1024xf32>) -> tensor<8x64x1024xf32>
    %24 = tensor.empty() : tensor<8x64x1024xbf16>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<8x64x1024xf32>) outs(%24 : tensor<8x64x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %42 = arith.truncf %in : f32 to bf16
      linalg.yield %42 : bf16
    } -> tensor<8x64x1024xbf16>
    %extracted_slice = tensor.extract_slice %25[0, 0, 0] [8, 64, 512] [1, 1, 1] : tensor<8x64x1024xbf16> to tensor<8x64x512xbf16>
    %extracted_slice_3 = tensor.extract_slice %25[0, 0, 512] [8, 64, 512] [1, 1, 1] : tensor<8x64x1024xbf16> to tensor<8x64x512xbf16>
    %26 = tensor.empty() : tensor<8x64x512xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<8x64x512xbf16>) outs(%26 : tensor<8x64x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %42 = arith.extf %in : bf16 to f32
      linalg.yield %42 : f32
    } -> tensor<8x64x512xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<8x64x512xf32>) outs(%26 : tensor<8x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.negf %in : f32
      %43 = math.exp %42 : f32
      %44 = arith.addf %43, %cst_2 : f32
      %45 = arith.divf %cst_2, %44 : f32
      linalg.yield %45 : f32
    } -> tensor<8x64x512xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<8x64x512xf32>, tensor<8x64x512xf32>) outs(%26 : tensor<8x64x512xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %42 = arith.mulf %in, %in_6 : f32
      linalg.yield %42 : f32
    } -> tensor<8x64x512xf32>
    %30 = tensor.empty() : tensor<8x64x512xbf16>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<8x64x512xf32>) outs(%30 : tensor<8x64x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %42 = arith.truncf %in : f32 to bf16
      linalg.yield %42 : bf16
    } -> tensor<8x64x512xbf16>
    %32 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3, %31 : tensor<8x64x512xbf16>, tensor<8x64x512xbf16>) outs(%30 : tensor<8x64x512xbf16>) {
    ^bb0(%in: bf16, %in_6: bf16, %out: bf16):
      %42 = arith.mulf %in, %in_6 : bf16
      linalg.yield %42 : bf16
    } -> tensor<8x64x512xbf16>
    %33 = tensor.empty() : tensor<8x64x256xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<8x64x256xf32>) -> tensor<8x64x256xf32>
    %35 = linalg.batch_matmul ins(%32, %arg3 : tensor<8x64x512xbf16>, tensor<8x512x256xbf16>) outs(%34 : tensor<8x64x256xf32>) -> tensor<8x64x256xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<8x64x256xf32>) outs(%19 : tensor<8x64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %42 = arith.truncf %in : f32 to bf16
      linalg.yield %42 : bf16
    } -> tensor<8x64x256xbf16>
    %37 = tensor.empty() : tensor<8x64xbf16>
    %transposed_4 = linalg.transpose ins(%18 : tensor<64x8xbf16>) outs(%37 : tensor<8x64xbf16>) permutation = [1, 0] 
    %expanded_5 = tensor.expand_shape %transposed_4 [[0], [1, 2]] output_shape [8, 64, 1] : tensor<8x64xbf16> into tensor<8x64x1xbf16>
    %38 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %expanded_5 : tensor<8x64x256xbf16>, tensor<8x64x1xbf16>) outs(%19 : tensor<8x64x256xbf16>) {
    ^bb0(%in: bf16, %in_6: bf16, %out: bf16):
      %42 = arith.mulf %in, %in_6 : bf16
      linalg.yield %42 : bf16
    } -> tensor<8x64x256xbf16>
    %39 = tensor.empty() : tensor<64x256xbf16>
    %40 = linalg.fill ins(%cst_1 : bf16) outs(%39 : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %41 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "parallel", "parallel"]} ins(%38 : tensor<8x64x256xbf16>) outs(%40 : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %42 = arith.addf %in, %out : bf16
      linalg.yield %42 : bf16
    } -> tensor<64x256xbf16>
    return %41 : tensor<64x256xbf16>
  }
}
