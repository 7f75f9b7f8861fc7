// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=0" -verify-diagnostics

// What a named operation has in its body has no place of its own.
func.func @absolute(%x: tensor<4xf6E2M3FN>, %out: tensor<4xf6E2M3FN>) -> tensor<4xf6E2M3FN> {
  // expected-error @below {{'math.absf' op expected a function that lowp expands without libdevice, got math.absf on 'f6E2M3FN'; compute it in f32 or from other math ops}}
  %0 = linalg.abs ins(%x : tensor<4xf6E2M3FN>) outs(%out : tensor<4xf6E2M3FN>) -> tensor<4xf6E2M3FN>
  return %0 : tensor<4xf6E2M3FN>
}
