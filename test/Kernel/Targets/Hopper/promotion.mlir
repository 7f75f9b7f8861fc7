// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

// A thread holds rows r and r + 8 of its warp's 16 and, of every 8 columns,
// two: registers 0 and 1 belong to the first row, 2 and 3 to the second.

#config = #lowp_gpu.config<tile = [64, 8, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<sa: 64xf32, sb: 1x8xf32>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
!sum = !lowp_gpu.accumulator<64x8xf32>
!wide = !lowp_gpu.accumulator<64x16xf32>
!rows = !lowp_gpu.rows<64 x f32>
#divided = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
!columns_stage = !lowp_gpu.stage<sa: 64xf32, sb: 1x32xf32>
!columns_pipeline = !lowp_gpu.pipeline<2 x !columns_stage>
!divided = !lowp_gpu.accumulator<64x32xf32, warpgroups_n = 2>

gpu.module @kernels {
  // Warpgroups that have fewer rows of a tile: the scales of the second follow.
  // CHECK-LABEL: llvm.func @lower(
  // CHECK-SAME:      %{{[a-z0-9]*}}: i32, %[[TILE_M:[a-z0-9]*]]: i32
  // CHECK:         %[[GROUP:.*]] = arith.shrui %{{.*}}, %c2_i32
  // CHECK:         %[[FIRST:.*]] = arith.muli %[[GROUP]], %[[TILE_M]]
  // CHECK:         arith.addi %[[FIRST]], %{{.*}}
  // CHECK:         llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  lowp_gpu.kernel @lower(%index: i32, %tile_m: i32, %partial: !sum, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 1024 : i64, warps = 8 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 768 : i64, field_offsets = array<i64: 0, 256>, stage_bytes = 384 : i64, full_arrivals = 1 : i64, empty_arrivals = 4 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %sa = lowp_gpu.view %s["sa"] : !stage -> !lowp_gpu.tile<64xf32>
    %rows = lowp_gpu.read_rows %sa tile_m %tile_m : !lowp_gpu.tile<64xf32> -> !rows
    %0 = lowp_gpu.promote %partial into %sum rows %rows : !rows : !sum
    %use = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // CHECK-LABEL: llvm.func @rows(
  // CHECK-SAME:      %{{.*}}: i32, %[[SCALE:[a-z0-9]*]]: f32
  // CHECK-SAME:      %[[PARTIAL:[a-z0-9]*]]: !llvm.struct<(f32, f32, f32, f32)>, %[[SUM:[a-z0-9]*]]: !llvm.struct<(f32, f32, f32, f32)>
  // CHECK:         %[[UPPER:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK:         arith.addi %{{.*}}, %c32_i32
  // CHECK:         %[[LOWER:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK-DAG:     %[[P0:.*]] = llvm.extractvalue %[[PARTIAL]][0]
  // CHECK-DAG:     %[[P2:.*]] = llvm.extractvalue %[[PARTIAL]][2]
  // CHECK-DAG:     %[[S0:.*]] = llvm.extractvalue %[[SUM]][0]
  // CHECK-DAG:     %[[S2:.*]] = llvm.extractvalue %[[SUM]][2]
  // CHECK-DAG:     %[[FIRST:.*]] = llvm.fmul %[[UPPER]], %[[SCALE]]
  // CHECK-DAG:     %[[SECOND:.*]] = llvm.fmul %[[LOWER]], %[[SCALE]]
  // CHECK:         llvm.intr.fma(%[[FIRST]], %[[P0]], %[[S0]])
  // CHECK:         llvm.intr.fma(%[[FIRST]], %{{.*}}, %{{.*}})
  // CHECK:         llvm.intr.fma(%[[SECOND]], %[[P2]], %[[S2]])
  // CHECK:         llvm.intr.fma(%[[SECOND]], %{{.*}}, %{{.*}})
  lowp_gpu.kernel @rows(%index: i32, %scale: f32, %partial: !sum, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 1024 : i64, warps = 8 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 768 : i64, field_offsets = array<i64: 0, 256>, stage_bytes = 384 : i64, full_arrivals = 1 : i64, empty_arrivals = 4 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %sa = lowp_gpu.view %s["sa"] : !stage -> !lowp_gpu.tile<64xf32>
    %rows = lowp_gpu.read_rows %sa : !lowp_gpu.tile<64xf32> -> !rows
    %0 = lowp_gpu.promote %partial into %sum rows %rows : !rows scale %scale : !sum
    %use = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Two neighbouring columns are read at once.
  // CHECK-LABEL: llvm.func @columns(
  // CHECK:         %[[PAIR:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         %[[EVEN:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK:         llvm.intr.fma(%[[EVEN]],
  // CHECK:         %[[ODD:.*]] = llvm.extractelement %[[PAIR]][%c1_i32 : i32]
  // CHECK:         llvm.intr.fma(%[[ODD]],
  // CHECK:         llvm.intr.fma(%[[EVEN]],
  // CHECK:         llvm.intr.fma(%[[ODD]],
  lowp_gpu.kernel @columns(%index: i32, %partial: !sum, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 1024 : i64, warps = 8 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 768 : i64, field_offsets = array<i64: 0, 256>, stage_bytes = 384 : i64, full_arrivals = 1 : i64, empty_arrivals = 4 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %sb = lowp_gpu.view %s["sb"] : !stage -> !lowp_gpu.tile<1x8xf32>
    %0 = lowp_gpu.promote %partial into %sum columns %sb : !lowp_gpu.tile<1x8xf32> : !sum
    %use = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // A scale for each half of the columns.
  // CHECK-LABEL: llvm.func @scales(
  // CHECK-SAME:      %[[LEFT:[a-z0-9]*]]: f32, %[[RIGHT:[a-z0-9]*]]: f32
  // CHECK-COUNT-4: llvm.intr.fma(%[[LEFT]],
  // CHECK-COUNT-4: llvm.intr.fma(%[[RIGHT]],
  lowp_gpu.kernel @scales(%left: f32, %right: f32, %partial: !wide, %sum: !wide) chip "sm_90a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    %0 = lowp_gpu.promote %partial into %sum scale %left, %right : !wide
    %use = lowp_gpu.mma_wait %0 pending 0 : !wide
  }

  // Without scales nothing is multiplied.
  // CHECK-LABEL: llvm.func @plain(
  // CHECK-NOT:     llvm.intr.fma
  // CHECK-COUNT-4: llvm.fadd
  // CHECK-NOT:     llvm.fadd
  lowp_gpu.kernel @plain(%partial: !sum, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    %0 = lowp_gpu.promote %partial into %sum : !sum
    %use = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Warpgroups that divide columns have the same rows, whatever the tile_m, and
  // the second begins at the scale of column 16.
  // CHECK-LABEL: llvm.func @warpgroups_n(
  // CHECK:         %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[LANE:.*]] = arith.andi %[[THREAD]], %c31_i32
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[IN_GROUP:.*]] = arith.andi %[[WARP]], %c3_i32
  // CHECK:         %[[STAGE:.*]] = arith.addi
  // CHECK:         %[[SCALES:.*]] = arith.addi %[[STAGE]], %c256_i32
  // CHECK:         %[[WARP_ROW:.*]] = arith.shli %[[IN_GROUP]], %c4_i32
  // CHECK-NEXT:    %[[LANE_ROW:.*]] = arith.shrui %[[LANE]], %c2_i32
  // CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[WARP_ROW]], %[[LANE_ROW]]
  // CHECK-NEXT:    %[[ROW_BYTES:.*]] = arith.shli %[[ROW]], %c2_i32
  // CHECK-NEXT:    arith.addi %[[STAGE]], %[[ROW_BYTES]]
  // CHECK:         %[[GROUP_COLUMN:.*]] = arith.muli %[[GROUP]], %c16_i32
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[GROUP_COLUMN]],
  // CHECK-NEXT:    %[[COLUMN_BYTES:.*]] = arith.shli %[[COLUMN]], %c2_i32
  // CHECK-NEXT:    %[[ADDRESS:.*]] = arith.addi %[[SCALES]], %[[COLUMN_BYTES]]
  // CHECK-NEXT:    %[[POINTER:.*]] = llvm.inttoptr %[[ADDRESS]]
  // CHECK-NEXT:    llvm.load %[[POINTER]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         arith.addi %[[ADDRESS]], %c32_i32
  // CHECK:         llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK-NOT:     llvm.load
  lowp_gpu.kernel @warpgroups_n(%index: i32, %tile_m: i32, %partial: !divided, %sum: !divided) chip "sm_90a" config #divided
      attributes {shared_bytes = 1024 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 768 : i64, field_offsets = array<i64: 0, 256>, stage_bytes = 384 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !columns_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !columns_pipeline
    %sa = lowp_gpu.view %s["sa"] : !columns_stage -> !lowp_gpu.tile<64xf32>
    %sb = lowp_gpu.view %s["sb"] : !columns_stage -> !lowp_gpu.tile<1x32xf32>
    %rows = lowp_gpu.read_rows %sa tile_m %tile_m : !lowp_gpu.tile<64xf32> -> !rows
    %0 = lowp_gpu.promote %partial into %sum rows %rows : !rows columns %sb : !lowp_gpu.tile<1x32xf32> : !divided
    %use = lowp_gpu.mma_wait %0 pending 0 : !divided
  }

  // The first two of four scales are those of the first warpgroup.
  // CHECK-LABEL: llvm.func @group_scales(
  // CHECK-SAME:      %[[S0:[a-z0-9]*]]: f32, %[[S1:[a-z0-9]*]]: f32, %[[S2:[a-z0-9]*]]: f32, %[[S3:[a-z0-9]*]]: f32
  // CHECK:         %[[GROUP:.*]] = arith.shrui %{{.*}}, %c2_i32
  // CHECK:         %[[SECOND:.*]] = arith.cmpi eq, %[[GROUP]], %c1_i32
  // CHECK-NEXT:    %[[LEFT:.*]] = arith.select %[[SECOND]], %[[S2]], %[[S0]] : f32
  // CHECK-NEXT:    %[[RIGHT:.*]] = arith.select %[[SECOND]], %[[S3]], %[[S1]] : f32
  // CHECK-COUNT-4: llvm.intr.fma(%[[LEFT]],
  // CHECK-COUNT-4: llvm.intr.fma(%[[RIGHT]],
  // CHECK-NOT:     llvm.intr.fma
  lowp_gpu.kernel @group_scales(%s0: f32, %s1: f32, %s2: f32, %s3: f32, %partial: !divided, %sum: !divided) chip "sm_90a" config #divided
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.promote %partial into %sum scale %s0, %s1, %s2, %s3 : !divided
    %use = lowp_gpu.mma_wait %0 pending 0 : !divided
  }
}
