// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

gpu.module @kernels {
  // expected-error @below {{expected a kernel whose memory is planned and whose warps are specialised; run lowp-gpu-plan-shared-memory and lowp-gpu-specialize-warps first}}
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1> {
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a}}
  lowp_gpu.kernel @f() chip "sm_70"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
  }
}

// -----

// A pipeline that was never materialised.
!pipeline = !lowp_gpu.pipeline<2 x <a: 128xf32>>
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{'lowp_gpu.pipeline' op expected a place in shared memory and arrival counts; run lowp-gpu-plan-shared-memory and lowp-gpu-materialize-pipelines first}}
    %p = lowp_gpu.pipeline "operands" : !pipeline
  }
}

// -----

// One that lacks the offsets of its fields alone.
!pipeline = !lowp_gpu.pipeline<2 x <a: 128xf32>>
gpu.module @kernels {
  lowp_gpu.kernel @f(%i: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 2048 : i64, warps = 8 : i64} {
    // expected-error @below {{expected a place in shared memory and arrival counts}}
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 1024 : i64, stage_bytes = 512 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%i] : !pipeline
    %a = lowp_gpu.view %s["a"] : !lowp_gpu.stage<a: 128xf32> -> !lowp_gpu.tile<128xf32>
  }
}

// -----

// A pipeline from elsewhere has no place here.
!pipeline = !lowp_gpu.pipeline<2 x <a: 128xf32>>
gpu.module @kernels {
  lowp_gpu.kernel @f(%p: !pipeline, %i: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{'lowp_gpu.stage_at' op expected a pipeline straight from lowp_gpu.pipeline}}
    %s = lowp_gpu.stage_at %p[%i] : !pipeline
  }
}

// -----

// A role that was never specialised.
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{failed to legalize operation 'lowp_gpu.role'}}
    lowp_gpu.role "load" warps 1 registers 0 {
    }
  }
}

// -----

// Sums that have no columns yet.
!sums = !lowp_gpu.pipeline<2 x <d: 128x64xf32 in tensor>>
gpu.module @kernels {
  lowp_gpu.kernel @f() chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    // expected-error @below {{'lowp_gpu.pipeline' op expected a place in tensor memory; run lowp-gpu-plan-tensor-memory first}}
    %p = lowp_gpu.pipeline "sums" {offset = 0 : i64, barrier_offset = 0 : i64, field_offsets = array<i64: 0>, stage_bytes = 0 : i64, full_arrivals = 1 : i64, empty_arrivals = 4 : i64} : !sums
  }
}

// -----

// Pairs of CTAs, whose barriers nobody signals.
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
gpu.module @kernels {
  lowp_gpu.kernel @f(%A: !lowp_gpu.tensor_map<128xf32>, %i: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [2, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 2048 : i64, warps = 8 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 1024 : i64, field_offsets = array<i64: 0>, stage_bytes = 512 : i64, full_arrivals = 1 : i64, empty_arrivals = 1 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%i] : !pipeline
    // expected-error @below {{'lowp_gpu.load' op expected a CTA that works alone, as the config of the kernel says}}
    lowp_gpu.load %A[%i] to %s["a"] pair : !lowp_gpu.tensor_map<128xf32> to !stage
  }
}

// -----

!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
gpu.module @kernels {
  lowp_gpu.kernel @f(%i: i32) chip "sm_90a"
      config <tile = [128, 128, 128], cluster = [2, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
      attributes {shared_bytes = 2048 : i64, warps = 8 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 1024 : i64, field_offsets = array<i64: 0>, stage_bytes = 512 : i64, full_arrivals = 1 : i64, empty_arrivals = 1 : i64} : !pipeline
    // expected-error @below {{'lowp_gpu.barrier_arrive' op expected a CTA that works alone, as the config of the kernel says}}
    lowp_gpu.barrier_arrive empty %p[%i] at leader : !pipeline
  }
}
