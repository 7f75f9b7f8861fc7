// RUN: lowp-test-opt %s --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// A layout of digits: each place computes whose it is, or takes padding, as all do
// in one parallel loop.

// CHECK-LABEL: func.func @any_layout(
// CHECK:         %[[STORED:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<62x4xf32>, tensor<62x4xbf16>)
// CHECK:         %[[SCALES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16x4x4xbf16>)
// CHECK:           %[[TILE:.*]] = linalg.index 0 : index
// CHECK:           %[[FIRST:.*]] = arith.muli %[[TILE]], %c4
// CHECK:           %[[J:.*]] = linalg.index 1 : index
// CHECK:           %[[INNER:.*]] = linalg.index 2 : index
// CHECK:           %[[I:.*]] = arith.addi %[[FIRST]], %[[INNER]]
// CHECK:           arith.cmpi slt, %[[I]], %c62
// CHECK:           scf.if
// CHECK:             tensor.extract %[[STORED]]#1[%[[I]], %[[J]]]
// CHECK:           else
// CHECK:             scf.yield %cst
// CHECK:         lowp.make_scaled %{{.*}}, %[[SCALES]]
!q = !lowp.scaled<62x256xf8E5M2, #lowp_test.block_1x64, scales = #lowp_test.row_tiles>
func.func @any_layout(%x: tensor<62x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !q
  return %q : !q
}
