// RUN: lowp-opt %s --lowp-expand-quantize=only-wide --cse --lowp-form-fusions=only=group-operations | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX

!blocks = !lowp.scaled<16x2x16xf4E2M1FN, #lowp.nvfp4<8x4>>

// No fusion has the quantize of these blocks. Then none has the scales of the matrices either, which are no elements of tiles.
// CHECK-LABEL: func.func @batch(
// CHECK:         lowp.fusion
// CHECK:         lowp.fusion_yield
// CHECK-NOT:     lowp.fusion
// CHECK:         lowp.compute_global_scale
// CHECK:         return
// PTX:           .entry
func.func @batch(%x: tensor<16x2x16xf32>) -> tensor<16x2x16xf32> {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<16x2x16xf32> -> !blocks
  %y = lowp.dequantize %q : !blocks -> tensor<16x2x16xf32>
  return %y : tensor<16x2x16xf32>
}
