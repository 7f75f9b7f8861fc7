// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a" --verify-diagnostics

func.func private @copy(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "memcpy"}
func.func @reserved(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'lowp.call_external' op expected the name of a function of the user's, got 'memcpy', which is a name of the C library; rename it}}
  %0 = call @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
