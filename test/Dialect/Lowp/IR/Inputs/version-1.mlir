// What lowp can say in version 1. ../bytecode-versions.mlir says how
// version-1.mlirbc was made of this, and compares the two.

#torchao_f32 = #lowp.numerics<torchao, division = f32, eps = 3.0e-5>
#everything = #lowp.numerics<eps = 0.0, division = f64, power_of_two = true, degenerate = unit, saturation = overflow,
                             scale_rounding = ceil, rounding = stochastic>

// Recipes, formats and conventions.
func.func private @float8(
  !lowp.scaled<?x?xf8E4M3FN, #lowp.tensorwise>,
  !lowp.scaled<8x?xf8E5M2, #lowp.rowwise>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], convention = encode>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_1x128>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_128x1>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_128x128>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_1x256>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_256x1>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_128x256>,
  !lowp.scaled<300x300xf8E4M3FN, #lowp.block_256x128>)
func.func private @narrow(
  !lowp.scaled<64x64xf8E5M2, #lowp.mx_1x32>,
  !lowp.scaled<64x64xf6E2M3FN, #lowp.mx_32x1, packing = dense>,
  !lowp.scaled<64x64xf6E3M2FN, #lowp.mx_32x32, packing = bytes>,
  !lowp.scaled<64x64xf4E2M1FN, #lowp.nvfp4_1x16>,
  !lowp.scaled<64x64xf4E2M1FN, #lowp.nvfp4_16x1>,
  !lowp.scaled<3x64x64xf4E2M1FN, #lowp.nvfp4_16x16, panel = 32, packing = dense>)

// Layouts of scales.
func.func private @layouts(
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block_1x128, scales = #lowp.compact<transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major<alignment = 8, transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block_1x128, scales = #lowp.k_major>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.block_1x128, scales = #lowp.k_major<alignment = 16, transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.packed_words>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.packed_words<scales = 2, alignment = 1, transposed = true>>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.swizzled>,
  !lowp.scaled<8x8xf8E4M3FN, #lowp.mx_1x32,
    scales = #lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0], transposed = true>>)

// Numerics and recipes of matmuls, as attributes on their own.
func.func private @attributes() attributes {
  lowp_presets = [#lowp.numerics<torchao>, #lowp.numerics<torchao_rowwise>, #lowp.numerics<transformer_engine>,
    #lowp.numerics<transformer_engine_stochastic>, #lowp.numerics<mx_floor>, #lowp.numerics<mx_ceil>,
    #lowp.numerics<mx_even>, #lowp.numerics<mx_rceil>],
  lowp_numerics = [#torchao_f32, #everything],
  lowp_operand = #lowp.operand_recipe<f8E4M3FN, #lowp.rowwise, #torchao_f32>,
  lowp_matmuls = [
    #lowp.matmul_recipe<tensorwise>, #lowp.matmul_recipe<tensorwise_grad>, #lowp.matmul_recipe<rowwise>,
    #lowp.matmul_recipe<rowwise_grad>, #lowp.matmul_recipe<rowwise_with_gw_hp_dgrad>,
    #lowp.matmul_recipe<block_1x128_128x128>, #lowp.matmul_recipe<block_1x128_1x128>,
    #lowp.matmul_recipe<block_1x256_1x256>, #lowp.matmul_recipe<mxfp8>, #lowp.matmul_recipe<mxfp6>,
    #lowp.matmul_recipe<mxfp4>, #lowp.matmul_recipe<mxfp8_mxfp4>, #lowp.matmul_recipe<nvfp4>,
    #lowp.matmul_recipe<nvfp4_dgrad>, #lowp.matmul_recipe<nvfp4_wgrad>,
    #lowp.matmul_recipe<lhs = <f8E5M2, #lowp.rowwise, <torchao, eps = 0.0>>, rhs = <f8E4M3FN, #lowp.rowwise, <torchao>>,
                        fast_accumulation = true, hadamard = 5>]
}

!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x128>
!w = !lowp.scaled<512x256xf8E4M3FN, #lowp.block_128x128>
!n = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4_1x16>

func.func @quantize(%x: tensor<?x256xbf16>, %y: tensor<64x256xf32>, %seed: i64 {lowp.seed}) -> (tensor<?x256xf32>, !n) {
  %h = lowp.hadamard %x axis 1 signs 55272 : tensor<?x256xbf16>
  %q = lowp.quantize %h numerics <torchao> : tensor<?x256xbf16> -> !q
  %n = lowp.quantize %y numerics <transformer_engine_stochastic> seed %seed : tensor<64x256xf32> -> !n
  %d = lowp.dequantize %q : !q -> tensor<?x256xf32>
  return %d, %n : tensor<?x256xf32>, !n
}

func.func @tensors(%data: tensor<64x256xf4E2M1FN>, %scales: tensor<64x16xf8E4M3FN>, %global: tensor<1xf32>, %q: !q)
    -> (!n, tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) {
  %n = lowp.make_scaled %data, %scales, %global : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>, tensor<1xf32> -> !n
  %d, %s = lowp.split_scaled %q : !q
  return %n, %d, %s : !n, tensor<?x256xf8E4M3FN>, tensor<?x2xf32>
}

func.func @layout(%q: !q) -> !lowp.scaled<256x?xf8E4M3FN, #lowp.block_128x1, scales = #lowp.mn_major<transposed = true>> {
  %r = lowp.relayout %q : !q -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x128, order = [1, 0], scales = #lowp.mn_major>
  %t = lowp.transpose %r : !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x128, order = [1, 0], scales = #lowp.mn_major>
  return %t : !lowp.scaled<256x?xf8E4M3FN, #lowp.block_128x1, scales = #lowp.mn_major<transposed = true>>
}

func.func @matmuls(%q: !q, %w: !w, %c: tensor<?x512xf32>) -> (tensor<?x512xbf16>, tensor<?x512xf32>) {
  %y = lowp.scaled_matmul %q, %w : !q, !w -> tensor<?x512xbf16>
  %z = lowp.scaled_matmul %q, %w accumulate %c fast_accumulation : !q, !w, tensor<?x512xf32> -> tensor<?x512xf32>
  return %y, %z : tensor<?x512xbf16>, tensor<?x512xf32>
}

!ws = !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block_128x128>
func.func @groups(%x: tensor<8x64x256xbf16>, %wx: tensor<8x512x256xbf16>, %q: !q, %w: !ws, %ends: tensor<8xi32>)
    -> (tensor<8x64x512xf32>, tensor<?x512xbf16>) {
  %y = lowp.grouped_matmul %x, %wx counts(%ends : tensor<8xi32>)
     : tensor<8x64x256xbf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  %z = lowp.grouped_scaled_matmul %q, %w ends(%ends : tensor<8xi32>) : !q, !ws -> tensor<?x512xbf16>
  return %y, %z : tensor<8x64x512xf32>, tensor<?x512xbf16>
}

func.func @gemm(%xd: tensor<?x256xf8E4M3FN>, %xs: tensor<?x2xf32>, %wd: tensor<512x256xf8E4M3FN>, %ws: tensor<4x2xf32>,
                %init: tensor<?x512xbf16>) -> tensor<?x512xbf16> {
  %y = lowp.gemm lhs(%xd, %xs : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>)
                 rhs(%wd, %ws : tensor<512x256xf8E4M3FN>, tensor<4x2xf32>) outs(%init : tensor<?x512xbf16>)
    {lhs_type = !q, rhs_type = !w, accumulate, fast_accumulation} -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

func.func @recipe(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %init: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%init : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %y : tensor<64x512xbf16>
}

// New in version 1: the size of the groups.
func.func @hadamard(%x: tensor<?x256xf16>) -> tensor<?x256xf16> {
  %y = lowp.hadamard %x axis 0 signs 0x80000001 size 32 : tensor<?x256xf16>
  %z = lowp.hadamard %y axis 1 signs 1 size 2 : tensor<?x256xf16>
  return %z : tensor<?x256xf16>
}

func.func @widen(%x: !lowp.scaled<?x256xf4E2M1FN, #lowp.mx_1x32>, %y: !lowp.scaled<256x?xf4E2M1FN, #lowp.mx_32x1>)
    -> (!lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x32>, !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x32>) {
  %w = lowp.widen %x : !lowp.scaled<?x256xf4E2M1FN, #lowp.mx_1x32> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x32>
  return %w, %w : !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x32>, !lowp.scaled<?x256xf8E4M3FN, #lowp.block_1x32>
}

// The same scales down the columns.
func.func private @down() -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_32x1>

// Groups whose scales begin anew, at atoms of their own.
func.func @grouped(%x: tensor<?x256xbf16>, %ends: tensor<8xi32>)
    -> !lowp.scaled<?x256xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.swizzled, groups = <8, axis = 0, alignment = 128>> {
  %q = lowp.quantize %x numerics <mx_floor> ends(%ends : tensor<8xi32>)
    : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.swizzled, groups = <8, axis = 0, alignment = 128>>
  return %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.mx_1x32, scales = #lowp.swizzled, groups = <8, axis = 0, alignment = 128>>
}

func.func private @group_attributes() attributes {lowp_groups = [#lowp.groups<8, axis = 1, separate = true>, #lowp.groups<?, axis = 0, alignment = 128>]}
