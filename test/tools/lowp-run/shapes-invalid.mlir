// What --shape names is there and unknown, and sizes fit into memory.
// RUN: not lowp-run %s --function=f --shape M=4 --shape N=4 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: lowp-run: error: expected --shape to name one of M, argument0.0, argument1.0, argument1.1, result0.0; got 'N'
// RUN: not lowp-run %s --function=f --shape argument0.2=4 2>&1 | FileCheck %s --check-prefix=DIM
// DIM: expected --shape to name one of M, argument0.0, {{.*}}; got 'argument0.2'
// RUN: not lowp-run %s --function=f --shape M=4 --shape argument0.1=8 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: expected --shape to name a dimension whose size is unknown, got 'argument0.1', which is 8 in the program; drop the option
// RUN: not lowp-run %s --function=g --shape M=4 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: expected no --shape, since the program knows all sizes, got 'M'; drop the option
// RUN: not lowp-run %s --function=f --shape M=4 --shape M=5 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: expected one size for 'M', got 4 and 5; drop one --shape

// Huge sizes: more elements than numbers of bytes, more than addresses, more
// than memory.
// RUN: not lowp-run %s --function=f --shape M=9223372036854775807 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not lowp-run %s --function=f --shape M=4611686018427387905 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not lowp-run %s --function=s --shape M=9223372036854775807 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not lowp-run %s --function=f --shape M=0 --shape argument1.0=9223372036854775807 2>&1 | FileCheck %s --check-prefix=EMPTY
// COUNT: lowp-run: error: argument0: expected at most 281474976710656 elements, got more with size {{[0-9]+}} of dimension 0; pass a smaller one
// EMPTY: lowp-run: error: argument1: expected at most 281474976710656 elements, got more with size 9223372036854775807 of dimension 0; pass a smaller one
// RUN: not lowp-run %s --function=f --shape M=17592186044416 --shape argument1.1=1 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: lowp-run: error: expected a call that fits into the {{.*}} GB of this machine's memory, got tensors that take {{.*}} GB, the largest is argument0 of 17592186044416x8xf32; pass smaller sizes
// RUN: not sh -c "ulimit -v 2000000; exec lowp-run %s --function=f --shape M=30000000 --shape argument1.1=1" 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: lowp-run: error: expected memory for the tensors of the call, got none; pass smaller sizes

func.func @f(%x: tensor<?x8xf32>, %y: tensor<?x?xf32>) -> tensor<?x8xf32> {
  return %x : tensor<?x8xf32>
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @s(%x: !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>) -> tensor<?x256xf32> {
  %0 = lowp.dequantize %x : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> -> tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
