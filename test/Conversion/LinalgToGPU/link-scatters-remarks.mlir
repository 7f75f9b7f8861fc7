// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-link-scatters))" --remarks-filter=lowp-link-scatters --remark-format=emitRemark --verify-diagnostics -o /dev/null

func.func @many(%p: tensor<16384xi64>, %u: tensor<16384x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-remark @below {{[Missed] compared-updates | Category:lowp-link-scatters | Remark="each of 16384 updates of the scatter is compared with each, to find those of one position"}}
  %0 = lowp.scatter ins(%u, %p : tensor<16384x8xf32>, tensor<16384xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

func.func @any(%p: tensor<?xi64>, %u: tensor<?x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-remark @below {{[Missed] compared-updates | Category:lowp-link-scatters | Remark="each of an unknown number of updates of the scatter is compared with each, to find those of one position"}}
  %0 = lowp.scatter ins(%u, %p : tensor<?x8xf32>, tensor<?xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// Few, or with a window: no remark.
func.func @few(%p: tensor<4096xi64>, %u: tensor<4096x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<4096x8xf32>, tensor<4096xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

func.func @window(%p: tensor<16384xi64>, %u: tensor<16384x8xf32>, %x: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<16384x8xf32>, tensor<16384xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] window [1, 8] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
