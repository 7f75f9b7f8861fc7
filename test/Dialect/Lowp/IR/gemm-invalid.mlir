// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func @f(%xd: tensor<64x256xf8E4M3FN>, %xs: tensor<64x2xf32>, %wd: tensor<384x256xf8E4M3FN>, %ws: tensor<3x2xf32>, %init: tensor<64x384xbf16>) {
  %y = lowp.gemm lhs(%xd, %xs : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>)
                 rhs(%wd, %ws : tensor<384x256xf8E4M3FN>, tensor<3x2xf32>)
                 outs(%init : tensor<64x384xbf16>)
    {lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>,
     rhs_type = !lowp.scaled<384x256xf8E4M3FN, #lowp.block<128x128>>} -> tensor<64x384xbf16>
  return
}

// TWIN: gemm-C1
//   tensor<3x2xf32 => memref<3x2xf32
//   error at lowp.gemm: 'lowp.gemm' op expected ranked tensors alone or memrefs alone, got 'tensor<64x256xf8E4M3FN>', 'tensor<64x2xf32>', 'tensor<384x256xf8E4M3FN>', 'memref<3x2xf32>', 'tensor<64x384xbf16>'

// TWIN: gemm-C2
//   64x256xf8E4M3FN> => 256x64xf8E4M3FN>
//   error at lowp.gemm: 'lowp.gemm' op expected left data like 'tensor<64x256xf8E4M3FN>', as its scaled type stores them, got 'tensor<256x64xf8E4M3FN>'

// TWIN: gemm-C2: compact scales where others are due.
//   1x128> => 1x128>, scales = #lowp.mn_major
//   error at lowp.gemm: 'lowp.gemm' op expected left scales like 'tensor<2x64xf32>', as its scaled type stores them, got 'tensor<64x2xf32>'

// TWIN: gemm-C3
//   384x256xf8E4M3FN> => 384x256xi8>
//   error at lowp.gemm: 'lowp.gemm' op expected right data like 'tensor<384x256xf8E4M3FN>', as its scaled type stores them, got 'tensor<384x256xi8>'

// TWIN: gemm-C3
//   3x2xf32 => 1x1xf32
//   error at lowp.gemm: 'lowp.gemm' op expected right scales like 'tensor<3x2xf32>', as its scaled type stores them, got 'tensor<1x1xf32>'

// TWIN: gemm-C4
//   64x384xbf16 => 64x384xi32
//   error at lowp.gemm: 'lowp.gemm' op expected a destination of f32, bf16 or f16, got 'tensor<64x384xi32>'

// TWIN: gemm-C5
//   64x384xbf16 => 384x64xbf16
//   error at lowp.gemm: 'lowp.gemm' op expected the destination to have the shape of the product, 64x384, got 384x64

// TWIN: gemm-C6
//   384x256xf8E4M3FN => 384x128xf8E4M3FN
//   3x2xf32 => 3x1xf32
//   error at lowp.gemm: 'lowp.gemm' op expected operands that agree in K, their last dimension, got 256 on the left and 128 on the right

// TWIN: gemm-C7
//   3x2xf32 => 1x1xf32
//   .block<128x128> => .tensorwise
//   error at lowp.gemm: 'lowp.gemm' op expected scales that reach equally far along the contracted dimension, or blocks that are a multiple of the others', got 128 of K (#lowp.block<1x128>) and the whole of K (#lowp.tensorwise)

// TWIN: gemm-C8
//   %y = lowp.gemm => lowp.gemm
//   } -> tensor<64x384xbf16> => }
//   error at lowp.gemm: 'lowp.gemm' op expected the number of tensor results (0) to be equal to the number of output tensors (1)

// TWIN: gemm-C8
//   -> tensor<64x384xbf16 => -> tensor<64x384xf32
//   error at lowp.gemm: 'lowp.gemm' op expected type of operand #4 ('tensor<64x384xbf16>') to match type of corresponding result ('tensor<64x384xf32>')

// TWIN: gemm-C9
//   %init: => %wg: tensor<1xf32>, %init:
//   %ws : => %ws, %wg :
//   3x2xf32>) => 3x2xf32>, tensor<1xf32>)
//   error at lowp.gemm: 'lowp.gemm' op expected no right global scale for recipe #lowp.block<128x128>, got one

// -----

// gemm-C9
func.func @f(%xd: tensor<64x256xf4E2M1FN>, %xs: tensor<64x16xf8E4M3FN>, %wd: tensor<384x256xf4E2M1FN>, %ws: tensor<24x16xf8E4M3FN>, %wg: tensor<1xf32>, %init: tensor<64x384xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected a left global scale for recipe #lowp.nvfp4<1x16>, got none}}
  %y = lowp.gemm lhs(%xd, %xs : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>)
                 rhs(%wd, %ws, %wg : tensor<384x256xf4E2M1FN>, tensor<24x16xf8E4M3FN>, tensor<1xf32>)
                 outs(%init : tensor<64x384xbf16>)
    {lhs_type = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>,
     rhs_type = !lowp.scaled<384x256xf4E2M1FN, #lowp.nvfp4<16x16>>} -> tensor<64x384xbf16>
  return
}

// -----

// gemm-C9
func.func @f(%xd: tensor<64x256xf4E2M1FN>, %xs: tensor<64x16xf8E4M3FN>, %xg: tensor<1x1xf32>, %wd: tensor<384x256xf4E2M1FN>, %ws: tensor<24x16xf8E4M3FN>, %wg: tensor<1xf32>, %init: tensor<64x384xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected left global scale like 'tensor<1xf32>', as its scaled type stores them, got 'tensor<1x1xf32>'}}
  %y = lowp.gemm lhs(%xd, %xs, %xg : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>, tensor<1x1xf32>)
                 rhs(%wd, %ws, %wg : tensor<384x256xf4E2M1FN>, tensor<24x16xf8E4M3FN>, tensor<1xf32>)
                 outs(%init : tensor<64x384xbf16>)
    {lhs_type = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>,
     rhs_type = !lowp.scaled<384x256xf4E2M1FN, #lowp.nvfp4<16x16>>} -> tensor<64x384xbf16>
  return
}

// -----

// gemm-C10
func.func @f(%x: tensor<3x64x256xf8E4M3FN>, %sx: tensor<3x64x1xf32>, %w: tensor<2x32x256xf8E4M3FN>, %sw: tensor<2x32x1xf32>, %init: tensor<3x64x32xf32>) {
  // expected-error @below {{'lowp.gemm' op expected batches of as many matrices on both sides, got 3 on the left and 2 on the right}}
  %y = lowp.gemm lhs(%x, %sx : tensor<3x64x256xf8E4M3FN>, tensor<3x64x1xf32>) rhs(%w, %sw : tensor<2x32x256xf8E4M3FN>, tensor<2x32x1xf32>) outs(%init : tensor<3x64x32xf32>)
    {lhs_type = !lowp.scaled<3x64x256xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<2x32x256xf8E4M3FN, #lowp.rowwise>} -> tensor<3x64x32xf32>
  return
}

// -----

// gemm-C5, of a batch
func.func @f(%x: tensor<64x256xf8E4M3FN>, %sx: tensor<64x1xf32>, %w: tensor<2x32x256xf8E4M3FN>, %sw: tensor<2x32x1xf32>, %init: tensor<64x32xf32>) {
  // expected-error @below {{'lowp.gemm' op expected the destination to have the shape of the product, 2x64x32, got 64x32}}
  %y = lowp.gemm lhs(%x, %sx : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>) rhs(%w, %sw : tensor<2x32x256xf8E4M3FN>, tensor<2x32x1xf32>) outs(%init : tensor<64x32xf32>)
    {lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<2x32x256xf8E4M3FN, #lowp.rowwise>} -> tensor<64x32xf32>
  return
}

// -----

// gemm-C11
func.func @f(%x: tensor<64x256xf8E4M3FN>, %sx: tensor<64x4xf32>, %init: tensor<64x64xf32>) {
  // expected-error @below {{'lowp.gemm' op expected matrices without groups, got '!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1>>'; lowp.grouped_scaled_matmul multiplies groups}}
  %y = lowp.gemm lhs(%x, %sx : tensor<64x256xf8E4M3FN>, tensor<64x4xf32>) rhs(%x, %sx : tensor<64x256xf8E4M3FN>, tensor<64x4xf32>) outs(%init : tensor<64x64xf32>)
    {lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1>>, rhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 1>>} -> tensor<64x64xf32>
  return
}

// -----

// gemm-C11: groups of rows of the type are those of the gemm.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 0, alignment = 128>>
!b = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<5x4x32x4x4xf8E8M0FNU>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x2x4x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected a left type with as many groups as the gemm has, 3, got '!lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 0, alignment = 128>>'}}
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<5x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x2x4x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}

// -----

// gemm-C11: no gemm has groups of rows whose scales begin inside an atom.
!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0>>
!b = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
func.func @f(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x2x4x32x4x4xf8E8M0FNU>, %ends: memref<3xi32>, %d: memref<256x256xbf16>) {
  // expected-error @below {{'lowp.gemm' op expected matrices without groups, got}}
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x2x4x32x4x4xf8E8M0FNU>) groups(%ends : memref<3xi32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !b}
  return
}

// -----

// gemm-C11: groups of K begin at multiples of one number.
!k = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1, start = 128>>
!m = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1, start = 256>>
func.func @f(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %ends: tensor<4xi32>, %init: tensor<4x64x64xf32>) {
  // expected-error @below {{'lowp.gemm' op expected groups of K of both types that begin at multiples of one 'start', got '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1, start = 128>>' and '!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1, start = 256>>'}}
  %y = lowp.gemm lhs(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) rhs(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) groups(%ends : tensor<4xi32>) outs(%init : tensor<4x64x64xf32>)
    {lhs_type = !k, rhs_type = !m} -> tensor<4x64x64xf32>
  return
}

// -----

func.func @f(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<64x32xf32>) {
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>) {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32>
  return
}

// TWIN: gemm-C12
//   {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> => ->
//   error at lowp.gemm: 'lowp.gemm' op expected scales, lhs_type and rhs_type, or indexing_maps and none of these

// TWIN: gemm-C13
//   %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>) {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32> =>
//     %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>)
//     {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32>
//   error at lowp.gemm: expected a map from (m, n, k) or (b, m, n, k) to the dimensions of the rhs, b or parts of it, as b floordiv a constant, anywhere but last or left out, k or parts of it, got affine_map<(d0, d1, d2) -> (d0, d2)>

// TWIN: gemm-C13
//   %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>) {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32> =>
//     %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32xf32>)
//     {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>]} -> tensor<64x32xf32>
//   error at lowp.gemm: expected three indexing maps, from (m, n, k) or (b, m, n, k) to the dimensions of lhs, rhs and destination, got

// TWIN: gemm-C13: neighbours of rows or of k are last.
//   32x256xbf16 => 32x64x4xbf16
//   (n, k)>, => (n, k mod 64, k floordiv 64)>,
//   error at lowp.gemm: dimensions of the rhs, b or parts of it, as b floordiv a constant, anywhere but last or left out, k or parts of it, got affine_map<(d0, d1, d2) -> (d1, d2 mod 64, d2 floordiv 64)>

// TWIN: gemm-C13: one operand has all of k.
//   64x256xbf16 => 64x4x64xbf16
//   (m, k)>, => (m, k floordiv 64, k mod 64)>,
//   32x256xbf16 => 32x64xbf16
//   (n, k)>, => (n, k mod 64)>,
//   error at lowp.gemm: expected k as one dimension of one operand, got affine_map<(d0, d1, d2) -> (d0, d2 floordiv 64, d2 mod 64)> and affine_map<(d0, d1, d2) -> (d1, d2 mod 64)>

// TWIN: gemm-C15: a part of k.
//   32x256xbf16 => 4x32x32xbf16
//   (n, k)>, => (k floordiv 64, n, k mod 64)>,
//   error at lowp.gemm: expected a size of 64, as the indexing map says, got 32

// TWIN: gemm-C14
//   32x256xbf16 => 32x256xf16
//   error at lowp.gemm: expected operands of f32, bf16 or f16, both of one type, where there are no scales, got 'bf16' and 'f16'

// TWIN: gemm-C15
//   32x256xbf16 => 32x128xbf16
//   error at lowp.gemm: expected sizes that agree, got 256 and 128 for dimension 2 of the indexing maps

// TWIN: gemm-C15
//   64x256xbf16 => 3x64x256xbf16
//   error at lowp.gemm: expected 2 dimensions, as affine_map<(d0, d1, d2) -> (d0, d2)> has results, got 'tensor<3x64x256xbf16>'

// -----

// gemm-C13
func.func @f(%x: tensor<64x256x3xbf16>, %w: tensor<32x256xbf16>, %init: tensor<3x64x32xf32>) {
  // expected-error @below {{dimensions of the lhs, b or parts of it, as b floordiv a constant, anywhere but last or left out, k or parts of it, got affine_map<(d0, d1, d2, d3) -> (d1, d3, d0)>}}
  %y = lowp.gemm lhs(%x : tensor<64x256x3xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<3x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k, b)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]} -> tensor<3x64x32xf32>
  return
}

// -----

// gemm-C13
func.func @f(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<32x64xf32>) {
  // expected-error @below {{expected a destination of m x n, got affine_map<(d0, d1, d2) -> (d1, d0)>}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<32x64xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]} -> tensor<32x64xf32>
  return
}

// -----

// gemm-C13
func.func @output_between(%x: tensor<3x64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<64x32x3xf32>) -> tensor<64x32x3xf32> {
  // expected-error @below {{expected a destination of b x m x n or m x b x n, b as one dimension or as its digits, got affine_map<(d0, d1, d2, d3) -> (d1, d2, d0)>}}
  %y = lowp.gemm lhs(%x : tensor<3x64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<64x32x3xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (m, n, b)>]} -> tensor<64x32x3xf32>
  return %y : tensor<64x32x3xf32>
}

// -----

// gemm-C13: only matrices of the batch are shared.
func.func @shared_rows(%x: tensor<64x256xbf16>, %w: tensor<16x256xbf16>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @below {{expected a map from (m, n, k) or (b, m, n, k) to the dimensions of the rhs, b or parts of it, as b floordiv a constant, anywhere but last or left out, k or parts of it, got affine_map<(d0, d1, d2) -> (d1 floordiv 2, d2)>}}
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<16x256xbf16>) outs(%init : tensor<64x32xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 2, k)>, affine_map<(m, n, k) -> (m, n)>]} -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// gemm-C15: 3 matrices, 2 of which share one, are not 4.
func.func @shared_sizes(%x: tensor<3x64x256xbf16>, %w: tensor<2x32x256xbf16>, %init: tensor<3x64x32xf32>) -> tensor<3x64x32xf32> {
  // expected-error @below {{expected sizes that agree, got 3 and 4 for dimension 0 of the indexing maps}}
  %y = lowp.gemm lhs(%x : tensor<3x64x256xbf16>) rhs(%w : tensor<2x32x256xbf16>) outs(%init : tensor<3x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b floordiv 2, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]} -> tensor<3x64x32xf32>
  return %y : tensor<3x64x32xf32>
}

// -----

// gemm-C13: a destination has all digits of b, in their order.
func.func @other_digits(%x: tensor<6x64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<3x64x2x32xf32>) -> tensor<3x64x2x32xf32> {
  // expected-error @below {{expected a destination of b x m x n or m x b x n, b as one dimension or as its digits, got affine_map<(d0, d1, d2, d3) -> (d0 mod 3, d1, d0 floordiv 3, d2)>}}
  %y = lowp.gemm lhs(%x : tensor<6x64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<3x64x2x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b mod 3, m, b floordiv 3, n)>]} -> tensor<3x64x2x32xf32>
  return %y : tensor<3x64x2x32xf32>
}

// -----

// gemm-C13
func.func @one_digit(%x: tensor<6x64x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<3x64x32xf32>) -> tensor<3x64x32xf32> {
  // expected-error @below {{b as one dimension or as its digits, got affine_map<(d0, d1, d2, d3) -> (d0 floordiv 2, d1, d2)>}}
  %y = lowp.gemm lhs(%x : tensor<6x64x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<3x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b floordiv 2, m, n)>]} -> tensor<3x64x32xf32>
  return %y : tensor<3x64x32xf32>
}

// -----

// gemm-C15: as many as a digit can be.
func.func @digit_size(%x: tensor<3x64x4x256xbf16>, %w: tensor<32x256xbf16>, %init: tensor<6x64x32xf32>) -> tensor<6x64x32xf32> {
  // expected-error @below {{expected a size of 2, as the indexing map says, got 4}}
  %y = lowp.gemm lhs(%x : tensor<3x64x4x256xbf16>) rhs(%w : tensor<32x256xbf16>) outs(%init : tensor<6x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b floordiv 2, m, b mod 2, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]} -> tensor<6x64x32xf32>
  return %y : tensor<6x64x32xf32>
}

// -----

func.func @number_type(%x: tensor<64x256xbf16>, %w: tensor<4x32x256xbf16>, %ends: tensor<4xi32>, %init: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %y = lowp.gemm lhs(%x : tensor<64x256xbf16>) rhs(%w : tensor<4x32x256xbf16>) groups(%ends : tensor<4xi32>) outs(%init : tensor<64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>]} -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// TWIN: gemm-C20
//   4xi32 => 4xi64
//   error at lowp.gemm: expected groups as a vector of i32, got 'tensor<4xi64>'

// TWIN: gemm-C20
//   @number_type => @number_count
//   4xi32 => 5xi32
//   error at lowp.gemm: expected a group for each of 4 matrices of the rhs, got 5

// TWIN: gemm-C20
//   @number_type => @one_matrix
//   4x32x256xbf16 => 32x256xbf16
//   indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
//   error at lowp.gemm: expected a batch of matrices on the right, one for each group, got 'tensor<32x256xbf16>'

// TWIN: gemm-C13: rows of groups lie in one matrix.
//   @number_type => @matrices
//   64x32xf32 => 4x64x32xf32
//   indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>] => indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
//   error at lowp.gemm: expected a destination of m x n, got affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// -----

// gemm-C20: with groups of K the destination has a matrix for each.
func.func @sums(%x: tensor<256x64xbf16>, %w: tensor<256x32xbf16>, %ends: tensor<5xi32>, %init: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  // expected-error @below {{expected a group for each of 4 matrices of the destination, got 5}}
  %y = lowp.gemm lhs(%x : tensor<256x64xbf16>) rhs(%w : tensor<256x32xbf16>) groups(%ends : tensor<5xi32>) outs(%init : tensor<4x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]} -> tensor<4x64x32xf32>
  return %y : tensor<4x64x32xf32>
}

// -----

// gemm-C20: groups of K are no digits of a batch.
func.func @digits(%x: tensor<256x64xbf16>, %w: tensor<256x32xbf16>, %ends: tensor<4xi32>, %init: tensor<2x2x64x32xf32>) -> tensor<2x2x64x32xf32> {
  // expected-error @below {{expected a destination of which one dimension counts the groups of K, got 'tensor<2x2x64x32xf32>'}}
  %y = lowp.gemm lhs(%x : tensor<256x64xbf16>) rhs(%w : tensor<256x32xbf16>) groups(%ends : tensor<4xi32>) outs(%init : tensor<2x2x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b floordiv 2, b mod 2, m, n)>]} -> tensor<2x2x64x32xf32>
  return %y : tensor<2x2x64x32xf32>
}
