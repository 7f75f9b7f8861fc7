// RUN: lowp-opt %s --lowp-report-traffic=traffic-file=%t.txt -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt

// Launches that will be one kernel are one, which finds in the cache what it
// has touched: 33554432 bytes of `x`, and 32768 of the sums. Its counters begin
// with zeros, which a launch of 1.2 us writes.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK: function 'apart'
// CHECK: 0 {{.*}} 33554432 {{ *}}32768 {{.*}} sums
// CHECK: 1 {{.*}} 33587200 {{ *}}33554432 {{.*}} scale
// CHECK: function 'joined'
// CHECK: 0 {{.*}} 33554432 {{ *}}33587200 {{ *}}19.6 {{ *}}sums+scale
// CHECK-NOT: scale
// CHECK: function 'touching'
// CHECK: 0 {{.*}} 67108864 {{ *}}33587200 {{.*}} sums+scale
// CHECK: function 'one'
// CHECK: 0 {{.*}} 33554432 {{ *}}33587200 {{ *}}18.4 {{ *}}both
module attributes {lowp_gpu.chip = "sm_90a", lowp_gpu.part = "h200"} {
  module @fusions {
    func.func @sums(%x: tensor<8192x2048xbf16>) -> tensor<8192xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<8192xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8192xf32>) -> tensor<8192xf32>
      %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<8192x2048xbf16>) outs(%1 : tensor<8192xf32>) {
      ^bb0(%a: bf16, %s: f32):
        %3 = arith.extf %a : bf16 to f32
        %4 = arith.addf %3, %s : f32
        linalg.yield %4 : f32
      } -> tensor<8192xf32>
      return %2 : tensor<8192xf32>
    }
    func.func @scale(%x: tensor<8192x2048xbf16>, %s: tensor<8192xf32>) -> tensor<8192x2048xbf16> {
      %0 = tensor.empty() : tensor<8192x2048xbf16>
      %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x, %s : tensor<8192x2048xbf16>, tensor<8192xf32>) outs(%0 : tensor<8192x2048xbf16>) {
      ^bb0(%a: bf16, %b: f32, %old: bf16):
        %2 = arith.truncf %b : f32 to bf16
        %3 = arith.mulf %a, %2 : bf16
        linalg.yield %3 : bf16
      } -> tensor<8192x2048xbf16>
      return %1 : tensor<8192x2048xbf16>
    }
    func.func @both(%x: tensor<8192x2048xbf16>) -> (tensor<8192xf32>, tensor<8192x2048xbf16>) {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<8192xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8192xf32>) -> tensor<8192xf32>
      %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<8192x2048xbf16>) outs(%1 : tensor<8192xf32>) {
      ^bb0(%a: bf16, %s: f32):
        %3 = arith.extf %a : bf16 to f32
        %4 = arith.addf %3, %s : f32
        linalg.yield %4 : f32
      } -> tensor<8192xf32>
      %5 = tensor.empty() : tensor<8192x2048xbf16>
      %6 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x, %2 : tensor<8192x2048xbf16>, tensor<8192xf32>) outs(%5 : tensor<8192x2048xbf16>) {
      ^bb0(%a: bf16, %b: f32, %old: bf16):
        %7 = arith.truncf %b : f32 to bf16
        %8 = arith.mulf %a, %7 : bf16
        linalg.yield %8 : bf16
      } -> tensor<8192x2048xbf16>
      return %2, %6 : tensor<8192xf32>, tensor<8192x2048xbf16>
    }
  }
  func.func @apart(%x: memref<8192x2048xbf16>, %y: memref<8192x2048xbf16>) {
    %s = memref.alloc() : memref<8192xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<8192x2048xbf16>) outs(%s : memref<8192xf32>)
    lowp.launch_fusion @fusions::@scale ins(%x, %s : memref<8192x2048xbf16>, memref<8192xf32>) outs(%y : memref<8192x2048xbf16>)
    return
  }
  func.func @joined(%x: memref<8192x2048xbf16>, %y: memref<8192x2048xbf16>) {
    %s = memref.alloc() : memref<8192xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<8192x2048xbf16>) outs(%s : memref<8192xf32>) {lowp_gpu.leads = 128 : i64}
    lowp.launch_fusion @fusions::@scale ins(%x, %s : memref<8192x2048xbf16>, memref<8192xf32>) outs(%y : memref<8192x2048xbf16>) {lowp_gpu.follows = 9 : i64}
    return
  }
  func.func @touching(%x: memref<8192x2048xbf16>, %z: memref<8192x2048xbf16>, %y: memref<8192x2048xbf16>) {
    %s = memref.alloc() : memref<8192xf32>
    lowp.launch_fusion @fusions::@sums ins(%x : memref<8192x2048xbf16>) outs(%s : memref<8192xf32>) {lowp_gpu.leads = 128 : i64}
    lowp.launch_fusion @fusions::@scale ins(%z, %s : memref<8192x2048xbf16>, memref<8192xf32>) outs(%y : memref<8192x2048xbf16>) {lowp_gpu.follows = 9 : i64}
    return
  }
  func.func @one(%x: memref<8192x2048xbf16>, %y: memref<8192x2048xbf16>) {
    %s = memref.alloc() : memref<8192xf32>
    lowp.launch_fusion @fusions::@both ins(%x : memref<8192x2048xbf16>) outs(%s, %y : memref<8192xf32>, memref<8192x2048xbf16>)
    return
  }
}
