// RUN: lowp-opt %s --lowp-to-cpu --split-input-file --verify-diagnostics

func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "elsewhere"}
func.func @on_the_cpu(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'lowp.call_external' op expected the body of an external function, which is what the CPU runs, got 'elsewhere' without one; give the function a body that computes the same}}
  %0 = call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
