// RUN: lowp-test-opt %s --lowp-select-kernel-config | FileCheck %s

// The search completes configs by what the target chooses: as many stages of sums
// as tensor memory holds, two at most.

!a = !lowp.scaled<4096x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
func.func @f(%a: memref<4096x512xf8E4M3FN>, %sa: memref<4096x1xf32>, %d: memref<4096x4096xbf16>) {
  // CHECK: lowp_gpu.config = #lowp_gpu.config<tile = [128, {{[0-9]+}}, 128], {{.*}}, target = {sum_stages = 2 : i64}>
  lowp.gemm lhs(%a, %sa : memref<4096x512xf8E4M3FN>, memref<4096x1xf32>) rhs(%a, %sa : memref<4096x512xf8E4M3FN>, memref<4096x1xf32>) outs(%d : memref<4096x4096xbf16>)
    {lhs_type = !a, rhs_type = !a}
  return
}
}
