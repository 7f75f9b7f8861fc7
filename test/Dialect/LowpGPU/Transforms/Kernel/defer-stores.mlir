// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-defer-stores))' | FileCheck %s

#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>
#at_once = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
!output = !lowp_gpu.accumulator<64x64xbf16>
!map = !lowp_gpu.tensor_map<64x32xbf16 swizzle 64>

// A tile waits until the next one has its first products: the elements, where
// they belong, and whether there are any. Each of two steps follows a product.

// CHECK-LABEL: lowp_gpu.kernel @steps
// CHECK-SAME:      (%[[D:[^:]*]]: !map_64x32_bf16, %[[TILE_M:[^:]*]]: i32, %[[A:[^:]*]]: !tile_64x128_f8E4M3FN,
// CHECK:         lowp_gpu.role
// CHECK-NEXT:      %[[NONE:.*]] = lowp_gpu.accumulator : !accumulator_64x64_bf16
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:      %[[LAST:.*]]:4 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%[[OLD:.*]] = %[[NONE]], %[[OLD_M:.*]] = %[[ZERO]], %[[OLD_N:.*]] = %[[ZERO]], %[[EXISTS:.*]] = %[[FALSE]]) -> (!accumulator_64x64_bf16, i32, i32, i1) {
// CHECK-NEXT:        %[[FRESH:.*]] = lowp_gpu.accumulator : !accumulator_64x64
// CHECK-NEXT:        %[[P0:.*]] = lowp_gpu.mma %[[A]], %[[A]] into %[[FRESH]] overwrite
// CHECK-NEXT:        scf.if %[[EXISTS]] {
// CHECK-NEXT:          lowp_gpu.store_tile %[[OLD]] to %[[D]][%[[OLD_M]], %[[OLD_N]]] tile_m %[[TILE_M]] stages 1 step 0 accumulate {staging_offset = 1024 : i64} : !accumulator_64x64_bf16 to !map_64x32_bf16
// CHECK-NEXT:        }
// CHECK-NEXT:        %[[P1:.*]] = lowp_gpu.mma %[[A]], %[[A]] into %[[P0]] :
// CHECK-NEXT:        scf.if %[[EXISTS]] {
// CHECK-NEXT:          lowp_gpu.store_tile %[[OLD]] to %[[D]][%[[OLD_M]], %[[OLD_N]]] tile_m %[[TILE_M]] stages 1 step 1 accumulate {staging_offset = 1024 : i64} : !accumulator_64x64_bf16 to !map_64x32_bf16
// CHECK-NEXT:        }
// CHECK-NEXT:        %[[P2:.*]] = lowp_gpu.mma %[[A]], %[[A]] into %[[P1]] :
// CHECK-NEXT:        %[[SUM:.*]] = lowp_gpu.mma_wait %[[P2]] pending 0
// CHECK-NEXT:        %[[OUTPUT:.*]] = lowp_gpu.epilogue %[[SUM]] {
// CHECK:             } : !accumulator_64x64 -> !accumulator_64x64_bf16
// CHECK-NEXT:        %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:        lowp_gpu.yield %[[OUTPUT]], %m, %n, %[[TRUE]] : !accumulator_64x64_bf16, i32, i32, i1
// CHECK-NEXT:      }
// The last one has all its steps here, ahead of what waits for them.
// CHECK-NEXT:      scf.if %[[LAST]]#3 {
// CHECK-NEXT:        lowp_gpu.store_tile %[[LAST]]#0 to %[[D]][%[[LAST]]#1, %[[LAST]]#2] tile_m %[[TILE_M]] stages 1 accumulate {staging_offset = 1024 : i64} : !accumulator_64x64_bf16 to !map_64x32_bf16
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
lowp_gpu.kernel @steps(%D: !map, %tile_m: i32, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N) tile_m %tile_m
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %0 = lowp_gpu.accumulator : !sum
      %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
      %2 = lowp_gpu.mma %a, %a into %1 : !a, !a into !sum
      %3 = lowp_gpu.mma %a, %a into %2 : !a, !a into !sum
      %4 = lowp_gpu.mma_wait %3 pending 0 : !sum
      %5 = lowp_gpu.epilogue %4 {
      ^bb0(%x: f32):
        %y = arith.truncf %x : f32 to bf16
        lowp_gpu.yield %y : bf16
      } : !sum -> !output
      lowp_gpu.store_tile %5 to %D[%m, %n] tile_m %tile_m stages 1 accumulate {staging_offset = 1024 : i64} : !output to !map
    }
    lowp_gpu.drain_stores
  }
}

// A tile in two N subtiles whose column is computed in the loop, one step, and a
// loop that carries something already.

// CHECK-LABEL: lowp_gpu.kernel @n_subtiles
// CHECK:         %[[R:.*]]:6 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%[[X:.*]] = %{{.*}}, %[[OLD0:.*]] = %{{.*}}, %[[OLD1:.*]] = %{{.*}}, %[[OLD_M:.*]] = %{{.*}}, %[[OLD_N:.*]] = %{{.*}}, %[[EXISTS:.*]] = %{{.*}}) -> (f32, !accumulator_64x64, !accumulator_64x64, i32, i32, i1) {
// CHECK:           lowp_gpu.mma
// CHECK-NEXT:      scf.if %[[EXISTS]] {
// CHECK-NEXT:        lowp_gpu.store_tile %[[OLD0]], %[[OLD1]] to %{{.*}}[%[[OLD_M]], %[[OLD_N]]] stages 4 step 0 :
// CHECK-NEXT:      }
// CHECK-NOT:       lowp_gpu.store_tile
// CHECK:           %[[LEFT:.*]] = lowp_gpu.mma_wait
// CHECK-NEXT:      %[[RIGHT:.*]] = lowp_gpu.promote
// CHECK-NEXT:      %[[COLUMN:.*]] = arith.addi %n, %n : i32
// CHECK-NEXT:      %[[Y:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT:      %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:      lowp_gpu.yield %[[Y]], %[[LEFT]], %[[RIGHT]], %m, %[[COLUMN]], %[[TRUE]] :
// CHECK:         scf.if %[[R]]#5 {
// CHECK-NEXT:      lowp_gpu.store_tile %[[R]]#1, %[[R]]#2 to %{{.*}}[%[[R]]#3, %[[R]]#4] stages 4 :
// CHECK-NEXT:    }
// CHECK-NEXT:    arith.negf %[[R]]#0
!words = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @n_subtiles(%D: !words, %x: f32, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #config {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    %0 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%c = %x) -> f32 {
      %1 = lowp_gpu.accumulator : !sum
      %2 = lowp_gpu.mma %a, %a into %1 overwrite : !a, !a into !sum
      %3 = lowp_gpu.mma_wait %2 pending 0 : !sum
      %4 = lowp_gpu.promote %3 into %3 : !sum
      %5 = arith.addi %n, %n : i32
      lowp_gpu.store_tile %3, %4 to %D[%m, %5] stages 4 : !sum, !sum to !words
      %6 = arith.addf %c, %c : f32
      lowp_gpu.yield %6 : f32
    }
    %7 = arith.negf %0 : f32
  }
}

// A store that is in no loop over tiles is stored where it is.

// CHECK-LABEL: lowp_gpu.kernel @no_loop
// CHECK:         lowp_gpu.role
// CHECK-NEXT:      lowp_gpu.store_tile %{{.*}} stages 1 :
lowp_gpu.kernel @no_loop(%D: !map, %i: i32, %output: !output) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 : !output to !map
  }
}

// Nobody asked for it.

// CHECK-LABEL: lowp_gpu.kernel @at_once
// CHECK:         lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:      %[[NEW:.*]] = lowp_gpu.accumulator
// CHECK-NEXT:      lowp_gpu.mma
// CHECK-NEXT:      lowp_gpu.mma_wait
// CHECK-NEXT:      lowp_gpu.store_tile %{{.*}} to %{{.*}}[%m, %n] stages 2 :
// CHECK-NEXT:    }
// CHECK-NOT:     scf.if
lowp_gpu.kernel @at_once(%D: !words, %a: !a, %M: i32, %N: i32) chip "sm_90a" config #at_once {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %0 = lowp_gpu.accumulator : !sum
      %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
      %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
      lowp_gpu.store_tile %2 to %D[%m, %n] stages 2 : !sum to !words
    }
  }
}
