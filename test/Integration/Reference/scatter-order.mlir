// The last update of a position stays, whatever the region reads in vain.
// RUN: lowp-run %s --dump-outputs=%t/cpu
// RUN: %lowp_tools_dir/lowp-simulate lowp-run %s --device=gpu --dump-outputs=%t/gpu
// RUN: cmp %t/cpu/result0.bin %t/gpu/result0.bin
// RUN: cmp %t/cpu/result1.bin %t/gpu/result1.bin

func.func @main(%u: tensor<20x8xf32>, %x: tensor<32x8xf32>) -> (tensor<32x8xf32>, tensor<32x8xf32>) {
  %p = arith.constant dense<7> : tensor<20xi64>
  %dead = lowp.scatter ins(%u, %p : tensor<20x8xf32>, tensor<20xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    lowp.scatter_yield %a : f32
  } -> tensor<32x8xf32>
  %vain = lowp.scatter ins(%u, %p : tensor<20x8xf32>, tensor<20xi64>) outs(%x : tensor<32x8xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    %no = arith.constant false
    %s = arith.select %no, %b, %a : f32
    lowp.scatter_yield %s : f32
  } -> tensor<32x8xf32>
  return %dead, %vain : tensor<32x8xf32>, tensor<32x8xf32>
}
