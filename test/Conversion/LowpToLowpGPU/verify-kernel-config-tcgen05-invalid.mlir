// RUN: lowp-opt %s --lowp-verify-kernel-config -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu -split-input-file -verify-diagnostics

// The rules of chips whose sums lie in tensor memory, and a lane reads a row.

#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @wide(%a: memref<256x512xbf16>, %b: memref<512x512xbf16>, %d: memref<256x512xbf16>) {
    // expected-error @below {{expected at most 128 columns, whose sums a thread holds for a gemm on sm_100a, got 256}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x512xbf16>) outs(%d : memref<256x512xbf16>)
      {indexing_maps = #maps,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>}
    return
  }
}

// -----

#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @stages(%a: memref<256x512xbf16>, %b: memref<512x512xbf16>, %d: memref<256x512xbf16>) {
    // expected-error @below {{expected sums of at most 512 columns of tensor memory for a gemm on sm_100a, got 640}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x512xbf16>) outs(%d : memref<256x512xbf16>)
      {indexing_maps = #maps,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 5 : i64}>}
    return
  }
}

// -----

// Two results, each of 32 bits, and an input.
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @results(%a: memref<256x512xbf16>, %b: memref<512x512xbf16>, %c: memref<512xf32>, %d: memref<256x512xf32>, %e: memref<256x512xf32>) {
    // expected-error @below {{expected at most 64 columns, beside whose sums a thread keeps elements of 2 results and 1 inputs for a gemm on sm_100a, got 128}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<512x512xbf16>) ins(%c : memref<512xf32>) outs(%d, %e : memref<256x512xf32>, memref<256x512xf32>)
      {indexing_maps = #maps, input_maps = [affine_map<(m, n) -> (n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>} epilogue {
    ^bb0(%sum: f32, %x: f32):
      %0 = arith.addf %sum, %x : f32
      lowp.epilogue_yield %0, %sum : f32, f32
    }
    return
  }
}

// -----

// Scales of columns, and two inputs.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @scales(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<512x512xf8E4M3FN>, %sb: memref<512x1xf32>, %c: memref<512xf32>, %r: memref<256x512xf32>, %d: memref<256x512xbf16>) {
    // expected-error @below {{expected at most 64 columns, beside whose sums a thread keeps elements of 1 results and 2 inputs for a gemm on sm_100a, got 128}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%b, %sb : memref<512x512xf8E4M3FN>, memref<512x1xf32>) ins(%c, %r : memref<512xf32>, memref<256x512xf32>) outs(%d : memref<256x512xbf16>)
      {lhs_type = !a, rhs_type = !b, input_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>} epilogue {
    ^bb0(%sum: f32, %x: f32, %y: f32):
      %0 = arith.addf %sum, %x : f32
      %1 = arith.addf %0, %y : f32
      %2 = arith.truncf %1 : f32 to bf16
      lowp.epilogue_yield %2 : bf16
    }
    return
  }
}

// -----

// Places of rows that threads store, and an input.
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @rows(%a: memref<256x512xbf16>, %b: memref<511x512xbf16>, %c: memref<511xf32>, %d: memref<256x511xbf16>) {
    // expected-error @below {{expected at most 64 columns, beside whose sums a thread keeps elements of 1 results and 1 inputs for a gemm on sm_100a, got 128}}
    lowp.gemm lhs(%a : memref<256x512xbf16>) rhs(%b : memref<511x512xbf16>) ins(%c : memref<511xf32>) outs(%d : memref<256x511xbf16>)
      {indexing_maps = #maps, input_maps = [affine_map<(m, n) -> (n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>} epilogue {
    ^bb0(%sum: f32, %x: f32):
      %0 = arith.addf %sum, %x : f32
      %1 = arith.truncf %0 : f32 to bf16
      lowp.epilogue_yield %1 : bf16
    }
    return
  }
}

// -----

// All of these at once leave registers to a quarter of the columns.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_100a"} {
  func.func @all(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<512x512xf8E4M3FN>, %sb: memref<512x1xf32>, %c: memref<512xf32>, %r: memref<256x512xf32>, %d: memref<256x512xf32>, %e: memref<256x512xf32>) {
    // expected-error @below {{expected at most 32 columns, beside whose sums a thread keeps elements of 2 results and 2 inputs for a gemm on sm_100a, got 64}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%b, %sb : memref<512x512xf8E4M3FN>, memref<512x1xf32>) ins(%c, %r : memref<512xf32>, memref<256x512xf32>) outs(%d, %e : memref<256x512xf32>, memref<256x512xf32>)
      {lhs_type = !a, rhs_type = !b, input_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>} epilogue {
    ^bb0(%sum: f32, %x: f32, %y: f32):
      %0 = arith.addf %sum, %x : f32
      %1 = arith.addf %0, %y : f32
      lowp.epilogue_yield %1, %sum : f32, f32
    }
    return
  }
}
