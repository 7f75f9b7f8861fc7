// A scaled value is two tensors to the outside, data and scales.
// RUN: rm -rf %t && lowp-run %s --shape M=3 --dump-inputs=%t | FileCheck %s
// RUN: FileCheck %s --input-file=%t/tensors.json --check-prefix=JSON

// CHECK: result0: 3x256xf32
// JSON: "name": "argument0"
// JSON: "type": "f8E4M3FN"
// JSON: "name": "argument0.scales"
// JSON: "type": "f32"
func.func @dequantize(%x: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>) -> tensor<?x256xf32> {
  %0 = lowp.dequantize %x : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
