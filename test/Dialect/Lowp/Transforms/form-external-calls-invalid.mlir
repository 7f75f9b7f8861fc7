// RUN: lowp-opt %s --split-input-file --verify-diagnostics --lowp-form-external-calls

func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "c"}
// expected-error @below {{expected functions of one C function, 'c', to take and give the same ranks and element types, got '(tensor<4xbf16>) -> tensor<4xf32>' and '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @g(tensor<4xbf16>) -> tensor<4xf32> attributes {lowp.external = "c"}

// -----

func.func @c(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// expected-error @below {{expected a C function that is not in this module, got 'c', which is; call it itself}}
func.func private @g(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "c"}

// -----

// expected-error @below {{expected results that are tensors, got 'memref<4xf32>'; declare the function as the program calls it before bufferization}}
func.func private @f(memref<4xf32>) -> memref<4xf32> attributes {lowp.external = "c"}
