// --inputs brings its sizes along: those of arguments, of scaled values and of
// results.
// RUN: rm -rf %t && mkdir %t
// RUN: lowp-run %s --function=f --shape=argument1.0=5 --shape=result1.0=5 --shape=M=3 --dump-inputs=%t/f --dump-outputs=%t/out > %t/first
// RUN: lowp-run %s --function=f --inputs=%t/f --dump-outputs=%t/again > %t/second
// RUN: FileCheck %s --input-file=%t/second && cmp %t/first %t/second && cmp %t/out/result0.bin %t/again/result0.bin
// CHECK:      result0: 3x256xf32
// CHECK-NEXT: result1: 5xf32
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/f/tensors.json
// JSON:      "logical_shape": [
// JSON-NEXT:   3,
// JSON-NEXT:   256
// JSON-NEXT: ],
// JSON-NEXT: "name": "argument0",
// JSON-NEXT: "shape": [
// JSON-NEXT:   2,
// JSON-NEXT:   3,
// JSON-NEXT:   128
// JSON-NEXT: ],
// JSON:      "name": "result1",
// JSON-NEXT: "shape": [
// JSON-NEXT:   5
// JSON-NEXT: ],

// Negative: a --shape that contradicts the files, files of another function, and
// files without a description.
// RUN: not lowp-run %s --function=f --inputs=%t/f --shape=argument1.0=6 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: lowp-run: error: expected --shape argument1.0=5, as {{.*}}tensors.json says, got 6; drop the option
// RUN: not lowp-run %s --function=g --inputs=%t/f 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: lowp-run: error: expected argument0 to be ?x512, as the program says, got 3x256 in {{.*}}tensors.json; read inputs of this function
// RUN: echo '{' > %t/f/tensors.json && not lowp-run %s --function=f --inputs=%t/f 2>&1 | FileCheck %s --check-prefix=JSONLESS
// JSONLESS: lowp-run: error: expected {{.*}}tensors.json to be a list of tensors with names and shapes, as --dump-inputs writes it, got: {{.+}}
// RUN: echo '[{"name": "argument0", "shape": [-1, 256]}]' > %t/f/tensors.json && not lowp-run %s --function=f --inputs=%t/f 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: lowp-run: error: expected argument0 to be ?x256, as the program says, got -1x256 in {{.*}}tensors.json
// RUN: echo '[3]' > %t/f/tensors.json && not lowp-run %s --function=f --inputs=%t/f 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: lowp-run: error: expected {{.*}}tensors.json to be a list of tensors {{.*}}, got: expected object at (root)[0]
// RUN: echo '3' > %t/f/tensors.json && not lowp-run %s --function=f --inputs=%t/f 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: lowp-run: error: expected {{.*}}tensors.json to be a list of tensors {{.*}}, got: expected array

!x = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, data = #lowp.panels<128>>
func.func @f(%x: !x, %y: tensor<?xf32>) -> (tensor<?x256xf32>, tensor<?xf32>) {
  %0 = lowp.dequantize %x : !x -> tensor<?x256xf32>
  return %0, %y : tensor<?x256xf32>, tensor<?xf32>
}
func.func @g(%x: tensor<?x512xf32>) -> tensor<?x512xf32> {
  return %x : tensor<?x512xf32>
}
