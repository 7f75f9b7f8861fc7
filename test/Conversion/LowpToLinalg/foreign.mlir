// RUN: lowp-test-opt %s --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// A layout of digits: each place computes whose it is, or takes padding, as all do
// in one parallel loop.

// CHECK-LABEL: func.func @digits(
// CHECK:         %[[STORED:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<62x4xf32>, tensor<62x4xbf16>)
// CHECK:         %[[SCALES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16x4x4xbf16>)
// CHECK:           %[[TILE:.*]] = linalg.index 0 : index
// CHECK:           %[[J:.*]] = linalg.index 1 : index
// CHECK:           %[[INNER:.*]] = linalg.index 2 : index
// CHECK:           %[[FIRST:.*]] = arith.muli %[[TILE]], %c4
// CHECK:           %[[I:.*]] = arith.addi %[[FIRST]], %[[INNER]]
// CHECK:           arith.cmpi slt, %[[I]], %c62
// CHECK:           scf.if
// CHECK:             tensor.extract %[[STORED]]#1[%[[I]], %[[J]]]
// CHECK:           else
// CHECK:             scf.yield %cst
// CHECK:         lowp.make_scaled %{{.*}}, %[[SCALES]]
!q = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>
func.func @digits(%x: tensor<62x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !q
  return %q : !q
}

// One of other places: padding first, then each scale to its place, in parallel,
// without a buffer of its own.

// CHECK-LABEL: func.func @any_layout(
// CHECK:         %[[STORED:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<62x4xf32>, tensor<62x4xbf16>)
// CHECK:         %[[PADDED:.*]] = linalg.fill ins(%{{.*}} : bf16) outs(%{{.*}} : tensor<62x5xbf16>)
// CHECK:         %[[SCALES:.*]] = scf.forall (%[[I:.*]], %[[J:.*]]) in (62, 4) shared_outs(%[[OUT:.*]] = %[[PADDED]])
// CHECK:           %[[SCALE:.*]] = tensor.extract %[[STORED]]#1[%[[I]], %[[J]]]
// CHECK:           %[[SLOT:.*]] = tensor.extract_slice %[[OUT]][%[[I]], %{{.*}}] [1, 1] [1, 1]
// CHECK:           linalg.fill ins(%[[SCALE]] : bf16) outs(%[[SLOT]] :
// CHECK:             tensor.parallel_insert_slice %{{.*}} into %[[OUT]]
// CHECK:         lowp.make_scaled %{{.*}}, %[[SCALES]]
!skewed = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.skewed>
func.func @any_layout(%x: tensor<62x256xf32>) -> !skewed {
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !skewed
  return %q : !skewed
}
