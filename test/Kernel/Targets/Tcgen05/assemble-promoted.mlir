// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_100a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// Partial sums that warps which store promote, with scales of tiles and of rows, of a pair, with groups of rows and inputs. No spills, and
// (lowp-compile is strict) no notes of ptxas; at most 224 registers.

// CHECK:      kernel registers spills
// CHECK-NEXT: any_m_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: f32_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: groups_f32_grouped_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: groups_grouped_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: pair_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: residual_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}
// CHECK-NEXT: rows_by_rows_gemm_{{[^ ]*}} {{(1[0-9][0-9]|2[01][0-9]|22[0-4])}} 0 {{[0-9]+}}

!rows = !lowp.scaled<?x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!tiles = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<128x128>>

func.func @any_m(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x16xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x16xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !rows, rhs_type = !tiles,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @f32(%a: memref<512x2048xf8E4M3FN>, %sa: memref<16x512xf32>, %b: memref<1024x2048xf8E5M2>, %sb: memref<8x16xf32>, %d: memref<512x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<512x2048xf8E4M3FN>, memref<16x512xf32>) rhs(%b, %sb : memref<1024x2048xf8E5M2>, memref<8x16xf32>) outs(%d : memref<512x1024xf32>)
    {lhs_type = !lowp.scaled<512x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x2048xf8E5M2, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @pair(%a: memref<512x2048xf8E4M3FN>, %sa: memref<16x512xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x16xf32>, %d: memref<512x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x2048xf8E4M3FN>, memref<16x512xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x16xf32>) outs(%d : memref<512x1024xbf16>)
    {lhs_type = !lowp.scaled<512x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !tiles,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 6, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64, pair}>}
  return
}

func.func @groups(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<8x1024x2048xf8E4M3FN>, %sb: memref<8x8x16xf32>, %ends: memref<8xi32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<8x1024x2048xf8E4M3FN>, memref<8x8x16xf32>) groups(%ends : memref<8xi32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !rows, rhs_type = !lowp.scaled<8x1024x2048xf8E4M3FN, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @groups_f32(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<8x1024x2048xf8E4M3FN>, %sb: memref<8x8x16xf32>, %ends: memref<8xi32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<8x1024x2048xf8E4M3FN>, memref<8x8x16xf32>) groups(%ends : memref<8xi32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !rows, rhs_type = !lowp.scaled<8x1024x2048xf8E4M3FN, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @rows_by_rows(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<16x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<16x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !rows, rhs_type = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>}
  return
}

func.func @residual(%a: memref<?x2048xf8E4M3FN>, %sa: memref<16x?xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<8x16xf32>, %i: memref<1024xbf16>, %j: memref<?x1024xbf16>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<16x?xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<8x16xf32>) ins(%i, %j : memref<1024xbf16>, memref<?x1024xbf16>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !rows, rhs_type = !tiles, input_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 5, group_m = 8, target = {epilogue_stages = 2 : i64, sum_stages = 4 : i64}>} epilogue {
  ^bb0(%s: f32, %i0: bf16, %i1: bf16):
    %w0 = arith.extf %i0 : bf16 to f32
    %c0 = arith.addf %s, %w0 : f32
    %w1 = arith.extf %i1 : bf16 to f32
    %c1 = arith.mulf %c0, %w1 : f32
    %y0 = arith.truncf %c1 : f32 to bf16
    lowp.epilogue_yield %y0 : bf16
  }
  return
}
