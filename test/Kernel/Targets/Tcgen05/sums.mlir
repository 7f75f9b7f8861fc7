// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!stage = !lowp_gpu.stage<sums: 128x64xf32 in tensor>
!sums = !lowp_gpu.pipeline<2 x !stage>
!tile = !lowp_gpu.tile<128x64xf32 in tensor>

gpu.module @kernels {
  // Columns are taken by powers of two; their address is where the kernel keeps it. A view is that address, the pipeline's column and
  // the stage's. Warps read their quarter of the lanes, and products arrive at a barrier.
  // CHECK-LABEL: llvm.func @all(
  // CHECK:         llvm.inline_asm {{.*}}"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 256; tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "r,~{memory}"
  // CHECK-DAG:     %[[FIRST:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> i32
  // CHECK-DAG:     %[[OF_STAGE:.*]] = arith.muli %{{.*}}, %c64_i32
  // CHECK-DAG:     %[[COLUMN:.*]] = arith.addi %[[FIRST]], %c8_i32
  // CHECK:         %[[TILE:.*]] = arith.addi %[[COLUMN]], %[[OF_STAGE]]
  // CHECK:         "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];", "r,~{memory}"
  // CHECK:         arith.shli %{{.*}}, %c5_i32
  // CHECK:         %[[LANES:.*]] = arith.shli %{{.*}}, %c16_i32
  // CHECK:         %[[PLACE:.*]] = arith.addi %{{.*}}, %[[LANES]]
  // CHECK:         "tcgen05.fence::after_thread_sync; tcgen05.ld.sync.aligned.32x32b.x32.b32 {$0, {{.*}}, $31}, [$48 + 0]; tcgen05.ld.sync.aligned.32x32b.x16.b32 {$32, {{.*}}, $47}, [$48 + 32]; tcgen05.wait::ld.sync.aligned; tcgen05.fence::before_thread_sync;", "=f,{{.*}},r,~{memory}" %[[PLACE]]
  // Of columns that are loaded by so many, each load has a wait of its own.
  // CHECK-COUNT-3: "tcgen05.fence::after_thread_sync; tcgen05.ld.sync.aligned.32x32b.x16.b32 {$0, {{.*}}, $15}, [$16 + 0]; tcgen05.wait::ld.sync.aligned; tcgen05.fence::before_thread_sync;"
  // CHECK:         "tcgen05.fence::after_thread_sync; tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, 256;"
  lowp_gpu.kernel @all(%i: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 64 : i64, tensor_address = 32 : i64, tensor_columns = 136 : i64, warps = 8 : i64} {
    %sums = lowp_gpu.pipeline "sums" {barrier_offset = 0 : i64, empty_arrivals = 4 : i64, field_offsets = array<i64: 0>, full_arrivals = 1 : i64, offset = 0 : i64, stage_bytes = 0 : i64, tensor_column = 8 : i64} : !sums
    lowp_gpu.allocate_columns 136
    %stage = lowp_gpu.stage_at %sums[%i] : !sums
    %tile = lowp_gpu.view %stage["sums"] : !stage -> !tile
    lowp_gpu.barrier_arrive full %sums[%i] by products : !sums
    %0 = lowp_gpu.read_sums %tile column 16 : !tile -> !lowp_gpu.accumulator<128x48xf32>
    %1 = lowp_gpu.read_sums %tile column 16 by 16 : !tile -> !lowp_gpu.accumulator<128x48xf32>
    lowp_gpu.release_columns 136
  }
}
