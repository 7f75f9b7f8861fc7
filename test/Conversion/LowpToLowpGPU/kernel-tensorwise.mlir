// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// One scale for each operand: their product is a factor of the result, which is
// summed in place. CTAs of a cluster along M share the columns' operand.

// CHECK-DAG: !stage_a_b = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 256x128xf8E5M2 swizzle 128>
// CHECK-DAG: !pipeline_a_b = !lowp_gpu.pipeline<3 x !stage_a_b>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_128x128_f8E4M3FN, %B: !map_128x128_f8E5M2, %D: !map_64x64_bf16, %SA: memref<1x1xf32>, %SB: memref<1x1xf32>, %M: i32, %N: i32, %K: i32)
// CHECK-NEXT:      chip "sm_90a" config <tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 4> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N)
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 40 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:          %stage = lowp_gpu.acquire %operands : !pipeline_a_b
// CHECK-NEXT:          %[[C128:.*]] = arith.constant 128 : i32
// CHECK-NEXT:          %[[FIRST_K:.*]] = arith.muli %k, %[[C128]] : i32
// CHECK-NEXT:          lowp_gpu.load %A[%m, %[[FIRST_K]]] to %stage["a"] : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:          lowp_gpu.load %B[%n, %[[FIRST_K]]] to %stage["b"] multicast : !map_128x128_f8E5M2 to !stage_a_b
// CHECK-NEXT:          lowp_gpu.commit %stage : !stage_a_b
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 8 registers 232 {
// CHECK-NEXT:      %scale = lowp_gpu.load_scalar %SA : memref<1x1xf32>
// CHECK-NEXT:      %[[SCALE_0:.*]] = lowp_gpu.load_scalar %SB : memref<1x1xf32>
// CHECK-NEXT:      %[[ALPHA:.*]] = arith.mulf %scale, %[[SCALE_0]] : f32
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %zero = lowp_gpu.accumulator zero : !accumulator_128x256
// CHECK-NEXT:        %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%[[SUM_1:.*]] = %zero) -> !accumulator_128x256 {
// CHECK-NEXT:          %stage = lowp_gpu.wait %operands : !pipeline_a_b
// CHECK-NEXT:          %a = lowp_gpu.view %stage["a"] : !stage_a_b -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:          %b = lowp_gpu.view %stage["b"] : !stage_a_b -> !tile_256x128_f8E5M2
// CHECK-NEXT:          %product = lowp_gpu.mma %a, %b into %[[SUM_1]] : !tile_128x128_f8E4M3FN, !tile_256x128_f8E5M2 into !accumulator_128x256
// CHECK-NEXT:          %finished = lowp_gpu.mma_wait %product pending 0 : !accumulator_128x256
// CHECK-NEXT:          lowp_gpu.release %stage : !stage_a_b
// CHECK-NEXT:          lowp_gpu.yield %finished : !accumulator_128x256
// CHECK-NEXT:        }
// CHECK-NEXT:        %output = lowp_gpu.epilogue %sum {
// CHECK-NEXT:        ^bb0(%x: f32):
// CHECK-NEXT:          %[[SCALED:.*]] = arith.mulf %x, %[[ALPHA]] : f32
// CHECK-NEXT:          %[[Y:.*]] = arith.truncf %[[SCALED]] : f32 to bf16
// CHECK-NEXT:          lowp_gpu.yield %[[Y]] : bf16
// CHECK-NEXT:        } : !accumulator_128x256 -> !accumulator_128x256_bf16
// CHECK-NEXT:        lowp_gpu.store_tile %output to %D[%m, %n] stages 4 : !accumulator_128x256_bf16 to !map_64x64_bf16
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
// CHECK-NEXT:    }
// CHECK-NEXT:  }

!a = !lowp.scaled<1024x512xf8E4M3FN, #lowp.tensorwise>
!b = !lowp.scaled<1024x512xf8E5M2, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @f(%a: memref<1024x512xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x512xf8E5M2>, %sb: memref<1x1xf32>, %d: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<1024x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x512xf8E5M2>, memref<1x1xf32>) outs(%d : memref<1024x1024xbf16>)
    {lhs_type = !a, rhs_type = !b, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 4>}
  return
}
}
