// REQUIRES: ptxas
// Operands of 8 bits that are given with M or N contiguous, read as they lie: one scale, scales of blocks that are promoted, and MX, whose
// scales alone are repeated, of one CTA and a pair. The last tiles and the last block of K are ragged.
// RUN: split-file %s %t
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %simulate lowp-run %t/tensorwise.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %t/blocks.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a LOWP_SIMULATOR_SEED=3 %run_ptx lowp-run %t/mx.mlir --device=gpu --check --tolerance=1e-6
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %t/pair.mlir --device=gpu --check --tolerance=1e-6
// RUN: lowp-opt %t/tensorwise.mlir --lowp-traffic=chip=sm_100a -o /dev/null | FileCheck %s --check-prefix=ONE
// RUN: lowp-opt %t/blocks.mlir --lowp-traffic=chip=sm_100a -o /dev/null | FileCheck %s --check-prefix=SCALES
// RUN: lowp-opt %t/mx.mlir --lowp-traffic=chip=sm_100a -o /dev/null | FileCheck %s --check-prefix=SCALES

// ONE: launches: 1 (1 gemm)
// SCALES: launches: 3 (1 gemm, 1 fusion, 1 generic)

//--- tensorwise.mlir
!x = !lowp.scaled<208x144xf8E5M2, #lowp.tensorwise>
!x_turned = !lowp.scaled<144x208xf8E5M2, #lowp.tensorwise, order = [1, 0], scales = #lowp.compact<transposed = true>>
!w = !lowp.scaled<208x272xf8E4M3FN, #lowp.tensorwise>
!w_turned = !lowp.scaled<272x208xf8E4M3FN, #lowp.tensorwise, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @tensorwise(%x: !x, %w: !w) -> tensor<144x272xf32> {
  %a = lowp.transpose %x : !x
  %b = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %a, %b : !x_turned, !w_turned -> tensor<144x272xf32>
  return %y : tensor<144x272xf32>
}

//--- blocks.mlir
!g = !lowp.scaled<144x208xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<208x144xf8E4M3FN, #lowp.block<128x128>>
!w_turned = !lowp.scaled<144x208xf8E4M3FN, #lowp.block<128x128>, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @blocks(%x: tensor<144x208xbf16>, %w: !w) -> tensor<144x144xf32> {
  %g = lowp.quantize %x numerics <torchao> : tensor<144x208xbf16> -> !g
  %b = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %g, %b : !g, !w_turned -> tensor<144x144xf32>
  return %y : tensor<144x144xf32>
}

//--- mx.mlir
!g = !lowp.scaled<144x336xf8E4M3FN, #lowp.mx<1x32>>
!w = !lowp.scaled<336x144xf8E5M2, #lowp.mx<32x32>>
!w_turned = !lowp.scaled<144x336xf8E5M2, #lowp.mx<32x32>, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @mx(%x: tensor<144x336xbf16>, %w: !w) -> tensor<144x144xf32> {
  %g = lowp.quantize %x numerics <mx_rceil> : tensor<144x336xbf16> -> !g
  %b = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %g, %b : !g, !w_turned -> tensor<144x144xf32>
  return %y : tensor<144x144xf32>
}

//--- pair.mlir
!g = !lowp.scaled<272x384xf8E4M3FN, #lowp.mx<1x32>>
!w = !lowp.scaled<384x272xf8E5M2, #lowp.mx<32x32>>
!w_turned = !lowp.scaled<272x384xf8E5M2, #lowp.mx<32x32>, order = [1, 0], scales = #lowp.compact<transposed = true>>
func.func @pair(%x: tensor<272x384xbf16>, %w: !w) -> tensor<272x272xf32> {
  %g = lowp.quantize %x numerics <mx_rceil> : tensor<272x384xbf16> -> !g
  %b = lowp.transpose %w : !w
  %y = lowp.scaled_matmul %g, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i64, pair, sum_stages = 1 : i64}>} : !g, !w_turned -> tensor<272x272xf32>
  return %y : tensor<272x272xf32>
}
