// Written by regenerate.py.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<() -> ()>
#map2 = affine_map<(d0, d1) -> ()>
module @jit_jax_dropout {
  func.func @main(%arg0: tensor<2xi32>, %arg1: tensor<64x256xbf16>, %arg2: tensor<256x512xbf16>) -> tensor<64x512xbf16> {
    %cst = arith.constant 7.500000e-01 : bf16
    %cst_0 = arith.constant 7.500000e-01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %c1065353216_i32 = arith.constant 1065353216 : i32
    %c9_i32 = arith.constant 9 : i32
    %c32_i32 = arith.constant 32 : i32
    %c466688986_i32 = arith.constant 466688986 : i32
    %c32_i64 = arith.constant 32 : i64
    %c512_i64 = arith.constant 512 : i64
    %cst_3 = arith.constant 0.000000e+00 : bf16
    %c1_i32 = arith.constant 1 : i32
    %c5_i32 = arith.constant 5 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_4 = arith.constant dense<[13, 15, 26, 6]> : tensor<4xi32>
    %cst_5 = arith.constant dense<[17, 29, 16, 24]> : tensor<4xi32>
    %cst_6 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<64x512xbf16>
    %1 = linalg.fill ins(%cst_3 : bf16) outs(%0 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %2 = linalg.matmul ins(%arg1, %arg2 : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%1 : tensor<64x512xbf16>) -> tensor<64x512xbf16>
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [] : tensor<1xi32> into tensor<i32>
    %extracted_slice_7 = tensor.extract_slice %arg0[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [] : tensor<1xi32> into tensor<i32>
    %3 = tensor.empty() : tensor<64x512xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<64x512xi64>) {
    ^bb0(%out: i64):
      %54 = linalg.index 0 : index
      %55 = arith.index_cast %54 : index to i64
      linalg.yield %55 : i64
    } -> tensor<64x512xi64>
    %5 = tensor.empty() : tensor<64x512xi64>
    %6 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%5 : tensor<64x512xi64>) {
    ^bb0(%out: i64):
      %54 = linalg.index 1 : index
      %55 = arith.index_cast %54 : index to i64
      linalg.yield %55 : i64
    } -> tensor<64x512xi64>
    %7 = tensor.empty() : tensor<64x512xi64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<64x512xi64>) outs(%7 : tensor<64x512xi64>) {
    ^bb0(%in: i64, %out: i64):
      %54 = arith.muli %in, %c512_i64 : i64
      linalg.yield %54 : i64
    } -> tensor<64x512xi64>
    %9 = tensor.empty() : tensor<64x512xi64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %6 : tensor<64x512xi64>, tensor<64x512xi64>) outs(%9 : tensor<64x512xi64>) {
    ^bb0(%in: i64, %in_9: i64, %out: i64):
      %54 = arith.addi %in, %in_9 : i64
      linalg.yield %54 : i64
    } -> tensor<64x512xi64>
    %11 = tensor.empty() : tensor<64x512xi64>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x512xi64>) outs(%11 : tensor<64x512xi64>) {
    ^bb0(%in: i64, %out: i64):
      %54 = arith.shrui %in, %c32_i64 : i64
      linalg.yield %54 : i64
    } -> tensor<64x512xi64>
    %13 = tensor.empty() : tensor<64x512xi32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x512xi64>) outs(%13 : tensor<64x512xi32>) {
    ^bb0(%in: i64, %out: i32):
      %54 = arith.trunci %in : i64 to i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %15 = tensor.empty() : tensor<64x512xi32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<64x512xi64>) outs(%15 : tensor<64x512xi32>) {
    ^bb0(%in: i64, %out: i32):
      %54 = arith.trunci %in : i64 to i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %17 = tensor.empty() : tensor<i32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = []} ins(%collapsed, %collapsed_8 : tensor<i32>, tensor<i32>) outs(%17 : tensor<i32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %54 = arith.xori %in, %in_9 : i32
      linalg.yield %54 : i32
    } -> tensor<i32>
    %19 = tensor.empty() : tensor<i32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%18 : tensor<i32>) outs(%19 : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %54 = arith.xori %in, %c466688986_i32 : i32
      linalg.yield %54 : i32
    } -> tensor<i32>
    %21 = tensor.empty() : tensor<64x512xi32>
    %22 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<i32>) outs(%21 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x512xi32>
    %23 = tensor.empty() : tensor<64x512xi32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %22 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%23 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %54 = arith.addi %in, %in_9 : i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %25 = tensor.empty() : tensor<64x512xi32>
    %26 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_8 : tensor<i32>) outs(%25 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x512xi32>
    %27 = tensor.empty() : tensor<64x512xi32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %26 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%27 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %54 = arith.addi %in, %in_9 : i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %29:8 = scf.for %arg3 = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%arg4 = %cst_6, %arg5 = %24, %arg6 = %28, %arg7 = %collapsed_8, %arg8 = %20, %arg9 = %collapsed, %arg10 = %cst_4, %arg11 = %cst_5) -> (tensor<i32>, tensor<64x512xi32>, tensor<64x512xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>)  : i32 {
      %54 = tensor.empty() : tensor<i32>
      %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%arg4 : tensor<i32>) outs(%54 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %132 = arith.addi %in, %c1_i32 : i32
        linalg.yield %132 : i32
      } -> tensor<i32>
      %extracted_slice_9 = tensor.extract_slice %arg10[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
      %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [] : tensor<1xi32> into tensor<i32>
      %56 = tensor.empty() : tensor<64x512xi32>
      %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5, %arg6 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%56 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %58 = tensor.empty() : tensor<64x512xi32>
      %59 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_10 : tensor<i32>) outs(%58 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %60 = tensor.empty() : tensor<64x512xi32>
      %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %59 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%60 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shli %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %62 = tensor.empty() : tensor<i32>
      %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%collapsed_10 : tensor<i32>) outs(%62 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %132 = arith.subi %c32_i32, %in : i32
        linalg.yield %132 : i32
      } -> tensor<i32>
      %64 = tensor.empty() : tensor<64x512xi32>
      %65 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<i32>) outs(%64 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %66 = tensor.empty() : tensor<64x512xi32>
      %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %65 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%66 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shrui %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %68 = tensor.empty() : tensor<64x512xi32>
      %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%61, %67 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%68 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.ori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %70 = tensor.empty() : tensor<64x512xi32>
      %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%57, %69 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%70 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.xori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %extracted_slice_11 = tensor.extract_slice %arg10[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
      %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [] : tensor<1xi32> into tensor<i32>
      %72 = tensor.empty() : tensor<64x512xi32>
      %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%57, %71 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%72 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %74 = tensor.empty() : tensor<64x512xi32>
      %75 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_12 : tensor<i32>) outs(%74 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %76 = tensor.empty() : tensor<64x512xi32>
      %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%71, %75 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%76 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shli %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %78 = tensor.empty() : tensor<i32>
      %79 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%collapsed_12 : tensor<i32>) outs(%78 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %132 = arith.subi %c32_i32, %in : i32
        linalg.yield %132 : i32
      } -> tensor<i32>
      %80 = tensor.empty() : tensor<64x512xi32>
      %81 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<i32>) outs(%80 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %82 = tensor.empty() : tensor<64x512xi32>
      %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%71, %81 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%82 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shrui %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %84 = tensor.empty() : tensor<64x512xi32>
      %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%77, %83 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%84 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.ori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %86 = tensor.empty() : tensor<64x512xi32>
      %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%73, %85 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%86 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.xori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %extracted_slice_13 = tensor.extract_slice %arg10[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
      %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [] : tensor<1xi32> into tensor<i32>
      %88 = tensor.empty() : tensor<64x512xi32>
      %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%73, %87 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%88 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %90 = tensor.empty() : tensor<64x512xi32>
      %91 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_14 : tensor<i32>) outs(%90 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %92 = tensor.empty() : tensor<64x512xi32>
      %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%87, %91 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%92 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shli %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %94 = tensor.empty() : tensor<i32>
      %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%collapsed_14 : tensor<i32>) outs(%94 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %132 = arith.subi %c32_i32, %in : i32
        linalg.yield %132 : i32
      } -> tensor<i32>
      %96 = tensor.empty() : tensor<64x512xi32>
      %97 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<i32>) outs(%96 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %98 = tensor.empty() : tensor<64x512xi32>
      %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%87, %97 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%98 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shrui %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %100 = tensor.empty() : tensor<64x512xi32>
      %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%93, %99 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%100 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.ori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %102 = tensor.empty() : tensor<64x512xi32>
      %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%89, %101 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%102 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.xori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %extracted_slice_15 = tensor.extract_slice %arg10[3] [1] [1] : tensor<4xi32> to tensor<1xi32>
      %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [] : tensor<1xi32> into tensor<i32>
      %104 = tensor.empty() : tensor<64x512xi32>
      %105 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%89, %103 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%104 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %106 = tensor.empty() : tensor<64x512xi32>
      %107 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_16 : tensor<i32>) outs(%106 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %108 = tensor.empty() : tensor<64x512xi32>
      %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%103, %107 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%108 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shli %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %110 = tensor.empty() : tensor<i32>
      %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = []} ins(%collapsed_16 : tensor<i32>) outs(%110 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %132 = arith.subi %c32_i32, %in : i32
        linalg.yield %132 : i32
      } -> tensor<i32>
      %112 = tensor.empty() : tensor<64x512xi32>
      %113 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<i32>) outs(%112 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %114 = tensor.empty() : tensor<64x512xi32>
      %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%103, %113 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%114 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.shrui %in, %in_17 : i32
        %133 = arith.cmpi ult, %in_17, %c32_i32 : i32
        %134 = arith.select %133, %132, %c0_i32 : i32
        linalg.yield %134 : i32
      } -> tensor<64x512xi32>
      %116 = tensor.empty() : tensor<64x512xi32>
      %117 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%109, %115 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%116 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.ori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %118 = tensor.empty() : tensor<64x512xi32>
      %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%105, %117 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%118 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.xori %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %120 = tensor.empty() : tensor<64x512xi32>
      %121 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<i32>) outs(%120 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %122 = tensor.empty() : tensor<64x512xi32>
      %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%105, %121 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%122 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %124 = tensor.empty() : tensor<64x512xi32>
      %125 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<i32>) outs(%124 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %126 = tensor.empty() : tensor<64x512xi32>
      %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%119, %125 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%126 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      %128 = tensor.empty() : tensor<64x512xi32>
      %129 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<i32>) outs(%128 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<64x512xi32>
      %130 = tensor.empty() : tensor<64x512xi32>
      %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%127, %129 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%130 : tensor<64x512xi32>) {
      ^bb0(%in: i32, %in_17: i32, %out: i32):
        %132 = arith.addi %in, %in_17 : i32
        linalg.yield %132 : i32
      } -> tensor<64x512xi32>
      scf.yield %55, %123, %131, %arg8, %arg9, %arg7, %arg11, %arg10 : tensor<i32>, tensor<64x512xi32>, tensor<64x512xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<4xi32>
    }
    %30 = tensor.empty() : tensor<64x512xi32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29#1, %29#2 : tensor<64x512xi32>, tensor<64x512xi32>) outs(%30 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %54 = arith.xori %in, %in_9 : i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %32 = tensor.empty() : tensor<64x512xi32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<64x512xi32>) outs(%32 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %out: i32):
      %54 = arith.shrui %in, %c9_i32 : i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %34 = tensor.empty() : tensor<64x512xi32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<64x512xi32>) outs(%34 : tensor<64x512xi32>) {
    ^bb0(%in: i32, %out: i32):
      %54 = arith.ori %in, %c1065353216_i32 : i32
      linalg.yield %54 : i32
    } -> tensor<64x512xi32>
    %36 = tensor.empty() : tensor<64x512xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<64x512xi32>) outs(%36 : tensor<64x512xf32>) {
    ^bb0(%in: i32, %out: f32):
      %54 = arith.bitcast %in : i32 to f32
      linalg.yield %54 : f32
    } -> tensor<64x512xf32>
    %38 = tensor.empty() : tensor<64x512xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<64x512xf32>) outs(%38 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.subf %in, %cst_2 : f32
      linalg.yield %54 : f32
    } -> tensor<64x512xf32>
    %40 = tensor.empty() : tensor<64x512xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<64x512xf32>) outs(%40 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.addf %in, %cst_1 : f32
      linalg.yield %54 : f32
    } -> tensor<64x512xf32>
    %42 = tensor.empty() : tensor<64x512xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<64x512xf32>) outs(%42 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.maximumf %in, %cst_1 : f32
      linalg.yield %54 : f32
    } -> tensor<64x512xf32>
    %44 = tensor.empty() : tensor<64x512xi1>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<64x512xf32>) outs(%44 : tensor<64x512xi1>) {
    ^bb0(%in: f32, %out: i1):
      %54 = arith.cmpf olt, %in, %cst_0 : f32
      linalg.yield %54 : i1
    } -> tensor<64x512xi1>
    %46 = tensor.empty() : tensor<64x512xbf16>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64x512xbf16>) outs(%46 : tensor<64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %54 = arith.divf %in, %cst : bf16
      linalg.yield %54 : bf16
    } -> tensor<64x512xbf16>
    %48 = tensor.empty() : tensor<bf16>
    %49 = linalg.generic {indexing_maps = [#map1], iterator_types = []} outs(%48 : tensor<bf16>) {
    ^bb0(%out: bf16):
      linalg.yield %cst_3 : bf16
    } -> tensor<bf16>
    %50 = tensor.empty() : tensor<64x512xbf16>
    %51 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<bf16>) outs(%50 : tensor<64x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<64x512xbf16>
    %52 = tensor.empty() : tensor<64x512xbf16>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%45, %47, %51 : tensor<64x512xi1>, tensor<64x512xbf16>, tensor<64x512xbf16>) outs(%52 : tensor<64x512xbf16>) {
    ^bb0(%in: i1, %in_9: bf16, %in_10: bf16, %out: bf16):
      %54 = arith.select %in, %in_9, %in_10 : bf16
      linalg.yield %54 : bf16
    } -> tensor<64x512xbf16>
    return %53 : tensor<64x512xbf16>
  }
}
