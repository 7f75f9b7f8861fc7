// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Sums of parts of K that nothing adds up.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
// expected-error @below {{expected one lowp_gpu.exchange to add up the sums of 4 CTAs that split K, got 0}}
lowp_gpu.kernel @f() chip "sm_90a" config #config {
}

// -----

// Two exchanges.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
// expected-error @below {{expected one lowp_gpu.exchange to add up the sums of 4 CTAs that split K, got 2}}
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  %one = lowp_gpu.exchange : !exchange
  %other = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      %0 = lowp_gpu.reduce_scatter %one, %sum : !exchange, !sum
      %1 = lowp_gpu.reduce_scatter %other, %sum : !exchange, !sum
    }
  }
}

// -----

// Parts that the cluster does not have.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected 2 parts, as split_k of the config says, got 4}}
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

// -----

// An exchange where nobody splits K.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [4, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected 1 parts, as split_k of the config says, got 4}}
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

// -----

// Half a warpgroup.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 2 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      // expected-error @below {{expected to be run by all lanes of a role of whole warpgroups, of 4 warps each}}
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

// -----

// One lane of each warp.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 single_lane registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      // expected-error @below {{expected to be run by all lanes of a role of whole warpgroups, of 4 warps each}}
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

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
