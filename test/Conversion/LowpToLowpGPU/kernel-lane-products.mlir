// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// Products of warps are over when the next operation begins: scales are read
// after them without a barrier, which a lone warpgroup has where its product
// runs by itself (kernel-warpgroups-n.mlir).

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK:         lowp_gpu.role "mma" warps 4
// CHECK:         %[[PRODUCT:.*]] = lowp_gpu.mma
// CHECK-NEXT:    lowp_gpu.view {{.*}}["sa"]
// CHECK-NEXT:    lowp_gpu.read_rows
// CHECK-NEXT:    lowp_gpu.mma_wait %[[PRODUCT]]
// CHECK-NOT:     lowp_gpu.sync_warp

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!b = !lowp.scaled<1024x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_120a"} {
func.func @alone(%a: memref<64x512xf8E4M3FN>, %sa: memref<4x64xf32>, %b: memref<1024x512xf8E4M3FN>, %sb: memref<8x4xf32>, %d: memref<64x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<4x64xf32>) rhs(%b, %sb : memref<1024x512xf8E4M3FN>, memref<8x4xf32>) outs(%d : memref<64x1024xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}
