// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Roles that a reader cannot tell apart.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 40 {
  }
  // expected-error @below {{expected roles with distinct names, got "load" twice}}
  lowp_gpu.role "load" warps 1 registers 40 {
  }
}

// -----

// A count that is not handed out.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  // expected-error @below {{expected 0 or a multiple of 8 registers from 24 to 256, got 50}}
  lowp_gpu.role "load" warps 1 registers 50 {
  }
}

// -----

// Roles of one warpgroup with different counts.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 40 {
  }
  // expected-error @below {{expected 40 registers as in role "load" of the same warpgroup, got 24}}
  lowp_gpu.role "load_scales" warps 1 registers 24 {
  }
}

// -----

// More registers than there are.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected at most 65536 registers in all roles together on sm_90a, got 69632}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 32 {
  }
  lowp_gpu.role "mma" warps 8 registers 256 {
  }
}

// -----

// More threads than a CTA has.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected at most 32 warps in all roles together, got 36}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 registers 0 {
  }
  lowp_gpu.role "mma" warps 32 registers 0 {
  }
}

// -----

// A chip that no target knows.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
// expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
lowp_gpu.kernel @f() chip "sm_70" config #config {
}
