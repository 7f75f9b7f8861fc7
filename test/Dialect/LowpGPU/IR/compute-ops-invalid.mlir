// RUN: lowp-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %b: !lowp_gpu.tile<128x64xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected tiles with the same K, got '!lowp_gpu.tile<128x128xf8E4M3FN>' and '!lowp_gpu.tile<128x64xf8E4M3FN>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x64xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %b: !lowp_gpu.tile<256x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected an accumulator of 128x256, got '!lowp_gpu.accumulator<128x128xf32>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<256x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected one of the slices that divide a K of 128, got slice 4 of 4}}
  %0 = lowp_gpu.mma %a, %a slice 4 of 4 into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected one of the slices that divide a K of 128, got slice 0 of 3}}
  %0 = lowp_gpu.mma %a, %a slice 0 of 3 into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<128x128xf32>) {
  // expected-error @below {{expected one of the slices that divide a K of 128, got slice 0 of 0}}
  %0 = lowp_gpu.mma %a, %a slice 0 of 0 into %c : !lowp_gpu.tile<128x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<1x256xf32>) {
  // expected-error @below {{expected columns inside the one row of '!lowp_gpu.tile<1x256xf32>', got '!lowp_gpu.tile<1x128xf32>' from column 192}}
  %0 = lowp_gpu.slice_columns %tile column 192 : !lowp_gpu.tile<1x256xf32> -> !lowp_gpu.tile<1x128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<1x256xf32>) {
  // expected-error @below {{got '!lowp_gpu.tile<1x128xf32>' from column 9223372036854775807}}
  %0 = lowp_gpu.slice_columns %tile column 9223372036854775807 : !lowp_gpu.tile<1x256xf32> -> !lowp_gpu.tile<1x128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<2x256xf32>) {
  // expected-error @below {{expected columns inside the one row of '!lowp_gpu.tile<2x256xf32>'}}
  %0 = lowp_gpu.slice_columns %tile column 0 : !lowp_gpu.tile<2x256xf32> -> !lowp_gpu.tile<1x128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<1x128xf32>) {
  // expected-error @below {{expected one value per element of '!lowp_gpu.tile<1x128xf32>', got '!lowp_gpu.rows<64 x f32>'}}
  %0 = lowp_gpu.read_rows %tile : !lowp_gpu.tile<1x128xf32> -> !lowp_gpu.rows<64 x f32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<128xf32>, %k: i32) {
  // expected-error @below {{expected a matrix of f32, got '!lowp_gpu.tile<128xf32>'}}
  %0 = lowp_gpu.read_element %tile[%k, 0] : !lowp_gpu.tile<128xf32>
  return
}

// -----

func.func @f(%tile: !lowp_gpu.tile<56x2xf32>, %k: i32) {
  // expected-error @below {{expected a column of '!lowp_gpu.tile<56x2xf32>', got 2}}
  %0 = lowp_gpu.read_element %tile[%k, 2] : !lowp_gpu.tile<56x2xf32>
  return
}

// -----

func.func @f(%source: memref<1xbf16>) {
  // expected-error @below {{operand #0 must be memref of 32-bit float values, but got 'memref<1xbf16>'}}
  %0 = lowp_gpu.load_scalar %source : memref<1xbf16>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %rows: !lowp_gpu.rows<64 x f32>) {
  // expected-error @below {{expected values for 128 rows, got '!lowp_gpu.rows<64 x f32>'}}
  %0 = lowp_gpu.promote %c into %c rows %rows : !lowp_gpu.rows<64 x f32> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %scale: f32) {
  // expected-error @below {{expected scales for equal shares of 128 columns in 1 column groups, got 3 scales}}
  %0 = lowp_gpu.promote %c into %c scale %scale, %scale, %scale : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %columns: !lowp_gpu.tile<1x256xf32>) {
  // expected-error @below {{expected f32 values for 128 columns, got '!lowp_gpu.tile<1x256xf32>'}}
  %0 = lowp_gpu.promote %c into %c columns %columns : !lowp_gpu.tile<1x256xf32> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

func.func @f(%c: !lowp_gpu.accumulator<128x128xf32>, %columns: !lowp_gpu.tile<1x128xf16>) {
  // expected-error @below {{expected f32 values for 128 columns, got '!lowp_gpu.tile<1x128xf16>'}}
  %0 = lowp_gpu.promote %c into %c columns %columns : !lowp_gpu.tile<1x128xf16> : !lowp_gpu.accumulator<128x128xf32>
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%D: !map, %m: i32) {
  // expected-error @below {{expected at least one accumulator}}
  "lowp_gpu.store_tile"(%D, %m, %m) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 0, 0, 0>, slots = 1 : i64}> ({
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  }) : (!map, i32, i32) -> ()
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %b: !lowp_gpu.accumulator<64x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected accumulators with the same rows, got 128 and 64}}
  lowp_gpu.store_tile %a, %b to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x32xf32>, !lowp_gpu.accumulator<64x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %rows: !lowp_gpu.rows<128 x f32>, %D: !map, %m: i32) {
  // expected-error @below {{expected an epilogue of 2 f32 arguments, got 'f32'}}
  lowp_gpu.store_tile %a to %D[%m, %m] rows %rows : !lowp_gpu.rows<128 x f32> slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected an epilogue of 1 f32 arguments, got 'i32'}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: i32):
    %y = arith.bitcast %x : i32 to f32
    lowp_gpu.yield %y : f32
  } : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x64xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected the epilogue to yield one 'bf16'}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x64xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x48xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected a map whose boxes divide the tile of 128x48, got '!lowp_gpu.tensor_map<64x32xf32 swizzle 128>'}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x48xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected a map whose boxes divide the tile of 128x32}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected at least one slot, got 0}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 0 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected at most 256 slots, got 9223372036854775807}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 9223372036854775807 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
func.func @f(%a: !lowp_gpu.accumulator<128x32xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected 'staging_offset' from 0 to 2147483647, got -1}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } {staging_offset = -1 : i64} : !lowp_gpu.accumulator<128x32xf32> to !map
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<64x128xf8E4M3FN>, %b: !lowp_gpu.tile<128x128xf8E4M3FN>, %c: !lowp_gpu.accumulator<64x64xf32, column_groups = 2>) {
  // expected-error @below {{expected an accumulator of 64x128, got '!lowp_gpu.accumulator<64x64xf32, column_groups = 2>'}}
  %0 = lowp_gpu.mma %a, %b into %c : !lowp_gpu.tile<64x128xf8E4M3FN>, !lowp_gpu.tile<128x128xf8E4M3FN> into !lowp_gpu.accumulator<64x64xf32, column_groups = 2>
  return
}

// -----

// Each column group has as many scales.
!sum = !lowp_gpu.accumulator<64x96xf32, column_groups = 2>
func.func @f(%c: !sum, %scale: f32) {
  // expected-error @below {{expected scales for equal shares of 96 columns in 2 column groups, got 3 scales}}
  %0 = lowp_gpu.promote %c into %c scale %scale, %scale, %scale : !sum
  return
}

// -----

// Two pieces would lie between each other's columns.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32, column_groups = 2>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected one accumulator of 2 column groups, got 2}}
  lowp_gpu.store_tile %a, %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum, !sum to !map
  return
}

// -----

// Boxes that divide the tile, but not what a warpgroup stores.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x96xf32, column_groups = 2>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected a map whose boxes divide the tile of 64x48, got '!lowp_gpu.tensor_map<64x32xf32 swizzle 128>'}}
  lowp_gpu.store_tile %a to %D[%m, %m] slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum to !map
  return
}

// -----

// Groups that would overlap.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32, column_groups = 2>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected a group stride for several column groups, from 64 to 512 columns, got 32 for 2 column groups}}
  lowp_gpu.store_tile %a to %D[%m, %m] group_stride 32 slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum to !map
  return
}

// -----

// Groups further apart than any tile is wide.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x128xf32, column_groups = 2>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected a group stride for several column groups, from 64 to 512 columns, got 4611686018427387904 for 2 column groups}}
  lowp_gpu.store_tile %a to %D[%m, %m] group_stride 4611686018427387904 slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum to !map
  return
}

// -----

// A stride between groups that there are not.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
func.func @f(%a: !sum, %D: !map, %m: i32) {
  // expected-error @below {{expected a group stride for several column groups, from 64 to 512 columns, got 128 for 1 column groups}}
  lowp_gpu.store_tile %a to %D[%m, %m] group_stride 128 slots 1 {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum to !map
  return
}

// -----

// Factors of the stored columns alone, although others lie between them.
!map = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32, column_groups = 2>
func.func @f(%a: !sum, %columns: !lowp_gpu.tile<64xf32>, %D: !map, %m: i32) {
  // expected-error @below {{expected f32 values for 96 columns, got '!lowp_gpu.tile<64xf32>'}}
  lowp_gpu.store_tile %a to %D[%m, %m] columns %columns : !lowp_gpu.tile<64xf32> group_stride 64 slots 1 {
  ^bb0(%x: f32, %column: f32):
    lowp_gpu.yield %x : f32
  } : !sum to !map
  return
}
