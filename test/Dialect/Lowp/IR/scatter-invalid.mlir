// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// scatter-C1: one dimension at least
func.func @f(%u: tensor<4x32x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected one or several dimensions of the destination, each once, got array<i64> for}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x32x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C1: dimensions of the destination
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected one or several dimensions of the destination, each once, got array<i64: 2>}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [2] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C1: each once
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected one or several dimensions of the destination, each once, got array<i64: 0, 0>}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0, 0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C2: a whole row
func.func @f(%u: tensor<4x7xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected updates of 'f32', each a row of the destination, got 'tensor<4x7xf32>' for 'tensor<32x8xf32>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x7xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C2: of its element type
func.func @f(%u: tensor<4x8xbf16>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected updates of 'f32', each a row of the destination, got 'tensor<4x8xbf16>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xbf16>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C3: a position for each update
func.func @f(%u: tensor<4x8xf32>, %p: tensor<5xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected positions of one i64 for each update, got 'tensor<5xi64>' for 'tensor<4x8xf32>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<5xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C3: of 64 bits
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi32>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected positions of one i64 for each update, got 'tensor<4xi32>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi32>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C3: a link for each update
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %l: tensor<4x1xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected links of one i64 for each update, got 'tensor<4x1xi64>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) links(%l : tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C4: stride and count
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected a window of a stride of 1 or more and a count of 0 or more, where updates are not unique, got array<i64: 0, 2>}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] window [0, 2] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C4: not of unique updates
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected a window of a stride of 1 or more and a count of 0 or more, where updates are not unique, got array<i64: 1, 2>}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] unique window [1, 2] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C5: the type of the destination
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected a result of the type of the destination, if that is a tensor, got 'tensor<8x32xf32>'}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<8x32xf32>
  return
}

// -----

// scatter-C5: none on buffers
func.func @f(%u: memref<4x8xf32>, %p: memref<4xi64>, %x: memref<32x8xf32>) {
  // expected-error @below {{expected a result of the type of the destination, if that is a tensor, got 'tensor<32x8xf32>'}}
  %0 = lowp.scatter ins(%u, %p : memref<4x8xf32>, memref<4xi64>) outs(%x : memref<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C6: one of two
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected a region that makes one 'f32' of two}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// -----

// scatter-C6: something
func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  // expected-error @below {{expected a region that makes one 'f32' of two}}
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
  } -> tensor<32x8xf32>
  return
}
