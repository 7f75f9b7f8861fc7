// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline="builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel( \
// RUN:     lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-unroll-k,lowp-gpu-defer-stores)))" | FileCheck %s --check-prefix=DEFERRED

// A kernel that defers its stores is built like others: the config says so to
// later passes. It may have as many steps as K has blocks, the last of them
// ragged, and 256 columns of 16 bits.

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK-NEXT:      chip "sm_90a" config <tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store> {
// CHECK:         lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK:         lowp_gpu.role "mma"
// CHECK:         lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK:           %output = lowp_gpu.epilogue %sum
// CHECK:           lowp_gpu.store_tile %output to %D[%m, %n] tile_m %{{.*}} stages 1 : !accumulator_128x256_bf16 to !map_64x64_bf16
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.drain_stores

// Four blocks of K run ahead of the loop over the others, and each hides one of
// four steps. All steps have the staging that was planned for the store.

// DEFERRED-LABEL: lowp_gpu.kernel @gemm_0(
// DEFERRED:         lowp_gpu.role "mma"
// DEFERRED:           %[[LAST:.*]]:4 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%[[OLD:.*]] = %{{.*}}, %[[M:.*]] = %{{.*}}, %[[N:.*]] = %{{.*}}, %[[EXISTS:.*]] = %{{.*}}) -> (!accumulator_128x256_bf16, i32, i32, i1) {
// DEFERRED:             lowp_gpu.mma %{{.*}} overwrite
// DEFERRED-NEXT:        scf.if %[[EXISTS]] {
// DEFERRED-NEXT:          lowp_gpu.store_tile %[[OLD]] to %D[%[[M]], %[[N]]] tile_m %[[TILE_M:.*]] stages 1 step 0 {staging_offset = [[STAGING:[0-9]+]] : i64}
// DEFERRED-NEXT:        }
// DEFERRED-NOT:         lowp_gpu.store_tile
// DEFERRED:             %[[P1:.*]] = lowp_gpu.mma %
// DEFERRED-NEXT:        scf.if %[[EXISTS]] {
// DEFERRED-NEXT:          lowp_gpu.store_tile %[[OLD]] to %D[%[[M]], %[[N]]] tile_m %[[TILE_M]] stages 1 step 1 {staging_offset = [[STAGING]] : i64}
// DEFERRED-NEXT:        }
// DEFERRED-NEXT:        lowp_gpu.mma_wait %[[P1]] pending 1
// DEFERRED-NEXT:        lowp_gpu.release
// DEFERRED:             lowp_gpu.mma %
// DEFERRED-NEXT:        scf.if %[[EXISTS]] {
// DEFERRED-NEXT:          lowp_gpu.store_tile %[[OLD]] {{.*}} step 2 {staging_offset = [[STAGING]] : i64}
// DEFERRED:             lowp_gpu.mma %
// DEFERRED-NEXT:        scf.if %[[EXISTS]] {
// DEFERRED-NEXT:          lowp_gpu.store_tile %[[OLD]] {{.*}} step 3 {staging_offset = [[STAGING]] : i64}
// DEFERRED-NOT:         lowp_gpu.store_tile
// DEFERRED:             scf.for
// DEFERRED-NOT:         lowp_gpu.store_tile
// DEFERRED:             lowp_gpu.mma_wait %{{.*}} pending 0
// DEFERRED-NOT:         lowp_gpu.store_tile
// Scales are read by the epilogue, and released without waiting for the store.
// DEFERRED:             %output = lowp_gpu.epilogue %{{.*}} rows %rows : {{.*}} columns %sb :
// DEFERRED:             lowp_gpu.release
// DEFERRED:             lowp_gpu.yield %output, %m, %n, %{{.*}} : !accumulator_128x256_bf16, i32, i32, i1
// DEFERRED-NEXT:      }
// DEFERRED-NEXT:      scf.if %[[LAST]]#3 {
// DEFERRED-NEXT:        lowp_gpu.store_tile %[[LAST]]#0 to %D[%[[LAST]]#1, %[[LAST]]#2] tile_m %[[TILE_M]] stages 1 {staging_offset = [[STAGING]] : i64}
// DEFERRED-NEXT:      }
// DEFERRED-NEXT:      lowp_gpu.drain_stores

// 192 columns of 32 bits in one step, which a single block of K hides.

// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK:         lowp_gpu.store_tile %output to %D[%m, %n] stages 6 accumulate : !accumulator_128x192 to !map_64x32_f32
// DEFERRED-LABEL: lowp_gpu.kernel @gemm_1(
// DEFERRED:         lowp_gpu.mma %{{.*}} overwrite
// DEFERRED-NEXT:    scf.if
// DEFERRED-NEXT:      lowp_gpu.store_tile {{.*}} stages 6 step 0 accumulate
// DEFERRED-NOT:     lowp_gpu.mma %
// DEFERRED:         scf.for

!a = !lowp.scaled<?x400xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<1024x400xf8E4M3FN, #lowp.rowwise>
!c = !lowp.scaled<256x128xf8E4M3FN, #lowp.tensorwise>
!d = !lowp.scaled<384x128xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @bf16(%a: memref<?x400xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x400xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x400xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x400xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !a, rhs_type = !b, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>}
  return
}

func.func @f32(%a: memref<256x128xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<384x128xf8E4M3FN>, %sb: memref<1x1xf32>, %d: memref<256x384xf32>) {
  lowp.gemm lhs(%a, %sa : memref<256x128xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<384x128xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<256x384xf32>)
    {lhs_type = !c, rhs_type = !d, fast_accumulation, accumulate,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 6, overlap_store>}
  return
}
}
