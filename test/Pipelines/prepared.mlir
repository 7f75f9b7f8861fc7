// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false recipe=block_1x128_1x128" | FileCheck %s --check-prefix=GPU
// RUN: lowp-opt %s --lowp-to-cpu="recipe=block_1x128_1x128" | FileCheck %s --check-prefix=CPU

// Weights are prepared after recipes and layouts, and calls within the module
// are inlined by then: a weight may go through several functions.

// The scales of the weight have the layout that the kernel reads.
// GPU-LABEL: func.func @outer(
// GPU-SAME:    memref<2048x512xbf16>, %{{[a-z0-9]*}}: memref<256x512xf8E4M3FN>, %[[S:[a-z0-9]*]]: memref<4x256xf32>,
// GPU-SAME:    chip=sm_90a; recipes=f8E4M3FN #lowp.block<1x128> #lowp.numerics<torchao>; layouts=rows of #lowp.identity with #lowp.mn_major bytes;
// GPU-SAME:    lowp.prepare = @outer$prepare
// GPU:         gpu.launch_func @outer_0_quantize
// GPU-NOT:     gpu.launch_func
// GPU:         lowp_gpu.launch
// GPU-NOT:     launch
// GPU-LABEL: func.func @outer$prepare(
// GPU-SAME:    memref<256x512xbf16>, %{{[a-z0-9]*}}: memref<256x512xf8E4M3FN> {bufferize.result}, %{{[a-z0-9]*}}: memref<4x256xf32> {bufferize.result})
// GPU:         gpu.launch_func @outer_prepare_1_quantize
// GPU-NOT:     lowp_gpu.launch

// CPU-LABEL: llvm.func @outer(
// CPU-SAME:    chip=cpu;
// CPU-SAME:    lowp.prepare = @outer$prepare
// CPU-LABEL: llvm.func @outer$prepare(
func.func @outer(%x: tensor<2048x512xbf16>, %w: tensor<256x512xbf16> {lowp.parameter}) -> tensor<2048x256xbf16> {
  %y = call @inner(%w, %x) : (tensor<256x512xbf16>, tensor<2048x512xbf16>) -> tensor<2048x256xbf16>
  return %y : tensor<2048x256xbf16>
}

func.func private @inner(%w: tensor<256x512xbf16>, %x: tensor<2048x512xbf16>) -> tensor<2048x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<2048x256xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<2048x256xbf16>) -> tensor<2048x256xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<2048x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<2048x256xbf16>) -> tensor<2048x256xbf16>
  return %y : tensor<2048x256xbf16>
}
