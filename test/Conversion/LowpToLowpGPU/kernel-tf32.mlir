// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Data of f32 are tiles of tf32: loads round them. A row of 128 bytes has 32
// elements.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: memref<512x256xf32>, %[[W:.*]]: memref<384x256xf32>, %[[Y:.*]]: memref<512x384xf32>
// CHECK: encode_tensor_map %[[X]] : memref<512x256xf32> -> !map_128x32_tf32
// CHECK: encode_tensor_map %[[W]] : memref<384x256xf32> -> !map_192x32_tf32
// CHECK: encode_tensor_map %[[Y]] : memref<512x384xf32> -> !map_64x32_f32

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_128x32_tf32, %B: !map_192x32_tf32, %D: !map_64x32_f32,
// CHECK: lowp_gpu.role "load"
// CHECK: lowp_gpu.load %A[%m, %[[K:.*]]] to %stage["a"] : !map_128x32_tf32
// CHECK: lowp_gpu.role "mma"
// CHECK: %a = lowp_gpu.view %stage["a"] : !stage_a_b -> !tile_128x32_tf32
// CHECK: lowp_gpu.mma %a, %b into %{{.*}} : {{.*}} into !accumulator_128x192
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%x: memref<512x256xf32>, %w: memref<384x256xf32>, %y: memref<512x384xf32>) {
    lowp.gemm lhs(%x : memref<512x256xf32>) rhs(%w : memref<384x256xf32>) outs(%y : memref<512x384xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 32], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
}
