// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic --mlir-print-debuginfo | lowp-opt | FileCheck %s

#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>

// The share is one part of the exchange.

// CHECK-LABEL: lowp_gpu.kernel @reduce
// CHECK-NEXT:      chip "sm_90a" config <{{.*}}, split_k = 4> {
// CHECK-NEXT:    %exchange = lowp_gpu.exchange : !exchange_4x64x32
// CHECK:           %part = lowp_gpu.split_rank
// CHECK-NEXT:      %share = lowp_gpu.reduce_scatter %exchange, %zero : !exchange_4x64x32, !accumulator_64x128
// CHECK-NEXT:      lowp_gpu.promote %share into %share : !accumulator_64x32
lowp_gpu.kernel @reduce() chip "sm_90a" config #config {
  %0 = lowp_gpu.exchange : !exchange
  lowp_gpu.role "mma" warps 4 registers 0 {
    %1 = lowp_gpu.accumulator zero : !sum
    %2 = lowp_gpu.split_rank
    %3 = lowp_gpu.reduce_scatter %0, %1 : !exchange, !sum
    %use = lowp_gpu.promote %3 into %3 : !lowp_gpu.accumulator<64x32xf32>
  }
}

// After memory is planned, pipelines are materialised and warps specialised.
// CHECK-LABEL: lowp_gpu.kernel @barriers
// CHECK:         %exchange = lowp_gpu.exchange {offset = 1024 : i64} : !exchange_4x64x32
// CHECK-NEXT:    lowp_gpu.exchange_init %exchange warpgroups 1 : !exchange_4x64x32
// CHECK:         lowp_gpu.reduce_scatter %exchange, %zero rows 48 phase %phase : !exchange_4x64x32, !accumulator_64x128
lowp_gpu.kernel @barriers(%phase: i32) chip "sm_90a" config #config {
  %0 = lowp_gpu.exchange {offset = 1024 : i64} : !exchange
  lowp_gpu.exchange_init %0 warpgroups 1 : !exchange
  %1 = lowp_gpu.accumulator zero : !sum
  %2 = lowp_gpu.reduce_scatter %0, %1 rows 48 phase %phase : !exchange, !sum
}

// Each of two warpgroups along N has its share of every part.
// CHECK-LABEL: lowp_gpu.kernel @warpgroups_n
// CHECK:         %exchange = lowp_gpu.exchange : ![[EXCHANGE:.*]]
// CHECK:         %share = lowp_gpu.reduce_scatter %exchange, %zero : ![[EXCHANGE]], ![[SUM:.*]]
// CHECK-NEXT:    lowp_gpu.promote %share into %share : ![[PART:.*]]
#divided = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4, warpgroups = [1, 2]>
!columns = !lowp_gpu.exchange<4 x <64x32xf32, warpgroups_n = 2>>
!divided = !lowp_gpu.accumulator<64x128xf32, warpgroups_n = 2>
lowp_gpu.kernel @warpgroups_n() chip "sm_90a" config #divided {
  %0 = lowp_gpu.exchange : !columns
  lowp_gpu.role "mma" warps 8 registers 0 {
    %1 = lowp_gpu.accumulator zero : !divided
    %2 = lowp_gpu.reduce_scatter %0, %1 : !columns, !divided
    %use = lowp_gpu.promote %2 into %2 : !lowp_gpu.accumulator<64x32xf32, warpgroups_n = 2>
  }
}
