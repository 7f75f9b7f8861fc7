// RUN: lowp-opt %s --lowp-form-external-calls --canonicalize | FileCheck %s
// RUN: lowp-opt %s --lowp-form-external-calls=use-bodies | FileCheck %s --check-prefix=BODIES

// CHECK-NOT: func.func private
// BODIES: func.func private @with_body(
func.func private @with_body(%x: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> attributes {lowp.external = "c_with_body"} {
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %zero = arith.constant 0.0 : f32
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

func.func private @step(%x: tensor<8xf32> {lowp.strided}, %state: tensor<4xi32> {lowp.aliasing_output = 1 : i64})
    -> (tensor<8xf32>, tensor<4xi32>) attributes {lowp.external = "c_step"}

// Sizes follow from the body, of which nothing else remains.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x8xf32>, %[[N:[^:]*]]: index)
// CHECK-NEXT:    %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x8xf32>
// CHECK-NEXT:    %[[Y:.*]] = lowp.call_external "c_with_body" ins(%[[X]], %[[N]] : tensor<?x8xf32>, index) outs(%[[E]] : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT:    return %[[Y]]
// BODIES-LABEL: func.func @sizes(
// BODIES:         call @with_body
func.func @sizes(%x: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  %y = call @with_body(%x, %n) : (tensor<?x8xf32>, index) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8xf32>, %[[S:[^:]*]]: tensor<4xi32>)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK:         lowp.call_external "c_step" ins(%[[X]] : tensor<8xf32>) outs(%[[E]], %[[S]] : tensor<8xf32>, tensor<4xi32>)
// CHECK-SAME:      {strided = array<i64: 0>, updated = array<i64: 1>}
// BODIES-LABEL: func.func @in_place(
// BODIES:         lowp.call_external "c_step"
func.func @in_place(%x: tensor<8xf32>, %s: tensor<4xi32>) -> (tensor<8xf32>, tensor<4xi32>) {
  %y, %t = call @step(%x, %s) : (tensor<8xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<4xi32>)
  return %y, %t : tensor<8xf32>, tensor<4xi32>
}
