// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// parameter-C1
// expected-error @+1 {{expected 'lowp.parameter' to be a unit attribute, or a positive count of calls, on a function's argument that is a ranked tensor or a scaled value, got it on argument 0}}
func.func private @f(f32 {lowp.parameter})

// -----

// parameter-C1
// expected-error @+1 {{expected 'lowp.parameter' to be a unit attribute, or a positive count of calls, on a function's argument that is a ranked tensor or a scaled value, got it on argument 1}}
func.func private @f(f32, tensor<4xf32> {lowp.parameter = true})

// -----

// parameter-C1
// expected-error @+1 {{got it on argument 0}}
func.func private @f(tensor<4xf32> {lowp.parameter = 0 : i64})

// -----

// parameter-C1
// expected-error @+1 {{got it on argument 0}}
func.func private @f(tensor<4xf32> {lowp.parameter = 4 : si64})

// -----

// parameter-C1
// expected-error @+1 {{got it on argument 0}}
func.func private @f(memref<4xf32> {lowp.parameter})

// -----

// parameter-C1
// expected-error @+1 {{got it on argument 0}}
func.func private @f(tensor<*xf32> {lowp.parameter})

// -----

// parameter-C2
// expected-error @+1 {{expected argument 0 with 'lowp.parameter' to be one that the function reads alone, got 'bufferization.writable = true'; update weights in a function of their own}}
func.func @f(%w: tensor<4xf32> {lowp.parameter, bufferization.writable = true}) {
  return
}

// -----

func.func @valid(%v: tensor<4xf32> {lowp.parameter, bufferization.writable = false},
                 %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>> {lowp.parameter},
                 %u: tensor<4xf32> {lowp.parameter = 4 : i64}) {
  return
}
