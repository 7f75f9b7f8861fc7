// RUN: %twins %s | lowp-test-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Sums in registers, which the chip does not have.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @f(%a: !tile) chip "tensor_1" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    %0 = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected lowp_gpu.mma_into, for tensor_1 keeps such sums in tensor memory}}
    %1 = lowp_gpu.mma %a, %a into %0 : !tile, !tile into !sum
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%a: !tile, %d: !sums, %more: i1) chip "tensor_1" config #config {
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    lowp_gpu.mma_into %a, %a to %d accumulate %more : !tile, !tile to !sums
  }
}

// TWIN: Sums in tensor memory, which the chip does not have.
//   group_m => unroll = 1, group_m
//   , target = {sum_stages = 2 : i64} =>
//   tensor_1 => sm_90a
//   error at lowp_gpu.mma_into: expected lowp_gpu.mma, for sm_90a keeps such sums in registers

// TWIN: Types that the chip does not multiply.
//   128x128xf8E4M3FN => 128x64xbf16
//   error at lowp_gpu.mma_into: expected element types that tensor_1 multiplies, got 'bf16' and 'bf16'

// TWIN: Many lanes that issue the same products.
//   1 single_lane => 4
//   error at lowp_gpu.mma_into: expected to be run by one lane of one warp, which issues products in order

// TWIN: Rows that are narrower than any swizzle of the chip.
//   128x128xf8E4M3FN => 128x32xf8E4M3FN
//   128> => 32>
//   error at lowp_gpu.mma_into: expected tiles with rows of 128 or 64 swizzled bytes, got '!lowp_gpu.tile<128x32xf8E4M3FN swizzle 32>'

// TWIN: Elements that share bytes, where the chip reads a byte each.
//   !tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> =>
//     !a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
//     !b = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 64>
//   !tile, %d => !a, %b: !b, %d
//   %a to => %b to
//   !tile, !tile => !a, !b
//   error at lowp_gpu.mma_into: expected a tile whose elements are spread to a byte each, as the chip reads them, got '!lowp_gpu.tile<128x128xf4E2M1FN swizzle 64>'

// -----

// Half of an atom.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<64x128xf32 in tensor>
lowp_gpu.kernel @f(%a: !a, %b: !b, %d: !sums, %more: i1) chip "tensor_1" config #config {
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    // expected-error @below {{expected 128 lhs rows, got 64}}
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !a, !b to !sums
  }
}

// -----

// Columns between two steps.
#config = #lowp_gpu.config<tile = [128, 24, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<24x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.tile<128x24xf32 in tensor>
lowp_gpu.kernel @f(%a: !a, %b: !b, %d: !sums, %more: i1) chip "tensor_1" config #config {
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    // expected-error @below {{expected rhs rows to be a multiple of 16, 256 at most, got 24}}
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !a, !b to !sums
  }
}

// -----

// One lane that reads the rows of all.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%d: !sums) chip "tensor_1" config #config {
  lowp_gpu.role "store" warps 1 registers 0 {
    // expected-error @below {{expected to be run by all lanes of whole warpgroups, each of which reads the rows of its lanes}}
    %0 = lowp_gpu.read_sums %d : !sums -> !lowp_gpu.accumulator<128x128xf32>
  }
}

// -----

// More sums than tensor memory holds.
#config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
// expected-error @below {{expected at most 512 columns of tensor memory on tensor_1, got 768}}
lowp_gpu.kernel @f() chip "tensor_1" config #config {
  %p = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<3 x <d: 128x256xf32 in tensor>>
}

// -----

// Sums that are read as if they were in shared memory.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%a: !tile, %i: i32, %more: i1) chip "tensor_1" config #config {
  %q = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x !sums>
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %q : !lowp_gpu.pipeline<2 x !sums>
    %d = lowp_gpu.view %s["d"] : !sums -> !d
    lowp_gpu.mma_into %a, %a to %d accumulate %more : !tile, !tile to !d
    lowp_gpu.commit %s : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %s = lowp_gpu.wait %q : !lowp_gpu.pipeline<2 x !sums>
    %d = lowp_gpu.view %s["d"] : !sums -> !d
    // expected-error @below {{expected lowp_gpu.read_sums to read sums in tensor memory, got '!lowp_gpu.tile<128x128xf32 in tensor>'}}
    %0 = lowp_gpu.read_element %d[%i, 0] : !d
    lowp_gpu.release %s : !sums
  }
}

// -----

// A pipeline of somebody else.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
lowp_gpu.kernel @f(%p: !pipeline) chip "tensor_1" config #config {
  lowp_gpu.role "mma" warps 4 registers 0 {
    // expected-error @below {{expected a pipeline that the kernel has, got an argument}}
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!sums = !lowp_gpu.stage<d: 128x256xf32 in tensor>
!ring = !lowp_gpu.pipeline<1 x !sums>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<256x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x256xf32 in tensor>
lowp_gpu.kernel @f(%a: !a, %b: !b, %i: i32, %more: i1) chip "tensor_1" config #config {
  %q = lowp_gpu.pipeline "sums" : !ring
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %q : !ring
    %d = lowp_gpu.view %s["d"] : !sums -> !d
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !a, !b to !d
    lowp_gpu.commit %s : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %s = lowp_gpu.wait %q : !ring
    %d = lowp_gpu.view %s["d"] : !sums -> !d
    %0 = lowp_gpu.read_sums %d column 64 : !d -> !lowp_gpu.accumulator<128x64xf32>
    lowp_gpu.release %s : !sums
  }
}

// TWIN: Columns that the next products write, which both places of the stage share.
//   " : => " {overlap = 64 : i64} :
//   %0 = lowp_gpu.read_sums %d column 64 : !d -> !lowp_gpu.accumulator<128x64xf32> =>
//   lowp_gpu.release %s : !sums =>
//     lowp_gpu.release %s : !sums
//     %c = lowp_gpu.overlap_column %s["d"] first 0 columns 64 : !sums
//     %0 = lowp_gpu.read_sums %d at %c : !d -> !lowp_gpu.accumulator<128x64xf32>
//   error at lowp_gpu.read_sums: expected to read what the places of the stage share before lowp_gpu.release
//   note at lowp_gpu.release: the stage is given away here

// TWIN: Columns that are not counted from those that the places share.
//   " : => " {overlap = 64 : i64} :
//   error at lowp_gpu.read_sums: expected a column by lowp_gpu.overlap_column, of as many columns, for the places of its stage overlap

// TWIN: A place that the compiler does not know.
//   column 64 => at %i
//   error at lowp_gpu.read_sums: expected a constant column of a stage whose places do not overlap
