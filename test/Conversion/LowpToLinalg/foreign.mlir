// RUN: lowp-test-opt %s --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// A layout that is no permutation: padding first, then each scale to its place,
// in parallel, without a buffer of its own.

// CHECK-LABEL: func.func @any_layout(
// CHECK:         %[[STORED:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<62x4xf32>, tensor<62x4xbf16>)
// CHECK:         %[[PADDED:.*]] = linalg.fill ins(%{{.*}} : bf16) outs(%{{.*}} : tensor<16x4x4xbf16>)
// CHECK:         %[[SCALES:.*]] = scf.forall (%[[I:.*]], %[[J:.*]]) in (62, 4) shared_outs(%[[OUT:.*]] = %[[PADDED]])
// CHECK:           %[[SCALE:.*]] = tensor.extract %[[STORED]]#1[%[[I]], %[[J]]]
// CHECK:           %[[SLOT:.*]] = tensor.extract_slice %[[OUT]][%{{.*}}, %[[J]], %{{.*}}] [1, 1, 1] [1, 1, 1]
// CHECK:           linalg.fill ins(%[[SCALE]] : bf16) outs(%[[SLOT]] :
// CHECK:             tensor.parallel_insert_slice %{{.*}} into %[[OUT]]
// CHECK:         lowp.make_scaled %{{.*}}, %[[SCALES]]
!q = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>
func.func @any_layout(%x: tensor<62x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !q
  return %q : !q
}
