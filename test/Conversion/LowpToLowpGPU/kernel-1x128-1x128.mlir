// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Scales along K for rows of both operands come with each K block; the stage is
// released when promotion has read them. CTAs of a cluster along N share the
// rows' operand.

// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128, sa: 1x128xf32, sb: 1x128xf32>
// CHECK-DAG: !pipeline_a_b_sa_sb = !lowp_gpu.pipeline<4 x !stage_a_b_sa_sb>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_64x128_f8E4M3FN, %B: !map_128x128_f8E4M3FN, %D: !map_64x64_bf16, %SA: !map_1x128_f32, %SB: !map_1x128_f32, %M: i32, %N: i32, %K: i32)
// CHECK-NEXT:      chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 2], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b_sa_sb
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N)
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 40 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:          %stage = lowp_gpu.acquire %operands : !pipeline_a_b_sa_sb
// CHECK-NEXT:          %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:          %[[FIRST_K:.*]] = arith.muli %k, %[[C128]] : i32
// CHECK-NEXT:          lowp_gpu.load %A[%m, %[[FIRST_K]]] to %stage["a"] multicast : !map_64x128_f8E4M3FN to !stage_a_b_sa_sb
// CHECK-NEXT:          lowp_gpu.load %B[%n, %[[FIRST_K]]] to %stage["b"] : !map_128x128_f8E4M3FN to !stage_a_b_sa_sb
// CHECK-NEXT:          lowp_gpu.load %SA[%k, %m] to %stage["sa"] : !map_1x128_f32 to !stage_a_b_sa_sb
// CHECK-NEXT:          lowp_gpu.load %SB[%k, %n] to %stage["sb"] : !map_1x128_f32 to !stage_a_b_sa_sb
// CHECK-NEXT:          lowp_gpu.commit %stage : !stage_a_b_sa_sb
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 8 registers 232 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %zero = lowp_gpu.accumulator zero : !accumulator_128x128
// CHECK-NEXT:        %undefined = lowp_gpu.accumulator : !accumulator_128x128
// CHECK-NEXT:        %sum:2 = lowp_gpu.for_each_k %K : (%k) iter_args(%[[SUM_0:.*]] = %zero, %[[SUM_1:.*]] = %undefined) -> (!accumulator_128x128, !accumulator_128x128) {
// CHECK-NEXT:          %stage = lowp_gpu.wait %operands : !pipeline_a_b_sa_sb
// CHECK-NEXT:          %a = lowp_gpu.view %stage["a"] : !stage_a_b_sa_sb -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %b = lowp_gpu.view %stage["b"] : !stage_a_b_sa_sb -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b into %[[SUM_1]] overwrite : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:          %sa = lowp_gpu.view %stage["sa"] : !stage_a_b_sa_sb -> !tile_1x128_f32
// CHECK-NEXT:          %rows = lowp_gpu.read_rows %sa : !tile_1x128_f32 -> !rows_128
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0 : !accumulator_128x128
// CHECK-NEXT:          %sb = lowp_gpu.view %stage["sb"] : !stage_a_b_sa_sb -> !tile_1x128_f32
// CHECK-NEXT:          %columns = lowp_gpu.slice_columns %sb column 0 : !tile_1x128_f32 -> !tile_1x128_f32
// CHECK-NEXT:          %[[SUM_2:.*]] = lowp_gpu.promote %finished into %[[SUM_0]] rows %rows : !rows_128 columns %columns : !tile_1x128_f32 : !accumulator_128x128
// CHECK-NEXT:          lowp_gpu.release %stage : !stage_a_b_sa_sb
// CHECK-NEXT:          lowp_gpu.yield %[[SUM_2]], %finished : !accumulator_128x128, !accumulator_128x128
// CHECK-NEXT:        }
// CHECK-NEXT:        %output = lowp_gpu.epilogue %sum#0 {
// CHECK-NEXT:        ^bb0(%x: f32):
// CHECK-NEXT:          %[[Y:.*]] = arith.truncf %x : f32 to bf16
// CHECK-NEXT:          lowp_gpu.yield %[[Y]] : bf16
// CHECK-NEXT:        } : !accumulator_128x128 -> !accumulator_128x128_bf16
// CHECK-NEXT:        lowp_gpu.store_tile %output to %D[%m, %n] stages 2 : !accumulator_128x128_bf16 to !map_64x64_bf16
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
// CHECK-NEXT:    }
// CHECK-NEXT:  }

!a = !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<?x512xf8E4M3FN>, %sa: memref<4x?xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<4x1024xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<4x?xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<4x1024xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 2], stages = 4, unroll = 4, group_m = 8, epilogue_stages = 2>}
  return
}
}
