// REQUIRES: ptxas
// Scales of tiles and of long blocks, which are repeated for blocks that instructions take: by the kernel that quantizes.
// RUN: env LOWP_SIMULATOR_CHIP=sm_120a %run_ptx lowp-run %s --function=nvfp4_tiles --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_121a %run_ptx lowp-run %s --function=mx_tiles --device=gpu --check --tolerance=1e-6
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_120a serialize=false traffic-file=%t.txt" -o /dev/null && FileCheck %s --input-file=%t.txt

// An operand is quantized by two kernels: one of the amax of the matrix, one of its scale, data and scales, which it repeats.
// CHECK: function 'nvfp4_tiles': launches: 5 (1 gemm, 4 fusion)
!rows = !lowp.scaled<131x320xf4E2M1FN, #lowp.nvfp4<1x16>>
!tiles = !lowp.scaled<200x320xf4E2M1FN, #lowp.nvfp4<16x16>>
func.func @nvfp4_tiles(%x: tensor<131x320xbf16>, %w: tensor<200x320xbf16>) -> tensor<131x200xf32> {
  %a = lowp.quantize %x numerics <transformer_engine> : tensor<131x320xbf16> -> !rows
  %b = lowp.quantize %w numerics <transformer_engine> : tensor<200x320xbf16> -> !tiles
  %y = lowp.scaled_matmul %a, %b : !rows, !tiles -> tensor<131x200xf32>
  return %y : tensor<131x200xf32>
}

// CHECK: function 'mx_tiles': launches: 3 (1 gemm, 2 fusion)
!long = !lowp.scaled<70x336xf8E4M3FN, #lowp.mx<1x128>>
!mx_tiles = !lowp.scaled<136x336xf8E5M2, #lowp.mx<32x32>>
func.func @mx_tiles(%x: tensor<70x336xbf16>, %w: tensor<136x336xbf16>) -> tensor<70x136xf32> {
  %a = lowp.quantize %x numerics <deep_gemm_ue8m0> : tensor<70x336xbf16> -> !long
  %b = lowp.quantize %w numerics <mx_rceil> : tensor<136x336xbf16> -> !mx_tiles
  %y = lowp.scaled_matmul %a, %b : !long, !mx_tiles -> tensor<70x136xf32>
  return %y : tensor<70x136xf32>
}
