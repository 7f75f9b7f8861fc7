// RUN: %twins %s | lowp-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Sums of parts of K that nothing adds up.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
// expected-error @below {{expected one lowp_gpu.exchange to add up the sums of 4 CTAs that split K, got 0}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
}

// -----

#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

// TWIN: Two exchanges.
//   %exchange = lowp_gpu.exchange : !exchange =>
//     %one = lowp_gpu.exchange : !exchange
//     %other = lowp_gpu.exchange : !exchange
//   %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum =>
//     %0 = lowp_gpu.reduce_scatter %one, %sum : !exchange, !sum
//     %1 = lowp_gpu.reduce_scatter %other, %sum : !exchange, !sum
//   error at lowp_gpu.kernel: expected one lowp_gpu.exchange to add up the sums of 4 CTAs that split K, got 2

// TWIN: Parts that the cluster does not have.
//   split_k = 4 => split_k = 2
//   error at %exchange: expected 2 parts, as split_k of the config says, got 4

// TWIN: An exchange where nobody splits K.
//   cluster = [1, 1] => cluster = [4, 1]
//   , split_k = 4 =>
//   error at %exchange: expected 1 parts, as split_k of the config says, got 4

// TWIN: Half a warpgroup.
//   warps 4 => warps 2
//   error at lowp_gpu.reduce_scatter: expected to be run by all lanes of a role of whole warpgroups, of 4 warps each

// TWIN: One lane of each warp.
//   registers => single_lane registers
//   error at lowp_gpu.reduce_scatter: expected to be run by all lanes of a role of whole warpgroups, of 4 warps each

// -----

// Outside of roles.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  %sum = lowp_gpu.accumulator zero : !sum
  // expected-error @below {{expected to be run by all lanes of a role of whole warpgroups, of 4 warps each}}
  %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
}

// -----

// Once per K block: CTAs have different numbers of them.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32, %K: i32) chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %sum = lowp_gpu.accumulator zero : !sum
        // expected-error @below {{expected to be directly in a lowp_gpu.for_each_tile, once per tile, got lowp_gpu.for_each_k}}
        %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
      }
    }
  }
}
