// RUN: %twins %s | lowp-test-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 64x128xf8E4M3FN swizzle 128>
!ring = !lowp_gpu.pipeline<3 x !operands>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!sum_ring = !lowp_gpu.pipeline<2 x !sums>
!A = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!B = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%A: !A, %B: !B, %D: !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>, %i: i32, %more: i1) chip "tensor_2" config #config {
  %p = lowp_gpu.pipeline "operands" : !ring
  %q = lowp_gpu.pipeline "sums" : !sum_ring
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !ring
    lowp_gpu.load %A[%i, %i] to %s["a"] pair : !A to !operands
    lowp_gpu.load %B[%i, %i] to %s["b"] pair : !B to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
    %t = lowp_gpu.acquire %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !ring
    %a = lowp_gpu.view %s["a"] : !operands -> !a
    %b = lowp_gpu.view %s["b"] : !operands -> !b
    lowp_gpu.mma_into %a, %b to %d accumulate %more pair : !a, !b to !d
    lowp_gpu.release %s by products : !operands
    lowp_gpu.commit %t by products : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %t = lowp_gpu.wait %q : !sum_ring
    %d = lowp_gpu.view %t["d"] : !sums -> !d
    %x = lowp_gpu.read_sums %d : !d -> !lowp_gpu.accumulator<128x128xf32>
    lowp_gpu.release %t : !sums
  }
}

// TWIN: CTAs that have no neighbour along M.
//   cluster = [2, 1] => cluster = [1, 2]
//   error at lowp_gpu.load: expected a cluster of pairs of CTAs, an even number of them along M, one along N and none that split K, got [1, 2] and split_k = 1

// TWIN: One CTA that is left over.
//   cluster = [2, 1] => cluster = [3, 1]
//   error at lowp_gpu.load: expected a cluster of pairs of CTAs, an even number of them along M, one along N and none that split K, got [3, 1] and split_k = 1

// TWIN: Bytes that the leader waits for, and that signal the other CTA.
//   pair : !B => : !B
//   error at lowp_gpu.load %B[%i,: expected pair, for the leader of each pair of CTAs drains "operands" and waits for the copies of both

// TWIN: Copies for a leader that is not one.
//   leader registers => registers
//   %b to => %a to
//   pair : !a => : !a
//   !b to => !a to
//   error at lowp_gpu.load: expected no pair, for no leader of a pair of CTAs drains "operands" for both

// TWIN: Half of the columns are in the other CTA, which fills nothing.
//   single_lane registers => single_lane leader registers
//   ] pair : => ] :
//   error at lowp_gpu.mma_into: expected operands that both CTAs of the pair fill, got those of "operands", which the leader fills alone

// TWIN: Nobody reads the sums in the other CTA.
//   4 registers => 4 leader registers
//   error at lowp_gpu.mma_into: expected sums that both CTAs of the pair drain, got those of "sums", which the leader drains alone

// TWIN: A leader that multiplies its own tile alone.
//   %b to => %a to
//   pair : !a => : !a
//   !b to => !a to
//   error at lowp_gpu.mma_into: expected pair in a role that leads pairs, for nobody else multiplies the other CTA's tile

// TWIN: Both CTAs issue the product of both.
//   ] pair : => ] :
//   leader registers => registers
//   error at lowp_gpu.mma_into: expected to be run by a role that leads pairs, for each CTA would issue the product of both

// TWIN: Half of the columns of an atom.
//   tile = [128, 128, 128] => tile = [128, 48, 128]
//   64x128xf8E4M3FN => 24x128xf8E4M3FN
//   128x128xf32 => 128x48xf32
//   error at lowp_gpu.mma_into: expected rhs rows of both CTAs to be a multiple of 32, 256 at most, got 48

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 64x128xf8E4M3FN swizzle 128>
!ring = !lowp_gpu.pipeline<3 x !operands>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!sum_ring = !lowp_gpu.pipeline<2 x !sums>
!A = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!B = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f() chip "tensor_2" config #config {
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
  }
}

// TWIN: CTAs of a cluster that split K follow each other, too.
//   target => split_k = 2, target
//   error at lowp_gpu.role: got [2, 1] and split_k = 2

// TWIN: A place in a pair of a CTA that has none.
//   cluster = [2, 1] => cluster = [1, 1]
//   lowp_gpu.role "mma" warps 1 single_lane leader registers 0 { =>
//     lowp_gpu.role "load" warps 1 single_lane registers 0 {
//     %0 = lowp_gpu.pair_rank
//   error at lowp_gpu.pair_rank: expected a cluster of pairs of CTAs, an even number of them along M, one along N and none that split K, got [1, 1] and split_k = 1

// -----

// Lanes of the leader write its own shared memory, which the other CTA does not read.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>
!stage = !lowp_gpu.stage<sb: 56x2xf32>
lowp_gpu.kernel @f(%SB: memref<?x56xf32>, %i: i32) chip "tensor_2" config #config {
  // expected-error @below {{expected products to fill "scales", which the leader of each pair of CTAs fills for both, got lanes}}
  %p = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !stage>
  lowp_gpu.role "load" warps 1 leader registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<2 x !stage>
    lowp_gpu.copy_rows %SB[%i] rows %i length %i to %s["sb"] : memref<?x56xf32> to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<2 x !stage>
    lowp_gpu.release %s : !stage
  }
}

// -----

// The other CTA's tile is not stored.
#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [2, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>
!sum = !lowp_gpu.accumulator<128x64xf32>
!D = !lowp_gpu.tensor_map<128x32xf32 swizzle 128>
lowp_gpu.kernel @f(%D: !D, %i: i32) chip "tensor_2" config #config {
  lowp_gpu.role "store" warps 4 leader registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    // expected-error @below {{expected a role that both CTAs of a pair run, for the other CTA's tile would not be stored}}
    lowp_gpu.store_tile %sum to %D[%i, %i] stages 1 : !sum to !D
  }
}
