// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic --mlir-print-debuginfo | lowp-opt | FileCheck %s

!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<128x256xf32>

// Arguments keep their names; results and induction variables have speaking
// ones, whatever they were called.

// CHECK-LABEL: lowp_gpu.kernel @loops(%A: !map_128x128_f8E4M3FN, %M: i32, %N: i32, %K: i32)
// CHECK-NEXT:    chip "sm_90a" config <tile = [128, 256, 128], cluster = [2, 1],
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N)
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 40 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "mma" warps 8 registers 232 {
// CHECK:           %sum = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%sum_0 = %zero) -> !accumulator_128x256 {
// CHECK-NEXT:        %sum_1 = lowp_gpu.for_each_k %K : (%k) iter_args(%sum_2 = %sum_0) -> !accumulator_128x256 {
// CHECK-NEXT:          lowp_gpu.yield %sum_2 : !accumulator_128x256
// CHECK-NEXT:        }
// CHECK-NEXT:        lowp_gpu.yield %sum_1 : !accumulator_128x256
// CHECK-NEXT:      }
// CHECK-NEXT:      lowp_gpu.drain_stores
lowp_gpu.kernel @loops(%A: !map, %M: i32, %N: i32, %K: i32) chip "sm_90a" config <
    tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8,
    group_m = 8, epilogue_stages = 4> {
  %t = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %t : (%row, %column) {
      lowp_gpu.for_each_k %K : (%block) {
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.for_each_tile %t : (%row, %column) iter_args(%x = %0) -> !sum {
      %2 = lowp_gpu.for_each_k %K : (%block) iter_args(%y = %x) -> !sum {
        lowp_gpu.yield %y : !sum
      }
      lowp_gpu.yield %2 : !sum
    }
    lowp_gpu.drain_stores
  }
}

// Tiles lower than the config's.
// CHECK-LABEL: lowp_gpu.kernel @lower
// CHECK:         %tiles = lowp_gpu.tile_scheduler(%M, %N) tile_m %tile_m
lowp_gpu.kernel @lower(%M: i32, %N: i32, %tile_m: i32) chip "sm_90a" config <
    tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8,
    group_m = 8, epilogue_stages = 4> {
  %t = lowp_gpu.tile_scheduler(%M, %N) tile_m %tile_m
}

// After warps are specialised.
// CHECK-LABEL: lowp_gpu.kernel @warps()
// CHECK-NEXT:    chip "sm_90a"
// CHECK-SAME:    attributes {shared_bytes = 1024 : i64, warps = 12 : i64} {
// CHECK-NEXT:    %warp = lowp_gpu.warp_index
// CHECK-NEXT:    %elected = lowp_gpu.elect
// CHECK-NEXT:    %cluster = lowp_gpu.cluster_index
// CHECK-NEXT:    %clusters = lowp_gpu.cluster_count
// CHECK-NEXT:    %rank = lowp_gpu.cluster_rank
// CHECK-NEXT:    lowp_gpu.set_registers 40
// CHECK-NEXT:    lowp_gpu.set_registers 232 grow
// CHECK-NEXT:    lowp_gpu.sync_cluster
// CHECK-NEXT:    lowp_gpu.launch_dependents
// CHECK-NEXT:    lowp_gpu.grid_dependency_wait
lowp_gpu.kernel @warps() chip "sm_90a" config <
    tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8,
    group_m = 8, epilogue_stages = 4>
    attributes {shared_bytes = 1024 : i64, warps = 12 : i64} {
  %0 = lowp_gpu.warp_index
  %1 = lowp_gpu.elect
  %2 = lowp_gpu.cluster_index
  %3 = lowp_gpu.cluster_count
  %4 = lowp_gpu.cluster_rank
  lowp_gpu.set_registers 40
  lowp_gpu.set_registers 232 grow
  lowp_gpu.sync_cluster
  lowp_gpu.launch_dependents
  lowp_gpu.grid_dependency_wait
}

// A role that the first CTA of each pair runs for both.
// CHECK-LABEL: lowp_gpu.kernel @pairs()
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
// CHECK-NEXT:      %place = lowp_gpu.pair_rank
// CHECK:         lowp_gpu.role "watch" warps 4 leader registers 0 {
lowp_gpu.kernel @pairs() chip "sm_90a" config <
    tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8,
    group_m = 8, epilogue_stages = 4> {
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
    %0 = lowp_gpu.pair_rank
  }
  lowp_gpu.role "watch" warps 4 leader registers 0 {
  }
}

// Columns of tensor memory, after they have been planned.
// CHECK-LABEL: lowp_gpu.kernel @columns()
// CHECK:         attributes {tensor_columns = 256 : i64} {
lowp_gpu.kernel @columns() chip "sm_90a" config <
    tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8,
    group_m = 8, epilogue_stages = 4>
    attributes {tensor_columns = 256 : i64} {
}
