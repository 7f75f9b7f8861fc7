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

// -----

func.func @element_types(%x: tensor<4xf32>, %y: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %0 = lowp.call_external "c" outs(%x : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{'lowp.call_external' op expected calls of one C function, 'c', to take and give the same ranks and element types, got '() -> tensor<4xbf16>' and '() -> tensor<4xf32>'; name a function for each}}
  %1 = lowp.call_external "c" outs(%y : tensor<4xbf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xf32>, tensor<4xbf16>
}

// -----

func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = lowp.call_external "c" ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @counts_in_two_functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{got '() -> tensor<4xf32>' and '(tensor<4xf32>) -> tensor<4xf32>'}}
  %0 = lowp.call_external "c" outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scalars(%x: tensor<?xf32>, %i: i32, %n: i64) -> tensor<?xf32> {
  %0 = lowp.call_external "c" ins(%i : i32) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  // expected-error @below {{got '(i64) -> tensor<?xf32>' and '(i32) -> tensor<?xf32>'}}
  %1 = lowp.call_external "c" ins(%n : i64) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The types are those of one C function, and the places of operands are not: an
// argument that is updated is passed as a result.
func.func private @new(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "c"}
func.func private @updated(%x: tensor<4xf32>, %y: tensor<4xf32> {lowp.aliasing_output = 0 : i64}) -> tensor<4xf32> attributes {lowp.external = "c"}
func.func @updates(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @new(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{got '(tensor<4xf32>) -> tensor<4xf32>' and '(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>'}}
  %1 = call @updated(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @declared(tensor<4x4xf32>) -> tensor<4xf32> attributes {lowp.external = "c"}
func.func @ranks(%x: tensor<4xf32>, %y: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = lowp.call_external "c" ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{got '(tensor<4x4xf32>) -> tensor<4xf32>' and '(tensor<4xf32>) -> tensor<4xf32>'}}
  %1 = call @declared(%y) : (tensor<4x4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @own(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'lowp.call_external' op expected a C function that is not in this module, got 'own', which is; call it itself}}
  %0 = lowp.call_external "own" outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
