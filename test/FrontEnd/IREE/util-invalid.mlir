// RUN: lowp-opt %s --verify-diagnostics

func.func @other_type(%x: tensor<8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'util.optimization_barrier' op inferred type(s) 'tensor<8x16xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  %0 = "util.optimization_barrier"(%x) : (tensor<8x16xf32>) -> tensor<8xf32>
  return
}
