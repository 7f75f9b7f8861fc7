// RUN: %twins %s | lowp-opt --lowp-select-kernel-config -split-input-file -verify-diagnostics

!a = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation}
    return
  }
}

// TWIN: Nobody says for which chip.
//   module attributes {lowp_gpu.chip = "sm_90a"} => module
//   error at lowp.gemm: expected the chip to compile for in the module attribute "lowp_gpu.chip", which --lowp-attach-chip=chip=... writes; known chips: sm_90a

// TWIN: A chip without gemm kernels.
//   lowp_gpu.chip = "sm_90a" => lowp_gpu.chip = "sm_70"
//   error at lowp.gemm: expected a chip with gemm kernels, got "sm_70"; known chips: sm_90a

// TWIN: Scales with gaps.
//   256x1xf32 => 256x1xf32, strided<[2, 1]>
//   error at lowp.gemm: expected contiguous row-major buffers, got 'memref<256x1xf32, strided<[2, 1]>>'; copy it into one

// TWIN: Rows of data with gaps that TMA cannot address.
//   256x512xf8E4M3FN> => 256x512xf8E4M3FN, strided<[1000, 1]>>
//   error at lowp.gemm: expected row-major buffers whose rows begin at multiples of 16 bytes, got 'memref<256x512xf8E4M3FN, strided<[1000, 1]>>'; copy it into one

// TWIN
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<128>
//   64x512xf8E4M3FN> => 4x64x128xf8E4M3FN>
//   error at lowp.gemm: expected lhs data = #lowp.identity for sm_90a, got '!lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<128>>'; insert lowp.relayout or run lowp-propagate-layouts

// TWIN: fp8 is multiplied along contiguous K only.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.rowwise, order = [1, 0]
//   64x512xf8E4M3FN> => 512x64xf8E4M3FN>
//   error at lowp.gemm: expected lhs order = [0, 1] for sm_90a, got '!lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise, order = [1, 0]>'; insert lowp.relayout or run lowp-propagate-layouts

// TWIN
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.rowwise, order = [1, 0]
//   256x512xf8E4M3FN> => 512x256xf8E4M3FN>
//   error at lowp.gemm: expected rhs order = [0, 1] for sm_90a, got '!lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise, order = [1, 0]>'

// TWIN: Scales to divide by.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.rowwise, convention = encode
//   error at lowp.gemm: expected decoding lhs scales for a kernel, got the encode convention

// TWIN
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.rowwise, convention = encode
//   error at lowp.gemm: expected decoding rhs scales for a kernel, got the encode convention

// TWIN: Scales whose rows are not side by side.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>
//   64x1xf32 => 64x4xf32
//   256x1xf32 => 2x4xf32
//   error at lowp.gemm: expected lhs scales = #lowp.mn_major for sm_90a, got '!lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>'; insert lowp.relayout or run lowp-propagate-layouts

// TWIN: Scales of tiles that are not row-major.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>, scales = #lowp.mn_major
//   64x1xf32 => 4x64xf32
//   256x1xf32 => 4x4xf32
//   error at lowp.gemm: expected rhs scales = #lowp.compact for sm_90a, got '!lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>, scales = #lowp.mn_major>'

// TWIN: Tiles lower than the columns that have one scale.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<4x128>
//   64x1xf32 => 4x64xf32
//   256x1xf32 => 64x4xf32
//   , fast_accumulation =>
//   error at lowp.gemm: expected rhs scales for a multiple of 8 rows, got #lowp.block<4x128>; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower

// TWIN: 16 elements of K: less than an instruction contracts.
//   64x512xf8E4M3FN, #lowp.rowwise => 64x512xf8E4M3FN, #lowp.block<1x16>, scales = #lowp.mn_major
//   256x512xf8E4M3FN, #lowp.rowwise => 256x512xf8E4M3FN, #lowp.block<128x128>
//   64x1xf32 => 32x64xf32
//   256x1xf32 => 2x4xf32
//   , fast_accumulation =>
//   error at lowp.gemm: expected lhs scales for a multiple of 128 bytes of K, or a part of them that 32 divides, got #lowp.block<1x16>; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower

// TWIN: Scales in powers of two.
//   .rowwise => .mx<1x32>
//   64x1xf32 => 64x16xf8E8M0FNU
//   256x1xf32 => 256x16xf8E8M0FNU
//   error at lowp.gemm: expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower

// TWIN: K in rows that TMA cannot address.
//   64x512xf8E4M3FN => 64x520xf8E4M3FN
//   256x512xf8E4M3FN => 256x520xf8E4M3FN
//   error at lowp.gemm: expected K to be a multiple of 16 (16 bytes of 'f8E4M3FN'), got 520; pad it

// TWIN: Output rows that TMA cannot address.
//   256x512xf8E4M3FN => 252x512xf8E4M3FN
//   256x1xf32 => 252x1xf32
//   64x256xbf16 => 64x252xbf16
//   error at lowp.gemm: expected N to be a multiple of 8 (16 bytes of 'bf16'), got 252; pad it

// TWIN
//   256x512xf8E4M3FN => 252x512xf8E4M3FN
//   256x1xf32 => 252x1xf32
//   64x256xbf16 => 64x252xf32
//   error at lowp.gemm: expected N to be a multiple of 8, got 252; pad it

// TWIN: Additions to an output that is rounded each time.
//   fast_accumulation => fast_accumulation, accumulate
//   error at lowp.gemm: expected an f32 output to accumulate into, got 'bf16'

// -----

// Scales whose rows TMA cannot address.
!a = !lowp.scaled<63x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 1>>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<63x512xf8E4M3FN>, %sa: memref<4x63xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<2x4xf32>, %d: memref<63x256xbf16>) {
    // expected-error @below {{expected lhs scales = #lowp.mn_major for sm_90a, got '!lowp.scaled<63x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major<alignment = 1>>'}}
    lowp.gemm lhs(%a, %sa : memref<63x512xf8E4M3FN>, memref<4x63xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<2x4xf32>) outs(%d : memref<63x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation}
    return
  }
}

// -----

// Tiles on the side of the rows.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<4x256xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected scales per tensor or per row on both operands, or 1D blocks on the lhs and 1D or 2D blocks on the rhs, got #lowp.block<128x128> and #lowp.block<1x128>; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<4x256xf32>) outs(%d : memref<256x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation}
    return
  }
}

// -----

// More rows than 32 bits count.
!a = !lowp.scaled<2147483648x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<2147483648x512xf8E4M3FN>, %sa: memref<2147483648x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<2147483648x256xbf16>) {
    // expected-error @below {{expected M of at most 2147483647, got 2147483648; divide the matmul}}
    lowp.gemm lhs(%a, %sa : memref<2147483648x512xf8E4M3FN>, memref<2147483648x1xf32>)
              rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>)
              outs(%d : memref<2147483648x256xbf16>) {lhs_type = !a, rhs_type = !b}
    return
  }
}

// -----

// The same of columns.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<2147483648x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<2147483648x512xf8E4M3FN>, %sb: memref<2147483648x1xf32>, %d: memref<256x2147483648xbf16>) {
    // expected-error @below {{expected N of at most 2147483647, got 2147483648; divide the matmul}}
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>)
              rhs(%b, %sb : memref<2147483648x512xf8E4M3FN>, memref<2147483648x1xf32>)
              outs(%d : memref<256x2147483648xbf16>) {lhs_type = !a, rhs_type = !b}
    return
  }
}

// -----

// The same of K.
!a = !lowp.scaled<256x2147483648xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x2147483648xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<256x2147483648xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<256x2147483648xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<256x256xbf16>) {
    // expected-error @below {{expected K of at most 2147483647, got 2147483648; divide the matmul}}
    lowp.gemm lhs(%a, %sa : memref<256x2147483648xf8E4M3FN>, memref<256x1xf32>)
              rhs(%b, %sb : memref<256x2147483648xf8E4M3FN>, memref<256x1xf32>)
              outs(%d : memref<256x256xbf16>) {lhs_type = !a, rhs_type = !b}
    return
  }
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %d: memref<64x64xf32>) {
    lowp.gemm lhs(%a : memref<64x64xf32>) rhs(%b : memref<64x64xf32>) outs(%d : memref<64x64xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}

// TWIN: Without scales: f32 with K contiguous, as the lhs ...
//   indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
//   error at lowp.gemm: expected K to be the last dimension of the lhs, whose 'f32' elements sm_90a multiplies in this order alone; transpose it

// TWIN: and as the rhs,
//   indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
//   error at lowp.gemm: expected K to be the last dimension of the rhs

// TWIN: rows of K ...
//   64x64xf32>, => 64x60xbf16>,
//   64x64xf32>) rhs => 64x60xbf16>) rhs
//   64x64xf32>) outs => 64x60xbf16>) outs
//   error at lowp.gemm: expected K to be a multiple of 8 (16 bytes of 'bf16'), got 60; pad it

// TWIN: and sums in f32.
//   64x64xf32 => 64x64xbf16
//   indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], accumulate
//   error at lowp.gemm: expected an f32 output to accumulate into, got 'bf16'

// -----

// ... or, of an MN-major operand, of its rows, that TMA can address,
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x60xbf16>, %b: memref<64x64xbf16>, %d: memref<60x64xf32>) {
    // expected-error @below {{expected M to be a multiple of 8 (16 bytes of 'bf16'), got 60; pad it}}
    lowp.gemm lhs(%a : memref<64x60xbf16>) rhs(%b : memref<64x64xbf16>) outs(%d : memref<60x64xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}

// -----

// on the right as well,
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x64xbf16>, %b: memref<64x60xbf16>, %d: memref<64x60xf32>) {
    // expected-error @below {{expected N to be a multiple of 8 (16 bytes of 'bf16'), got 60; pad it}}
    lowp.gemm lhs(%a : memref<64x64xbf16>) rhs(%b : memref<64x60xbf16>) outs(%d : memref<64x60xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}

// -----

// Rows that begin anywhere.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x9xbf16, strided<[12, 1]>>, %b: memref<16x9xbf16, strided<[16, 1]>>, %d: memref<64x16xbf16>) {
    // expected-error @below {{expected row-major buffers whose rows begin at multiples of 16 bytes, got 'memref<64x9xbf16, strided<[12, 1]>>'; copy it into one}}
    lowp.gemm lhs(%a : memref<64x9xbf16, strided<[12, 1]>>) rhs(%b : memref<16x9xbf16, strided<[16, 1]>>) outs(%d : memref<64x16xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}

// -----

// Without gaps, N decides where rows begin. Threads store them where they can
// tell the place: not of matrices of unknown size.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<3x?x64xbf16>, %b: memref<9x64xbf16>, %d: memref<3x?x9xbf16>) {
    // expected-error @below {{expected N to be a multiple of 8 (16 bytes of 'bf16'), got 9; pad it}}
    lowp.gemm lhs(%a : memref<3x?x64xbf16>) rhs(%b : memref<9x64xbf16>) outs(%d : memref<3x?x9xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]}
    return
  }
}

// -----

// Nor of rows at strides that are not known, from a place that is not one of TMA.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x64xbf16>, %b: memref<9x64xbf16>, %d: memref<64x9xbf16, strided<[?, 1], offset: 3>>) {
    // expected-error @below {{expected row-major buffers whose rows begin at multiples of 16 bytes, got 'memref<64x9xbf16, strided<[?, 1], offset: 3>>'; copy it into one}}
    lowp.gemm lhs(%a : memref<64x64xbf16>) rhs(%b : memref<9x64xbf16>) outs(%d : memref<64x9xbf16, strided<[?, 1], offset: 3>>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}

// -----

// An epilogue addresses its inputs by their types.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x64xbf16>, %b: memref<16x64xbf16>, %r: memref<64x16xbf16, strided<[?, 1]>>, %d: memref<64x16xbf16>) {
    // expected-error @below {{got 'memref<64x16xbf16, strided<[?, 1]>>'; copy it into one}}
    lowp.gemm lhs(%a : memref<64x64xbf16>) rhs(%b : memref<16x64xbf16>) ins(%r : memref<64x16xbf16, strided<[?, 1]>>) outs(%d : memref<64x16xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       input_maps = [affine_map<(m, n) -> (m, n)>]} epilogue {
    ^bb0(%s: f32, %o: bf16):
      %w = arith.extf %o : bf16 to f32
      %t = arith.addf %s, %w : f32
      %u = arith.truncf %t : f32 to bf16
      lowp.epilogue_yield %u : bf16
    }
    return
  }
}

// -----

// The scales of each matrix of a batch begin where TMA can.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<4x63x64xf8E4M3FN>, %sa: memref<4x63x1xf32>, %b: memref<4x16x64xf8E4M3FN>, %sb: memref<4x16x1xf32>, %d: memref<4x63x16xbf16>) {
    // expected-error @below {{expected M to be a multiple of 4 (16 bytes of scales) in a batch with scales of rows, got 63; pad it}}
    lowp.gemm lhs(%a, %sa : memref<4x63x64xf8E4M3FN>, memref<4x63x1xf32>) rhs(%b, %sb : memref<4x16x64xf8E4M3FN>, memref<4x16x1xf32>) outs(%d : memref<4x63x16xbf16>)
      {lhs_type = !lowp.scaled<4x63x64xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<4x16x64xf8E4M3FN, #lowp.rowwise>}
    return
  }
}

// -----

// Formats of batches are emulated as their matrices are.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<4x64x64xf8E4M3FN>, %sa: memref<4x64x2xf8E8M0FNU>, %b: memref<4x16x64xf8E4M3FN>, %sb: memref<4x16x2xf8E8M0FNU>, %d: memref<4x64x16xbf16>) {
    // expected-error @below {{expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'; the option allow-emulation of lowp-to-nvvm would run it as another matmul, slower}}
    lowp.gemm lhs(%a, %sa : memref<4x64x64xf8E4M3FN>, memref<4x64x2xf8E8M0FNU>) rhs(%b, %sb : memref<4x16x64xf8E4M3FN>, memref<4x16x2xf8E8M0FNU>) outs(%d : memref<4x64x16xbf16>)
      {lhs_type = !lowp.scaled<4x64x64xf8E4M3FN, #lowp.mx<1x32>>, rhs_type = !lowp.scaled<4x16x64xf8E4M3FN, #lowp.mx<1x32>>}
    return
  }
}

// -----

// Threads store no batch of matrices of unknown size, and TMA no rows of 36 columns
// of the second result, which begin elsewhere than at multiples of 16 bytes.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<4x?x64xbf16>, %w: memref<36x64xbf16>, %y: memref<4x?x36xf32>, %z: memref<4x?x36xbf16>) {
    // expected-error @below {{expected N to be a multiple of 8 (16 bytes of 'bf16'), got 36; pad it}}
    lowp.gemm lhs(%x : memref<4x?x64xbf16>) rhs(%w : memref<36x64xbf16>) outs(%y, %z : memref<4x?x36xf32>, memref<4x?x36xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]} epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %h : f32, bf16
    }
    return
  }
}

// -----

// Tables of groups have room for so many.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<1025x256x512xf8E4M3FN>, %sb: memref<1025x256x1xf32>, %ends: memref<1025xi32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected at most 1024 groups, got 1025; divide the matmul}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<1025x256x512xf8E4M3FN>, memref<1025x256x1xf32>) groups(%ends : memref<1025xi32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<1025x256x512xf8E4M3FN, #lowp.rowwise>}
    return
  }
}

// -----

// Tables of groups have one at least, where there are rows without a group.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<0x256x512xf8E4M3FN>, %sb: memref<0x256x1xf32>, %ends: memref<0xi32>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected at least 1 group, got 0; leave the matmul out}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<0x256x512xf8E4M3FN>, memref<0x256x1xf32>) groups(%ends : memref<0xi32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<0x256x512xf8E4M3FN, #lowp.rowwise>}
    return
  }
}

// -----

// Numbers with gaps.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<4x256x512xf8E4M3FN>, %sb: memref<4x256x1xf32>, %ends: memref<4xi32, strided<[2]>>, %d: memref<64x256xbf16>) {
    // expected-error @below {{expected numbers of groups without gaps, got 'memref<4xi32, strided<[2]>>'; copy them}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<4x256x512xf8E4M3FN>, memref<4x256x1xf32>) groups(%ends : memref<4xi32, strided<[2]>>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<4x256x512xf8E4M3FN, #lowp.rowwise>}
    return
  }
}

// -----

// Threads cannot tell where rows of matrices of unknown sizes lie.
#l = affine_map<(b, m, n, k) -> (b, m, k)>
#r = affine_map<(b, m, n, k) -> (b, n, k)>
#o = affine_map<(b, m, n, k) -> (b, m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<4x?x512xbf16>, %b: memref<4x256x512xbf16>, %counts: memref<4xi32>, %d: memref<4x?x256xbf16>) {
    // expected-error @below {{expected static sizes of matrices of which some rows count, and results of groups without gaps of unknown size, got 'memref<4x?x256xbf16>'; give the largest sizes and count the rows, or copy it}}
    lowp.gemm lhs(%a : memref<4x?x512xbf16>) rhs(%b : memref<4x256x512xbf16>) groups(%counts : memref<4xi32>) outs(%d : memref<4x?x256xbf16>)
      {indexing_maps = [#l, #r, #o]}
    return
  }
}

// -----

#l = affine_map<(b, m, n, k) -> (k, m)>
#r = affine_map<(b, m, n, k) -> (k, n)>
#o = affine_map<(b, m, n, k) -> (b, m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<512x64xbf16>, %b: memref<512x256xbf16>, %ends: memref<4xi32>, %d: memref<4x64x256xbf16>) {
    lowp.gemm lhs(%a : memref<512x64xbf16>) rhs(%b : memref<512x256xbf16>) groups(%ends : memref<4xi32>) outs(%d : memref<4x64x256xbf16>)
      {indexing_maps = [#l, #r, #o]}
    return
  }
}

// TWIN: Rows of an MN-major lhs begin at multiples of 16 bytes alone.
//   k, n => b, n, k
//   -> (b, m => -> (m
//   512x256xbf16 => 4x256x512xbf16
//   4x64x256xbf16 => 64x256xbf16
//   error at lowp.gemm: expected a K-major lhs with groups of rows, which begin anywhere, got an MN-major one; copy it

// TWIN: Groups of K begin in the middle of rows of a K-major operand.
//   k, m => m, k
//   512x64xbf16 => 64x512xbf16
//   error at lowp.gemm: expected an MN-major lhs with groups of K, which begin anywhere, got a K-major one; transpose it

// TWIN
//   k, n => n, k
//   512x256xbf16 => 256x512xbf16
//   error at lowp.gemm: expected an MN-major rhs with groups of K, which begin anywhere, got a K-major one; transpose it

// -----

!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, start = 64>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<256x1024xf8E4M3FN>, %sx: memref<4x256xf32>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
    lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<4x256xf32>) rhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<4x256xf32>)
      groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !a}
    return
  }
}

// TWIN: Blocks of scales begin where groups do, and with them blocks of K.
//   .rowwise => .block<1x64>
//   4x256xf32 => 16x256xf32
//   error at lowp.gemm: expected groups of K that begin at multiples of 128, as many as a copy has of it, got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.block<1x64>

// TWIN: Copies along K begin at multiples of 16 bytes.
//   start = 64 => start = 8
//   error at lowp.gemm: expected groups of K that begin at multiples of 16, where copies may begin, got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise

// TWIN: Scales of the rows of a group are neighbours.
//   , scales = #lowp.mn_major =>
//   start = 64 => start = 16
//   4x256xf32 => 256x4xf32
//   error at lowp.gemm: expected lhs scales = #lowp.mn_major for sm_90a, got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1, start = 16>>'; insert lowp.relayout or run lowp-propagate-layouts

// -----

// Kernels find scales of whole groups by the group alone.
!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, start = 16>>
!b = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, alignment = 4, start = 16>>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<256x1024xf8E4M3FN>, %sx: memref<4x256xf32>, %sy: memref<16x256xf32>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
    // expected-error @below {{expected scales of groups of K that follow one another, 'alignment = 1', on the rhs, got '!lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, alignment = 4, start = 16>>'; run lowp-propagate-layouts}}
    lowp.gemm lhs(%x, %sx : memref<256x1024xf8E4M3FN>, memref<4x256xf32>) rhs(%x, %sy : memref<256x1024xf8E4M3FN>, memref<16x256xf32>)
      groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>) {lhs_type = !a, rhs_type = !b}
    return
  }
}

// -----

// Blocks of 64 elements of K lie in one part each.
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @parts(%x: memref<192x64xbf16>, %w: memref<96x2x128xbf16>, %y: memref<64x128xbf16>) {
    // expected-error @below {{expected parts of K of a multiple of 64 elements, as many as a kernel copies at a time, on the rhs, got 96; transpose it}}
    lowp.gemm lhs(%x : memref<192x64xbf16>) rhs(%w : memref<96x2x128xbf16>) outs(%y : memref<64x128xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k mod 96, k floordiv 96, n)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}
