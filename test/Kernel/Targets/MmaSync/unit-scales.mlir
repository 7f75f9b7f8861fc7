// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file | FileCheck %s

// The usual part of sm_120a multiplies fp8 faster by the instruction that takes scales: all are one.

#config = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<16x128xf8E5M2 swizzle 128>
!sum = !lowp_gpu.accumulator<128x16xf32>
module attributes {lowp_gpu.chip = "sm_120a"} {
  gpu.module @kernels {
    // CHECK-LABEL: llvm.func @geforce(
    // CHECK:         %[[ONES:.*]] = arith.constant 2139062143 : i32
    // CHECK-COUNT-8: nvvm.mma.block_scale {{.*}} scaleA[%[[ONES]], {{.*}} scaleB[%[[ONES]], {{.*}} kind = #nvvm.block_scale_kind<mxf8f6f4>
    // CHECK-NOT:     {{nvvm.mma.block_scale|call_intrinsic}}
    lowp_gpu.kernel @geforce(%a: !a, %b: !b, %sum: !sum) chip "sm_120a" config #config
        attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
      %0 = lowp_gpu.mma %a, %b into %sum : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
    }
  }
}

// -----

// Other parts do not, and neither do elements of 16 bits.

#config = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<16x128xf8E5M2 swizzle 128>
!sum = !lowp_gpu.accumulator<128x16xf32>
module attributes {lowp_gpu.chip = "sm_120a", lowp_gpu.part = "rtx-pro-6000"} {
  gpu.module @kernels {
    // CHECK-LABEL: llvm.func @workstation(
    // CHECK-NOT:     nvvm.mma.block_scale
    // CHECK-COUNT-8: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
    lowp_gpu.kernel @workstation(%a: !a, %b: !b, %sum: !sum) chip "sm_120a" config #config
        attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
      %0 = lowp_gpu.mma %a, %b into %sum : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
    }
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 16, 64], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<128x64xf16 swizzle 128>
!b = !lowp_gpu.tile<16x64xf16 swizzle 128>
!sum = !lowp_gpu.accumulator<128x16xf32>
module attributes {lowp_gpu.chip = "sm_120a"} {
  gpu.module @kernels {
    // CHECK-LABEL: llvm.func @half(
    // CHECK-NOT:     nvvm.mma.block_scale
    // CHECK:         llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
    lowp_gpu.kernel @half(%a: !a, %b: !b, %sum: !sum) chip "sm_120a" config #config
        attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
      %0 = lowp_gpu.mma %a, %b into %sum : !a, !b into !sum
      %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
    }
  }
}
