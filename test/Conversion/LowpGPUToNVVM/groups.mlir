// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>

gpu.module @kernels {
  // One warp takes 32 numbers at a time, clamps them, takes the largest so far for
  // each, and adds up whole tiles. Another kernel's numbers are read here alone.
  // CHECK-LABEL: llvm.func @rows(
  // CHECK-SAME:    %[[ENDS:.*]]: !llvm.ptr<1>, %[[G:.*]]: i32, %[[M:.*]]: i32)
  // CHECK:         scf.if
  // CHECK:           %[[LAST:.*]]:2 = scf.for %[[FIRST:.*]] = %c0_i32 to %[[G]] step %c32_i32 iter_args(%[[BOUND:.*]] = %c0_i32, %{{.*}} = %c0_i32)
  // CHECK:             %[[GROUP:.*]] = arith.addi %[[FIRST]], %{{.*}}
  // CHECK:             %[[EXISTS:.*]] = arith.cmpi ult, %[[GROUP]], %[[G]]
  // CHECK:             scf.if %[[EXISTS]]
  // CHECK:               llvm.load %{{.*}} : !llvm.ptr<1> -> i32
  // CHECK:             %[[LEAST:.*]] = arith.maxsi %{{.*}}, %c0_i32
  // CHECK:             arith.minsi %[[LEAST]], %[[M]]
  // CHECK-COUNT-5:     nvvm.shfl.sync up
  // CHECK:             arith.maxsi %{{.*}}, %[[BOUND]]
  // CHECK:             arith.divui %{{.*}}, %c128_i32
  // CHECK-COUNT-5:     nvvm.shfl.sync up
  // CHECK:             nvvm.shfl.sync idx
  // CHECK:             nvvm.shfl.sync idx
  // CHECK:         nvvm.barrier0
  // The search goes in halves, 8 groups in three steps; in the elected lane without a
  // shuffle.
  // CHECK-COUNT-3: arith.select
  // CHECK-NOT:     nvvm.shfl.sync
  // CHECK:         llvm.return
  lowp_gpu.kernel @rows(%ends: memref<8xi32>, %G: i32, %M: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 72 : i64, warps = 8 : i64} {
    %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %M tile_m 128 {offset = 0 : i64} : memref<8xi32>
    %group, %row, %end = lowp_gpu.locate_group %groups[%rows]
    scf.for %i = %group to %row step %end : i32 {
      lowp_gpu.sync_cluster
    }
  }

  // All lanes of a warp know that they have found the same.
  // CHECK-LABEL: llvm.func @counts(
  // CHECK:         nvvm.barrier0
  // CHECK-COUNT-3: nvvm.shfl.sync idx
  lowp_gpu.kernel @counts(%counts: memref<8xi32>, %G: i32, %M: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 72 : i64, warps = 8 : i64} {
    %groups, %rows = lowp_gpu.group_table counts %counts count %G most 8 m %M tile_m 128 {offset = 0 : i64} : memref<8xi32>
    %group, %row, %end = lowp_gpu.locate_group %groups[%rows] uniform
    scf.for %i = %group to %row step %end : i32 {
      lowp_gpu.sync_cluster
    }
  }
}
