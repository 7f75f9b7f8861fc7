// Kernels are called by where they come from and what they do.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s
// RUN: sed '/^func.func @"0f"/,/^}/d; /^func.func @twice/,/^}/d' %s | lowp-opt --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s --check-prefix=LESS

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// A first digit would make a number, and PTX takes no dash.
// CHECK-DAG: llvm.func @_0f_elementwise_f32(
func.func @"0f"(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %e = tensor.empty() : tensor<16x64xf32>
  %y = linalg.exp ins(%x : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}

// CHECK-DAG: llvm.func @a_b_reduce_f32(
func.func @"a-b"(%x: tensor<16x64xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<16x64xf32>) outs(%z : tensor<16xf32>) dimensions = [1]
  return %y : tensor<16xf32>
}

// Layers go before functions, and their numbers do not count. What two layers launch
// has the part that their paths have in common.
// CHECK-DAG: llvm.func @layers_mlp_up_gemm_f8E4M3FN_block_1x128_128x128_bf16_
// CHECK-DAG: llvm.func @layers_mlp_gemm_bf16_bf16_
// CHECK-DAG: llvm.func @layers_mlp_up_quantize_f8E4M3FN_block_1x128(
// Others come and go, and these keep their names.
// LESS-DAG: llvm.func @layers_mlp_up_gemm_f8E4M3FN_block_1x128_128x128_bf16_
// LESS-DAG: llvm.func @layers_mlp_gemm_bf16_bf16_
// LESS-DAG: llvm.func @layers_mlp_up_quantize_f8E4M3FN_block_1x128(
func.func @layer(%x: tensor<64x512xbf16>, %w: tensor<256x512xbf16>, %v: tensor<512x512xbf16>,
                 %zero: tensor<64x256xbf16>, %none: tensor<64x512xbf16>)
    -> (tensor<64x256xbf16>, tensor<64x512xbf16>, tensor<64x512xbf16>) {
  %up = linalg.matmul indexing_maps = [#mk, #nk, #mn] {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
    ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xbf16>) -> tensor<64x256xbf16> loc("layers.*.mlp.up/linear")
  %gate = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %v : tensor<64x512xbf16>, tensor<512x512xbf16>) outs(%none : tensor<64x512xbf16>) -> tensor<64x512xbf16> loc("layers.*.mlp.gate/linear")
  %down = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%gate, %v : tensor<64x512xbf16>, tensor<512x512xbf16>) outs(%none : tensor<64x512xbf16>) -> tensor<64x512xbf16> loc("layers.*.mlp.down/linear")
  return %up, %gate, %down : tensor<64x256xbf16>, tensor<64x512xbf16>, tensor<64x512xbf16>
}

// What several functions launch is of none of them, and other kernels of one name
// are counted.
// CHECK-DAG: llvm.func @elementwise_f32(
// CHECK-DAG: llvm.func @twice_elementwise_f32(
// CHECK-DAG: llvm.func @twice_elementwise_f32_1(
func.func @shared(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %y = math.tanh %x : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}
func.func @sharing(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %y = math.tanh %x : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}
func.func @twice(%x: tensor<8x24xf32>, %y: tensor<16x24xf32>) -> (tensor<8x24xf32>, tensor<16x24xf32>) {
  %a = math.exp %x : tensor<8x24xf32>
  %b = math.cos %y : tensor<16x24xf32>
  return %a, %b : tensor<8x24xf32>, tensor<16x24xf32>
}
