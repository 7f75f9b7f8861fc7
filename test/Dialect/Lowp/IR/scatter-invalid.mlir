// RUN: %twins %s | lowp-opt --split-input-file --verify-diagnostics

func.func @f(%u: tensor<4x8xf32>, %p: tensor<4xi64>, %x: tensor<32x8xf32>) {
  %0 = lowp.scatter ins(%u, %p : tensor<4x8xf32>, tensor<4xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return
}

// TWIN: scatter-C1: one dimension at least
//   4x8xf32 => 4x32x8xf32
//   0] => ]
//   error at lowp.scatter: expected one or several dimensions of the destination, each once, got array<i64> for

// TWIN: scatter-C1: dimensions of the destination
//   0] => 2]
//   error at lowp.scatter: expected one or several dimensions of the destination, each once, got array<i64: 2>

// TWIN: scatter-C1: each once
//   0] => 0, 0]
//   error at lowp.scatter: expected one or several dimensions of the destination, each once, got array<i64: 0, 0>

// TWIN: scatter-C2: a whole row
//   4x8xf32 => 4x7xf32
//   error at lowp.scatter: expected updates of 'f32', each a row of the destination, got 'tensor<4x7xf32>' for 'tensor<32x8xf32>'

// TWIN: scatter-C2: of its element type
//   4x8xf32 => 4x8xbf16
//   error at lowp.scatter: expected updates of 'f32', each a row of the destination, got 'tensor<4x8xbf16>'

// TWIN: scatter-C3: a position for each update
//   4xi64 => 5xi64
//   error at lowp.scatter: expected positions of one i64 for each update, got 'tensor<5xi64>' for 'tensor<4x8xf32>'

// TWIN: scatter-C3: of 64 bits
//   4xi64 => 4xi32
//   error at lowp.scatter: expected positions of one i64 for each update, got 'tensor<4xi32>'

// TWIN: scatter-C3: a link for each update
//   %x: => %l: tensor<4x1xi64>, %x:
//   outs => links(%l : tensor<4x1xi64>) outs
//   error at lowp.scatter: expected links of one i64 for each update, got 'tensor<4x1xi64>'

// TWIN: scatter-C4: stride and count
//   ] { => ] window [0, 2] {
//   error at lowp.scatter: expected a window of a stride of 1 or more and a count of 0 or more, where updates are not unique, got array<i64: 0, 2>

// TWIN: scatter-C4: not of unique updates
//   ] { => ] unique window [1, 2] {
//   error at lowp.scatter: expected a window of a stride of 1 or more and a count of 0 or more, where updates are not unique, got array<i64: 1, 2>

// TWIN: scatter-C5: the type of the destination
//   -> tensor<32x8xf32 => -> tensor<8x32xf32
//   error at lowp.scatter: expected a result of the type of the destination, if that is a tensor, got 'tensor<8x32xf32>'

// TWIN: scatter-C5: none on buffers
//   : tensor => : memref
//   tensor<4xi64 => memref<4xi64
//   error at lowp.scatter: expected a result of the type of the destination, if that is a tensor, got 'tensor<32x8xf32>'

// TWIN: scatter-C6: one of two
//   , %b: f32 =>
//   error at lowp.scatter: expected a region that makes one 'f32' of two

// TWIN: scatter-C6: something
//   lowp.scatter_yield %a : f32 =>
//   error at lowp.scatter: expected a region that makes one 'f32' of two
