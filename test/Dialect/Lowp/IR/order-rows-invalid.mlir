// RUN: %twins %s | lowp-opt --split-input-file --verify-diagnostics

func.func @f(%ids: tensor<4xi32>) {
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi32> -> tensor<4xi32>, tensor<4xi32>, tensor<8xi32>
  return
}

// TWIN: Ids are numbers of groups.
//   4xi32>) => 4xf32>)
//   4xi32> -> => 4xf32> ->
//   error at lowp.order_rows: operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values

// TWIN: order_rows-C1: a place for each row
//   -> tensor<4xi32 => -> tensor<5xi32
//   error at lowp.order_rows: 'lowp.order_rows' op expected the rows to have the shape of the ids, 4, got 5

// TWIN: order_rows-C1: a row for each place
//   , tensor<4xi32 => , tensor<3xi32
//   error at lowp.order_rows: 'lowp.order_rows' op expected the places to have the shape of the ids, 4, got 3

// TWIN: order_rows-C2: ids do not tell how many groups there are
//   8xi32 => ?xi32
//   error at lowp.order_rows: expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<?xi32>'

// TWIN: order_rows-C2: one group at least
//   8xi32 => 0xi32
//   error at lowp.order_rows: expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<0xi32>'

// -----

func.func @f(%ids: memref<4xi32>, %r: memref<4xi32>, %p: memref<4xi32>, %e: memref<8xi32>) {
  lowp.launch_order_rows ins(%ids : memref<4xi32>) outs(%r, %p, %e : memref<4xi32>, memref<4xi32>, memref<8xi32>)
  return
}

// TWIN: launch_order_rows-C1: ids are integers of 32 or 64 bits
//   4xi32>, %r => 4xi8>, %r
//   4xi32>) => 4xi8>)
//   error at lowp.launch_order_rows: 'lowp.launch_order_rows' op expected ids of one dimension of i32 or i64, got 'memref<4xi8>'

// TWIN: launch_order_rows-C2: a place for each row
//   4xi32>, %e => 5xi32>, %e
//   , memref<4xi32 => , memref<5xi32
//   error at lowp.launch_order_rows: expected outputs for rows and places of one i32 for each id

// TWIN: launch_order_rows-C2: no more groups than fit into shared memory
//   8xi32 => 4097xi32
//   error at lowp.launch_order_rows: of a static number of i32, 1 to 4096, got

// TWIN: launch_order_rows-C3: results of tensors
//   memref => tensor
//   error at lowp.launch_order_rows: 'lowp.launch_order_rows' op expected results of the types of the outputs, if these are tensors, got

// -----

// launch_order_rows-C2: three outputs
func.func @f(%ids: memref<4xi32>, %r: memref<4xi32>, %e: memref<8xi32>) {
  // expected-error @below {{'lowp.launch_order_rows' op expected outputs for rows and places of one i32 for each id, and for ends of a static number of i32, 1 to 4096, got 'memref<4xi32>', 'memref<8xi32>'}}
  lowp.launch_order_rows ins(%ids : memref<4xi32>) outs(%r, %e : memref<4xi32>, memref<8xi32>)
  return
}

// -----

// order_rows-C2: ids are numbers of 32 bits to who counts them
func.func @f(%ids: tensor<4xi64>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 to 2147483647, got 'tensor<2147483648xi32>'}}
  %r, %p, %e = lowp.order_rows %ids : tensor<4xi64> -> tensor<4xi32>, tensor<4xi32>, tensor<2147483648xi32>
  return
}
