// RUN: lowp-opt %s --inline | FileCheck %s

func.func private @quantize(%x: tensor<64x256xf32>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
}

// CHECK-LABEL: func.func @caller
// CHECK-NOT: call
// CHECK: lowp.quantize
func.func @caller(%x: tensor<64x256xf32>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise> {
  %q = func.call @quantize(%x) : (tensor<64x256xf32>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
}
