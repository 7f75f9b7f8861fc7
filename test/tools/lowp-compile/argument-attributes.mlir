// LLVM warns of attributes of arguments that it does not know: host code has none
// by then, of none of the attributes that lowp has for arguments.
// RUN: lowp-compile %s --chip=sm_90a --allow-emulation --emit=llvm 2>&1 | FileCheck %s --implicit-check-not=warning

func.func private @copy(%x: tensor<?x256xbf16> {lowp.strided},
    %y: tensor<?x256xbf16> {lowp.aliasing_output = 0 : i64}) -> tensor<?x256xbf16>
  attributes {lowp.external = "copy_rows"}

// CHECK: define void @stochastic(ptr %0, ptr {{.*}}%1, i64 %2, ptr
func.func @stochastic(%x: tensor<64x256xbf16>, %w: tensor<64x512xbf16> {lowp.parameter}, %seed: i64 {lowp.seed},
    %y: tensor<256x512xbf16> {lowp.aliasing_output = 0 : i64}, %z: tensor<256x256xbf16> {lowp.aliasing_output = 1 : i64})
    -> (tensor<256x512xbf16>, tensor<256x256xbf16>) {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    {lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<64x512xbf16>) outs(%y : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %1 = tensor.cast %x : tensor<64x256xbf16> to tensor<?x256xbf16>
  %2 = tensor.cast %z : tensor<256x256xbf16> to tensor<?x256xbf16>
  %3 = func.call @copy(%1, %2) : (tensor<?x256xbf16>, tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %4 = tensor.cast %3 : tensor<?x256xbf16> to tensor<256x256xbf16>
  return %0, %4 : tensor<256x512xbf16>, tensor<256x256xbf16>
}
