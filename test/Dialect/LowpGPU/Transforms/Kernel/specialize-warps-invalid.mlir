// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-specialize-warps))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected a role of whole warpgroups and at least one of single warps}}
lowp_gpu.kernel @no_loads() chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 8 registers 232 {
  }
}

// -----

// A role that asks for registers beside one that keeps those of the launch may wait for ever.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @two_wide() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 40 {
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
  }
  // expected-error @below {{expected registers in each role or, with 0, in none, where several are of whole warpgroups, got 0 beside 232 in role "mma"}}
  lowp_gpu.role "store" warps 4 registers 0 {
  }
}

// -----

// Rows of a tile that would belong to the second warpgroup of the CTA.
#config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<64x64xbf16>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
lowp_gpu.kernel @second_stores(%D: !map, %i: i32) chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 0 {
  }
  lowp_gpu.role "update" warps 4 registers 0 {
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{'lowp_gpu.store_tile' op expected to be in role "update", the first of whole warpgroups, for those that share a tile are counted from the start of the CTA, got "store"}}
    lowp_gpu.store_tile %sum to %D[%i, %i] stages 1 : !sum to !map
  }
}
