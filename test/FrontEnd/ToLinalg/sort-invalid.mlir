// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @dimension(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a dimension, and outputs of one shape, as torch-mlir and IREE write a sort}}
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @shapes(%x: tensor<8xf32>, %y: tensor<9xi64>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a dimension, and outputs of one shape, as torch-mlir and IREE write a sort}}
  %0:2 = tm_tensor.sort dimension(0) outs(%x, %y : tensor<8xf32>, tensor<9xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
    %e = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %e : i1
  } -> tensor<8xf32>, tensor<9xi64>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @by_sum(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater, of the two elements of one operand, or of what it computes alike of each; compute a key outside and sort by it}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    %d = arith.cmpf ole, %c, %b : f32
    tm_tensor.yield %d : i1
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @equality(%x: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater, of the two elements of one operand}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi eq, %a, %b : i32
    tm_tensor.yield %c : i1
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @two_operands(%x: tensor<8xi64>, %y: tensor<8xi64>) -> tensor<8xi64> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater, of the two elements of one operand}}
  %0:2 = tm_tensor.sort dimension(0) outs(%x, %y : tensor<8xi64>, tensor<8xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64):
    %e = arith.cmpi slt, %a, %c : i64
    tm_tensor.yield %e : i1
  } -> tensor<8xi64>, tensor<8xi64>
  return %0#0 : tensor<8xi64>
}

// -----

func.func @too_many(%x: tensor<6xf32>, %v: tensor<8xf32>, %i: tensor<8xi64>) -> tensor<8xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %last = linalg.fill ins(%inf : f32) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{expected at most 6 elements along dimension 0 of the outputs, as many as the input has, got 8}}
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<6xf32>) outs(%last, %i : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<8xf32>, tensor<8xi64>
  return %0#0 : tensor<8xf32>
}

// -----

func.func @earlier_values(%x: tensor<6xf32>, %v: tensor<2xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected outputs filled with what is behind all values in the order, got others; fill them so, and merge with earlier values outside}}
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<6xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi64>
  return %0#0 : tensor<2xf32>
}

// -----

func.func @outputs(%x: tensor<6xf32>, %v: tensor<2xf32>, %i: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected a dimension, values, and outputs for values and places, as torch-mlir and IREE write a topk}}
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<6xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xf32>
  return %0#0 : tensor<2xf32>
}
