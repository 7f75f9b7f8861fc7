// RUN: lowp-opt %s --allow-unregistered-dialect --lowp-prepare-bufferization=only=tie-loop-values | FileCheck %s

// CHECK-LABEL: func @for
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %arg0)
// CHECK: %[[Y:.*]] = "test.product"(%[[H]])
// CHECK: %[[Z:.*]] = bufferization.materialize_in_destination %[[Y]] in %[[H]]
// CHECK: scf.yield %[[Z]]
func.func @for(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<8xf32>) {
    %y = "test.product"(%h) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A value of another place is copied first: that place is written too.
// CHECK-LABEL: func @swap
// CHECK: iter_args(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1)
// CHECK-DAG: %[[CB:.*]] = bufferization.alloc_tensor() copy(%[[B]])
// CHECK-DAG: %[[CA:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-DAG: bufferization.materialize_in_destination %[[CB]] in %[[A]]
// CHECK-DAG: bufferization.materialize_in_destination %[[CA]] in %[[B]]
func.func @swap(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}

// What is handed on unchanged, and what is no tensor, needs nothing; dynamic
// sizes are checked.
// CHECK-LABEL: func @while
// CHECK: scf.condition(%{{.*}}) %arg{{[0-9]+}}, %arg{{[0-9]+}} : tensor<?xf32>, index
// CHECK: cf.assert {{.*}}, "expected a loop to hand on tensors of one size, got another size from an iteration than it began with"
// CHECK: bufferization.materialize_in_destination
func.func @while(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%g = %x, %i = %n) : (tensor<?xf32>, index) -> (tensor<?xf32>, index) {
    %more = arith.cmpi ult, %c1, %i : index
    scf.condition(%more) %g, %i : tensor<?xf32>, index
  } do {
  ^bb0(%h: tensor<?xf32>, %i: index):
    %y = "test.product"(%h) : (tensor<?xf32>) -> tensor<?xf32>
    %next = arith.subi %i, %c1 : index
    scf.yield %y, %next : tensor<?xf32>, index
  }
  return %r#0 : tensor<?xf32>
}

// A loop within the iteration leaves its result in the buffer that it began with,
// unless something else reads that.
// CHECK-LABEL: func @nested
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK: %[[Y:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[B]]
// CHECK: scf.yield %[[Y]]
// CHECK: scf.yield %[[R]]
func.func @nested(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %y = "test.product"(%b) : (tensor<8xf32>) -> tensor<8xf32>
      scf.yield %y : tensor<8xf32>
    }
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @nested_and_read
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[R]])
// CHECK: %[[Y:.*]] = bufferization.materialize_in_destination %[[COPY]] in %[[A]]
// CHECK: scf.yield %[[Y]]
func.func @nested_and_read(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<8xf32>) {
      %y = "test.product"(%b, %a) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
      scf.yield %y : tensor<8xf32>
    }
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
