// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// alias-C1
// expected-error @below {{expected 'lowp.aliasing_output' of argument 0 to be the number (i64) of a result of its type, 'tensor<4xf32>', which no other argument has, got 1 : i64}}
func.func @f(%w: tensor<4xf32> {lowp.aliasing_output = 1 : i64}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// alias-C1
// expected-error @below {{of argument 0 to be the number (i64) of a result of its type, 'tensor<4xf32>', which no other argument has, got 0 : i64}}
func.func @f(%w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}, %g: tensor<4xbf16>) -> tensor<4xbf16> {
  return %g : tensor<4xbf16>
}

// -----

// alias-C1
// expected-error @below {{of argument 1 to be the number (i64) of a result of its type}}
func.func @f(%v: tensor<4xf32> {lowp.aliasing_output = 0 : i64}, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// alias-C1
// expected-error @below {{got 0 : i32}}
func.func @f(%w: tensor<4xf32> {lowp.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// alias-C2
// expected-error @below {{expected 'lowp.aliasing_output' on an argument of a public function, whose callers have the memory, or of one with 'lowp.external'}}
func.func private @f(%w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// parameter-C2
// expected-error @below {{expected argument 0 with 'lowp.parameter' to be one that the function reads alone, got 'lowp.aliasing_output'; update weights in a function of their own}}
func.func @f(%w: tensor<4xf32> {lowp.parameter, lowp.aliasing_output = 0 : i64}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

func.func @valid(%v: tensor<4xf32> {lowp.aliasing_output = 1 : i64}, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64})
    -> (tensor<4xf32>, tensor<4xf32>) {
  return %v, %w : tensor<4xf32>, tensor<4xf32>
}
