// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel,lowp-gpu-materialize-pipelines))' | FileCheck %s

// The leader of a pair of CTAs multiplies for both. It expects the bytes of both,
// 2 x (16384 + 8192), which alone complete its full barrier; its products tell both
// CTAs that stages are empty and sums full, and the 4 warps of either tell it that
// they have read their sums.

// CHECK-LABEL: lowp_gpu.kernel @f
// CHECK:         %operands = lowp_gpu.pipeline "operands" {empty_arrivals = 1 : i64, full_arrivals = 1 : i64}
// CHECK:         %sums = lowp_gpu.pipeline "sums" {empty_arrivals = 8 : i64, full_arrivals = 1 : i64}
// CHECK:         lowp_gpu.role "load"
// CHECK:           lowp_gpu.barrier_wait empty %operands
// CHECK-NEXT:      %place = lowp_gpu.pair_rank
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[LEADS:.*]] = arith.cmpi eq, %place, %[[ZERO]] : i32
// CHECK-NEXT:      scf.if %[[LEADS]] {
// CHECK-NEXT:        lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 49152
// CHECK-NEXT:      }
// CHECK-NOT:       lowp_gpu.barrier_arrive
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane leader
// CHECK:           lowp_gpu.barrier_wait empty %sums
// CHECK:           lowp_gpu.barrier_wait full %operands
// CHECK:           lowp_gpu.mma_into
// CHECK:           lowp_gpu.barrier_arrive empty %operands[%{{.*}}] by products at pair
// CHECK:           lowp_gpu.barrier_arrive full %sums[%{{.*}}] by products at pair
// CHECK:         lowp_gpu.role "store"
// CHECK:           lowp_gpu.barrier_wait full %sums
// CHECK:           lowp_gpu.barrier_arrive empty %sums[%{{.*}}] at leader
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 64x128xf8E4M3FN swizzle 128>
!ring = !lowp_gpu.pipeline<3 x !operands>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!sum_ring = !lowp_gpu.pipeline<2 x !sums>
!A = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!B = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%A: !A, %B: !B, %i: i32, %more: i1) chip "tensor_2" config #config {
  %p = lowp_gpu.pipeline "operands" : !ring
  %q = lowp_gpu.pipeline "sums" : !sum_ring
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !ring
    lowp_gpu.load %A[%i, %i] to %s["a"] pair : !A to !operands
    lowp_gpu.load %B[%i, %i] to %s["b"] pair : !B to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
    %t = lowp_gpu.acquire %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !ring
    %a = lowp_gpu.view %s["a"] : !operands -> !a
    %b = lowp_gpu.view %s["b"] : !operands -> !b
    lowp_gpu.mma_into %a, %b to %d accumulate %more pair : !a, !b to !d
    lowp_gpu.release %s by products : !operands
    lowp_gpu.commit %t by products : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %t = lowp_gpu.wait %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %x = lowp_gpu.read_sums %d : !d -> !lowp_gpu.accumulator<128x128xf32>
    lowp_gpu.release %t : !sums
  }
}

// Rows that do not move are not expected of either CTA: 2 x 8192 bytes, and 2 x 128
// of each row of the lhs.

// CHECK-LABEL: lowp_gpu.kernel @rows
// CHECK:         scf.if
// CHECK-NEXT:      %[[CTAS:.*]] = arith.constant 2 : i32
// CHECK-NEXT:      %[[MORE:.*]] = arith.muli %{{.*}}, %[[CTAS]] : i32
// CHECK-NEXT:      lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 16384 plus %[[MORE]]
lowp_gpu.kernel @rows(%A: !A, %B: !B, %i: i32, %more: i1) chip "tensor_2" config #config {
  %p = lowp_gpu.pipeline "operands" : !ring
  %q = lowp_gpu.pipeline "sums" : !sum_ring
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !ring
    lowp_gpu.load %A[%i, %i] to %s["a"] tile_m %i pair : !A to !operands
    lowp_gpu.load %B[%i, %i] to %s["b"] pair : !B to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
    %t = lowp_gpu.acquire %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !ring
    %a = lowp_gpu.view %s["a"] : !operands -> !a
    %b = lowp_gpu.view %s["b"] : !operands -> !b
    lowp_gpu.mma_into %a, %b to %d accumulate %more pair : !a, !b to !d
    lowp_gpu.release %s by products : !operands
    lowp_gpu.commit %t by products : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %t = lowp_gpu.wait %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %x = lowp_gpu.read_sums %d : !d -> !lowp_gpu.accumulator<128x128xf32>
    lowp_gpu.release %t : !sums
  }
}

// Lanes of both CTAs fill a stage that the leader drains: 2 x 32 arrivals.

// CHECK-LABEL: lowp_gpu.kernel @lanes
// CHECK:         lowp_gpu.pipeline "scales" {empty_arrivals = 128 : i64, full_arrivals = 64 : i64}
// CHECK:         lowp_gpu.barrier_arrive full %scales[%{{.*}}] at leader
// CHECK:         lowp_gpu.barrier_arrive empty %scales[%{{.*}}] at pair
!scales = !lowp_gpu.stage<sb: 56x2xf32>
lowp_gpu.kernel @lanes(%SB: memref<?x56xf32>, %i: i32) chip "tensor_2" config #config {
  %p = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !scales>
  lowp_gpu.role "load" warps 1 registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<2 x !scales>
    lowp_gpu.copy_rows %SB[%i] rows %i length %i to %s["sb"] : memref<?x56xf32> to !scales
    lowp_gpu.commit %s : !scales
  }
  lowp_gpu.role "read" warps 4 leader registers 0 {
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<2 x !scales>
    lowp_gpu.release %s : !scales
  }
}
