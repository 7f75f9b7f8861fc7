// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>

gpu.module @kernels {
  // The matrix and its row are a division; where its K lies is read from the table,
  // which is filled as that of groups of rows. All lanes know that they have read the
  // same.
  // CHECK-LABEL: llvm.func @sums(
  // CHECK-SAME:    %[[ENDS:.*]]: !llvm.ptr<1>, %[[G:.*]]: i32, %[[K:.*]]: i32, %[[M:.*]]: i32)
  // CHECK:         nvvm.barrier0
  // CHECK-DAG:     %[[GROUP:.*]] = arith.divui %[[K]], %[[M]]
  // CHECK-DAG:     %[[ROW:.*]] = arith.remui %[[K]], %[[M]]
  // CHECK:         %[[BEGIN:.*]] = nvvm.shfl.sync idx
  // CHECK:         %[[END:.*]] = nvvm.shfl.sync idx
  // CHECK:         %[[SIZE:.*]] = arith.subi %[[END]], %[[BEGIN]]
  // CHECK-NOT:     arith.select
  // CHECK:         arith.maxsi %[[SIZE]], %c65_i32
  lowp_gpu.kernel @sums(%ends: memref<8xi32>, %G: i32, %K: i32, %M: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 72 : i64, warps = 8 : i64} {
    %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 {offset = 0 : i64} : memref<8xi32>
    %group, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%K] rows %M least 65 uniform
    scf.for %i = %first to %row step %size : i32 {
      scf.for %j = %group to %extent step %size : i32 {
        lowp_gpu.sync_cluster
      }
    }
  }

  // The lane that loads shuffles nothing.
  // CHECK-LABEL: llvm.func @load(
  // CHECK:         nvvm.barrier0
  // CHECK-NOT:     nvvm.shfl.sync
  // CHECK:         llvm.return
  lowp_gpu.kernel @load(%ends: memref<8xi32>, %G: i32, %K: i32, %M: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 72 : i64, warps = 8 : i64} {
    %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 {offset = 0 : i64} : memref<8xi32>
    %group, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%K] rows %M
    scf.for %i = %first to %row step %size : i32 {
      lowp_gpu.sync_cluster
    }
  }
}
