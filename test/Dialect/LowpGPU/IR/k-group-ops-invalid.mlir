// RUN: lowp-opt %s -split-input-file -verify-diagnostics

func.func @f(%groups: !lowp_gpu.groups, %m: i32) {
  // expected-error @below {{failed to verify that groups are straight from lowp_gpu.group_table}}
  %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %m
  return
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%counts: memref<8xi32>, %n: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table counts %counts count %n most 8 m %n tile_m 64 : memref<8xi32>
  // expected-error @below {{expected a table of groups of rows along K, got one of counts}}
  %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%n] rows %n
}

// -----

// A tile without a block would wait for ever.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @f(%ends: memref<8xi32>, %n: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table rows %ends count %n most 8 m %n tile_m 64 : memref<8xi32>
  // expected-error @below {{attribute 'least' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 2147483647}}
  %g, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%n] rows %n least 0
}

// -----

func.func @f(%end: i32) {
  // expected-error @below {{expected tiles, got none}}
  "lowp_gpu.zero_tail"(%end) : (i32) -> ()
  return
}

// -----

// Elements of several bytes are cleared where rows are those of K.
func.func @f(%a: !lowp_gpu.tile<128x64xbf16 swizzle 128>, %end: i32) {
  // expected-error @below {{expected tiles of rows x K of elements of a byte, or of which bytes are full, got '!lowp_gpu.tile<128x64xbf16 swizzle 128>'}}
  lowp_gpu.zero_tail %a from %end : !lowp_gpu.tile<128x64xbf16 swizzle 128>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<128xf32>, %end: i32) {
  // expected-error @below {{expected tiles of rows x K or MN-major ones in swizzled shared memory, got '!lowp_gpu.tile<128xf32>'}}
  lowp_gpu.zero_tail %a from %end : !lowp_gpu.tile<128xf32>
  return
}

// -----

func.func @f(%a: !lowp_gpu.tile<2x64x64xbf16 swizzle 128>, %b: !lowp_gpu.tile<2x32x64xbf16 swizzle 128>, %end: i32) {
  // expected-error @below {{expected tiles of one K, got '!lowp_gpu.tile<2x64x64xbf16 swizzle 128>' and '!lowp_gpu.tile<2x32x64xbf16 swizzle 128>'}}
  lowp_gpu.zero_tail %a, %b from %end : !lowp_gpu.tile<2x64x64xbf16 swizzle 128>, !lowp_gpu.tile<2x32x64xbf16 swizzle 128>
  return
}
