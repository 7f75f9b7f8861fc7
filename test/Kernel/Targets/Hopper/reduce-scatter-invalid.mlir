// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm -split-input-file -verify-diagnostics

// Shared memory that was never planned.
!exchange = !lowp_gpu.exchange<2 x <64x8xf32>>
!sum = !lowp_gpu.accumulator<64x16xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%phase: i32, %sum: !sum) chip "sm_90a"
      config <tile = [64, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
      attributes {shared_bytes = 4112 : i64, warps = 8 : i64} {
    // expected-error @below {{'lowp_gpu.exchange' op expected a place in shared memory; run lowp-gpu-plan-shared-memory first}}
    %exchange = lowp_gpu.exchange : !exchange
    %0 = lowp_gpu.reduce_scatter %exchange, %sum phase %phase : !exchange, !sum
  }
}

// -----

// Pipelines that were never materialised: no phase.
!exchange = !lowp_gpu.exchange<2 x <64x8xf32>>
!sum = !lowp_gpu.accumulator<64x16xf32>
gpu.module @kernels {
  lowp_gpu.kernel @f(%sum: !sum) chip "sm_90a"
      config <tile = [64, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
      attributes {shared_bytes = 4112 : i64, warps = 8 : i64} {
    %exchange = lowp_gpu.exchange {offset = 0 : i64} : !exchange
    // expected-error @below {{'lowp_gpu.reduce_scatter' op expected a phase; run lowp-gpu-materialize-pipelines first}}
    %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  }
}
