// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1>
!sum = !lowp_gpu.accumulator<128x64xf32>
!halves = !lowp_gpu.tensor_map<64x32xbf16 swizzle 64>
!wide = !lowp_gpu.tensor_map<64x64xf16 swizzle 128>
!words = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!vector = !lowp_gpu.tile<64xf32>
#divided = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1, column_groups = 2>
!columns = !lowp_gpu.accumulator<64x64xf32, column_groups = 2>

gpu.module @kernels {
  // Two subtiles, one slot: two phases of waiting until the slot was read,
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
  // Two elements are rounded by one instruction.
  // CHECK:         nvvm.convert.f32x2.to.bf16x2 %{{.*}}, %{{.*}} {rnd = #nvvm.fp_rnd_mode<rn>}
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
  lowp_gpu.kernel @bf16(%D: !halves, %m: i32, %n: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] slots 1 {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to bf16
      lowp_gpu.yield %y : bf16
    } {staging_offset = 0 : i64} : !sum to !halves
    lowp_gpu.drain_stores
  }

  // Enough slots for all subtiles: one phase. Pieces lie side by side.
  // CHECK-LABEL: llvm.func @f16(
  // CHECK:         nvvm.convert.f32x2.to.f16x2
  // CHECK-COUNT-8: nvvm.stmatrix
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-NEXT:    nvvm.cp.async.bulk.commit.group
  // CHECK-NOT:     nvvm.cp.async.bulk.commit.group
  lowp_gpu.kernel @f16(%D: !wide, %m: i32, %n: i32, %left: !sum, %right: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %left, %right to %D[%m, %n] slots 2 {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      lowp_gpu.yield %y : f16
    } {staging_offset = 0 : i64} : !sum, !sum to !wide
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
    lowp_gpu.store_tile %sum to %D[%m, %n] slots 2 {
    ^bb0(%x: f32):
      lowp_gpu.yield %x : f32
    } {staging_offset = 0 : i64} : !sum to !words
  }

  // Warpgroups that have fewer rows of a tile: those of the second follow.
  // CHECK-LABEL: llvm.func @lower(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[H:[a-z0-9]*]]: i32
  // CHECK:         %[[GROUP:.*]] = arith.shrui %{{.*}}, %c2_i32
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %[[H]]
  // CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[M]], %[[SKIPPED]]
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[N]], %[[ROW]]]
  lowp_gpu.kernel @lower(%D: !words, %m: i32, %n: i32, %h: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] height %h slots 2 {
    ^bb0(%x: f32):
      lowp_gpu.yield %x : f32
    } {staging_offset = 0 : i64} : !sum to !words
  }

  // The copy engine adds.
  // CHECK-LABEL: llvm.func @accumulate(
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.reduce
  lowp_gpu.kernel @accumulate(%D: !words, %m: i32, %n: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] slots 2 accumulate {
    ^bb0(%x: f32):
      lowp_gpu.yield %x : f32
    } {staging_offset = 0 : i64} : !sum to !words
  }

  // The epilogue of each element sees the factor of its row and of its column.
  // CHECK-LABEL: llvm.func @factors(
  // CHECK-SAME:      %[[ROWS:[a-z0-9]*]]: !llvm.struct<(f32, f32)>
  // CHECK:         %[[UPPER:.*]] = llvm.extractvalue %[[ROWS]][0]
  // CHECK:         %[[LOWER:.*]] = llvm.extractvalue %[[ROWS]][1]
  // CHECK:         %[[PAIR:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         %[[EVEN:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK:         %[[SCALED:.*]] = arith.mulf %{{.*}}, %[[UPPER]]
  // CHECK-NEXT:    arith.mulf %[[SCALED]], %[[EVEN]]
  // CHECK:         arith.mulf %{{.*}}, %[[LOWER]]
  lowp_gpu.kernel @factors(%D: !halves, %index: i32, %rows: !lowp_gpu.rows<128 x f32>, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "factors" {offset = 8192 : i64, barrier_offset = 16000 : i64, field_offsets = array<i64: 0>, stage_bytes = 256 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x <sb: 64xf32>>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x <sb: 64xf32>>
    %sb = lowp_gpu.view %s["sb"] : !lowp_gpu.stage<sb: 64xf32> -> !vector
    lowp_gpu.store_tile %sum to %D[%index, %index] rows %rows : !lowp_gpu.rows<128 x f32> columns %sb : !vector slots 1 {
    ^bb0(%x: f32, %row: f32, %column: f32):
      %0 = arith.mulf %x, %row : f32
      %1 = arith.mulf %0, %column : f32
      %2 = arith.truncf %1 : f32 to bf16
      lowp_gpu.yield %2 : bf16
    } {staging_offset = 0 : i64} : !sum to !halves
  }

  // Warpgroups that divide columns: the second stores beside the first, into
  // the same rows, and both have staging of their own.
  // CHECK-LABEL: llvm.func @column_groups(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[H:[a-z0-9]*]]: i32
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
  lowp_gpu.kernel @column_groups(%D: !words, %m: i32, %n: i32, %h: i32, %sum: !columns) chip "sm_90a" config #divided
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] height %h slots 1 {
    ^bb0(%x: f32):
      lowp_gpu.yield %x : f32
    } {staging_offset = 0 : i64} : !columns to !words
  }

  // With a stride others store between them; factors lie as far apart.
  // CHECK-LABEL: llvm.func @group_stride(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[STAGE:.*]] = arith.muli %[[INDEX]], %c640_i32
  // CHECK-NEXT:    %[[FACTORS:.*]] = arith.addi %{{.*}}, %[[STAGE]]
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %c128_i32
  // CHECK:         %[[FACTOR:.*]] = arith.addi %[[SKIPPED]],
  // CHECK-NEXT:    %[[BYTES:.*]] = arith.shli %[[FACTOR]], %c2_i32
  // CHECK-NEXT:    %[[ADDRESS:.*]] = arith.addi %[[FACTORS]], %[[BYTES]]
  // CHECK-NEXT:    %[[POINTER:.*]] = llvm.inttoptr %[[ADDRESS]]
  // CHECK-NEXT:    llvm.load %[[POINTER]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[N]], %[[SKIPPED]]
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%[[COLUMN]], %[[M]]]
  // CHECK-NOT:     nvvm.cp.async.bulk.tensor
  lowp_gpu.kernel @group_stride(%D: !words, %index: i32, %m: i32, %n: i32, %sum: !columns) chip "sm_90a" config #divided
      attributes {shared_bytes = 17664 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "factors" {offset = 16384 : i64, barrier_offset = 17600 : i64, field_offsets = array<i64: 0>, stage_bytes = 640 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x <sb: 160xf32>>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x <sb: 160xf32>>
    %sb = lowp_gpu.view %s["sb"] : !lowp_gpu.stage<sb: 160xf32> -> !lowp_gpu.tile<160xf32>
    lowp_gpu.store_tile %sum to %D[%m, %n] columns %sb : !lowp_gpu.tile<160xf32> group_stride 128 slots 1 {
    ^bb0(%x: f32, %column: f32):
      %0 = arith.mulf %x, %column : f32
      lowp_gpu.yield %0 : f32
    } {staging_offset = 0 : i64} : !columns to !words
  }
}
