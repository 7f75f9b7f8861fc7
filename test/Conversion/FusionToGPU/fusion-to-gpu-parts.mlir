// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// What is chosen of two parts and is a part of the result, too, is stored as one.
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 8 + d3)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1 + 16, d2 * 8 + d3)>
// CHECK-LABEL: func.func @part_of_parts(
// CHECK: %[[CHOSEN:.*]] = lowp_gpu.cta_map(%{{.*}}, %{{.*}}, %{{.*}}) {
// CHECK: %[[PRODUCT:.*]] = lowp_gpu.cta_map(%{{.*}}, %[[CHOSEN]],
// CHECK: lowp_gpu.cta_store %[[PRODUCT]] {{.*}} map #[[FIRST]]
// CHECK: lowp_gpu.cta_store %[[CHOSEN]] {{.*}} map #[[SECOND]]
// CHECK-NOT: lowp_gpu.cta_store
func.func @part_of_parts(%a: memref<16x16x8xbf16>, %b: memref<16x16x8xbf16>, %x: memref<16x16x16xbf16>, %y: memref<16x32x16xbf16>) {
  lowp.launch_fusion @fusions::@part_of_parts
      ins(%a, %b, %x : memref<16x16x8xbf16>, memref<16x16x8xbf16>, memref<16x16x16xbf16>) outs(%y : memref<16x32x16xbf16>)
  return
}
module @fusions {
  func.func @part_of_parts(%a: tensor<16x16x8xbf16>, %b: tensor<16x16x8xbf16>, %x: tensor<16x16x16xbf16>) -> tensor<16x32x16xbf16> {
    %c = tensor.concat dim(2) %a, %b : (tensor<16x16x8xbf16>, tensor<16x16x8xbf16>) -> tensor<16x16x16xbf16>
    %e = tensor.empty() : tensor<16x16x16xbf16>
    %p = linalg.mul ins(%x, %c : tensor<16x16x16xbf16>, tensor<16x16x16xbf16>) outs(%e : tensor<16x16x16xbf16>) -> tensor<16x16x16xbf16>
    %r = tensor.concat dim(1) %p, %c : (tensor<16x16x16xbf16>, tensor<16x16x16xbf16>) -> tensor<16x32x16xbf16>
    return %r : tensor<16x32x16xbf16>
  }
}
