// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-schedule-tiles))' | FileCheck %s

// A cluster of two CTAs along M covers 256 rows and 192 columns; the CTA of
// rank r takes rows 128 r of them.

// CHECK-LABEL: lowp_gpu.kernel @rows
// CHECK-NOT:     lowp_gpu.tile_scheduler
// CHECK-DAG:     %[[C256:.*]] = arith.constant 256 : i32
// CHECK-DAG:     %[[ROWS:.*]] = arith.divui %{{.*}}, %[[C256]]
// CHECK-DAG:     %[[C192:.*]] = arith.constant 192 : i32
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.divui %{{.*}}, %[[C192]]
// CHECK:         %cluster = lowp_gpu.cluster_index
// CHECK-NEXT:    %clusters = lowp_gpu.cluster_count
// CHECK-NEXT:    %[[TILES:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK-NEXT:    scf.for %[[T:.*]] = %cluster to %[[TILES]] step %clusters

// Groups of 4 tile rows, down each column of a group first (TileOrder.h).
// CHECK:           %[[GROUP_M:.*]] = arith.constant 4 : i32
// CHECK-NEXT:      %[[PER_GROUP:.*]] = arith.muli %[[COLUMNS]], %[[GROUP_M]]
// CHECK-NEXT:      %[[NUMBER:.*]] = arith.divui %[[T]], %[[PER_GROUP]]
// CHECK-NEXT:      %[[FIRST:.*]] = arith.muli %[[NUMBER]], %[[GROUP_M]]
// CHECK-NEXT:      %[[IN_GROUP:.*]] = arith.remui %[[T]], %[[PER_GROUP]]
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
// CHECK-NEXT:      %[[HEIGHT:.*]] = arith.minui %[[LEFT]], %[[GROUP_M]]
// CHECK-DAG:       arith.remui %[[IN_GROUP]], %[[HEIGHT]]
// CHECK-DAG:       arith.divui %[[IN_GROUP]], %[[HEIGHT]]
// CHECK:           lowp_gpu.cluster_rank
// CHECK:           lowp_gpu.load %{{.*}}[%[[ROW:.*]], %[[COLUMN:.*]]] to
// CHECK-NOT:       lowp_gpu.yield
lowp_gpu.kernel @rows(%M: i32, %N: i32, %A: !lowp_gpu.tensor_map<8x32xf32>, %s: !lowp_gpu.stage<a: 8x32xf32>)
    chip "sm_90a" config <tile = [128, 192, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    lowp_gpu.load %A[%m, %n] to %s["a"] : !lowp_gpu.tensor_map<8x32xf32> to !lowp_gpu.stage<a: 8x32xf32>
  }
}

// Carried values and results stay.

// CHECK-LABEL: lowp_gpu.kernel @carried
// CHECK:         %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (f32)
// CHECK:           %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:      scf.yield %[[Y]] : f32
// CHECK:         arith.negf %[[SUM]]
lowp_gpu.kernel @carried(%M: i32, %N: i32, %x: f32)
    chip "sm_90a" config <tile = [128, 192, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  %sum = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%c = %x) -> f32 {
    %y = arith.addf %c, %c : f32
    lowp_gpu.yield %y : f32
  }
  %z = arith.negf %sum : f32
}

// Tiles lower than the config's: a cluster covers two of them.

// CHECK-LABEL: lowp_gpu.kernel @lower
// CHECK-SAME:      %[[TILE_M:[^:]*]]: i32)
// CHECK:         %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    %[[CLUSTER_ROWS:.*]] = arith.muli %[[TILE_M]], %[[TWO]] : i32
// CHECK:         arith.divui %{{.*}}, %[[CLUSTER_ROWS]]
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = arith.muli %{{.*}}, %[[TILE_M]] : i32
// CHECK:           arith.addi %[[ROW]], %[[ROW]]
lowp_gpu.kernel @lower(%M: i32, %N: i32, %tile_m: i32)
    chip "sm_90a" config <tile = [128, 192, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N) tile_m %tile_m
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %twice = arith.addi %m, %m : i32
  }
}

// CTAs that split K are neighbours in their cluster and take the same tile.

// CHECK-LABEL: lowp_gpu.kernel @split
// CHECK:         scf.for
// CHECK:           %rank = lowp_gpu.cluster_rank
// CHECK:           %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NEXT:      arith.divui %rank, %[[FOUR]] : i32
// CHECK:           %[[RANK:.*]] = lowp_gpu.cluster_rank
// CHECK:           %[[PART:.*]] = arith.remui %[[RANK]], %{{.*}} : i32
// CHECK-NOT:       lowp_gpu.split_rank
// CHECK:           arith.addi %[[PART]], %[[PART]]
lowp_gpu.kernel @split(%M: i32, %N: i32)
    chip "sm_90a" config <tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1, split_k = 4> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %part = lowp_gpu.split_rank
    %twice = arith.addi %part, %part : i32
  }
}

// Where the first product does not need the tile's location, its computation
// follows it, ahead of what was there.

!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>

// CHECK-LABEL: lowp_gpu.kernel @hidden
// CHECK:         scf.for %[[T:.*]] = %cluster to
// CHECK-NEXT:      lowp_gpu.accumulator
// CHECK-NEXT:      %[[P:.*]] = lowp_gpu.mma %{{.*}} overwrite
// CHECK-NEXT:      %[[GROUP_M:.*]] = arith.constant 4 : i32
// CHECK-NEXT:      %[[PER_GROUP:.*]] = arith.muli %{{.*}}, %[[GROUP_M]]
// CHECK-NEXT:      arith.divui %[[T]], %[[PER_GROUP]]
// CHECK:           %rank = lowp_gpu.cluster_rank
// CHECK:           arith.remui %rank
// CHECK:           %[[COLUMN:.*]] = arith.muli
// CHECK-NEXT:      %[[Q:.*]] = lowp_gpu.mma %{{.*}} into %[[P]] :
// CHECK-NEXT:      lowp_gpu.mma_wait %[[Q]]
// CHECK-NEXT:      arith.addi %{{.*}}, %[[COLUMN]]
lowp_gpu.kernel @hidden(%M: i32, %N: i32, %a: !a)
    chip "sm_90a" config <tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
    %2 = lowp_gpu.mma %a, %a into %1 : !a, !a into !sum
    %3 = lowp_gpu.mma_wait %2 pending 0 : !sum
    %4 = arith.addi %m, %n : i32
  }
}

// Something ahead of the product, here inside of an operation, needs it.

// CHECK-LABEL: lowp_gpu.kernel @needed
// CHECK:         scf.for %[[T:.*]] = %cluster to
// CHECK-NEXT:      arith.constant 4 : i32
// CHECK:           lowp_gpu.cluster_rank
// CHECK:           scf.if
// CHECK:           lowp_gpu.mma
// CHECK-NOT:       lowp_gpu.cluster_rank
// CHECK:           arith.addi
lowp_gpu.kernel @needed(%M: i32, %N: i32, %a: !a, %A: !lowp_gpu.tensor_map<8x32xf32>, %s: !lowp_gpu.stage<a: 8x32xf32>, %loads: i1)
    chip "sm_90a" config <tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    scf.if %loads {
      lowp_gpu.load %A[%m, %m] to %s["a"] : !lowp_gpu.tensor_map<8x32xf32> to !lowp_gpu.stage<a: 8x32xf32>
    }
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %a into %0 overwrite : !a, !a into !sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
    %3 = arith.addi %m, %n : i32
  }
}

// The first product is in a loop, which may have no block.

// CHECK-LABEL: lowp_gpu.kernel @in_a_loop
// CHECK:         scf.for %[[T:.*]] = %cluster to
// CHECK-NEXT:      arith.constant 4 : i32
// CHECK:           lowp_gpu.cluster_rank
// CHECK:           scf.for
// CHECK-NEXT:        lowp_gpu.mma
// CHECK-NOT:       lowp_gpu.cluster_rank
// CHECK:           arith.addi
lowp_gpu.kernel @in_a_loop(%M: i32, %N: i32, %a: !a, %blocks: i32, %one: i32)
    chip "sm_90a" config <tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    %zero = lowp_gpu.accumulator zero : !sum
    %sum = scf.for %k = %one to %blocks step %one iter_args(%c = %zero) -> !sum : i32 {
      %0 = lowp_gpu.mma %a, %a into %c : !a, !a into !sum
      scf.yield %0 : !sum
    }
    %1 = lowp_gpu.mma_wait %sum pending 0 : !sum
    %2 = arith.addi %m, %n : i32
  }
}

// From the last tile to the first.

// CHECK-LABEL: lowp_gpu.kernel @descending
// CHECK:         scf.for %[[T:.*]] = %cluster to %[[TILES:.*]] step
// CHECK:           %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT:      %[[LAST:.*]] = arith.subi %[[TILES]], %[[ONE]]
// CHECK-NEXT:      %[[INDEX:.*]] = arith.subi %[[LAST]], %[[T]]
// CHECK-NOT:       %[[T]]
// CHECK:           arith.divui %[[INDEX]]
lowp_gpu.kernel @descending(%M: i32, %N: i32, %A: !lowp_gpu.tensor_map<8x32xf32>, %s: !lowp_gpu.stage<a: 8x32xf32>)
    chip "sm_90a" config <tile = [128, 192, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1>
    attributes {lowp_gpu.descending} {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
    lowp_gpu.load %A[%m, %n] to %s["a"] : !lowp_gpu.tensor_map<8x32xf32> to !lowp_gpu.stage<a: 8x32xf32>
  }
}
