// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic --mlir-print-debuginfo | lowp-opt | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!lhs = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!rhs = !lowp_gpu.tile<4x64x64xbf16 swizzle 128>

// A matrix for each group of K: the scheduler walks them one below the other.

// CHECK-LABEL: lowp_gpu.kernel @sums
// CHECK:         %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 : memref<8xi32>
// CHECK:           %group, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
// CHECK-NEXT:      lowp_gpu.for_each_k %extent : (%k)
// CHECK-NEXT:        lowp_gpu.zero_tail %a, %b from %size : !tile_2x64x64_bf16, !tile_4x64x64_bf16
lowp_gpu.kernel @sums(%a: !lhs, %b: !rhs, %ends: memref<8xi32>, %G: i32, %M: i32, %N: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 8 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        lowp_gpu.zero_tail %a, %b from %size : !lhs, !rhs
      }
    }
  }
}

// CHECK-LABEL: lowp_gpu.kernel @alike
// CHECK:         lowp_gpu.locate_k %groups[%M] rows %M least 193 spread uniform
lowp_gpu.kernel @alike(%ends: memref<8xi32>, %G: i32, %M: i32, %K: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %K tile_m 64 : memref<8xi32>
  %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%M] rows %M least 193 spread uniform
}

// CHECK-LABEL: lowp_gpu.kernel @warp
// CHECK:         lowp_gpu.zero_tail %a from %end by_warp : !tile_2x64x64_bf16
lowp_gpu.kernel @warp(%a: !lhs, %end: i32) chip "sm_90a" config #config {
  lowp_gpu.zero_tail %a from %end by_warp : !lhs
}
