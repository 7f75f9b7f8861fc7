// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Scales along K. Scales of rows come with each K block; scales of a tile's columns, one per 128,
// are copied once per tile by a warp of their own. Partial
// sums are promoted in two N subtiles of 128 columns, as many as the registers hold.

// CHECK-DAG: !stage_a_b_sa = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 256x128xf8E4M3FN swizzle 128, sa: 1x128xf32>
// CHECK-DAG: !stage_sb = !lowp_gpu.stage<sb: 4x2xf32>
// CHECK-DAG: !pipeline_a_b_sa = !lowp_gpu.pipeline<3 x !stage_a_b_sa>
// CHECK-DAG: !pipeline_sb = !lowp_gpu.pipeline<2 x !stage_sb>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_128x128_f8E4M3FN, %B: !map_128x128_f8E4M3FN, %D: !map_64x64_bf16, %SA: !map_1x128_f32, %SB: memref<8x4xf32>, %M: i32, %N: i32, %K: i32)
// CHECK-NEXT:      chip "sm_90a" config <tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 4> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b_sa
// CHECK-NEXT:    %scales = lowp_gpu.pipeline "scales" : !pipeline_sb
// Sizes that are known are constants.
// CHECK-NEXT:    %[[M:.*]] = arith.constant 1024 : i32
// CHECK-NEXT:    %[[N:.*]] = arith.constant 1024 : i32
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%[[M]], %[[N]])
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 40 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %[[K:.*]] = arith.constant 512 : i32
// CHECK-NEXT:        lowp_gpu.for_each_k %[[K]] : (%k) {
// CHECK-NEXT:          %stage = lowp_gpu.acquire %operands : !pipeline_a_b_sa
// CHECK-NEXT:          %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:          %[[FIRST_K:.*]] = arith.muli %k, %[[C128]] : i32
// CHECK-NEXT:          lowp_gpu.load %A[%m, %[[FIRST_K]]] to %stage["a"] : !map_128x128_f8E4M3FN to !stage_a_b_sa
// CHECK-NEXT:          lowp_gpu.load %B[%n, %[[FIRST_K]]] to %stage["b"] multicast : !map_128x128_f8E4M3FN to !stage_a_b_sa
// CHECK-NEXT:          lowp_gpu.load %SA[%k, %m] to %stage["sa"] : !map_1x128_f32 to !stage_a_b_sa
// CHECK-NEXT:          lowp_gpu.commit %stage : !stage_a_b_sa
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "load_scales" warps 1 registers 40 {
// CHECK-NEXT:      %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:      %[[N:.*]] = arith.constant 1024 : i32
// CHECK-NEXT:      %[[ROWS:.*]] = arith.ceildivui %[[N]], %[[C128]] : i32
// CHECK-NEXT:      %[[K:.*]] = arith.constant 512 : i32
// CHECK-NEXT:      %[[C128_0:.*]] = arith.constant 128 : i32
// CHECK-NEXT:      %[[LENGTH:.*]] = arith.ceildivui %[[K]], %[[C128_0]] : i32
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %stage = lowp_gpu.acquire %scales : !pipeline_sb
// CHECK-NEXT:        %[[ROW:.*]] = arith.divui %n, %[[C128]] : i32
// CHECK-NEXT:        lowp_gpu.copy_rows %SB[%[[ROW]]] rows %[[ROWS]] length %[[LENGTH]] to %stage["sb"] : memref<8x4xf32> to !stage_sb
// CHECK-NEXT:        lowp_gpu.commit %stage : !stage_sb
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 8 registers 232 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %stage = lowp_gpu.wait %scales : !pipeline_sb
// CHECK-NEXT:        %zero = lowp_gpu.accumulator zero : !accumulator_128x128
// CHECK-NEXT:        %[[ZERO_0:.*]] = lowp_gpu.accumulator zero : !accumulator_128x128
// CHECK-NEXT:        %undefined = lowp_gpu.accumulator : !accumulator_128x128
// CHECK-NEXT:        %[[K:.*]] = arith.constant 512 : i32
// CHECK-NEXT:        %sum:3 = lowp_gpu.for_each_k %[[K]] : (%k) iter_args(%[[SUM_1:.*]] = %zero, %[[SUM_2:.*]] = %[[ZERO_0]], %[[SUM_3:.*]] = %undefined) -> (!accumulator_128x128, !accumulator_128x128, !accumulator_128x128) {
// CHECK-NEXT:          %sb = lowp_gpu.view %stage["sb"] : !stage_sb -> !tile_4x2_f32
// CHECK-NEXT:          %scale = lowp_gpu.read_element %sb[%k, 0] : !tile_4x2_f32
// CHECK-NEXT:          %[[SCALE_4:.*]] = lowp_gpu.read_element %sb[%k, 1] : !tile_4x2_f32
// CHECK-NEXT:          %[[OPERANDS:.*]] = lowp_gpu.wait %operands : !pipeline_a_b_sa
// CHECK-NEXT:          %a = lowp_gpu.view %[[OPERANDS]]["a"] : !stage_a_b_sa -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %b = lowp_gpu.view %[[OPERANDS]]["b"] : !stage_a_b_sa -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b into %[[SUM_3]] overwrite : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:          %sa = lowp_gpu.view %[[OPERANDS]]["sa"] : !stage_a_b_sa -> !tile_1x128_f32
// CHECK-NEXT:          %rows = lowp_gpu.read_rows %sa : !tile_1x128_f32 -> !rows_128
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0 : !accumulator_128x128
// CHECK-NEXT:          %[[SUM_6:.*]] = lowp_gpu.promote %finished into %[[SUM_1]] rows %rows : !rows_128 scale %scale : !accumulator_128x128
// CHECK-NEXT:          %[[B_7:.*]] = lowp_gpu.view %[[OPERANDS]]["b"] row 128 : !stage_a_b_sa -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %[[PRODUCT_8:.*]] = lowp_gpu.mma %a, %[[B_7]] into %finished overwrite : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:          %[[FINISHED_9:.*]] = lowp_gpu.mma_wait %[[PRODUCT_8]] pending 0 : !accumulator_128x128
// CHECK-NEXT:          lowp_gpu.release %[[OPERANDS]] : !stage_a_b_sa
// CHECK-NEXT:          %[[SUM_10:.*]] = lowp_gpu.promote %[[FINISHED_9]] into %[[SUM_2]] rows %rows : !rows_128 scale %[[SCALE_4]] : !accumulator_128x128
// CHECK-NEXT:          lowp_gpu.yield %[[SUM_6]], %[[SUM_10]], %[[FINISHED_9]] : !accumulator_128x128, !accumulator_128x128, !accumulator_128x128
// CHECK-NEXT:        }
// CHECK-NEXT:        lowp_gpu.release %stage : !stage_sb
// CHECK-NEXT:        %output:2 = lowp_gpu.epilogue %sum#0, %sum#1 {
// CHECK-NEXT:        ^bb0(%x: f32):
// CHECK-NEXT:          %[[Y:.*]] = arith.truncf %x : f32 to bf16
// CHECK-NEXT:          lowp_gpu.yield %[[Y]] : bf16
// CHECK-NEXT:        } : !accumulator_128x128, !accumulator_128x128 -> !accumulator_128x128_bf16, !accumulator_128x128_bf16
// CHECK-NEXT:        lowp_gpu.store_tile %output#0, %output#1 to %D[%m, %n] stages 4 : !accumulator_128x128_bf16, !accumulator_128x128_bf16 to !map_64x64_bf16
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
// CHECK-NEXT:    }
// CHECK-NEXT:  }

!a = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<1024x512xf8E4M3FN>, %sa: memref<4x1024xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<1024x512xf8E4M3FN>, memref<4x1024xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<1024x1024xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 4>}
  return
}
}
