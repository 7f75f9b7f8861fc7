// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

!sum = !lowp_gpu.accumulator<128x64xf32>
func.func @f(%a: !sum) {
  %0 = lowp_gpu.epilogue %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum -> !sum
  return
}

// TWIN
//   128x64xf32 => 128x32xf16
//   error at lowp_gpu.epilogue: operand #0 must be variadic of accumulator of f32, but got '!lowp_gpu.accumulator<128x32xf16>'

// TWIN
//   lowp_gpu.yield => lowp_gpu.yield %x,
//   %x : f32 => %x : f32, f32
//   error at lowp_gpu.epilogue: expected the body to yield one 'f32'

// TWIN: Groups that would overlap.
//   128x64xf32 => 64x128xf32, warpgroups_n = 2
//   %a { => %a group_stride 32 {
//   error at lowp_gpu.epilogue: expected a group stride for several warpgroups along N, from 64 to 512 columns, got 32 for 2 warpgroups along N

// -----

func.func @f() {
  // expected-error @below {{expected at least one accumulator}}
  "lowp_gpu.epilogue"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  }) : () -> ()
  return
}

// -----

!low = !lowp_gpu.accumulator<64x32xf32>
!high = !lowp_gpu.accumulator<128x32xf32>
func.func @f(%a: !high, %b: !low) {
  // expected-error @below {{expected accumulators with the same rows, got 128 and 64}}
  %0:2 = lowp_gpu.epilogue %a, %b {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !high, !low -> !high, !low
  return
}

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
func.func @f(%a: !sum) {
  %0:2 = lowp_gpu.epilogue %a, %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum, !sum -> !sum, !sum
  return
}

// TWIN: Two N subtiles would lie between each other's columns.
//   128x32xf32 => 64x64xf32, warpgroups_n = 2
//   error at lowp_gpu.epilogue: expected one accumulator of 2 warpgroups along N, got 2

// TWIN: Two results of different elements.
//   !sum = !lowp_gpu.accumulator<128x32xf32> =>
//     !sum = !lowp_gpu.accumulator<128x64xf32>
//     !output = !lowp_gpu.accumulator<128x64xf16>
//   -> !sum, !sum => -> !sum, !output
//   error at lowp_gpu.epilogue: expected the body to yield one 'f16'

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
func.func @f(%a: !sum) {
  %0 = lowp_gpu.epilogue %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum -> !sum
  return
}

// TWIN
//   !sum) => !sum, %rows: !lowp_gpu.rows<128 x f32>)
//   %a { => %a rows %rows : !lowp_gpu.rows<128 x f32> {
//   error at lowp_gpu.epilogue: expected a body of 2 f32 arguments, got 'f32'

// TWIN
//   ^bb0(%x: f32): =>
//     ^bb0(%x: i32):
//     %y = arith.bitcast %x : i32 to f32
//     lowp_gpu.yield %y : f32
//   lowp_gpu.yield %x : f32 =>
//   error at lowp_gpu.epilogue: expected a body of 1 f32 arguments, got 'i32'

// TWIN
//   lowp_gpu.epilogue %a => lowp_gpu.epilogue %a, %a
//   } : => } : !sum,
//   error at lowp_gpu.epilogue: expected a result for each of 2 accumulators, got 1

// TWIN: Other columns of it in each warpgroup.
//   !sum = !lowp_gpu.accumulator<128x32xf32> =>
//     !sum = !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>
//     !output = !lowp_gpu.accumulator<64x64xf32>
//   -> !sum => -> !output
//   error at lowp_gpu.epilogue: expected results of the shape of the accumulators, got '!lowp_gpu.accumulator<64x64xf32>' for '!lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>'

// TWIN
//   !sum = !lowp_gpu.accumulator<128x32xf32> =>
//     !sum = !lowp_gpu.accumulator<128x64xf32>
//     !output = !lowp_gpu.accumulator<128x64xbf16>
//   -> !sum => -> !output
//   error at lowp_gpu.epilogue: expected the body to yield one 'bf16'

// TWIN
//   128x32xf32 => 128x64xf32
//   !sum) => !sum, %rows: !lowp_gpu.rows<64 x f32>)
//   %a { => %a rows %rows : !lowp_gpu.rows<64 x f32> {
//   f32) => f32, %row: f32)
//   error at lowp_gpu.epilogue: expected values for 128 rows, got '!lowp_gpu.rows<64 x f32>'

// TWIN: Scales of the stored columns alone, although others lie between them.
//   128x32xf32 => 64x64xf32, warpgroups_n = 2
//   !sum) => !sum, %columns: !lowp_gpu.tile<64xf32>)
//   %a { => %a columns %columns : !lowp_gpu.tile<64xf32> group_stride 64 {
//   f32) => f32, %column: f32)
//   error at lowp_gpu.epilogue: expected f32 values for 96 columns, got '!lowp_gpu.tile<64xf32>'

// TWIN
//   !sum) => !sum, %bias: memref<64xbf16>, %m: i32)
//   %a { => %a inputs %bias : memref<64xbf16> maps [affine_map<(m, n) -> (n)>] at [%m, %m] m %m {
//   f32) => f32, %y: f32)
//   error at lowp_gpu.epilogue: expected a body of 1 f32 arguments and an element of each input, got 'f32', 'f32'

// TWIN
//   !sum) => !sum, %bias: memref<64xbf16>, %m: i32)
//   %a { => %a inputs %bias : memref<64xbf16> maps [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (n)>] at [%m, %m] m %m {
//   f32) => f32, %y: bf16)
//   error at lowp_gpu.epilogue: expected a map for each of 1 inputs, got 2

// TWIN
//   !sum) => !sum, %bias: memref<64x64xbf16>, %m: i32)
//   %a { => %a inputs %bias : memref<64x64xbf16> maps [affine_map<(m, n) -> (m, n)>] at [%m, %m] m %m batch %m {
//   f32) => f32, %y: bf16)
//   error at lowp_gpu.epilogue: expected input maps from 3 dimensions to those of the input, got affine_map<(d0, d1) -> (d0, d1)> for 'memref<64x64xbf16>'

// TWIN
//   !sum) => !sum, %bias: memref<64x?xbf16>, %m: i32)
//   %a { => %a inputs %bias : memref<64x?xbf16> maps [affine_map<(m, n) -> (m, n)>] at [%m, %m] m %m {
//   f32) => f32, %y: bf16)
//   error at lowp_gpu.epilogue: expected inputs whose columns and all dimensions but the first have static sizes, at static strides, got 'memref<64x?xbf16>'

// TWIN
//   !sum) => !sum, %bias: memref<64x32xbf16, strided<[?, 1]>>, %m: i32)
//   %a { => %a inputs %bias : memref<64x32xbf16, strided<[?, 1]>> maps [affine_map<(m, n) -> (m, n)>] at [%m, %m] m %m {
//   f32) => f32, %y: bf16)
//   error at lowp_gpu.epilogue: at static strides, got 'memref<64x32xbf16, strided<[?, 1]>>'

// TWIN
//   128x32xf32 => 128x96xf32
//   !sum) => !sum, %p0: !lowp_gpu.tile<128x64xbf16 swizzle 128>, %p1: !lowp_gpu.tile<128x32xbf16 swizzle 64>)
//   %a { => %a panels %p0, %p1 : !lowp_gpu.tile<128x64xbf16 swizzle 128>, !lowp_gpu.tile<128x32xbf16 swizzle 64> {
//   f32) => f32, %c: bf16)
//   error at lowp_gpu.epilogue: expected panels of one type, got '!lowp_gpu.tile<128x64xbf16 swizzle 128>' and '!lowp_gpu.tile<128x32xbf16 swizzle 64>'

// TWIN
//   128x32xf32 => 128x128xf32
//   !sum) => !sum, %p0: !lowp_gpu.tile<64x64xbf16 swizzle 128>, %p1: !lowp_gpu.tile<64x64xbf16 swizzle 128>)
//   %a { => %a panels %p0, %p1 : !lowp_gpu.tile<64x64xbf16 swizzle 128>, !lowp_gpu.tile<64x64xbf16 swizzle 128> {
//   f32) => f32, %c: bf16)
//   error at lowp_gpu.epilogue: expected panels of 128 rows that divide the 128 columns of a warpgroup and have 128 columns together, got 2 of '!lowp_gpu.tile<64x64xbf16 swizzle 128>'

// TWIN
//   128x32xf32 => 128x128xf32
//   !sum) => !sum, %p0: !lowp_gpu.tile<128x64xbf16 swizzle 128>)
//   %a { => %a panels %p0 : !lowp_gpu.tile<128x64xbf16 swizzle 128> {
//   f32) => f32, %c: bf16)
//   error at lowp_gpu.epilogue: expected panels of 128 rows that divide the 128 columns of a warpgroup and have 128 columns together, got 1 of '!lowp_gpu.tile<128x64xbf16 swizzle 128>'

// TWIN
//   128x32xf32 => 64x64xf32, warpgroups_n = 2
//   !sum) => !sum, %p0: !lowp_gpu.tile<64x64xbf16 swizzle 128>)
//   %a { => %a panels %p0 : !lowp_gpu.tile<64x64xbf16 swizzle 128> {
//   f32) => f32, %c: bf16)
//   error at lowp_gpu.epilogue: expected panels of 64 rows that divide the 32 columns of a warpgroup and have 64 columns together, got 1 of '!lowp_gpu.tile<64x64xbf16 swizzle 128>'

// TWIN
//   128x32xf32 => 128x128xf32
//   !sum) => !sum, %p0: !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>)
//   %a { => %a panels %p0 : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> {
//   f32) => f32, %c: f8E4M3FN)
//   error at lowp_gpu.epilogue: expected panels of f32, f16 or bf16, got '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>'

// TWIN
//   128x32xf32 => 128x64xf32
//   !sum) => !sum, %p0: !lowp_gpu.tile<128x64xbf16 swizzle 128>)
//   %a { => %a panels %p0 : !lowp_gpu.tile<128x64xbf16 swizzle 128> {
//   error at lowp_gpu.epilogue: expected a body of 1 f32 arguments and an element of each input, got 'f32'

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
!output = !lowp_gpu.accumulator<128x64xf32>
func.func @f(%a: !sum) {
  // expected-error @below {{expected results of the shape of the accumulators, got '!lowp_gpu.accumulator<128x64xf32>' for '!lowp_gpu.accumulator<128x32xf32>'}}
  %0 = lowp_gpu.epilogue %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum -> !output
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%D: !map, %m: i32) {
  // expected-error @below {{expected at least one accumulator}}
  "lowp_gpu.store_tile"(%D, %m, %m) <{operandSegmentSizes = array<i32: 0, 1, 0, 1, 1, 0, 0, 0, 0>, stages = 1 : i64}> : (!map, i32, i32) -> ()
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %b: !lowp_gpu.accumulator<64x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected accumulators with the same rows, got 128 and 64}}
  lowp_gpu.store_tile %a, %b to %D[%m, %m] stages 1 : !lowp_gpu.accumulator<128x32xf32>, !lowp_gpu.accumulator<64x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<128x64xf32>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  lowp_gpu.store_tile %a to %D[%m, %m] stages 1 : !sum to !map
  return
}

// TWIN
//   64x32xf32 => 64x64xbf16
//   error at lowp_gpu.store_tile: expected accumulators of 'bf16', got '!lowp_gpu.accumulator<128x64xf32>'

// TWIN
//   64x32xf32 => 64x64xbf16
//   128x64xf32 => 128x64xf16
//   error at lowp_gpu.store_tile: expected accumulators of 'bf16', got '!lowp_gpu.accumulator<128x64xf16>'

// TWIN
//   128x64xf32 => 128x48xf32
//   error at lowp_gpu.store_tile: expected subtiles that divide the tile of 128x48, got 64x32

// TWIN
//   64x32xf32 => 32xf32
//   128x64xf32 => 128x32xf32
//   error at lowp_gpu.store_tile: expected a map whose boxes are of one matrix in 2 dimensions, got '!lowp_gpu.tensor_map<32xf32 swizzle 128>'

// TWIN
//   128x64xf32 => 128x32xf32
//   stages 1 => stages 0
//   error at lowp_gpu.store_tile: attribute 'stages' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256

// TWIN: Two boxes, one at a time.
//   1 : => 1 step 2 :
//   error at lowp_gpu.store_tile: expected one of 2 steps, got step 2

// TWIN
//   1 : => 1 step -1 :
//   error at lowp_gpu.store_tile: expected one of 2 steps, got step -1

// TWIN: Two boxes, of which each warpgroup has one.
//   128x64xf32 => 64x64xf32, warpgroups_n = 2
//   1 : => 1 step 1 :
//   error at lowp_gpu.store_tile: expected one of 1 steps, got step 1

// TWIN: Two N subtiles would lie between each other's columns.
//   128x64xf32 => 64x64xf32, warpgroups_n = 2
//   lowp_gpu.store_tile => lowp_gpu.store_tile %a,
//   !sum to => !sum, !sum to
//   error at lowp_gpu.store_tile: expected one accumulator of 2 warpgroups along N, got 2

// TWIN: Boxes that divide the tile, but not what a warpgroup stores.
//   128x64xf32 => 64x96xf32, warpgroups_n = 2
//   error at lowp_gpu.store_tile: expected subtiles that divide the tile of 64x48, got 64x32

// TWIN: Groups that would overlap.
//   128x64xf32 => 64x128xf32, warpgroups_n = 2
//   stages => group_stride 32 stages
//   error at lowp_gpu.store_tile: expected a group stride for several warpgroups along N, from 64 to 512 columns, got 32 for 2 warpgroups along N

// TWIN: Groups further apart than any tile is wide.
//   128x64xf32 => 64x128xf32, warpgroups_n = 2
//   stages => group_stride 4611686018427387904 stages
//   error at lowp_gpu.store_tile: expected a group stride for several warpgroups along N, from 64 to 512 columns, got 4611686018427387904 for 2 warpgroups along N

// TWIN: A stride between groups that there are not.
//   128x64xf32 => 64x64xf32
//   stages => group_stride 128 stages
//   error at lowp_gpu.store_tile: expected a group stride for several warpgroups along N, from 64 to 512 columns, got 128 for 1 warpgroups along N

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{attribute 'stages' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
  lowp_gpu.store_tile %a to %D[%m, %m] stages 9223372036854775807 : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{attribute 'staging_offset' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
  lowp_gpu.store_tile %a to %D[%m, %m] stages 1 {staging_offset = -1 : i64} : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

// N subtiles that are divided differently.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!whole = !lowp_gpu.accumulator<64x64xf32>
!divided = !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>
func.func @f(%a: !whole, %b: !divided, %D: !map, %m: i32) {
  // expected-error @below {{expected accumulators with as many warpgroups along N, got 1 and 2}}
  lowp_gpu.store_tile %a, %b to %D[%m, %m] stages 1 : !whole, !divided to !map
  return
}

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
func.func @f(%a: !sum, %bias: memref<64xbf16>) {
  // expected-error @below {{expected the place of the tile where inputs are read}}
  "lowp_gpu.epilogue"(%a, %bias) <{operandSegmentSizes = array<i32: 1, 0, 0, 1, 0, 0, 0, 0, 0, 0>, input_maps = [affine_map<(m, n) -> (n)>]}> ({
  ^bb0(%x: f32, %y: bf16):
    lowp_gpu.yield %x : f32
  }) : (!sum, memref<64xbf16>) -> !sum
  return
}

// -----

// A map knows where the output ends.
!sum = !lowp_gpu.accumulator<128x64xbf16>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected m, n and a staged tile for a buffer alone, or m and n with a buffer of rows, got '!lowp_gpu.tensor_map<64x64xbf16 swizzle 128>'}}
  lowp_gpu.store_tile %a to %D[%m, %m] m %m n %m through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !sum to !map
  return
}

// -----

!sum = !lowp_gpu.accumulator<128x64xbf16>
func.func @f(%a: !sum, %D: memref<100x63xbf16>, %m: i32) {
  lowp_gpu.store_tile %a to %D[%m, %m] m %m n %m through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !sum to memref<100x63xbf16>
  return
}

// TWIN: A buffer does not, nor in what the elements are passed on.
//   through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages => stages
//   error at lowp_gpu.store_tile: expected m, n and a staged tile for a buffer, and no other one

// TWIN: A batch has a dimension for each number of its matrix.
//   %m] => %m] batch %m
//   error at lowp_gpu.store_tile: expected a buffer of 3 dimensions, whose strides are static or that is a matrix without gaps, got 'memref<100x63xbf16>'

// TWIN: Rows whose place no thread can tell.
//   100x63xbf16 => ?x63xbf16, strided<[?, 1]>
//   error at lowp_gpu.store_tile: expected a buffer of 2 dimensions, whose strides are static or that is a matrix without gaps, got 'memref<?x63xbf16, strided<[?, 1]>>'

// TWIN: Rows whose place no thread can tell.
//   100x63xbf16 => 100x63xbf16, strided<[126, 2]>
//   error at lowp_gpu.store_tile: expected a buffer of 2 dimensions, whose strides are static or that is a matrix without gaps, got 'memref<100x63xbf16, strided<[126, 2]>>'

// TWIN: Rows whose place no thread can tell.
//   100x63xbf16 => 100x63xbf16, strided<[64, 1], offset: 3>
//   error at lowp_gpu.store_tile: expected a buffer of 2 dimensions, whose strides are static or that is a matrix without gaps, got 'memref<100x63xbf16, strided<[64, 1], offset: 3>>'

// TWIN: Matrices whose place no thread can tell.
//   100x63xbf16 => 3x?x63xbf16
//   %m] => %m] batch %m
//   error at lowp_gpu.store_tile: expected a buffer of 3 dimensions, whose strides are static or that is a matrix without gaps, got 'memref<3x?x63xbf16>'

// TWIN: What is staged has rows and columns of the buffer's elements.
//   64x64xbf16 => 64x64xf16
//   error at lowp_gpu.store_tile: expected a staged tile of rows and columns of 'bf16', got '!lowp_gpu.tile<64x64xf16 swizzle 128>'

// TWIN: What is staged has rows and columns of the buffer's elements.
//   64x64xbf16 => 2x64x64xbf16
//   error at lowp_gpu.store_tile: expected a staged tile of rows and columns of 'bf16', got '!lowp_gpu.tile<2x64x64xbf16 swizzle 128>'

// -----

// It divides the tile.
!sum = !lowp_gpu.accumulator<128x64xbf16>
!wide = !lowp_gpu.accumulator<128x96xbf16>
func.func @f(%a: !wide, %D: memref<100x63xbf16>, %m: i32) {
  // expected-error @below {{expected subtiles that divide the tile of 128x96, got 64x64}}
  lowp_gpu.store_tile %a to %D[%m, %m] m %m n %m through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !wide to memref<100x63xbf16>
  return
}

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
!output = !lowp_gpu.accumulator<128x32xbf16>
func.func @one_output_twice(%a: !sum) {
  // expected-error @below {{expected the body to yield one 'f32' and one 'bf16'}}
  %0:2 = lowp_gpu.epilogue %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum -> !sum, !output
  return
}

// -----

// Outputs come one after the other.
!sum = !lowp_gpu.accumulator<128x32xf32>
!output = !lowp_gpu.accumulator<128x32xbf16>
func.func @mixed_outputs(%a: !sum) {
  // expected-error @below {{expected the body to yield one 'bf16'}}
  %0:4 = lowp_gpu.epilogue %a, %a {
  ^bb0(%x: f32):
    %y = arith.truncf %x : f32 to bf16
    lowp_gpu.yield %x, %y : f32, bf16
  } : !sum, !sum -> !sum, !output, !sum, !output
  return
}

// -----

!sum = !lowp_gpu.accumulator<128x32xf32>
func.func @three_results(%a: !sum) {
  // expected-error @below {{expected a result for each of 2 accumulators, got 3}}
  %0:3 = lowp_gpu.epilogue %a, %a {
  ^bb0(%x: f32):
    lowp_gpu.yield %x, %x : f32, f32
  } : !sum, !sum -> !sum, !sum, !sum
  return
}
