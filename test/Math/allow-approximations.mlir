// RUN: lowp-opt %s --lowp-legalize-math=only=allow-approximations | FileCheck %s

// CHECK-LABEL: func.func @functions
// CHECK:         math.exp %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.exp2 %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.log %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.log2 %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.log10 %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.tanh %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.sqrt %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         math.rsqrt %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK:         arith.divf %{{.*}} fastmath<arcp,afn> : tensor<4xf32>
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.exp2 %0 : tensor<4xf32>
  %2 = math.log %1 : tensor<4xf32>
  %3 = math.log2 %2 : tensor<4xf32>
  %4 = math.log10 %3 : tensor<4xf32>
  %5 = math.tanh %4 : tensor<4xf32>
  %6 = math.sqrt %5 : tensor<4xf32>
  %7 = math.rsqrt %6 : tensor<4xf32>
  %8 = arith.divf %7, %x : tensor<4xf32>
  return %8 : tensor<4xf32>
}

// What the chip has no approximation of is left alone, and flags that are there stay.
// CHECK-LABEL: func.func @others
// CHECK:         math.sin %{{[^ ]*}} : tensor<4xf32>
// CHECK:         math.exp %{{.*}} fastmath<nnan,afn> : tensor<4xf32>
// CHECK:         arith.addf %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xf32>
func.func @others(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.sin %x : tensor<4xf32>
  %1 = math.exp %0 fastmath<nnan> : tensor<4xf32>
  %2 = arith.addf %1, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @body
// CHECK:         arith.divf %{{.*}}, %{{.*}} fastmath<arcp,afn> : f32
func.func @body(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The host computes this one.
// CHECK-LABEL: func.func @host
// CHECK:         arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func @host(%x: f32, %y: f32) -> f32 {
  %0 = arith.divf %x, %y : f32
  return %0 : f32
}
