// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-finish-bufferization{only=results-to-arguments})" -split-input-file -verify-diagnostics

// expected-error@+1 {{expected results to be tensors, got 'index'; return it as a tensor of rank 0}}
func.func @scalar(%n: index) -> index {
  return %n : index
}

// -----

// expected-error@+1 {{expected results with contiguous rows, got}}
func.func @strided(%x: memref<4x4xf32, strided<[8, 1]>>) -> memref<4x4xf32, strided<[8, 1]>> {
  return %x : memref<4x4xf32, strided<[8, 1]>>
}

// -----

// expected-error@+1 {{expected one block and one return, got 2 blocks; use scf for control flow}}
func.func @blocks(%x: memref<4xf32>) -> memref<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : memref<4xf32>
}
