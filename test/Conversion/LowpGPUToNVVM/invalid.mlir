// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

gpu.module @kernels {
  // expected-error @below {{expected a kernel whose memory is planned and whose warps are specialised; run lowp-gpu-plan-shared-memory and lowp-gpu-specialize-warps first}}
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1> {
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
  lowp_gpu.kernel @f() chip "sm_70"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
  }
}

// -----

// A pipeline that was never materialised.
!pipeline = !lowp_gpu.pipeline<2 x <a: 128xf32>>
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{failed to legalize operation 'lowp_gpu.pipeline'}}
    %p = lowp_gpu.pipeline "operands" : !pipeline
  }
}

// -----

// A role that was never specialised.
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, raster = 8, store_slots = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{failed to legalize operation 'lowp_gpu.role'}}
    lowp_gpu.role "load" warps 1 registers 0 {
    }
  }
}
