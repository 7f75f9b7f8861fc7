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
  // expected-error @below {{expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<?xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<4xi32>, tensor<?xi32>
  return
}

// -----

// order_rows-C2: one group at least
func.func @f(%ids: tensor<4xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<0xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<4xi32>, tensor<0xi32>
  return
}

// -----

// launch_order_rows-C1: ids are integers of 32 or 64 bits
func.func @f(%ids: memref<4xi8>, %r: memref<4xi32>, %p: memref<4xi32>, %e: memref<8xi32>) {
  // expected-error @below {{'lowp.launch_order_rows' op expected ids of one dimension of i32 or i64, got 'memref<4xi8>'}}
  lowp.launch_order_rows ins(%ids : memref<4xi8>) outs(%r, %p, %e : memref<4xi32>, memref<4xi32>, memref<8xi32>)
  return
}

// -----

// launch_order_rows-C2: three outputs
func.func @f(%ids: memref<4xi32>, %r: memref<4xi32>, %e: memref<8xi32>) {
  // expected-error @below {{'lowp.launch_order_rows' op expected outputs for rows and places of one i32 for each id, and for ends of a static number of i32, 1 to 4096, got 'memref<4xi32>', 'memref<8xi32>'}}
  lowp.launch_order_rows ins(%ids : memref<4xi32>) outs(%r, %e : memref<4xi32>, memref<8xi32>)
  return
}

// -----

// launch_order_rows-C2: a place for each row
func.func @f(%ids: memref<4xi32>, %r: memref<4xi32>, %p: memref<5xi32>, %e: memref<8xi32>) {
  // expected-error @below {{expected outputs for rows and places of one i32 for each id}}
  lowp.launch_order_rows ins(%ids : memref<4xi32>) outs(%r, %p, %e : memref<4xi32>, memref<5xi32>, memref<8xi32>)
  return
}

// -----

// launch_order_rows-C2: no more groups than fit into shared memory
func.func @f(%ids: memref<4xi32>, %r: memref<4xi32>, %p: memref<4xi32>, %e: memref<4097xi32>) {
  // expected-error @below {{of a static number of i32, 1 to 4096, got}}
  lowp.launch_order_rows ins(%ids : memref<4xi32>) outs(%r, %p, %e : memref<4xi32>, memref<4xi32>, memref<4097xi32>)
  return
}

// -----

// launch_order_rows-C3: results of tensors
func.func @f(%ids: tensor<4xi32>, %r: tensor<4xi32>, %p: tensor<4xi32>, %e: tensor<8xi32>) {
  // expected-error @below {{'lowp.launch_order_rows' op expected results of the types of the outputs, if these are tensors, got}}
  lowp.launch_order_rows ins(%ids : tensor<4xi32>) outs(%r, %p, %e : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>)
  return
}

// -----

// order_rows-C2: ids are numbers of 32 bits to who counts them
func.func @f(%ids: tensor<4xi64>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<2147483648xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi64> -> tensor<4xi32>, tensor<4xi32>, tensor<2147483648xi32>
  return
}
