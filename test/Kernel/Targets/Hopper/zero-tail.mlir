// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

// Two warpgroups clear both panels of a tile from row `end` of 64 on, 16 bytes a thread
// at a time, before the tensor core reads them: after a fence and a barrier of both.

#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 2x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
#bytes = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage_of_bytes = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
!pipeline_of_bytes = !lowp_gpu.pipeline<2 x !stage_of_bytes>
!tile_of_bytes = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME:    %[[END:.*]]: i32)
  // CHECK:         %[[SHORT:.*]] = arith.cmpi slt, %[[END]], %c64_i32
  // CHECK-NEXT:    scf.if %[[SHORT]] {
  // CHECK:           arith.maxsi %[[END]], %c0_i32
  // CHECK:           scf.for %{{.*}} = %{{.*}} to %c8192_i32 step %c4096_i32
  // CHECK-COUNT-2:     llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT:         llvm.store
  // CHECK:           nvvm.bar.warp.sync
  // CHECK-NEXT:      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT:      nvvm.barrier id = %c3_i32 number_of_threads = %c256_i32
  // CHECK-NEXT:    }
  lowp_gpu.kernel @f(%end: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 9 : i64} {
    %p = lowp_gpu.pipeline "operands" {barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, offset = 0 : i64, stage_bytes = 16384 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%end] : !pipeline
    %a = lowp_gpu.view %s["a"] : !stage -> !tile
    lowp_gpu.zero_tail %a from %end : !tile
  }

  // Where K is the rows' own dimension, each thread clears pieces of 16 bytes of its own rows, from the first one that
  // begins at `end` or after it: the swizzle exchanges those of a row.
  // CHECK-LABEL: llvm.func @pieces(
  // CHECK-SAME:    %[[END:.*]]: i32)
  // CHECK:         arith.cmpi slt, %[[END]], %c128_i32
  // CHECK:           %[[LEAST:.*]] = arith.maxsi %[[END]], %c0_i32
  // CHECK:           %[[RAISED:.*]] = arith.addi %[[LEAST]], %c15_i32
  // CHECK:           %[[FIRST:.*]] = arith.shrui %[[RAISED]], %c4_i32
  // CHECK:           scf.for %[[ROW:.*]] = %{{.*}} to %c128_i32 step %c256_i32
  // CHECK-NEXT:        scf.for %[[PIECE:.*]] = %[[FIRST]] to %c8_i32 step %c1_i32
  // CHECK:               %[[PATTERN:.*]] = arith.andi %{{.*}}, %c7_i32
  // CHECK:               arith.xori %{{.*}}, %[[PATTERN]]
  // CHECK:               llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK:           nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT:      nvvm.barrier id = %c3_i32 number_of_threads = %c256_i32
  lowp_gpu.kernel @pieces(%end: i32) chip "sm_90a" config #bytes
      attributes {shared_bytes = 32768 : i64, warps = 9 : i64} {
    %p = lowp_gpu.pipeline "operands" {barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, offset = 0 : i64, stage_bytes = 16384 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline_of_bytes
    %s = lowp_gpu.stage_at %p[%end] : !pipeline_of_bytes
    %a = lowp_gpu.view %s["a"] : !stage_of_bytes -> !tile_of_bytes
    lowp_gpu.zero_tail %a from %end : !tile_of_bytes
  }
}
