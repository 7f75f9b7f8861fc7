// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-plan-shared-memory))' | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 256x128xf8E4M3FN swizzle 128, sa: 1x128xf32>
!scales = !lowp_gpu.stage<sb: 7x2xf32>
!output = !lowp_gpu.accumulator<128x64xbf16>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>

// Swizzled tiles come first, in multiples of 1024 bytes, then the staging of
// the store (2 warpgroups, 2 stages, 8192 bytes each), then what 128 bytes of
// alignment will do for, then barriers.

// CHECK-LABEL: lowp_gpu.kernel @plan
// CHECK:         attributes {shared_bytes = 183632 : i64} {
// CHECK-NEXT:    lowp_gpu.pipeline "scales" {barrier_offset = 183552 : i64, field_offsets = array<i64: 0>, offset = 183296 : i64, stage_bytes = 128 : i64}
// CHECK-NEXT:    lowp_gpu.pipeline "operands" {barrier_offset = 183584 : i64, field_offsets = array<i64: 0, 16384, 49152>, offset = 0 : i64, stage_bytes = 50176 : i64}
// CHECK:         lowp_gpu.store_tile
// CHECK:         {staging_offset = 150528 : i64}
lowp_gpu.kernel @plan(%D: !map, %i: i32) chip "sm_90a" config #config {
  %scales = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !scales>
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.role "mma" warps 8 registers 232 {
    %output = lowp_gpu.accumulator zero : !output
    lowp_gpu.store_tile %output to %D[%i, %i] stages 2 : !output to !map
  }
}

// Elements that copies spread take the room of a byte each, others of 4 bits half.

// CHECK-LABEL: lowp_gpu.kernel @spread
// CHECK:         stage_bytes = 24576 : i64
!spread = !lowp_gpu.stage<a: 128x128xf4E2M1FN swizzle 128 spread, b: 128x128xf4E2M1FN swizzle 64>
lowp_gpu.kernel @spread() chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !spread>
}

// An exchange follows the rings: from the other of two CTAs 128 x 64 sums of 4 bytes,
// and after them two barriers for each of two warpgroups.

// CHECK-LABEL: lowp_gpu.kernel @exchange
// CHECK:         attributes {shared_bytes = 33088 : i64} {
// CHECK-NEXT:    lowp_gpu.pipeline "scales" {barrier_offset = 33056 : i64, field_offsets = array<i64: 0>, offset = 0 : i64, stage_bytes = 128 : i64}
// CHECK-NEXT:    lowp_gpu.exchange {offset = 256 : i64}
#split = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 2, split_k = 2>
!exchange = !lowp_gpu.exchange<2 x <128x64xf32>>
!whole = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @exchange() chip "sm_90a" config #split {
  %scales = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !scales>
  %exchange = lowp_gpu.exchange : !exchange
  lowp_gpu.role "mma" warps 8 registers 232 {
    %sum = lowp_gpu.accumulator zero : !whole
    %share = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !whole
  }
}

// The warpgroups that divide the columns of 64 rows have barriers of their own,
// too: 64 x 64 sums of 4 bytes and 2 x 2 barriers. Each stages what it stores.

// CHECK-LABEL: lowp_gpu.kernel @warpgroups_n
// CHECK:         attributes {shared_bytes = 24608 : i64} {
// CHECK-NEXT:    lowp_gpu.exchange {offset = 8192 : i64}
// CHECK:         lowp_gpu.store_tile
// CHECK:         {staging_offset = 0 : i64}
#divided = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>
!columns = !lowp_gpu.exchange<2 x <64x64xf32, warpgroups_n = 2>>
!divided = !lowp_gpu.accumulator<64x128xf32, warpgroups_n = 2>
!narrow = !lowp_gpu.tensor_map<64x16xf32 swizzle 64>
lowp_gpu.kernel @warpgroups_n(%D: !narrow, %i: i32) chip "sm_90a" config #divided {
  %exchange = lowp_gpu.exchange : !columns
  lowp_gpu.role "mma" warps 8 registers 232 {
    %sum = lowp_gpu.accumulator zero : !divided
    %share = lowp_gpu.reduce_scatter %exchange, %sum : !columns, !divided
    lowp_gpu.store_tile %share to %D[%i, %i] group_stride 64 stages 1 : !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2> to !narrow
  }
}

// Stores by TMA follow each other in one place if rows of their subtiles are as
// long, whatever the type: two warpgroups with a stage of 8192 bytes each. One whose
// rows are shorter would meet the other warpgroup's, and has its own; so has one of
// threads, which do not wait for copies.

// CHECK-LABEL: lowp_gpu.kernel @two_results
// CHECK:         attributes {shared_bytes = 40960 : i64}
// CHECK:         lowp_gpu.store_tile {{.*}} {staging_offset = 0 : i64} {{.*}} to !map
// CHECK-NEXT:    lowp_gpu.store_tile {{.*}} {staging_offset = 0 : i64} {{.*}} to !map
// CHECK-NEXT:    lowp_gpu.store_tile {{.*}} {staging_offset = 16384 : i64} {{.*}} to memref
// CHECK-NEXT:    lowp_gpu.store_tile {{.*}} {staging_offset = 32768 : i64} {{.*}} to !map
// CHECK-NEXT:    lowp_gpu.store_tile {{.*}} {staging_offset = 16384 : i64} {{.*}} to memref
!words = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!thin = !lowp_gpu.tensor_map<64x32xbf16 swizzle 64>
lowp_gpu.kernel @two_results(%D: !map, %E: !words, %F: memref<256x63xbf16>, %G: !thin, %i: i32) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 8 registers 232 {
    %output = lowp_gpu.accumulator zero : !output
    %sum = lowp_gpu.accumulator zero : !lowp_gpu.accumulator<128x64xf32>
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 : !output to !map
    lowp_gpu.store_tile %sum to %E[%i, %i] stages 1 : !lowp_gpu.accumulator<128x64xf32> to !words
    lowp_gpu.store_tile %output to %F[%i, %i] m %i n %i through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !output to memref<256x63xbf16>
    lowp_gpu.store_tile %output to %G[%i, %i] stages 1 : !output to !thin
    lowp_gpu.store_tile %output to %F[%i, %i] m %i n %i through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !output to memref<256x63xbf16>
  }
}

// A table of groups lies after the rings: two numbers for each of 5 groups and one
// more of both. Both ways of a store share one place.

// CHECK-LABEL: lowp_gpu.kernel @groups
// CHECK:         attributes {shared_bytes = 16720 : i64} {
// CHECK-NEXT:    lowp_gpu.pipeline "scales" {barrier_offset = 16688 : i64, field_offsets = array<i64: 0>, offset = 16384 : i64, stage_bytes = 128 : i64}
// CHECK-NEXT:    lowp_gpu.group_table {{.*}} {offset = 16640 : i64}
// CHECK:         lowp_gpu.store_tile {{.*}} {staging_offset = 0 : i64}
#grouped = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!both = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
lowp_gpu.kernel @groups(%D: !both, %Dr: memref<?x64xbf16>, %ends: memref<5xi32>, %i: i32) chip "sm_90a" config #grouped {
  %scales = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !scales>
  %groups, %rows = lowp_gpu.group_table rows %ends count %i most 5 m %i tile_m 128 : memref<5xi32>
  lowp_gpu.role "mma" warps 8 registers 232 {
    %sum = lowp_gpu.accumulator : !lowp_gpu.accumulator<128x64xbf16>
    lowp_gpu.store_tile %sum to %D or rows %Dr : memref<?x64xbf16>[%i, %i] m %i n %i stages 1 : !lowp_gpu.accumulator<128x64xbf16> to !both
  }
}

// The address of columns of tensor memory is a word after all barriers.

// CHECK-LABEL: lowp_gpu.kernel @columns
// CHECK:         attributes {shared_bytes = 168 : i64, tensor_address = 160 : i64} {
// CHECK-NEXT:    lowp_gpu.pipeline "sums" {barrier_offset = 128 : i64, field_offsets = array<i64: 0>, offset = 0 : i64, stage_bytes = 0 : i64}
// CHECK-NEXT:    lowp_gpu.pipeline "scales" {barrier_offset = 144 : i64, field_offsets = array<i64: 0>, offset = 0 : i64, stage_bytes = 128 : i64}
#tensor = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
lowp_gpu.kernel @columns() chip "sm_100a" config #tensor {
  %0 = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x <d: 128x128xf32 in tensor>>
  %1 = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<1 x <s: 32xf32>>
}
