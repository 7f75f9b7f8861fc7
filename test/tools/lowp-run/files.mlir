// Inputs and outputs can be written and read again; the seed decides inputs.
// RUN: rm -rf %t && lowp-run %s --seed=1 --dump-inputs=%t/in --dump-outputs=%t/out
// RUN: lowp-run %s --inputs=%t/in --dump-outputs=%t/again
// RUN: cmp %t/out/result0.bin %t/again/result0.bin
// RUN: FileCheck %s --input-file=%t/in/tensors.json
// RUN: lowp-run %s --seed=2 --dump-inputs=%t/other
// RUN: not cmp -s %t/in/argument0.bin %t/other/argument0.bin

// CHECK:      "file": "argument0.bin"
// CHECK-NEXT: "name": "argument0"
// CHECK-NEXT: "shape": [
// CHECK-NEXT:   2,
// CHECK-NEXT:   8
// CHECK-NEXT: ]
// CHECK-NEXT: "type": "f32"

// Negative: a file of another size.
// RUN: echo x > %t/in/argument0.bin
// RUN: not lowp-run %s --inputs=%t/in 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: lowp-run: error: expected 64 bytes in {{.*}}argument0.bin for a tensor of 2x8xf32, got 2

// RUN: not lowp-run %s --inputs=%t/absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: lowp-run: error: cannot read {{.*}}argument0.bin for argument0: No such file or directory

func.func @twice(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = tensor.empty() : tensor<2x8xf32>
  %1 = linalg.add ins(%x, %x : tensor<2x8xf32>, tensor<2x8xf32>)
                  outs(%0 : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}
