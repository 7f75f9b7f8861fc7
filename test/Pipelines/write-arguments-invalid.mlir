// RUN: lowp-opt %s --split-input-file --lowp-write-arguments --verify-diagnostics

// expected-error @below {{expected one block and one return where results are written in place of arguments, got 3 blocks; use scf for control flow}}
func.func @branches(%c: i1, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}, %v: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^then, ^else
^then:
  return %w : tensor<4xf32>
^else:
  return %v : tensor<4xf32>
}

// -----

// expected-error @below {{expected a function that updates its arguments to be called from outside alone, got a call within the module; let callers within pass and get tensors}}
func.func @called(%w: tensor<4xf32> {bufferization.writable = true}) {
  return
}
func.func @calls(%w: tensor<4xf32>) {
  call @called(%w) : (tensor<4xf32>) -> ()
  return
}
