// RUN: lowp-opt %s -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%ends: memref<8x1xi32>, %n: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected a vector of numbers without gaps, got 'memref<8x1xi32>'}}
  %groups, %rows = lowp_gpu.group_table rows %ends count %n most 8 m %n tile_m 128 : memref<8x1xi32>
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%ends: memref<?xi32>, %n: i32) chip "sm_90a" config #config {
  // expected-error @below {{attribute 'most' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 1024}}
  %groups, %rows = lowp_gpu.group_table rows %ends count %n most 1025 m %n tile_m 128 : memref<?xi32>
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%ends: memref<9xi32>, %n: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected at most 8 numbers, as 'most' says, got 'memref<9xi32>'}}
  %groups, %rows = lowp_gpu.group_table rows %ends count %n most 8 m %n tile_m 128 : memref<9xi32>
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%ends: memref<8xi32>, %n: i32) chip "sm_90a" config #config {
  // expected-error @below {{attribute 'tile_m' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 32767}}
  %groups, %rows = lowp_gpu.group_table rows %ends count %n most 8 m %n tile_m 0 : memref<8xi32>
}

// -----

func.func @f(%groups: !lowp_gpu.groups, %m: i32) {
  // expected-error @below {{failed to verify that groups are straight from lowp_gpu.group_table}}
  %g, %row, %end = lowp_gpu.locate_group %groups[%m]
  return
}

// -----

// As many values as rows leave no room for an offset.
func.func @f(%tile: !lowp_gpu.tile<1x128xf32>, %low: i32) {
  // expected-error @below {{expected more values than rows for an offset, in one row, of '!lowp_gpu.tile<1x128xf32>', got '!lowp_gpu.rows<128 x f32>'}}
  %rows = lowp_gpu.read_rows %tile offset %low : !lowp_gpu.tile<1x128xf32> -> !lowp_gpu.rows<128 x f32>
  return
}

// -----

!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!sum = !lowp_gpu.accumulator<128x128xbf16>
func.func @f(%a: !sum, %D: !map, %rows: memref<?x512xbf16>, %m: i32) {
  // expected-error @below {{expected m, n and a staged tile for a buffer alone, or m and n with a buffer of rows, got '!lowp_gpu.tensor_map<64x64xbf16 swizzle 128>'}}
  lowp_gpu.store_tile %a to %D or rows %rows : memref<?x512xbf16> [%m, %m] stages 1 : !sum to !map
  return
}

// -----

// The same elements go both ways.
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!sum = !lowp_gpu.accumulator<128x128xbf16>
func.func @f(%a: !sum, %D: !map, %rows: memref<?x512xf16>, %m: i32) {
  // expected-error @below {{expected a staged tile of rows and columns of 'f16', got '!lowp_gpu.tile<64x64xbf16 swizzle 128>'}}
  lowp_gpu.store_tile %a to %D or rows %rows : memref<?x512xf16> [%m, %m] m %m n %m stages 1 : !sum to !map
  return
}
