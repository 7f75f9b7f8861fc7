// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// Nobody adds up.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  // expected-error @below {{expected one lowp_gpu.reduce_scatter to use it}}
  %exchange = lowp_gpu.exchange : !lowp_gpu.exchange<4 x <64x32xf32>>
}

// -----

// Two sums in the same place.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%sum: !sum) chip "sm_90a" config #config {
  // expected-error @below {{expected one lowp_gpu.reduce_scatter to use it}}
  %exchange = lowp_gpu.exchange : !exchange
  %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  %1 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
}

// -----

// Memory of a kernel.
func.func @f() {
  // expected-error @below {{expects parent op 'lowp_gpu.kernel'}}
  %exchange = lowp_gpu.exchange : !lowp_gpu.exchange<4 x <64x32xf32>>
  return
}

// -----

// Columns that the parts do not make up.
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x96xf32>
func.func @f(%exchange: !exchange, %sum: !sum) {
  // expected-error @below {{expected sums of '!lowp_gpu.accumulator<64x128xf32>', the parts of the exchange side by side, got '!lowp_gpu.accumulator<64x96xf32>'}}
  %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  return
}

// -----

// Rows of two warpgroups for parts of one.
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<128x128xf32>
func.func @f(%exchange: !exchange, %sum: !sum) {
  // expected-error @below {{expected sums of '!lowp_gpu.accumulator<64x128xf32>', the parts of the exchange side by side, got '!lowp_gpu.accumulator<128x128xf32>'}}
  %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  return
}

// -----

!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
func.func @f(%exchange: !exchange, %sum: !sum) {
  // expected-error @below {{failed to verify that a part of the exchange}}
  %0 = "lowp_gpu.reduce_scatter"(%exchange, %sum) : (!exchange, !sum) -> !sum
  return
}

// -----

// Sums that warpgroups divide otherwise than the exchange.
!exchange = !lowp_gpu.exchange<4 x <64x32xf32, warpgroups_n = 2>>
!sum = !lowp_gpu.accumulator<64x128xf32>
func.func @f(%exchange: !exchange, %sum: !sum) {
  // expected-error @below {{expected sums of '!lowp_gpu.accumulator<64x128xf32, warpgroups_n = 2>', the parts of the exchange side by side, got '!lowp_gpu.accumulator<64x128xf32>'}}
  %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  return
}

// -----

!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%sum: !sum) chip "sm_90a" config <tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4> {
  // expected-error @below {{'lowp_gpu.exchange' op attribute 'offset' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
  %exchange = lowp_gpu.exchange {offset = 9223372036854775807 : i64} : !exchange
  %share = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
}

// -----

!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
func.func @f(%exchange: !exchange, %sum: !sum) {
  // expected-error @below {{expected some of 64 rows to count, got 65}}
  %0 = lowp_gpu.reduce_scatter %exchange, %sum rows 65 : !exchange, !sum
  return
}
