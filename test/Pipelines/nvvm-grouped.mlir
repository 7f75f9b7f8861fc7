// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false recipe=block_1x128_128x128" | FileCheck %s --implicit-check-not=tensormap.replace

// Experts: a recipe for all takes groups of rows, too. The weights are prepared, and a
// call quantizes the tokens and multiplies; bias and ReLU are in the matmul's kernel. No
// kernel writes a tensor map, which others would have to wait for.

// CHECK-LABEL: func.func @experts(
// CHECK-SAME:    lowp.prepare = @experts$prepare
// CHECK:         gpu.launch_func @experts{{.*}}quantize
// CHECK-NOT:     gpu.launch_func
// CHECK:         lowp_gpu.launch
// CHECK-NOT:     launch
// CHECK-LABEL: func.func @experts$prepare(
// CHECK:         gpu.launch_func @{{.*}}quantize
// CHECK-NOT:     lowp_gpu.launch
func.func @experts(%x: tensor<2048x512xbf16>, %w: tensor<8x256x512xbf16> {lowp.parameter}, %ends: tensor<8xi32>, %b: tensor<256xf32>) -> tensor<2048x256xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) : tensor<2048x512xbf16>, tensor<8x256x512xbf16> -> tensor<2048x256xf32>
  %e = tensor.empty() : tensor<2048x256xbf16>
  %z = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<2048x256xf32>, tensor<256xf32>) outs(%e : tensor<2048x256xbf16>) {
  ^bb0(%s: f32, %c: f32, %old: bf16):
    %zero = arith.constant 0.0 : f32
    %0 = arith.addf %s, %c : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<2048x256xbf16>
  return %z : tensor<2048x256xbf16>
}
