// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<128x64xf32>
!bf16 = !lowp_gpu.accumulator<128x64xbf16>
!narrow = !lowp_gpu.tile<64x32xbf16 swizzle 64>
!wide = !lowp_gpu.tile<64x64xbf16 swizzle 128>
!words = !lowp_gpu.tile<64x32xf32 swizzle 128>

gpu.module @kernels {
  // Odd rows: 64 lanes would take a row at an element each, so that 32 go over it
  // twice: 32 pieces, eight of which are read ahead. Each warp waits for itself
  // alone, and nobody for TMA.

  // CHECK-LABEL: llvm.func @odd(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr<1>, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32, %[[ROWS:[a-z0-9]*]]: i32, %[[COLUMNS:[a-z0-9]*]]: i32, %{{.*}}: !llvm.struct
  // CHECK-NOT:     nvvm.cp.async
  // CHECK-NOT:     nvvm.barrier
  // CHECK:         nvvm.bar.warp.sync
  // CHECK-COUNT-4: nvvm.stmatrix
  // CHECK:         nvvm.bar.warp.sync
  // CHECK:         %[[FIRST:.*]] = arith.addi %[[M]], %{{.*}} : i32
  // CHECK:         %[[REST:.*]] = arith.subi %[[ROWS]], %[[FIRST]] : i32
  // CHECK:         %[[PIECE:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK:         %[[IN_M:.*]] = arith.cmpi slt, %{{.*}}, %[[REST]] : i32
  // CHECK:         %[[COLUMN:.*]] = arith.addi %[[N]], %{{.*}} : i32
  // CHECK:         %[[IN_N:.*]] = arith.cmpi slt, %[[COLUMN]], %[[COLUMNS]] : i32
  // CHECK:         %[[EXISTS:.*]] = arith.andi %[[IN_M]], %[[IN_N]] : i1
  // CHECK-COUNT-7: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK-NOT:     llvm.load
  // CHECK:         scf.if %[[EXISTS]] {
  // CHECK-NEXT:      llvm.store %[[PIECE]], %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<1>
  // CHECK-COUNT-7: llvm.store %{{.*}} : i16, !llvm.ptr<1>
  // CHECK-COUNT-24: llvm.store %{{.*}} : i16, !llvm.ptr<1>
  // CHECK-NOT:     : i16, !llvm.ptr<1>
  // CHECK-NOT:     nvvm.cp.async
  // CHECK:         llvm.return
  lowp_gpu.kernel @odd(%D: memref<?x63xbf16>, %m: i32, %n: i32, %rows: i32, %columns: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] m %rows n %columns through !wide stages 1 {staging_offset = 0 : i64} : !bf16 to memref<?x63xbf16>
  }

  // A row is as long as its columns, known at run time: an element at a time.
  // CHECK-LABEL: llvm.func @unknown(
  // CHECK-SAME:      %[[COLUMNS:[a-z0-9]*]]: i32, %{{[a-z0-9]*}}: !llvm.struct
  // CHECK:         %[[PITCH:.*]] = llvm.zext %[[COLUMNS]] : i32 to i64
  // CHECK:         llvm.mul %{{.*}}, %[[PITCH]] : i64
  // CHECK-COUNT-32: llvm.store %{{.*}} : i16, !llvm.ptr<1>
  lowp_gpu.kernel @unknown(%D: memref<?x?xbf16>, %m: i32, %n: i32, %rows: i32, %columns: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] m %rows n %columns through !wide stages 1 {staging_offset = 0 : i64} : !bf16 to memref<?x?xbf16>
  }

  // Rows of 64 bytes at multiples of 8: eight lanes take one, so that four are
  // stored at a time, of both subtiles.
  // CHECK-LABEL: llvm.func @quads(
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 8 : i64} : i64, !llvm.ptr<1>
  // CHECK-NOT:     !llvm.ptr<1>
  // CHECK:         llvm.return
  lowp_gpu.kernel @quads(%D: memref<100x60xbf16>, %m: i32, %n: i32, %rows: i32, %columns: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] m %rows n %columns through !narrow stages 1 {staging_offset = 0 : i64} : !bf16 to memref<100x60xbf16>
  }

  // Rows that begin at multiples of 8 bytes and end at one of 4.
  // CHECK-LABEL: llvm.func @pairs(
  // CHECK-COUNT-16: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NOT:     !llvm.ptr<1>
  // CHECK:         llvm.return
  lowp_gpu.kernel @pairs(%D: memref<100x58xbf16, strided<[60, 1]>>, %m: i32, %n: i32, %rows: i32, %columns: i32, %sum: !bf16) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] m %rows n %columns through !wide stages 1 {staging_offset = 0 : i64} : !bf16 to memref<100x58xbf16, strided<[60, 1]>>
  }

  // Rows of a batch, and of warpgroups with fewer rows; pairs of f32 are added to those
  // in memory. One step of two.
  // CHECK-LABEL: llvm.func @onto(
  // CHECK-SAME:      %[[BATCH:[a-z0-9]*]]: i32, %[[TILE_M:[a-z0-9]*]]: i32, %{{[a-z0-9]*}}: !llvm.struct
  // CHECK:         arith.minsi %{{.*}}, %[[TILE_M]] : i32
  // CHECK:         %[[PLACE:.*]] = llvm.zext %[[BATCH]] : i32 to i64
  // CHECK:         llvm.mul %[[PLACE]], %{{.*}} : i64
  // CHECK:         %[[PIECE:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         scf.if
  // CHECK-NEXT:      %[[OLD:.*]] = llvm.load %[[AT:.*]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK-NEXT:      %[[SUM:.*]] = llvm.fadd %[[OLD]], %[[PIECE]] : vector<2xf32>
  // CHECK-NEXT:      llvm.store %[[SUM]], %[[AT]] {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
  // CHECK-COUNT-7: llvm.store %{{.*}} : vector<2xf32>, !llvm.ptr<1>
  // CHECK-NOT:     vector<2xf32>, !llvm.ptr<1>
  // CHECK:         llvm.return
  lowp_gpu.kernel @onto(%D: memref<?x100x66xf32>, %m: i32, %n: i32, %rows: i32, %columns: i32, %batch: i32, %tile_m: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] batch %batch m %rows n %columns through !words tile_m %tile_m stages 1 step 1 accumulate {staging_offset = 0 : i64} : !sum to memref<?x100x66xf32>
  }
}
