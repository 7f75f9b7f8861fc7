// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// What follows from a number of the row is computed once per row, before the
// broadcast; the scale of a norm here.
// CHECK-LABEL: func.func @norm(
// CHECK-DAG: %[[X:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x128xbf16>
// CHECK-DAG: %[[SUM:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x1xf32>
// CHECK: %[[R:.*]] = lowp_gpu.cta_map(%[[SUM]])
// CHECK: arith.divf
// CHECK: math.rsqrt
// CHECK: (vector<64x1xf32>) -> vector<64x1xf32>
// CHECK: %[[ALL:.*]] = lowp_gpu.cta_broadcast %[[R]] : vector<64x1xf32> -> vector<64x128xf32>
// CHECK-NOT: lowp_gpu.cta_broadcast
// CHECK: lowp_gpu.cta_map(%[[X]], %{{.*}}, %[[ALL]])
// CHECK-NOT: math.rsqrt
// CHECK: arith.mulf
// CHECK: return
func.func @norm(%x: memref<256x512xbf16>, %s: memref<256xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@norm ins(%x, %s : memref<256x512xbf16>, memref<256xf32>)
    outs(%y : memref<256x512xf32>)
  return
}

// Two numbers of the row become two others.
// CHECK-LABEL: func.func @layer_norm(
// CHECK: %[[BOTH:.*]]:2 = lowp_gpu.cta_map(%{{.*}}, %{{.*}}) {
// CHECK: math.rsqrt
// CHECK: (vector<64x1xf32>, vector<64x1xf32>) -> (vector<64x1xf32>, vector<64x1xf32>)
// CHECK-DAG: lowp_gpu.cta_broadcast %[[BOTH]]#0
// CHECK-DAG: lowp_gpu.cta_broadcast %[[BOTH]]#1
// CHECK-NOT: lowp_gpu.cta_broadcast
// CHECK: return
func.func @layer_norm(%x: memref<256x512xbf16>, %s: memref<256xf32>, %t: memref<256xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@layer_norm
    ins(%x, %s, %t : memref<256x512xbf16>, memref<256xf32>, memref<256xf32>) outs(%y : memref<256x512xf32>)
  return
}

// Elements read the number itself, too: its root would be one broadcast more.
// CHECK-LABEL: func.func @both(
// CHECK: %[[SUM:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x1xf32>
// CHECK-NEXT: lowp_gpu.cta_broadcast %[[SUM]]
// CHECK-NOT: lowp_gpu.cta_broadcast
// CHECK: math.sqrt
// CHECK: vector<64x128xf32>
// CHECK: return
func.func @both(%x: memref<256x512xbf16>, %s: memref<256xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@both ins(%x, %s : memref<256x512xbf16>, memref<256xf32>)
    outs(%y : memref<256x512xf32>)
  return
}

// A cast is no work: elements do it.
// CHECK-LABEL: func.func @cast(
// CHECK: %[[ROW:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x1xbf16>
// CHECK-NEXT: lowp_gpu.cta_broadcast %[[ROW]]
// CHECK: return
func.func @cast(%x: memref<256x512xbf16>, %s: memref<256xbf16>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@cast ins(%x, %s : memref<256x512xbf16>, memref<256xbf16>)
    outs(%y : memref<256x512xf32>)
  return
}

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

module @fusions {
  func.func @norm(%x: tensor<256x512xbf16>, %s: tensor<256xf32>) -> tensor<256x512xf32> {
    %empty = tensor.empty() : tensor<256x512xf32>
    %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %s : tensor<256x512xbf16>, tensor<256xf32>) outs(%empty : tensor<256x512xf32>) {
    ^bb0(%a: bf16, %sum: f32, %old: f32):
      %n = arith.constant 512.0 : f32
      %eps = arith.constant 1.0e-05 : f32
      %wide = arith.extf %a : bf16 to f32
      %mean = arith.divf %sum, %n : f32
      %m = arith.addf %mean, %eps : f32
      %r = math.rsqrt %m : f32
      %p = arith.mulf %wide, %r : f32
      linalg.yield %p : f32
    } -> tensor<256x512xf32>
    return %0 : tensor<256x512xf32>
  }

  func.func @layer_norm(%x: tensor<256x512xbf16>, %s: tensor<256xf32>, %t: tensor<256xf32>) -> tensor<256x512xf32> {
    %empty = tensor.empty() : tensor<256x512xf32>
    %0 = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %s, %t : tensor<256x512xbf16>, tensor<256xf32>, tensor<256xf32>) outs(%empty : tensor<256x512xf32>) {
    ^bb0(%a: bf16, %sum: f32, %squares: f32, %old: f32):
      %n = arith.constant 512.0 : f32
      %wide = arith.extf %a : bf16 to f32
      %mean = arith.divf %sum, %n : f32
      %distance = arith.subf %wide, %mean : f32
      %variance = arith.divf %squares, %n : f32
      %r = math.rsqrt %variance : f32
      %p = arith.mulf %distance, %r : f32
      linalg.yield %p : f32
    } -> tensor<256x512xf32>
    return %0 : tensor<256x512xf32>
  }

  func.func @both(%x: tensor<256x512xbf16>, %s: tensor<256xf32>) -> tensor<256x512xf32> {
    %empty = tensor.empty() : tensor<256x512xf32>
    %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %s : tensor<256x512xbf16>, tensor<256xf32>) outs(%empty : tensor<256x512xf32>) {
    ^bb0(%a: bf16, %sum: f32, %old: f32):
      %wide = arith.extf %a : bf16 to f32
      %root = math.sqrt %sum : f32
      %p = arith.mulf %wide, %root : f32
      %q = arith.addf %p, %sum : f32
      linalg.yield %q : f32
    } -> tensor<256x512xf32>
    return %0 : tensor<256x512xf32>
  }

  func.func @cast(%x: tensor<256x512xbf16>, %s: tensor<256xbf16>) -> tensor<256x512xf32> {
    %empty = tensor.empty() : tensor<256x512xf32>
    %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %s : tensor<256x512xbf16>, tensor<256xbf16>) outs(%empty : tensor<256x512xf32>) {
    ^bb0(%a: bf16, %b: bf16, %old: f32):
      %wide = arith.extf %a : bf16 to f32
      %row = arith.extf %b : bf16 to f32
      %p = arith.mulf %wide, %row : f32
      linalg.yield %p : f32
    } -> tensor<256x512xf32>
    return %0 : tensor<256x512xf32>
  }
}
