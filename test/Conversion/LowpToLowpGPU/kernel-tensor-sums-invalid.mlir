// RUN: lowp-test-opt %s --lowp-verify-kernel-config -split-input-file -verify-diagnostics
// RUN: lowp-test-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

// Scales that only partial sums could take.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<4x256xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected lhs scales that are the same along K, or that tensor_1 takes with the data, for its sums are not promoted, got #lowp.block<1x128>}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<4x256xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<4x256xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// -----

// Elements that the chip does not multiply.
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xbf16>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected element types that tensor_1 multiplies, got 'bf16' and 'bf16'}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%a : memref<256x512xbf16>) outs(%d : memref<256x256xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// -----

// A config without a word that must be there.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected target = {sum_stages = N : i64}, stages of sums in tensor memory, and no other word than epilogue_stages for a gemm on tensor_1, got {epilogue_stages = 1 : i64}}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 1>}
    return
  }
}

// -----

// More sums than tensor memory holds.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected sums of at most 512 columns of tensor memory for a gemm on tensor_1, got 768}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 3 : i64}>}
    return
  }
}

// -----

// A store behind the next tile's products, which is another role's work.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected target = {sum_stages = N : i64}, stages of sums in tensor memory, and no other word than epilogue_stages for a gemm on tensor_1, got {epilogue_stages = 1 : i64, overlap_store, sum_stages = 2 : i64}}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, overlap_store, target = {sum_stages = 2 : i64}>}
    return
  }
}

// -----

// Half of an atom.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected tile rows of one or two times 128 for a gemm on tensor_1, got 64}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}

// -----

// Another target's words.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected no other words of the target's than unroll, epilogue_stages, warpgroups and overlap_store for a gemm on sm_90a, got {epilogue_stages = 1 : i64, sum_stages = 2 : i64, unroll = 1 : i64}}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !a, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>}
    return
  }
}
