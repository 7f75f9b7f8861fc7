// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<128x64xf32>
!bf16 = !lowp_gpu.accumulator<128x64xbf16>
!f16 = !lowp_gpu.accumulator<128x64xf16>
!halves = !lowp_gpu.tensor_map<64x32xbf16 swizzle 64>
!wide = !lowp_gpu.tensor_map<64x64xf16 swizzle 128>
!words = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
#divided = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
!columns = !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>

gpu.module @kernels {
  // Two subtiles, one stage: two steps of waiting until the stage was read,
  // staging, and one lane that starts the copy, 64 rows per warpgroup.

  // CHECK-LABEL: llvm.func @bf16(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[SUM:[a-z0-9]*]]: !llvm.struct
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[IN_GROUP:.*]] = arith.andi %[[WARP]], %c3_i32
  // CHECK:         %[[LEADS:.*]] = arith.cmpi eq, %[[IN_GROUP]], %c0_i32
  // CHECK-NEXT:    scf.if %[[LEADS]] {
  // CHECK-NEXT:      nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK-NEXT:    }
  // CHECK-NEXT:    %[[ID:.*]] = arith.addi %[[GROUP]], %c1_i32
  // CHECK-NEXT:    nvvm.barrier id = %[[ID]] number_of_threads = %c128_i32
  // CHECK-COUNT-2: nvvm.stmatrix
  // CHECK-NOT:     nvvm.stmatrix
  // CHECK:         nvvm.fence.proxy
  // CHECK-NEXT:    nvvm.barrier id = %[[ID]]
  // CHECK-NEXT:    scf.if %[[LEADS]] {
  // CHECK-NEXT:      %[[ELECTED:.*]] = nvvm.elect.sync
  // CHECK-NEXT:      scf.if %[[ELECTED]] {
  // CHECK-NEXT:        %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %c64_i32
  // CHECK-NEXT:        %[[ROW:.*]] = arith.addi %[[M]], %[[SKIPPED]]
  // CHECK:             nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[N]], %[[ROW]]]
  // CHECK-NEXT:        nvvm.cp.async.bulk.commit.group
  // CHECK:         nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK-COUNT-2: nvvm.stmatrix
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[N]], %c32_i32
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[COLUMN]],
  // CHECK-NOT:     nvvm.stmatrix
  // The role drains what it has started before it ends.
  // CHECK:         nvvm.cp.async.bulk.wait_group 0
  // CHECK-NEXT:    llvm.return
  lowp_gpu.kernel @bf16(%D: !halves, %m: i32, %n: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
    lowp_gpu.drain_stores
  }

  // Enough stages for all subtiles: one step. N subtiles lie side by side.
  // CHECK-LABEL: llvm.func @f16(
  // CHECK-COUNT-8: nvvm.stmatrix
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-NEXT:    nvvm.cp.async.bulk.commit.group
  // CHECK-NOT:     nvvm.cp.async.bulk.commit.group
  lowp_gpu.kernel @f16(%D: !wide, %m: i32, %n: i32, %left: !f16, %right: !f16) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %left, %right to %D[%m, %n] stages 2 {staging_offset = 0 : i64} : !f16, !f16 to !wide
  }

  // 32-bit elements are stored in the pairs that a thread holds.
  // CHECK-LABEL: llvm.func @f32(
  // CHECK-NOT:     nvvm.stmatrix
  // CHECK-COUNT-16: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
  // CHECK-NOT:     vector<2xf32>, !llvm.ptr<3>
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor.reduce
  lowp_gpu.kernel @f32(%D: !words, %m: i32, %n: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 2 {staging_offset = 0 : i64} : !sum to !words
  }

  // Warpgroups that have fewer rows of a tile: those of the second follow.
  // CHECK-LABEL: llvm.func @lower(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[TILE_M:[a-z0-9]*]]: i32
  // CHECK:         %[[GROUP:.*]] = arith.shrui %{{.*}}, %c2_i32
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %[[TILE_M]]
  // CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[M]], %[[SKIPPED]]
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[N]], %[[ROW]]]
  lowp_gpu.kernel @lower(%D: !words, %m: i32, %n: i32, %tile_m: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] tile_m %tile_m stages 2 {staging_offset = 0 : i64} : !sum to !words
  }

  // TMA adds.
  // CHECK-LABEL: llvm.func @accumulate(
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.reduce
  lowp_gpu.kernel @accumulate(%D: !words, %m: i32, %n: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 2 accumulate {staging_offset = 0 : i64} : !sum to !words
  }

  // Warpgroups that divide columns: the second stores beside the first, into
  // the same rows, and both have staging of their own.
  // CHECK-LABEL: llvm.func @warpgroups_n(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[TILE_M:[a-z0-9]*]]: i32
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[STAGED:.*]] = arith.muli %[[GROUP]], %c8192_i32
  // CHECK-NEXT:    %[[SLOT:.*]] = arith.addi %{{.*}}, %[[STAGED]]
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
  // CHECK-NOT:     vector<2xf32>, !llvm.ptr<3>
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %c32_i32
  // CHECK-NEXT:    %[[COLUMN:.*]] = arith.addi %[[N]], %[[SKIPPED]]
  // CHECK-NEXT:    %[[SOURCE:.*]] = llvm.inttoptr %[[SLOT]]
  // CHECK-NEXT:    nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %[[SOURCE]], box[%[[COLUMN]], %[[M]]]
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor
  lowp_gpu.kernel @warpgroups_n(%D: !words, %m: i32, %n: i32, %tile_m: i32, %sum: !columns) chip "sm_90a" config #divided
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] tile_m %tile_m stages 1 {staging_offset = 0 : i64} : !columns to !words
  }

  // With a stride others store between them.
  // CHECK-LABEL: llvm.func @group_stride(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %c128_i32
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[N]], %[[SKIPPED]]
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[COLUMN]], %[[M]]]
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor
  lowp_gpu.kernel @group_stride(%D: !words, %m: i32, %n: i32, %sum: !columns) chip "sm_90a" config #divided
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] group_stride 128 stages 1 {staging_offset = 0 : i64} : !columns to !words
  }

  // One step of two: its stages must be free, the barriers are met, and only
  // its columns are staged and stored.
  // CHECK-LABEL: llvm.func @step(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[SUM:[a-z0-9]*]]: !llvm.struct
  // CHECK-NOT:     llvm.extractvalue %[[SUM]][7]
  // CHECK:         nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK:         nvvm.barrier id =
  // CHECK-COUNT-2: nvvm.stmatrix
  // CHECK-NOT:     nvvm.stmatrix
  // CHECK:         nvvm.barrier id =
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[N]], %c32_i32
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[COLUMN]],
  // CHECK-NEXT:    nvvm.cp.async.bulk.commit.group
  // CHECK-NOT:     nvvm.cp.async.bulk.
  lowp_gpu.kernel @step(%D: !halves, %m: i32, %n: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 step 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // The last step has one of three subtiles, in the first of two stages.
  // CHECK-LABEL: llvm.func @last_step(
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
  // CHECK-NOT:     vector<2xf32>, !llvm.ptr<3>
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor.global.shared.cta
  lowp_gpu.kernel @last_step(%D: !words, %m: i32, %n: i32, %sum: !lowp_gpu.accumulator<128x96xf32>) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 2 step 1 {staging_offset = 0 : i64} : !lowp_gpu.accumulator<128x96xf32> to !words
  }
}
