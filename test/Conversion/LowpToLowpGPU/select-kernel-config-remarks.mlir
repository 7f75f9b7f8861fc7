// RUN: lowp-opt %s --lowp-select-kernel-config --remarks-filter=lowp-select-kernel-config --remark-format=emitRemark -verify-diagnostics -o /dev/null

!x = !lowp.scaled<4096x4096xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<4096x4096xf8E4M3FN>, %sa: memref<4096x1xf32>, %d: memref<4096x4096xbf16>) {
    // expected-remark @below {{#lowp_gpu.config<tile = [128, }}
    lowp.gemm lhs(%a, %sa : memref<4096x4096xf8E4M3FN>, memref<4096x1xf32>) rhs(%a, %sa : memref<4096x4096xf8E4M3FN>, memref<4096x1xf32>) outs(%d : memref<4096x4096xbf16>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation}
    return
  }
}
