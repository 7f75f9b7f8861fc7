// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// The rows along which the result lies in memory are the fastest: a square tile has
// neighbours of what is read and of what is written.
// CHECK: #[[$TURNED:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
// CHECK-LABEL: func.func @heads(
// CHECK: lowp_gpu.cta_load {{.*}} row_sizes(%c3, %c64) {{.*}} -> vector<128x32xf32>
// CHECK: lowp_gpu.cta_store {{.*}} row_sizes(%c3, %c64) map #[[$TURNED]]
func.func @heads(%x: memref<2x64x3x64xf32>, %y: memref<2x3x64x64xf32>) {
  lowp.launch_fusion @fusions::@heads ins(%x : memref<2x64x3x64xf32>) outs(%y : memref<2x3x64x64xf32>)
  return
}

// Columns of so few elements would lie too far apart.
// CHECK-LABEL: func.func @short(
// CHECK: lowp_gpu.cta_load {{.*}} row_sizes(%c64, %c3)
func.func @short(%x: memref<2x64x3x8xf32>, %y: memref<2x3x8x64xf32>) {
  lowp.launch_fusion @fusions::@short ins(%x : memref<2x64x3x8xf32>) outs(%y : memref<2x3x8x64xf32>)
  return
}

// What is turned within the fusion alone moves nothing.
// CHECK-LABEL: func.func @within(
// CHECK: lowp_gpu.cta_load {{.*}} row_sizes(%c64, %c3) {{.*}} -> vector<64x{{64|128}}xf32>
func.func @within(%x: memref<2x64x3x64xf32>, %y: memref<2x64x3x64xf32>) {
  lowp.launch_fusion @fusions::@within ins(%x : memref<2x64x3x64xf32>) outs(%y : memref<2x64x3x64xf32>)
  return
}

#plain = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#heads = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#back = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @fusions {
  func.func @heads(%x: tensor<2x64x3x64xf32>) -> tensor<2x3x64x64xf32> {
    %e = tensor.empty() : tensor<2x3x64x64xf32>
    %y = linalg.generic {indexing_maps = [#heads, #plain], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x64x3x64xf32>) outs(%e : tensor<2x3x64x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = arith.addf %a, %a : f32
      linalg.yield %v : f32
    } -> tensor<2x3x64x64xf32>
    return %y : tensor<2x3x64x64xf32>
  }
  func.func @short(%x: tensor<2x64x3x8xf32>) -> tensor<2x3x8x64xf32> {
    %e = tensor.empty() : tensor<2x3x8x64xf32>
    %y = linalg.generic {indexing_maps = [#heads, #plain], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x64x3x8xf32>) outs(%e : tensor<2x3x8x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = arith.addf %a, %a : f32
      linalg.yield %v : f32
    } -> tensor<2x3x8x64xf32>
    return %y : tensor<2x3x8x64xf32>
  }
  func.func @within(%x: tensor<2x64x3x64xf32>) -> tensor<2x64x3x64xf32> {
    %e = tensor.empty() : tensor<2x3x64x64xf32>
    %t = linalg.generic {indexing_maps = [#heads, #plain], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x64x3x64xf32>) outs(%e : tensor<2x3x64x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = arith.addf %a, %a : f32
      linalg.yield %v : f32
    } -> tensor<2x3x64x64xf32>
    %f = tensor.empty() : tensor<2x64x3x64xf32>
    %y = linalg.generic {indexing_maps = [#back, #plain], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t : tensor<2x3x64x64xf32>) outs(%f : tensor<2x64x3x64xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = arith.addf %a, %a : f32
      linalg.yield %v : f32
    } -> tensor<2x64x3x64xf32>
    return %y : tensor<2x64x3x64xf32>
  }
}
