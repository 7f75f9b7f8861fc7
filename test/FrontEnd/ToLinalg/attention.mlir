// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s

// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[TRANSPOSED:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[COLUMNS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[PRODUCT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[REPEATED:.*]] = affine_map<(d0, d1, d2) -> (0, d1, d2)>

// CHECK-LABEL: func.func @plain(
// CHECK-SAME: %[[Q:[a-z0-9]*]]: tensor<4x16x64xbf16>, %[[K:[a-z0-9]*]]: tensor<4x32x64xbf16>, %[[V:[a-z0-9]*]]: tensor<4x32x8xbf16>
// CHECK: %[[SCORES:.*]] = linalg.generic {indexing_maps = [#[[ROWS]], #[[TRANSPOSED]], #[[PRODUCT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[Q]], %[[K]] : {{.*}}) outs(%{{.*}} : tensor<4x16x32xf32>)
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[SCORES]]
// CHECK:   %[[SCALE:.*]] = arith.constant 1.250000e-01 : f32
// CHECK:   arith.mulf %{{.*}}, %[[SCALE]]
// CHECK: %[[WEIGHTS:.*]] = linalg.softmax dimension(2) ins(%[[SCALED]] : tensor<4x16x32xf32>)
// CHECK: %[[NARROW:.*]] = linalg.generic {{.*}} ins(%[[WEIGHTS]]
// CHECK:   arith.truncf %{{.*}} : f32 to bf16
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]], #[[COLUMNS]], #[[PRODUCT]]], {{.*}} ins(%[[NARROW]], %[[V]] : {{.*}}) outs(%{{.*}} : tensor<4x16x8xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @plain(%q: tensor<4x16x64xbf16>, %k: tensor<4x32x64xbf16>, %v: tensor<4x32x8xbf16>, %e: tensor<4x16x8xbf16>) -> tensor<4x16x8xbf16> {
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<4x16x64xbf16>, tensor<4x32x64xbf16>, tensor<4x32x8xbf16>) outs(%e : tensor<4x16x8xbf16>) -> tensor<4x16x8xbf16>
  return %0 : tensor<4x16x8xbf16>
}

// CHECK-LABEL: func.func @mask(
// CHECK: linalg.generic {{.*}}#[[REPEATED]]
// CHECK:   %[[SCALE:.*]] = arith.constant 3.000000e-01 : f32
// CHECK:   %[[SCORE:.*]] = arith.mulf %{{.*}}, %[[SCALE]]
// CHECK:   arith.addf %[[SCORE]], %{{.*}}
func.func @mask(%q: tensor<?x16x64xf32>, %m: tensor<1x16x16xf32>, %e: tensor<?x16x64xf32>) -> tensor<?x16x64xf32> {
  %0 = tm_tensor.attention {scale = 3.000000e-01 : f64} ins(%q, %q, %q, %m : tensor<?x16x64xf32>, tensor<?x16x64xf32>, tensor<?x16x64xf32>, tensor<1x16x16xf32>) outs(%e : tensor<?x16x64xf32>) -> tensor<?x16x64xf32>
  return %0 : tensor<?x16x64xf32>
}

// CHECK-LABEL: func.func @choice(
// CHECK:   %[[SCORE:.*]] = arith.mulf
// CHECK:   %[[NONE:.*]] = arith.constant 0xFF800000 : f32
// CHECK:   arith.select %{{.*}}, %[[SCORE]], %[[NONE]]
func.func @choice(%q: tensor<4x16x64xf32>, %m: tensor<4x16x16xi1>, %e: tensor<4x16x64xf32>) -> tensor<4x16x64xf32> {
  %0 = tm_tensor.attention ins(%q, %q, %q, %m : tensor<4x16x64xf32>, tensor<4x16x64xf32>, tensor<4x16x64xf32>, tensor<4x16x16xi1>) outs(%e : tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return %0 : tensor<4x16x64xf32>
}
