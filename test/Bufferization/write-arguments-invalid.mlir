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

// -----

// expected-error @below {{expected 'lowp.aliasing_output' of argument 0 to be the number (i64) of a result of its type, 'tensor<4xf32>', which no other argument has, got 1 : i64}}
func.func @donated(%w: tensor<4xf32> {iree.abi.output = 1 : index}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// expected-error @below {{expected argument 0, in whose place a result is written, to be a ranked tensor, got 'vector<4xf32>'}}
func.func @vector(%v: vector<4xf32> {lowp.aliasing_output = 0 : i64}) -> vector<4xf32> {
  return %v : vector<4xf32>
}

// -----

// expected-error @below {{expected one block and one return where results are written in place of arguments, got 2 blocks; use scf for control flow}}
func.func @two_blocks(%w: tensor<4xf32> {bufferization.writable = true}, %v: tensor<4xf32>) {
  cf.br ^next
^next:
  %z = bufferization.materialize_in_destination %v in %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @within(%c: i1, %w: tensor<4xf32> {bufferization.writable = true}, %v: tensor<4xf32>) {
  scf.if %c {
    // expected-error @below {{expected an update of an argument outside of loops and branches, got one in scf.if; let that return the new value, and store it behind}}
    %z = bufferization.materialize_in_destination %v in %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  }
  return
}
