// A matmul of no groups had a table of none.
// pipeline: lowp-select-kernel-config,convert-lowp-to-lowp-gpu
!xb = !lowp.scaled<0x100x512xf8E4M3FN, #lowp.rowwise>
!wb = !lowp.scaled<0x512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @counts(%a: memref<0x100x512xf8E4M3FN>, %sa: memref<0x100x1xf32>, %b: memref<0x512x512xf8E4M3FN>, %sb: memref<0x512x1xf32>, %counts: memref<0xi32>, %d: memref<0x100x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<0x100x512xf8E4M3FN>, memref<0x100x1xf32>) rhs(%b, %sb : memref<0x512x512xf8E4M3FN>, memref<0x512x1xf32>) groups(%counts : memref<0xi32>) outs(%d : memref<0x100x512xbf16>)
    {lhs_type = !xb, rhs_type = !wb, lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1>}
  return
}
}