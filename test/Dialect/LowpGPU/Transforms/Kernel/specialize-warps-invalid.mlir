// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-specialize-warps))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected a role of whole warpgroups and at least one of single warps}}
lowp_gpu.kernel @no_loads() chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 8 registers 232 {
  }
}

// -----

// Who of two would give registers up is not said.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @two_wide() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 40 {
  }
  // expected-error @below {{expected 0 registers, those of the launch, in each of several roles of whole warpgroups, got 232}}
  lowp_gpu.role "mma" warps 4 registers 232 {
  }
  lowp_gpu.role "store" warps 4 registers 232 {
  }
}
