// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

// expected-error @below {{expected no swizzle in tensor memory, got 128 bytes}}
func.func private @f(!lowp_gpu.tile<128x32xf32 swizzle 128 in tensor>)

// -----

// expected-error @below {{expected at most 128 rows of f32 in tensor memory, got 256x64x'f32'}}
func.func private @f(!lowp_gpu.tile<256x64xf32 in tensor>)

// -----

// expected-error @below {{expected at most 128 rows of f32 in tensor memory, got 128x64x'bf16'}}
func.func private @f(!lowp_gpu.tile<128x64xbf16 in tensor>)

// -----

// expected-error @below {{expected 'tensor'}}
func.func private @f(!lowp_gpu.tile<128x64xf32 in registers>)

// -----

!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
func.func @f(%a: !a, %sums: !sums, %more: i1) {
  lowp_gpu.mma_into %a, %a to %sums accumulate %more : !a, !a to !sums
  return
}

// TWIN
//   128x128xf32 in tensor => 128x128xf32
//   error at lowp_gpu.mma_into: operand #2 must be tile in tensor memory, but got '!lowp_gpu.tile<128x128xf32>'

// TWIN
//   %a, => %sums,
//   !a, !a => !sums, !a
//   error at lowp_gpu.mma_into: operand #0 must be tile in shared memory, but got '!lowp_gpu.tile<128x128xf32 in tensor>'

// TWIN
//   %more : => %more {scale_column = 128 : i64} :
//   error at lowp_gpu.mma_into: expected no 'scale_column' without scales, got 128

// TWIN
//   128x128xf32 => 128x64xf32
//   error at lowp_gpu.mma_into: expected sums of 128x128, got '!lowp_gpu.tile<128x64xf32 in tensor>'

// TWIN: Columns of one CTA of a pair.
//   %more : => %more pair :
//   error at lowp_gpu.mma_into: expected sums of 128x256, got '!lowp_gpu.tile<128x128xf32 in tensor>'

// TWIN
//   %a to => %a slice 0 of 3 to
//   error at lowp_gpu.mma_into: expected one of the slices that divide a K of 128, got slice 0 of 3

// -----

!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<128x64xf8E4M3FN swizzle 64>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
func.func @f(%a: !a, %b: !b, %sums: !sums, %more: i1) {
  // expected-error @below {{expected tiles with the same K, got}}
  lowp_gpu.mma_into %a, %b to %sums accumulate %more : !a, !b to !sums
  return
}

// -----

!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
func.func @f(%a: !a, %s: !scales, %sums: !sums, %more: i1) {
  lowp_gpu.mma_into %a, %a scales %s, %s : !scales, !scales to %sums accumulate %more : !a, !a to !sums
  return
}

// TWIN
//   , %s : !scales, =>  :
//   error at lowp_gpu.mma_into: expected no scales, or those of lhs and rhs, got 1

// TWIN
//   %more : => %more {scale_column = 128 : i64, scale_sets = 0 : i64} :
//   error at lowp_gpu.mma_into: attribute 'scale_sets' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive

// TWIN
//   to %sums => slice 1 of 2 to %sums
//   error at lowp_gpu.mma_into: expected all of K with scales, got slice 1 of 2

// -----

func.func @f() {
  // expected-error @below {{attribute 'columns' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  lowp_gpu.allocate_columns 0
  return
}

// -----

func.func @f() {
  // expected-error @below {{attribute 'columns' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  lowp_gpu.release_columns -1
  return
}

// -----

!tile = !lowp_gpu.tile<128x64xf32 in tensor>
func.func @f(%tile: !tile) {
  %0 = lowp_gpu.read_sums %tile : !tile -> !lowp_gpu.accumulator<128x64xf32>
  return
}

// TWIN
//   128x64xf32 in tensor => 128x64xf32
//   error at lowp_gpu.read_sums: operand #0 must be tile in tensor memory, but got '!lowp_gpu.tile<128x64xf32>'

// TWIN
//   lowp_gpu.read_sums %tile => lowp_gpu.read_sums %tile column 16
//   error at lowp_gpu.read_sums: expected all rows and some columns of '!lowp_gpu.tile<128x64xf32 in tensor>', got '!lowp_gpu.accumulator<128x64xf32>' from column 16

// TWIN
//   128x64xf32> => 128x64xf32, warpgroups_n = 2>
//   error at lowp_gpu.read_sums: expected sums whose rows the warpgroups divide, got '!lowp_gpu.accumulator<128x64xf32, warpgroups_n = 2>'

// -----

!stage = !lowp_gpu.stage<d: 128x64xf32 in tensor>
func.func @f(%map: !lowp_gpu.tensor_map<128x64xf32>, %stage: !stage, %i: i32) {
  // expected-error @below {{expected a field in shared memory, got '!lowp_gpu.tile<128x64xf32 in tensor>'}}
  lowp_gpu.load %map[%i, %i] to %stage["d"] : !lowp_gpu.tensor_map<128x64xf32> to !stage
  return
}

// -----

!stage = !lowp_gpu.stage<d: 128x64xf32 in tensor>
func.func @f(%source: memref<64x128xf32>, %stage: !stage, %i: i32) {
  // expected-error @below {{expected a field in shared memory, got '!lowp_gpu.tile<128x64xf32 in tensor>'}}
  lowp_gpu.copy_rows %source[%i] rows %i length %i to %stage["d"] : memref<64x128xf32> to !stage
  return
}

// -----

!stage = !lowp_gpu.stage<d: 128x64xf32 in tensor>
func.func @f(%stage: !stage) {
  // expected-error @below {{expected rows inside the field '!lowp_gpu.tile<128x64xf32 in tensor>', got '!lowp_gpu.tile<128x64xf32>' from row 0}}
  %0 = lowp_gpu.view %stage["d"] : !stage -> !lowp_gpu.tile<128x64xf32>
  return
}

// -----

!sums = !lowp_gpu.tile<128x128xf32 in tensor>
func.func @f(%sums: !sums) {
  // expected-error @below {{expected columns that divide 64 to be loaded at a time, got 48}}
  %0 = lowp_gpu.read_sums %sums by 48 : !sums -> !lowp_gpu.accumulator<128x64xf32>
  return
}

// -----

func.func @f(%s: !lowp_gpu.stage<a: 128x64xf32 in tensor>, %i: i32) {
  // expected-error @below {{expected a field in tensor memory, got "b" of '!lowp_gpu.stage<a: 128x64xf32 in tensor>'}}
  %0 = lowp_gpu.overlap_column %s["b"] first 0 columns 32 : !lowp_gpu.stage<a: 128x64xf32 in tensor>
  return
}

// -----

func.func @f(%s: !lowp_gpu.stage<a: 128x64xf32 in tensor>) {
  // expected-error @below {{expected some of 64 columns, got 32 from 48 on}}
  %0 = lowp_gpu.overlap_column %s["a"] first 48 columns 32 : !lowp_gpu.stage<a: 128x64xf32 in tensor>
  return
}

// -----

func.func @f(%t: !lowp_gpu.tile<128x64xf32 in tensor>, %i: i32) {
  // expected-error @below {{expected either a column or a value that says it, got 16 and a value}}
  %0 = lowp_gpu.read_sums %t column 16 at %i : !lowp_gpu.tile<128x64xf32 in tensor> -> !lowp_gpu.accumulator<128x32xf32>
  return
}
