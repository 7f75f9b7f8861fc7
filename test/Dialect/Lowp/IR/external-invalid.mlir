// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// external-C1
// expected-error @below {{expected 'lowp.external' to be the name of a C function, as a string, got unit}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external}

// -----

// external-C1
// expected-error @below {{expected 'lowp.external' to be the name of a C function, as a string, got "a-b"}}
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "a-b"}

// -----

// external-C2
// expected-error @below {{expected an external function to be private: it is called by this module alone, got a public one}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "f"} {
  return %x : tensor<4xf32>
}

// -----

// external-C3
// expected-error @below {{expected arguments of an external function to be tensors of numbers of whole bytes, of at most 6 dimensions (packed elements are bytes, i8), or scalars of type f64, f32, f16, bf16, i1, i8, i16, i32, i64 or index, got 'tensor<*xf32>'}}
func.func private @f(tensor<*xf32>) -> tensor<4xf32> attributes {lowp.external = "f"}

// -----

// external-C3
// expected-error @below {{got 'i7'}}
func.func private @f(i7) -> tensor<4xf32> attributes {lowp.external = "f"}

// -----

// external-C4
// expected-error @below {{expected results of an external function to be one or more tensors of numbers of whole bytes, of at most 6 dimensions (packed elements are bytes, i8), got }}
func.func private @f(tensor<4xf32>) attributes {lowp.external = "f"}

// -----

// external-C5
// expected-error @below {{expected 'lowp.aliasing_output' of argument 0 to be the number (i64) of a result of its type, 'tensor<4xf32>', which no other argument has, got 1 : i64}}
func.func private @f(tensor<4xf32> {lowp.aliasing_output = 1 : i64}) -> tensor<4xf32> attributes {lowp.external = "f"}

// -----

// external-C5
// expected-error @below {{expected 'lowp.aliasing_output' of argument 1 to be the number (i64) of a result of its type}}
func.func private @f(tensor<4xf32> {lowp.aliasing_output = 0 : i64}, tensor<4xf32> {lowp.aliasing_output = 0 : i64})
    -> tensor<4xf32> attributes {lowp.external = "f"}

// -----

// external-C6
// expected-error @below {{expected results of an external function without a body of one block to have known sizes, got 'tensor<?xf32>'; give it a body that computes the same, from which the sizes follow}}
func.func private @f(tensor<?xf32>) -> tensor<?xf32> attributes {lowp.external = "f"}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // external-C1
  // expected-error @below {{expected 'lowp.external' on a function}}
  %y = arith.addf %x, %x {lowp.external = "f"} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// external-C3
// expected-error @below {{expected arguments of an external function to be tensors of numbers of whole bytes, of at most 6 dimensions (packed elements are bytes, i8), or scalars of type f64, f32, f16, bf16, i1, i8, i16, i32, i64 or index, got 'tensor<16x64xf4E2M1FN>'}}
func.func private @packed(%x: tensor<16x64xf4E2M1FN>) -> tensor<16x64xf32> attributes {lowp.external = "packed"}
