// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Matrices of other rows lie in other groups.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!stage = !lowp_gpu.stage<b: 1x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%B: !map, %ends: memref<8xi32>, %M: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %groups, %rows = lowp_gpu.group_table rows %ends count %M most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %M)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %B[%first, %n] to %s["b"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %M
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.wait %p : !pipeline
        lowp_gpu.release %s : !stage
      }
    }
  }
}

// -----

// The first column of a tile is no row.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!stage = !lowp_gpu.stage<b: 1x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%B: !map, %ends: memref<8xi32>, %M: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %groups, %rows = lowp_gpu.group_table rows %ends count %M most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %M)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%n] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %B[%first, %n] to %s["b"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.wait %p : !pipeline
        lowp_gpu.release %s : !stage
      }
    }
  }
}

// -----

// The size of a group may be less than what loops walk.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!stage = !lowp_gpu.stage<b: 1x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%B: !map, %ends: memref<8xi32>, %M: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %groups, %rows = lowp_gpu.group_table rows %ends count %M most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %M)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %B[%first, %n] to %s["b"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %size : (%k) {
        %s = lowp_gpu.wait %p : !pipeline
        lowp_gpu.release %s : !stage
      }
    }
  }
}

// -----

// One lane cannot clear what others have.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
lowp_gpu.kernel @f(%a: !tile, %end: i32) chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    // expected-error @below {{expected to be run by all lanes of a role of whole warpgroups, which multiplies}}
    lowp_gpu.zero_tail %a from %end : !tile
  }
}

// -----

// Zeros that come too late.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!columns = !lowp_gpu.tile<1x64x64xbf16 swizzle 128>
!sum = !lowp_gpu.accumulator<128x64xf32>
lowp_gpu.kernel @f(%a: !tile, %b: !columns, %end: i32) chip "sm_90a" config #config {
  lowp_gpu.role "mma" warps 8 registers 0 {
    %zero = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected to multiply after lowp_gpu.zero_tail, in its block}}
    %product = lowp_gpu.mma %a, %b into %zero : !tile, !columns into !sum
    lowp_gpu.zero_tail %a, %b from %end : !tile, !columns
    %sum = lowp_gpu.mma_wait %product pending 0 : !sum
  }
}

// -----

// Loops that walk more and less of a short group.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!stage = !lowp_gpu.stage<b: 1x64x64xbf16 swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%B: !map, %ends: memref<8xi32>, %M: i32, %K: i32, %batch_m: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %groups, %rows = lowp_gpu.group_table rows %ends count %M most 8 m %K tile_m 64 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%M, %M)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m least 65
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %B[%first, %n] to %s["b"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
      lowp_gpu.for_each_k %extent : (%k) {
        %s = lowp_gpu.wait %p : !pipeline
        lowp_gpu.release %s : !stage
      }
    }
  }
}

// -----

// More warps than the one that starts products.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
lowp_gpu.kernel @f(%a: !tile, %end: i32) chip "sm_100a" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    // expected-error @below {{expected to be run by all lanes of a role of one warp, which multiplies}}
    lowp_gpu.zero_tail %a from %end by_warp : !tile
  }
}

// -----

// A lane that starts products cannot clear for all of its warp.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
lowp_gpu.kernel @f(%a: !tile, %end: i32) chip "sm_100a" config #config {
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    // expected-error @below {{expected to be run by all lanes of a role of one warp, which multiplies}}
    lowp_gpu.zero_tail %a from %end by_warp : !tile
  }
}

// -----

// Zeros that come too late for a product into tensor memory.
#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!tile = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!columns = !lowp_gpu.tile<1x64x64xbf16 swizzle 128>
!sums = !lowp_gpu.tile<128x64xf32 in tensor>
lowp_gpu.kernel @f(%a: !tile, %b: !columns, %d: !sums, %more: i1, %end: i32) chip "sm_100a" config #config {
  lowp_gpu.role "mma" warps 1 registers 0 {
    // expected-error @below {{expected to multiply after lowp_gpu.zero_tail, in its block}}
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !tile, !columns to !sums
    lowp_gpu.zero_tail %a, %b from %end by_warp : !tile, !columns
  }
}
