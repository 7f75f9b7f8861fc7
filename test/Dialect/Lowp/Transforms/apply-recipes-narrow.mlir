// RUN: lowp-opt %s --lowp-apply-recipes | FileCheck %s
// RUN: lowp-opt %s --lowp-apply-recipes=recipe=block_1x128_128x128 | FileCheck %s

// Matmuls of fp8 elements have scales of 1, whatever recipe others are given. An operand
// with K first is transposed.
// CHECK-LABEL: func @product(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xf8E4M3FN>, %[[W:.*]]: tensor<256x512xf8E5M2>
// CHECK-DAG:     %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<1x1xf32>
// CHECK:         %[[L:.*]] = lowp.make_scaled %[[X]], %[[ONE]] : {{.*}} -> !lowp.scaled<?x256xf8E4M3FN, #lowp.tensorwise>
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[W]] : {{.*}}) outs(%{{.*}} : tensor<512x256xf8E5M2>) permutation = [1, 0]
// CHECK:         %[[R:.*]] = lowp.make_scaled %[[T]], {{.*}} -> !lowp.scaled<512x256xf8E5M2, #lowp.tensorwise>
// CHECK:         lowp.scaled_matmul %[[L]], %[[R]] : {{.*}} -> tensor<?x512xf32>
func.func @product(%x: tensor<?x256xf8E4M3FN>, %w: tensor<256x512xf8E5M2>, %e: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x256xf8E4M3FN>, tensor<256x512xf8E5M2>) outs(%init : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}

// With K last, onto something.
// CHECK-LABEL: func @sum(
// CHECK-SAME:    %{{.*}}: tensor<64x32xf8E4M3FN>, %{{.*}}: tensor<8x32xf8E4M3FN>, %[[C:.*]]: tensor<64x8xf32>
// CHECK-NOT:     linalg.transpose
// CHECK:         lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %[[C]]
func.func @sum(%x: tensor<64x32xf8E4M3FN>, %w: tensor<8x32xf8E4M3FN>, %c: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<64x32xf8E4M3FN>, tensor<8x32xf8E4M3FN>) outs(%c : tensor<64x8xf32>) -> tensor<64x8xf32>
  return %y : tensor<64x8xf32>
}

// Sizes that no kernel takes, and elements of one operand alone, stay.
// CHECK-LABEL: func @others(
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT:     lowp.
func.func @others(%x: tensor<64x24xf8E4M3FN>, %w: tensor<24x8xf8E4M3FN>, %v: tensor<64x32xf8E4M3FN>, %u: tensor<32x7xf8E4M3FN>,
                  %t: tensor<32x8xf16>, %a: tensor<64x8xf32>, %b: tensor<64x7xf32>)
    -> (tensor<64x8xf32>, tensor<64x7xf32>, tensor<64x8xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x24xf8E4M3FN>, tensor<24x8xf8E4M3FN>) outs(%a : tensor<64x8xf32>) -> tensor<64x8xf32>
  %1 = linalg.matmul ins(%v, %u : tensor<64x32xf8E4M3FN>, tensor<32x7xf8E4M3FN>) outs(%b : tensor<64x7xf32>) -> tensor<64x7xf32>
  %2 = linalg.matmul ins(%v, %t : tensor<64x32xf8E4M3FN>, tensor<32x8xf16>) outs(%a : tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0, %1, %2 : tensor<64x8xf32>, tensor<64x7xf32>, tensor<64x8xf32>
}
