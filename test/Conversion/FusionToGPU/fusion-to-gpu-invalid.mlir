// RUN: lowp-opt %s --convert-fusions-to-gpu -split-input-file -verify-diagnostics

func.func @tensors(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expected operands to be buffers, got tensors; run one-shot-bufferize before convert-fusions-to-gpu}}
  %z = lowp.launch_fusion @fusions::@f ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}
module @fusions {
  func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %a : tensor<4x8xf32>
  }
}

// -----

func.func @spaces(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %v: memref<5x9xf32>, %w: memref<5x9xf32>) {
  // expected-error @below {{expected ops with one iteration space in @fusions::@f, got that values have different iteration spaces}}
  lowp.launch_fusion @fusions::@f ins(%x, %v : memref<4x8xf32>, memref<5x9xf32>)
    outs(%y, %w : memref<4x8xf32>, memref<5x9xf32>)
  return
}
module @fusions {
  func.func @f(%a: tensor<4x8xf32>, %b: tensor<5x9xf32>) -> (tensor<4x8xf32>, tensor<5x9xf32>) {
    %e = tensor.empty() : tensor<4x8xf32>
    %f = tensor.empty() : tensor<5x9xf32>
    %c = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %d = linalg.exp ins(%b : tensor<5x9xf32>) outs(%f : tensor<5x9xf32>) -> tensor<5x9xf32>
    return %c, %d : tensor<4x8xf32>, tensor<5x9xf32>
  }
}

// -----

func.func @gather(%n: memref<4xi32>, %x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @below {{expected ops with one iteration space in @fusions::@f, got that rows are gathered of a matrix that it computes}}
  lowp.launch_fusion @fusions::@f ins(%n, %x : memref<4xi32>, memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  return
}
module @fusions {
  func.func @f(%n: tensor<4xi32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %e = tensor.empty() : tensor<4x8xf32>
    %c = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<4xi32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: i32, %o: f32):
      %i = arith.index_cast %a : i32 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %c[%i, %j] : tensor<4x8xf32>
      linalg.yield %v : f32
    } -> tensor<4x8xf32>
    return %d : tensor<4x8xf32>
  }
}

// -----

module @fusions {
  func.func private @declared(%x: tensor<4xf32>) -> tensor<4xf32>
}
func.func @no_body(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{expected a function with a body, got @fusions::@declared, which has none}}
  lowp.launch_fusion @fusions::@declared ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
