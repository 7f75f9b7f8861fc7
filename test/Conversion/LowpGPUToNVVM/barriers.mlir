// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
#shared = #lowp_gpu.config<tile = [128, 128, 128], cluster = [4, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
!pipeline = !lowp_gpu.pipeline<2 x !stage>

// Full barriers of all stages, then the empty ones, 8 bytes each.

// CHECK-LABEL: llvm.func @barriers(
// CHECK-SAME:      %[[INDEX:.*]]: i32, %[[PARITY:.*]]: i32)
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[FULL:.*]] = arith.constant 32768 : i32
// CHECK-DAG:     %[[EMPTY:.*]] = arith.constant 32784 : i32
// CHECK-DAG:     %[[ADDRESS:.*]] = llvm.mlir.addressof @lowp_shared
// CHECK:         %[[BASE:.*]] = llvm.ptrtoint %[[ADDRESS]]
// CHECK:         %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
// CHECK:         nvvm.mbarrier.init %{{.*}}, %[[ONE]]
// CHECK:         nvvm.mbarrier.init %{{.*}}, %[[EIGHT]]
// CHECK:         nvvm.mbarrier.init %{{.*}}, %[[ONE]]
// CHECK:         nvvm.mbarrier.init %{{.*}}, %[[EIGHT]]
// CHECK:         nvvm.fence.mbarrier.init
// CHECK:         %[[FIRST:.*]] = arith.addi %[[BASE]], %[[FULL]]
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[INDEX]], %[[EIGHT]]
// CHECK:         %[[BARRIER:.*]] = arith.addi %[[FIRST]], %[[OFFSET]]
// CHECK:         %[[POINTER:.*]] = llvm.inttoptr %[[BARRIER]]
// CHECK-NEXT:    nvvm.mbarrier.try_wait.parity %[[POINTER]], %[[PARITY]]
// CHECK:         arith.addi %[[BASE]], %[[EMPTY]]
// CHECK:         nvvm.mbarrier.try_wait.parity %{{.*}}, %[[PARITY]]
// CHECK:         nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c16384_i32
// Every lane arrives at a full barrier, the first one at an empty one.
// CHECK:         llvm.inline_asm has_side_effects {{.*}} "mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}" %{{.*}} : (i32)
// CHECK:         llvm.inline_asm has_side_effects {{.*}} "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mbarrier.arrive.shared::cta.b64 _, [$0]; }", "r,r,~{memory}" %{{.*}}, %[[LANE]]
gpu.module @kernels {
  lowp_gpu.kernel @barriers(%index: i32, %parity: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 32800 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, stage_bytes = 16384 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    lowp_gpu.barrier_init %p : !pipeline
    lowp_gpu.barrier_wait full %p[%index] parity %parity : !pipeline
    lowp_gpu.barrier_wait empty %p[%index] parity %parity : !pipeline
    lowp_gpu.barrier_expect %p[%index] bytes 16384 : !pipeline
    lowp_gpu.barrier_arrive full %p[%index] : !pipeline
    lowp_gpu.barrier_arrive empty %p[%index] : !pipeline
  }

  // Bytes of rows that are counted at run time.
  // CHECK-LABEL: llvm.func @expect_more(
  // CHECK-SAME:      %[[MORE:[a-z0-9]*]]: i32
  // CHECK:         %[[BYTES:.*]] = arith.addi %[[MORE]], %c512_i32
  // CHECK:         nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  lowp_gpu.kernel @expect_more(%more: i32, %index: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 32800 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, stage_bytes = 16384 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    lowp_gpu.barrier_expect %p[%index] bytes 512 plus %more : !pipeline
  }

  // Where lanes fill the stages each of those that read them arrives.
  // CHECK-LABEL: llvm.func @filled_by_lanes(
  // CHECK:         llvm.inline_asm has_side_effects {{.*}}"mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}"
  lowp_gpu.kernel @filled_by_lanes(%index: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 32800 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 0 : i64, barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, stage_bytes = 16384 : i64, full_arrivals = 32 : i64, empty_arrivals = 256 : i64} : !pipeline
    lowp_gpu.barrier_arrive empty %p[%index] : !pipeline
  }

  // In a cluster lane r arrives at the barrier of the CTA of rank r.
  // CHECK-LABEL: llvm.func @clustered(
  // CHECK:         %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} setp.lt.u32 p, $1, 4; @p mapa.shared::cluster.u32 remote, $0, $1; @p mbarrier.arrive.shared::cluster.b64 _, [remote]; }", "r,r,~{memory}" %{{.*}}, %[[LANE]]
  lowp_gpu.kernel @clustered(%index: i32) chip "sm_90a" config #shared
      attributes {shared_bytes = 32800 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 32768 : i64, field_offsets = array<i64: 0>, stage_bytes = 16384 : i64, full_arrivals = 1 : i64, empty_arrivals = 32 : i64, clustered} : !pipeline
    lowp_gpu.barrier_arrive empty %p[%index] : !pipeline
  }
}
