// RUN: lowp-opt %s --split-input-file --verify-diagnostics

func.func @other_type(%x: tensor<8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'util.optimization_barrier' op inferred type(s) 'tensor<8x16xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  %0 = "util.optimization_barrier"(%x) : (tensor<8x16xf32>) -> tensor<8xf32>
  return
}

// -----

util.func public @results(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{type of return operand 0 ('tensor<8xf32>') doesn't match function result type ('tensor<4xf32>')}}
  util.return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{custom op 'util.initializer' is unknown}}
util.initializer {
}
