// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// Ids are numbers of groups.
func.func @f(%ids: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xf32> -> tensor<4xi32>, tensor<4xi32>, tensor<8xi32>
  return
}

// -----

// order_rows-C1: a place for each row
func.func @f(%ids: tensor<4xi32>) {
  // expected-error @below {{'lowp.order_rows' op expected the rows to have the shape of the ids, 4, got 5}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<5xi32>, tensor<4xi32>, tensor<8xi32>
  return
}

// -----

// order_rows-C1: a row for each place
func.func @f(%ids: tensor<4xi32>) {
  // expected-error @below {{'lowp.order_rows' op expected the places to have the shape of the ids, 4, got 3}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<3xi32>, tensor<8xi32>
  return
}

// -----

// order_rows-C2: ids do not tell how many groups there are
func.func @f(%ids: tensor<4xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 or more, got 'tensor<?xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<4xi32>, tensor<?xi32>
  return
}

// -----

// order_rows-C2: one group at least
func.func @f(%ids: tensor<4xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 or more, got 'tensor<0xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<4xi32>, tensor<0xi32>
  return
}
