// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s
// RUN: %if long %{ lowp-compile %s --chip=sm_103a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s %}

// Operands of bf16 in both orders, rows that threads store, groups and inputs of any kind. No spills, at most 168 registers, and
// (lowp-compile is strict) no notes of ptxas.

// CHECK:      kernel registers spills
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}
// CHECK-NEXT: {{.*}}gemm_{{[^ ]*}} {{([0-9]?[0-9]|1[0-5][0-9]|16[0-8])}} 0 {{[0-9]+}}

func.func @any_m(%0: memref<?x1024xbf16>, %1: memref<1024x1024xbf16>, %2: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0 : memref<?x1024xbf16>)
    rhs(%1 : memref<1024x1024xbf16>)
    outs(%2 : memref<?x1024xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @mn_major(%0: memref<1024x512xbf16>, %1: memref<1024x1024xbf16>, %2: memref<512x1024xf32>) {
  lowp.gemm lhs(%0 : memref<1024x512xbf16>)
    rhs(%1 : memref<1024x1024xbf16>)
    outs(%2 : memref<512x1024xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 4 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @mn_major_rhs(%0: memref<512x1024xbf16>, %1: memref<1024x1024xbf16>, %2: memref<512x1024xbf16>) {
  lowp.gemm lhs(%0 : memref<512x1024xbf16>)
    rhs(%1 : memref<1024x1024xbf16>)
    outs(%2 : memref<512x1024xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 6, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @odd_rows(%0: memref<?x1024xbf16>, %1: memref<1023x1024xbf16>, %2: memref<?x1023xf32>) {
  lowp.gemm lhs(%0 : memref<?x1024xbf16>)
    rhs(%1 : memref<1023x1024xbf16>)
    outs(%2 : memref<?x1023xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @groups(%0: memref<?x1024xbf16>, %1: memref<8x1024x1024xbf16>, %2: memref<8xi32>, %3: memref<?x1024xbf16>) {
  lowp.gemm lhs(%0 : memref<?x1024xbf16>)
    rhs(%1 : memref<8x1024x1024xbf16>)
    groups(%2 : memref<8xi32>)
    outs(%3 : memref<?x1024xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 2 : i64}>}
  return
}

func.func @inputs(%0: memref<?x1024xbf16>, %1: memref<1024x1024xbf16>, %2: memref<?x1024xbf16>, %3: memref<1024xf32>, %4: memref<?x1024xf32>) {
  lowp.gemm lhs(%0 : memref<?x1024xbf16>)
    rhs(%1 : memref<1024x1024xbf16>)
    ins(%2, %3 : memref<?x1024xbf16>, memref<1024xf32>)
    outs(%4 : memref<?x1024xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], input_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 2 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: bf16, %i1: f32):
    %w0 = arith.extf %i0 : bf16 to f32
    %c0 = arith.addf %s, %w0 : f32
    %c1 = arith.mulf %c0, %i1 : f32
    lowp.epilogue_yield %c1 : f32
  }
  return
}
