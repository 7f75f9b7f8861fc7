// Where a size has to be a multiple, the host code of a GPU says so as well.
// RUN: lowp-compile %s --chip=sm_90a --emit=llvm | FileCheck %s

// CHECK: c"'pack': lowp: expected dimension 1 of '!lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>' to be a multiple of 16, got another size; pad it, or compile for a size that the type has
func.func @pack(%x: tensor<64x?xf32>) -> tensor<64x?xf32> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<64x?xf32> -> !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>
  %y = lowp.dequantize %q : !lowp.scaled<64x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense> -> tensor<64x?xf32>
  return %y : tensor<64x?xf32>
}
