// RUN: lowp-opt %s --convert-front-end-to-linalg --split-input-file --verify-diagnostics

func.func @other_functions(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'iree_linalg_ext.sort' op expected a region of one comparison, by less or greater, of the two elements of one operand, or of what it computes alike of each; compute a key outside and sort by it}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.absf %a : f32
    %2 = arith.negf %b : f32
    %3 = arith.cmpf olt, %1, %2 : f32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @other_constants(%x: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %1 = arith.xori %a, %one : i32
    %2 = arith.xori %b, %two : i32
    %3 = arith.cmpi slt, %1, %2 : i32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @both_elements(%x: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    %1 = arith.subi %a, %b : i32
    %2 = arith.subi %b, %a : i32
    %3 = arith.cmpi slt, %1, %2 : i32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @no_elements(%x: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32):
    %one = arith.constant 1 : i32
    %3 = arith.cmpi slt, %one, %one : i32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @other_type(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xf32>) {
  ^bb0(%a: i32, %b: i32):
    %one = arith.constant 1 : i32
    %1 = arith.xori %a, %one : i32
    %2 = arith.xori %b, %one : i32
    %3 = arith.cmpi slt, %1, %2 : i32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// jax.lax.sort with two keys.
func.func @two_keys(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected a region of one comparison, by less or greater}}
  %0:2 = iree_linalg_ext.sort dimension(0) outs(%x, %y : tensor<8xi32>, tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %1 = arith.cmpi slt, %a, %b : i32
    %2 = arith.cmpi eq, %a, %b : i32
    %3 = arith.cmpi slt, %c, %d : i32
    %4 = arith.andi %2, %3 : i1
    %5 = arith.ori %1, %4 : i1
    iree_linalg_ext.yield %5 : i1
  } -> tensor<8xi32>, tensor<8xi32>
  return %0#0 : tensor<8xi32>
}

// -----

// What is after all elements need not be after all keys.
func.func @topk_by_key(%x: tensor<8xf32>) -> tensor<2xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<2xf32>
  %i = tensor.empty() : tensor<2xi32>
  %first = linalg.fill ins(%lowest : f32) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{expected outputs filled with what is behind all values in the order, got others}}
  %0:2 = iree_linalg_ext.topk dimension(0) ins(%x : tensor<8xf32>) outs(%first, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.absf %a : f32
    %2 = math.absf %b : f32
    %3 = arith.cmpf ogt, %1, %2 : f32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#0 : tensor<2xf32>
}
