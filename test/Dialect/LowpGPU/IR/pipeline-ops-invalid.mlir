// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

!stage = !lowp_gpu.stage<a: 128xf32>
func.func @f() {
  // expected-error @below {{'lowp_gpu.pipeline' op expects parent op 'lowp_gpu.kernel'}}
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !stage>
  return
}

// -----

!map = !lowp_gpu.tensor_map<128xf32>
!stage = !lowp_gpu.stage<a: 128xf32, b: 64xf32>
func.func @f(%map: !map, %stage: !stage, %i: i32) {
  lowp_gpu.load %map[%i] to %stage["a"] : !map to !stage
  return
}

// TWIN
//   a" => c"
//   error at lowp_gpu.load: expected one of the fields "a", "b", got "c"

// TWIN
//   128xf32> => 8x128xf32>
//   128xf32, b: 64xf32 => 8x128xf32
//   error at lowp_gpu.load: expected 2 coordinates, got 1

// TWIN
//   128xf32> => 8x128xf8E4M3FN swizzle 128>
//   128xf32, b: 64xf32 => 8x128xf8E4M3FN
//   %i] => %i, %i]
//   error at lowp_gpu.load: expected the map's element type and swizzle to be those of the field, '!lowp_gpu.tile<8x128xf8E4M3FN>', got '!lowp_gpu.tensor_map<8x128xf8E4M3FN swizzle 128>'

// TWIN
//   128xf32> => 8x128xf8E5M2>
//   128xf32, b: 64xf32 => 8x128xf8E4M3FN
//   %i] => %i, %i]
//   error at lowp_gpu.load: expected the map's element type and swizzle to be those of the field

// TWIN: A copy that spreads elements into a tile where two share a byte.
//   128xf32> => 8x32xf4E2M1FN spread>
//   128xf32, b: 64xf32 => 8x32xf4E2M1FN
//   %i] => %i, %i]
//   error at lowp_gpu.load: expected the map's element type and swizzle to be those of the field, '!lowp_gpu.tile<8x32xf4E2M1FN>', got '!lowp_gpu.tensor_map<8x32xf4E2M1FN spread>'

// TWIN: A share of the rows needs multicast.
//   128xf32> => 64x128xf8E4M3FN swizzle 128>
//   128xf32, b: 64xf32 => 128x128xf8E4M3FN swizzle 128
//   %i] => %i, %i]
//   error at lowp_gpu.load: expected the box to be the field's shape (with multicast or rows: a share of its rows), '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>', got

// TWIN: M tiles that do not fill the field.
//   128xf32> => 48x128xf8E4M3FN swizzle 128>
//   128xf32, b: 64xf32 => 128x128xf8E4M3FN swizzle 128
//   %i] => %i, %i]
//   ] : => ] tile_m %i :
//   error at lowp_gpu.load: expected the box to be the field's shape (with multicast or rows: a share of its rows), '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>', got '!lowp_gpu.tensor_map<48x128xf8E4M3FN swizzle 128>'

// TWIN: M tiles of four rows would begin within the pattern of the swizzle.
//   128xf32> => 4x128xf8E4M3FN swizzle 128>
//   128xf32, b: 64xf32 => 8x128xf8E4M3FN swizzle 128
//   %i] => %i, %i]
//   ] : => ] tile_m %i :
//   error at lowp_gpu.load: expected a share of the field's rows to have a multiple of 1024 bytes, so that the next one is aligned, got 512 bytes of '!lowp_gpu.tensor_map<4x128xf8E4M3FN swizzle 128>'

// TWIN
//   128xf32> => 16xf32>
//   a: 128xf32, b => sa
//   a"] => sa"] multicast
//   error at lowp_gpu.load: multiple of 128 bytes, so that the next one is aligned, got 64 bytes

// -----

!map = !lowp_gpu.tensor_map<48x128xf8E4M3FN swizzle 128>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
func.func @f(%map: !map, %stage: !stage, %i: i32) {
  // expected-error @below {{expected the box to be the field's shape}}
  lowp_gpu.load %map[%i, %i] to %stage["a"] multicast : !map to !stage
  return
}

// -----

!stage = !lowp_gpu.stage<sb: 56x2xf32>
func.func @f(%source: memref<?x56xf32>, %stage: !stage, %i: i32) {
  lowp_gpu.copy_rows %source[%i] rows %i length %i to %stage["sb"] : memref<?x56xf32> to !stage
  return
}

// TWIN
//   x56xf32 => x56xf16
//   error at lowp_gpu.copy_rows: expected a matrix and a field of the same element type, got 'memref<?x56xf16>' and '!lowp_gpu.tile<56x2xf32>'

// TWIN
//   56x2xf32 => 56xf32
//   error at lowp_gpu.copy_rows: expected a matrix and a field of the same element type, got

// TWIN
//   sb" => sa"
//   error at lowp_gpu.copy_rows: expected one of the fields "sb", got "sa"

// TWIN
//   ] : => ] {group = 64 : i64} :
//   error at lowp_gpu.copy_rows: expected 'group' and 'block' together, the one a divisor of the other

// TWIN
//   ] : => ] {group = 96 : i64, block = 128 : i64} :
//   error at lowp_gpu.copy_rows: expected 'group' and 'block' together, the one a divisor of the other

// -----

!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
func.func @f(%stage: !stage) {
  %0 = lowp_gpu.view %stage["a"] : !stage -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
  return
}

// TWIN
//   a" => b"
//   error at lowp_gpu.view: expected one of the fields "a", got "b"

// TWIN
//   ] : => ] row 96 :
//   <128x128xf8E4M3FN => <64x128xf8E4M3FN
//   error at lowp_gpu.view: expected rows inside the field '!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>', got '!lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>' from row 96

// TWIN
//   <128x128xf8E4M3FN => <128x128xf8E5M2
//   error at lowp_gpu.view: expected rows inside the field

// -----

!stage = !lowp_gpu.stage<a: 128xf32, b: 64xf32>
lowp_gpu.kernel @f() chip "sm_90a"
    config <tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{'lowp_gpu.pipeline' op expected an offset for each of 2 fields, got 1}}
  %p = lowp_gpu.pipeline "operands" {field_offsets = array<i64: 0>} : !lowp_gpu.pipeline<3 x !stage>
}

// -----

!stage = !lowp_gpu.stage<a: 128xf32>
func.func @f(%s: !stage) {
  // expected-error @below {{expected rows inside the field '!lowp_gpu.tile<128xf32>', got '!lowp_gpu.tile<64xf32>' from row 9223372036854775807}}
  %v = lowp_gpu.view %s["a"] row 9223372036854775807 : !stage -> !lowp_gpu.tile<64xf32>
  return
}

// -----

lowp_gpu.kernel @f() chip "sm_90a"
    config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %p = lowp_gpu.pipeline "operands" {offset = 0 : i64} : !lowp_gpu.pipeline<3 x <a: 128xf32>>
}

// TWIN
//   offset = 0 => offset = 0 : i64, barrier_offset = 9223372036854775807
//   error at lowp_gpu.pipeline: 'lowp_gpu.pipeline' op attribute 'barrier_offset' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647

// TWIN
//   offset = 0 : i64 => field_offsets = array<i64: -8>
//   error at lowp_gpu.pipeline: attribute 'field_offsets' failed to satisfy constraint: i64 dense array attribute whose value is non-negative

// TWIN
//   offset = 0 => offset = -1024
//   error at lowp_gpu.pipeline: attribute 'offset' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647

// TWIN
//   offset = 0 => stage_bytes = -1
//   error at lowp_gpu.pipeline: attribute 'stage_bytes' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647

// TWIN
//   offset => full_arrivals
//   error at lowp_gpu.pipeline: attribute 'full_arrivals' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 1048575

// TWIN
//   offset = 0 => full_arrivals = 1048576
//   error at lowp_gpu.pipeline: attribute 'full_arrivals' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 1048575

// TWIN
//   offset => empty_arrivals
//   error at lowp_gpu.pipeline: attribute 'empty_arrivals' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 1048575

// -----

func.func @f(%p: !lowp_gpu.pipeline<3 x <a: 64x64xbf16 swizzle 128>>) {
  // expected-error @below {{'lowp_gpu.acquire' op expected a stage of at most 8192 bytes, those of its pipeline, got 16384 bytes of '!lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>'}}
  %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<3 x <a: 64x64xbf16 swizzle 128>> as !lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>
  return
}

// -----

func.func @f(%p: !lowp_gpu.pipeline<3 x <a: 64x64xbf16 swizzle 128>>) {
  // expected-error @below {{'lowp_gpu.wait' op expected a stage of at most 8192 bytes, those of its pipeline, got 16384 bytes of '!lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>'}}
  %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<3 x <a: 64x64xbf16 swizzle 128>> as !lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>
  return
}

// -----

// Swizzled rows want more alignment than a vector.
func.func @f(%p: !lowp_gpu.pipeline<3 x <a: 4096xf32>>, %i: i32) {
  // expected-error @below {{'lowp_gpu.stage_at' op expected a stage that wants no more alignment than '!lowp_gpu.stage<a: 4096xf32>' of its pipeline, 128 bytes, got 1024 of '!lowp_gpu.stage<c0: 64x64xbf16 swizzle 128>'}}
  %s = lowp_gpu.stage_at %p[%i] : !lowp_gpu.pipeline<3 x <a: 4096xf32>> as !lowp_gpu.stage<c0: 64x64xbf16 swizzle 128>
  return
}

// -----

func.func @f(%map: !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>, %i: i32) {
  // expected-error @below {{'lowp_gpu.prefetch' op expected 2 coordinates, got 1}}
  lowp_gpu.prefetch %map[%i] : !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
  return
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{'lowp_gpu.pipeline' op expected no 'tensor_column' of stages in shared memory alone, got 0}}
  %p = lowp_gpu.pipeline "p" {tensor_column = 0 : i64} : !lowp_gpu.pipeline<3 x <a: 128xf32>>
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{'lowp_gpu.pipeline' op attribute 'tensor_column' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
  %p = lowp_gpu.pipeline "p" {tensor_column = -1 : i64} : !lowp_gpu.pipeline<3 x <a: 128x64xf32 in tensor>>
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{'lowp_gpu.pipeline' op expected an overlap of the places of one stage by some of its columns in tensor memory, got 32 of 64 columns of 2 stages}}
  %p = lowp_gpu.pipeline "p" {overlap = 32 : i64} : !lowp_gpu.pipeline<2 x <a: 128x64xf32 in tensor>>
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{expected an overlap of the places of one stage by some of its columns in tensor memory, got 64 of 64 columns of 1 stages}}
  %p = lowp_gpu.pipeline "p" {overlap = 64 : i64} : !lowp_gpu.pipeline<1 x <a: 128x64xf32 in tensor>>
}

// -----

func.func @f(%p: !lowp_gpu.pipeline<3 x <a: 128xf32>>, %i: i32) {
  // expected-error @below {{expected}}
  lowp_gpu.barrier_arrive full %p[%i] at home : !lowp_gpu.pipeline<3 x <a: 128xf32>>
  return
}
