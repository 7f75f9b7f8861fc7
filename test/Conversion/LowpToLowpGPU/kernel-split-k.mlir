// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Four CTAs of a cluster walk a quarter of the K blocks each, for the same tile.
// Their sums meet in distributed shared memory: each CTA adds up and stores a
// quarter of the columns, and needs the scales of these alone. Two warpgroups
// have H rows each of tiles that may be lower than the config's.

// CHECK-DAG: !stage_sa_sb = !lowp_gpu.stage<sa: 128xf32, sb: 32xf32>
// CHECK-DAG: !exchange_4x128x32 = !lowp_gpu.exchange<4 x !accumulator_128x32>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_64x128_f8E4M3FN, %B: !map_128x128_f8E4M3FN, %D: !map_64x32_bf16, %SA: !map_128_f32, %SB: !map_32_f32, %M: i32, %N: i32, %K: i32, %tile_m: i32)
// CHECK-NEXT:      chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK-NEXT:    %scales = lowp_gpu.pipeline "scales" : !pipeline_sa_sb
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[TILE_M:.*]] = arith.muli %tile_m, %[[C2]] : i32
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N) tile_m %[[TILE_M]]
// CHECK-NEXT:    %exchange = lowp_gpu.exchange : !exchange_4x128x32
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 40 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %[[STAGE:.*]] = lowp_gpu.acquire %scales : !pipeline_sa_sb
// CHECK-NEXT:        %part = lowp_gpu.split_rank
// CHECK-NEXT:        %[[C32:.*]] = arith.constant 32 : i32
// CHECK-NEXT:        %[[OFFSET:.*]] = arith.muli %part, %[[C32]] : i32
// CHECK-NEXT:        %[[COLUMN:.*]] = arith.addi %n, %[[OFFSET]] : i32
// CHECK-NEXT:        lowp_gpu.load %SA[%m] to %[[STAGE]]["sa"] : !map_128_f32 to !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.load %SB[%[[COLUMN]]] to %[[STAGE]]["sb"] : !map_32_f32 to !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.commit %[[STAGE]] : !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:          %[[STAGE_1:.*]] = lowp_gpu.acquire %operands : !pipeline_a_b
// CHECK-NEXT:          %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:          %[[OFFSET_1:.*]] = arith.muli %k, %[[C128]] : i32
// CHECK-NEXT:          lowp_gpu.load %A[%m, %[[OFFSET_1]]] to %[[STAGE_1]]["a"] tile_m %tile_m : !map_64x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:          lowp_gpu.load %B[%n, %[[OFFSET_1]]] to %[[STAGE_1]]["b"] : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:          lowp_gpu.commit %[[STAGE_1]] : !stage_a_b
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 8 registers 232 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %zero = lowp_gpu.accumulator zero : !accumulator_128x128
// CHECK-NEXT:        %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%[[SUM:.*]] = %zero) -> !accumulator_128x128 {
// CHECK-NEXT:          %[[STAGE_2:.*]] = lowp_gpu.wait %operands : !pipeline_a_b
// CHECK-NEXT:          %a = lowp_gpu.view %[[STAGE_2]]["a"] : !stage_a_b -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %b = lowp_gpu.view %[[STAGE_2]]["b"] : !stage_a_b -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b into %[[SUM]] : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0 : !accumulator_128x128
// CHECK-NEXT:          lowp_gpu.release %[[STAGE_2]] : !stage_a_b
// CHECK-NEXT:          lowp_gpu.yield %finished : !accumulator_128x128
// CHECK-NEXT:        }
// CHECK-NEXT:        %share = lowp_gpu.reduce_scatter %exchange, %sum : !exchange_4x128x32, !accumulator_128x128
// CHECK-NEXT:        %[[STAGE_3:.*]] = lowp_gpu.wait %scales : !pipeline_sa_sb
// CHECK-NEXT:        %sa = lowp_gpu.view %[[STAGE_3]]["sa"] : !stage_sa_sb -> !tile_128_f32
// CHECK-NEXT:        %rows = lowp_gpu.read_rows %sa tile_m %tile_m : !tile_128_f32 -> !rows_128
// CHECK-NEXT:        %sb = lowp_gpu.view %[[STAGE_3]]["sb"] : !stage_sa_sb -> !tile_32_f32
// CHECK-NEXT:        %part = lowp_gpu.split_rank
// CHECK-NEXT:        %[[C32_1:.*]] = arith.constant 32 : i32
// CHECK-NEXT:        %[[OFFSET_2:.*]] = arith.muli %part, %[[C32_1]] : i32
// CHECK-NEXT:        %[[COLUMN_1:.*]] = arith.addi %n, %[[OFFSET_2]] : i32
// CHECK-NEXT:        %output = lowp_gpu.epilogue %share rows %rows : !rows_128 columns %sb : !tile_32_f32 {
// CHECK-NEXT:        ^bb0(%x: f32, %row: f32, %column: f32):
// CHECK-NEXT:          %[[SCALED:.*]] = arith.mulf %x, %row : f32
// CHECK-NEXT:          %[[SCALED_1:.*]] = arith.mulf %[[SCALED]], %column : f32
// CHECK-NEXT:          %[[Y:.*]] = arith.truncf %[[SCALED_1]] : f32 to bf16
// CHECK-NEXT:          lowp_gpu.yield %[[Y]] : bf16
// CHECK-NEXT:        } : !accumulator_128x32 -> !accumulator_128x32_bf16
// CHECK-NEXT:        lowp_gpu.release %[[STAGE_3]] : !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.store_tile %output to %D[%m, %[[COLUMN_1]]] tile_m %tile_m stages 1 : !accumulator_128x32_bf16 to !map_64x32_bf16
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
// CHECK-NEXT:    }
// CHECK-NEXT:  }

!a = !lowp.scaled<?x2048xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<1024x2048xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<?x2048xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x2048xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x2048xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x2048xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !a, rhs_type = !b, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>}
  return
}
}
