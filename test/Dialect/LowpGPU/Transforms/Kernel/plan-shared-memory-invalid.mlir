// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-plan-shared-memory))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 5, unroll = 1, group_m = 8, epilogue_stages = 2>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 256x128xf8E4M3FN swizzle 128>
// expected-error @below {{expected at most 232448 bytes of shared memory on sm_90a, got 245840; lower 'stages', 'epilogue_stages' or 'tile'}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<5 x !operands>
}

// -----

#config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 5, unroll = 1, group_m = 8, epilogue_stages = 2>
!sum = !lowp_gpu.accumulator<64x32xf32>
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !map, %i: i32) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 2 registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected to be in a role of whole warpgroups, of 4 warps each}}
    lowp_gpu.store_tile %sum to %D[%i, %i] stages 2 : !sum to !map
  }
}

// -----

#config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 5, unroll = 1, group_m = 8, epilogue_stages = 2>
// expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
lowp_gpu.kernel @f() chip "sm_70" config #config {
}

// -----

// Barriers of an exchange belong to warpgroups.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 5, unroll = 1, group_m = 8, epilogue_stages = 2, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  lowp_gpu.role "mma" warps 2 registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected to be in a role of whole warpgroups, of 4 warps each}}
    %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  }
}

// -----

// Sums that arrive take part in the limit: 32768 bytes after 229424.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 7, unroll = 1, group_m = 8, epilogue_stages = 2, split_k = 2>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
!exchange = !lowp_gpu.exchange<2 x <128x64xf32>>
!sum = !lowp_gpu.accumulator<128x128xf32>
// expected-error @below {{expected at most 232448 bytes of shared memory on sm_90a, got 262288; lower 'stages', 'epilogue_stages' or 'tile'}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<7 x !operands>
  %exchange = lowp_gpu.exchange : !exchange
  lowp_gpu.role "mma" warps 8 registers 232 {
    %sum = lowp_gpu.accumulator zero : !sum
    %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  }
}
