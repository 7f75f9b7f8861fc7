// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline='builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel(lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-plan-tensor-memory,lowp-gpu-unroll-k,lowp-gpu-defer-stores,lowp-gpu-materialize-pipelines,lowp-gpu-schedule-tiles,lowp-gpu-specialize-warps)))' -split-input-file | FileCheck %s --check-prefix=LOW

// FP4 beside fp8 lies in shared memory a byte each: a barrier expects the 16384 + 8192 bytes that copies transfer, and 2 x 512 of scales.

// CHECK-DAG: !map_128x128_f4E2M1FN = !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 128 spread>
// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf4E2M1FN swizzle 128 spread, sa: 1x512xf8E8M0FNU, sb: 1x512xf8E8M0FNU>
// CHECK:         lowp_gpu.encode_tensor_map %{{.*}} : memref<256x256xi8> -> !map_128x128_f4E2M1FN
// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:           lowp_gpu.mma_into %a, %b scales %sa, %sb {{.*}} : !tile_128x128_f8E4M3FN, !tile_128x128_f4E2M1FN to !tile_128x128_f32

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW:         lowp_gpu.pipeline "operands" {{.*}}stage_bytes = 33792 : i64
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 25600

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
!b = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @right(%a: memref<256x512xf8E4M3FN>, %b: memref<256x256xi8>, %s: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %s : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %s : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #config}
  return
}
}

// -----

// In either operand.

// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x128xf4E2M1FN swizzle 128 spread, b: 128x128xf8E5M2 swizzle 128, {{.*}}>
// CHECK-LABEL: lowp_gpu.kernel @gemm_0

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 25600

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
!b = !lowp.scaled<256x512xf8E5M2, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @left(%a: memref<256x256xi8>, %b: memref<256x512xf8E5M2>, %s: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %s : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %s : memref<256x512xf8E5M2>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b, lowp_gpu.config = #config}
  return
}
}

// -----

// In both operands two elements share a byte, and rows hold 256 of them.

// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x256xf4E2M1FN swizzle 128, b: 128x256xf4E2M1FN swizzle 128, {{.*}}>
// CHECK-LABEL: lowp_gpu.kernel @gemm_0

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 34816

#config = #lowp_gpu.config<tile = [128, 128, 256], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @both(%a: memref<256x256xi8>, %s: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %s : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%a, %s : memref<256x256xi8>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !a, lowp_gpu.config = #config}
  return
}
}
