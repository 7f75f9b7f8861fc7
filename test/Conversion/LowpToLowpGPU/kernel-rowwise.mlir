// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// A scale for each row of both operands: they arrive with the first K block of a
// tile and are factors of the result, here added to what the output holds. One
// warpgroup multiplies, so registers stay as they are. M is known only at run
// time: tiles have H rows.

// CHECK-DAG: !stage_a_b = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128, b: 192x128xf8E4M3FN swizzle 128>
// CHECK-DAG: !stage_sa_sb = !lowp_gpu.stage<sa: 64xf32, sb: 192xf32>
// CHECK-DAG: !pipeline_a_b = !lowp_gpu.pipeline<4 x !stage_a_b>
// CHECK-DAG: !pipeline_sa_sb = !lowp_gpu.pipeline<2 x !stage_sa_sb>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_64x128_f8E4M3FN, %B: !map_192x128_f8E4M3FN, %D: !map_64x32_f32, %SA: !map_64_f32, %SB: !map_192_f32, %M: i32, %N: i32, %K: i32, %tile_m: i32)
// CHECK-NEXT:      chip "sm_90a" config <tile = [64, 192, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK-NEXT:    %scales = lowp_gpu.pipeline "scales" : !pipeline_sa_sb
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N) tile_m %tile_m
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 0 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %stage = lowp_gpu.acquire %scales : !pipeline_sa_sb
// CHECK-NEXT:        lowp_gpu.load %SA[%m] to %stage["sa"] : !map_64_f32 to !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.load %SB[%n] to %stage["sb"] : !map_192_f32 to !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.commit %stage : !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:          %[[STAGE_0:.*]] = lowp_gpu.acquire %operands : !pipeline_a_b
// CHECK-NEXT:          %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:          %[[FIRST_K:.*]] = arith.muli %k, %[[C128]] : i32
// CHECK-NEXT:          lowp_gpu.load %A[%m, %[[FIRST_K]]] to %[[STAGE_0]]["a"] tile_m %tile_m : !map_64x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:          lowp_gpu.load %B[%n, %[[FIRST_K]]] to %[[STAGE_0]]["b"] : !map_192x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:          lowp_gpu.commit %[[STAGE_0]] : !stage_a_b
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 4 registers 0 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %zero = lowp_gpu.accumulator zero : !accumulator_64x192
// CHECK-NEXT:        %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%[[SUM_0:.*]] = %zero) -> !accumulator_64x192 {
// CHECK-NEXT:          %[[OPERANDS:.*]] = lowp_gpu.wait %operands : !pipeline_a_b
// CHECK-NEXT:          %a = lowp_gpu.view %[[OPERANDS]]["a"] : !stage_a_b -> !tile_64x128_f8E4M3FN
// CHECK-NEXT:          %b = lowp_gpu.view %[[OPERANDS]]["b"] : !stage_a_b -> !tile_192x128_f8E4M3FN
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b into %[[SUM_0]] : !tile_64x128_f8E4M3FN, !tile_192x128_f8E4M3FN into !accumulator_64x192
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0 : !accumulator_64x192
// CHECK-NEXT:          lowp_gpu.release %[[OPERANDS]] : !stage_a_b
// CHECK-NEXT:          lowp_gpu.yield %finished : !accumulator_64x192
// CHECK-NEXT:        }
// CHECK-NEXT:        %stage = lowp_gpu.wait %scales : !pipeline_sa_sb
// CHECK-NEXT:        %sa = lowp_gpu.view %stage["sa"] : !stage_sa_sb -> !tile_64_f32
// CHECK-NEXT:        %rows = lowp_gpu.read_rows %sa tile_m %tile_m : !tile_64_f32 -> !rows_64
// CHECK-NEXT:        %sb = lowp_gpu.view %stage["sb"] : !stage_sa_sb -> !tile_192_f32
// CHECK-NEXT:        %output = lowp_gpu.epilogue %sum rows %rows : !rows_64 columns %sb : !tile_192_f32 {
// CHECK-NEXT:        ^bb0(%x: f32, %row: f32, %column: f32):
// CHECK-NEXT:          %[[SCALED:.*]] = arith.mulf %x, %row : f32
// CHECK-NEXT:          %[[V1:.*]] = arith.mulf %[[SCALED]], %column : f32
// CHECK-NEXT:          lowp_gpu.yield %[[V1]] : f32
// CHECK-NEXT:        } : !accumulator_64x192 -> !accumulator_64x192
// CHECK-NEXT:        lowp_gpu.release %stage : !stage_sa_sb
// CHECK-NEXT:        lowp_gpu.store_tile %output to %D[%m, %n] tile_m %tile_m stages 2 accumulate : !accumulator_64x192 to !map_64x32_f32
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
// CHECK-NEXT:    }
// CHECK-NEXT:  }

!a = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<?x512xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<1024x1xf32>, %d: memref<?x1024xf32>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<1024x1xf32>) outs(%d : memref<?x1024xf32>)
    {lhs_type = !a, rhs_type = !b, fast_accumulation, accumulate,
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2>}
  return
}
}
