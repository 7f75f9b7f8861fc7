// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline="builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel( \
// RUN:     lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-unroll-k,lowp-gpu-defer-stores)))" | FileCheck %s --check-prefix=PLANNED

// Two results of one gemm: each has an argument, and a store after the epilogue
// that computes both.

// CHECK-LABEL: func.func @dense(
// CHECK-SAME:  %{{.*}}: memref<1024x512xbf16>, %{{.*}}: memref<256x512xbf16>, %[[Y:.*]]: memref<1024x256xf32>, %[[Z:.*]]: memref<1024x256xbf16>)
// CHECK: %[[MAP_Y:.*]] = lowp_gpu.encode_tensor_map %[[Y]] : memref<1024x256xf32> -> !map_64x32_f32
// CHECK: %[[MAP_Z:.*]] = lowp_gpu.encode_tensor_map %[[Z]] : memref<1024x256xbf16> -> !map_64x64_bf16
// CHECK: lowp_gpu.launch @lowp_gemms::@gemm_0 tiles(%{{.*}}) args(%{{.*}}, %{{.*}}, %[[MAP_Y]], %[[MAP_Z]], %

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_128x64_bf16, %B: !map_128x64_bf16, %D: !map_64x32_f32, %D_0: !map_64x64_bf16, %M: i32, %N: i32, %K: i32)
// CHECK: %output:2 = lowp_gpu.epilogue %sum {
// CHECK-NEXT: ^bb0(%x: f32):
// CHECK-NEXT:   %[[R:.*]] = arith.truncf %x : f32 to bf16
// CHECK-NEXT:   lowp_gpu.yield %x, %[[R]] : f32, bf16
// CHECK-NEXT: } : !accumulator_128x128 -> !accumulator_128x128, !accumulator_128x128_bf16
// CHECK-NEXT: lowp_gpu.store_tile %output#0 to %D[%m, %n] stages 2 : !accumulator_128x128 to !map_64x32_f32
// CHECK-NEXT: lowp_gpu.store_tile %output#1 to %D_0[%m, %n] stages 2 : !accumulator_128x128_bf16 to !map_64x64_bf16

// Both wait for the next tile, and its first products hide both. Their subtiles are
// staged in one place: two stages of 8192 bytes for each of two warpgroups.
// PLANNED-LABEL: lowp_gpu.kernel @gemm_0(
// PLANNED: attributes {shared_bytes = 163904 : i64}
// PLANNED: lowp_gpu.role "mma"
// PLANNED: %[[OLD:.*]]:8 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args({{.*}}) -> (!accumulator_128x128, i32, i32, i1, !accumulator_128x128_bf16, i32, i32, i1) {
// PLANNED: lowp_gpu.mma
// PLANNED-NEXT: scf.if
// PLANNED-NEXT: lowp_gpu.store_tile %{{.*}} to %D_0[%{{.*}}, %{{.*}}] stages 2 step 0 {staging_offset = 131072 : i64}
// PLANNED-NEXT: }
// PLANNED-NEXT: scf.if
// PLANNED-NEXT: lowp_gpu.store_tile %{{.*}} to %D[%{{.*}}, %{{.*}}] stages 2 step 0 {staging_offset = 131072 : i64}
// PLANNED: lowp_gpu.mma
// PLANNED-NEXT: scf.if
// PLANNED-NEXT: lowp_gpu.store_tile %{{.*}} to %D[%{{.*}}, %{{.*}}] stages 2 step 1 {staging_offset = 131072 : i64}
// PLANNED: lowp_gpu.yield %output#0, %m, %n, %{{.*}}, %output#1, %m, %n, %{{.*}} :
// PLANNED: scf.if %[[OLD]]#7
// PLANNED-NEXT: lowp_gpu.store_tile %[[OLD]]#4 to %D_0[%[[OLD]]#5, %[[OLD]]#6] stages 2 {staging_offset = 131072 : i64}
// PLANNED: scf.if %[[OLD]]#3
// PLANNED-NEXT: lowp_gpu.store_tile %[[OLD]]#0 to %D[%[[OLD]]#1, %[[OLD]]#2] stages 2 {staging_offset = 131072 : i64}

// CTAs that split K store their share of the columns of both.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1({{.*}}, %D: !map_64x32_bf16, %D_0: !map_64x32_bf16, %SA: !map_64_f32, %SB: !map_32_f32, %M: i32, %N: i32, %K: i32, %tile_m: i32, %C: memref<256xbf16>)
// CHECK: %share = lowp_gpu.reduce_scatter
// CHECK: %[[COLUMN:.*]] = arith.addi %n, %
// CHECK: %output:2 = lowp_gpu.epilogue %share rows %rows : !rows_64 columns %sb : !tile_32_f32 inputs %C : memref<256xbf16> maps [#{{.*}}] at [%m, %[[COLUMN]]] m %M tile_m %tile_m {
// CHECK: lowp_gpu.yield %{{.*}}, %{{.*}} : bf16, bf16
// CHECK: lowp_gpu.store_tile %output#0 to %D[%m, %[[COLUMN]]] tile_m %tile_m stages 1 : !accumulator_64x32_bf16 to !map_64x32_bf16
// CHECK-NEXT: lowp_gpu.store_tile %output#1 to %D_0[%m, %[[COLUMN]]] tile_m %tile_m stages 1 : !accumulator_64x32_bf16 to !map_64x32_bf16
// PLANNED-LABEL: lowp_gpu.kernel @gemm_1(

// TMA stores rows of f32, threads those of bf16: nobody waits for what is staged
// by the others, so each has a place. Rows of subtiles are as long in both: 32 bytes
// divide 144 columns of bf16.
// CHECK-LABEL: lowp_gpu.kernel @gemm_2({{.*}}, %D: !map_1x64x8_f32, %D_0: memref<3x256x132xbf16>, %M: i32, %N: i32, %K: i32, %batch_m: i32)
// CHECK: lowp_gpu.store_tile %output#0 to %D[%{{.*}}, %n] batch %[[B:.*]] stages 1 : !accumulator_128x144 to !map_1x64x8_f32
// CHECK: lowp_gpu.store_tile %output#1 to %D_0[%{{.*}}, %n] batch %[[B]] m %{{.*}} n %N through !tile_64x16_bf16 stages 1 : !accumulator_128x144_bf16 to memref<3x256x132xbf16>
// PLANNED-LABEL: lowp_gpu.kernel @gemm_2(
// PLANNED: lowp_gpu.store_tile %output#0 {{.*}} {staging_offset = 139264 : i64}
// PLANNED: lowp_gpu.store_tile %output#1 {{.*}} {staging_offset = 143360 : i64}

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @dense(%x: memref<1024x512xbf16>, %w: memref<256x512xbf16>, %y: memref<1024x256xf32>, %z: memref<1024x256xbf16>) {
    lowp.gemm lhs(%x : memref<1024x512xbf16>) rhs(%w : memref<256x512xbf16>) outs(%y, %z : memref<1024x256xf32>, memref<1024x256xbf16>)
      {indexing_maps = [#mk, #nk, #mn],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 2, overlap_store>} epilogue {
    ^bb0(%sum: f32):
      %r = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %r : f32, bf16
    }
    return
  }
  func.func @split(%x: memref<16x1024xf8E4M3FN>, %xs: memref<16x1xf32>, %w: memref<256x1024xf8E4M3FN>, %ws: memref<256x1xf32>, %b: memref<256xbf16>,
                   %y: memref<16x256xbf16>, %z: memref<16x256xbf16>) {
    lowp.gemm lhs(%x, %xs : memref<16x1024xf8E4M3FN>, memref<16x1xf32>) rhs(%w, %ws : memref<256x1024xf8E4M3FN>, memref<256x1xf32>)
      ins(%b : memref<256xbf16>) outs(%y, %z : memref<16x256xbf16>, memref<16x256xbf16>)
      {fast_accumulation, lhs_type = !lowp.scaled<16x1024xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise>,
       input_maps = [affine_map<(m, n) -> (n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>} epilogue {
    ^bb0(%sum: f32, %bias: bf16):
      %zero = arith.constant 0.0 : f32
      %e = arith.extf %bias : bf16 to f32
      %s = arith.addf %sum, %e : f32
      %h = arith.truncf %s : f32 to bf16
      %m = arith.maximumf %s, %zero : f32
      %a = arith.truncf %m : f32 to bf16
      lowp.epilogue_yield %h, %a : bf16, bf16
    }
    return
  }
  // 132 columns of f32 are a multiple of 16 bytes long, those of bf16 are not.
  func.func @rows(%x: memref<3x256x512xbf16>, %w: memref<132x512xbf16>, %y: memref<3x256x132xf32>, %z: memref<3x256x132xbf16>) {
    lowp.gemm lhs(%x : memref<3x256x512xbf16>) rhs(%w : memref<132x512xbf16>) outs(%y, %z : memref<3x256x132xf32>, memref<3x256x132xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 144, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>} epilogue {
    ^bb0(%sum: f32):
      %r = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %r : f32, bf16
    }
    return
  }
}
