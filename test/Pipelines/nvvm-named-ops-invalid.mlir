// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=0" -verify-diagnostics

// What a named operation has in its body has no place of its own.
func.func @exponential(%x: tensor<4xf64>, %out: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{'math.exp' op expected a function that lowp expands without libdevice, got math.exp on 'f64'; compute it in f32 or from other math ops}}
  %0 = linalg.exp ins(%x : tensor<4xf64>) outs(%out : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
