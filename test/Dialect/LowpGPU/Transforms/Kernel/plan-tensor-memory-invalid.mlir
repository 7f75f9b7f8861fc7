// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-plan-tensor-memory))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
// expected-error @below {{expected at most 512 columns of tensor memory on tensor_1, got 544}}
lowp_gpu.kernel @f() chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x256xf32 in tensor>>
  %1 = lowp_gpu.pipeline "more" : !lowp_gpu.pipeline<1 x <d: 128x32xf32 in tensor>>
}

// -----

// Columns of sums, and four of scales for each operand.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!fp8 = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
// expected-error @below {{expected at most 512 columns of tensor memory on tensor_1, got 520}}
lowp_gpu.kernel @f(%a: !fp8, %s: !scales, %d: !sums, %more: i1) chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x256xf32 in tensor>>
  lowp_gpu.mma_into %a, %a scales %s, %s : !scales, !scales to %d accumulate %more : !fp8, !fp8 to !sums
}

// -----

// One set of scales would fit, but a copy does not wait for the products before it.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!ring = !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128, s: 1x512xf8E8M0FNU>>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, s: 1x512xf8E8M0FNU>
!fp8 = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
// expected-error @below {{expected at most 512 columns of tensor memory on tensor_1, got 516}}
lowp_gpu.kernel @f(%d: !sums, %more: i1) chip "tensor_1" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x <d: 128x500xf32 in tensor>>
  %1 = lowp_gpu.pipeline "operands" : !ring
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %stage = lowp_gpu.wait %1 : !ring
    %a = lowp_gpu.view %stage["a"] : !stage -> !fp8
    %s = lowp_gpu.view %stage["s"] : !stage -> !scales
    lowp_gpu.mma_into %a, %a scales %s, %s : !scales, !scales to %d accumulate %more : !fp8, !fp8 to !sums
  }
}

// -----

// A chip without tensor memory.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected at most 0 columns of tensor memory on sm_90a, got 32}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x <d: 128x32xf32 in tensor>>
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected a chip with gemm kernels, got "sm_70"}}
lowp_gpu.kernel @f() chip "sm_70" config #config {
}
