// REQUIRES: ptxas
// Tables of kernels for any M on chips whose warps multiply: few rows, ragged tiles and several of them; two results, one with a
// residual that comes with the operands.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/mxfp8.mlir --shape=M=1 --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %t/nvfp4.mlir --shape=M=150 --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_121a %run_ptx lowp-run %t/residual.mlir --shape=M=70 --device=gpu --check --tolerance=1e-2

//--- mxfp8.mlir
!mxfp8_a = !lowp.scaled<?x336xf8E4M3FN, #lowp.mx<1x32>>
!mxfp8_b = !lowp.scaled<136x336xf8E4M3FN, #lowp.mx<1x32>>
func.func @mxfp8(%x: tensor<?x336xbf16>, %w: tensor<136x336xbf16>) -> tensor<?x136xf32> {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<?x336xbf16> -> !mxfp8_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x336xbf16> -> !mxfp8_b
  %y = lowp.scaled_matmul %a, %b : !mxfp8_a, !mxfp8_b -> tensor<?x136xf32>
  return %y : tensor<?x136xf32>
}

//--- nvfp4.mlir
!nvfp4_a = !lowp.scaled<?x352xf4E2M1FN, #lowp.nvfp4<1x16>>
!nvfp4_b = !lowp.scaled<136x352xf4E2M1FN, #lowp.nvfp4<16x16>>
func.func @nvfp4(%x: tensor<?x352xbf16>, %w: tensor<136x352xbf16>) -> tensor<?x136xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<?x352xbf16> -> !nvfp4_a
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<136x352xbf16> -> !nvfp4_b
  %y = lowp.scaled_matmul %a, %b : !nvfp4_a, !nvfp4_b -> tensor<?x136xf32>
  return %y : tensor<?x136xf32>
}

//--- residual.mlir
!residual_mxfp8_a = !lowp.scaled<?x336xf8E4M3FN, #lowp.mx<1x32>>
!residual_mxfp8_b = !lowp.scaled<136x336xf8E4M3FN, #lowp.mx<1x32>>
#id = affine_map<(m, n) -> (m, n)>
func.func @residual(%x: tensor<?x336xbf16>, %w: tensor<136x336xbf16>, %r: tensor<?x136xbf16>) -> (tensor<?x136xbf16>, tensor<?x136xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x336xbf16>
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<?x336xbf16> -> !residual_mxfp8_a
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x336xbf16> -> !residual_mxfp8_b
  %y = lowp.scaled_matmul %a, %b : !residual_mxfp8_a, !residual_mxfp8_b -> tensor<?x136xf32>
  %empty = tensor.empty(%m) : tensor<?x136xbf16>
  %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %r : tensor<?x136xf32>, tensor<?x136xbf16>) outs(%empty : tensor<?x136xbf16>) {
  ^bb0(%v: f32, %i: bf16, %o: bf16):
    %wide = arith.extf %i : bf16 to f32
    %sum = arith.addf %v, %wide : f32
    %low = arith.truncf %sum : f32 to bf16
    linalg.yield %low : bf16
  } -> tensor<?x136xbf16>
  return %z, %y : tensor<?x136xbf16>, tensor<?x136xf32>
}
