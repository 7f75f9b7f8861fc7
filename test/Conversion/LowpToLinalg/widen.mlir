// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// Data that fit stay where they are.

// CHECK-LABEL: func.func @scales(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK:         %[[W:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x64xf32>)
// CHECK:           tensor.extract %[[S]]
// CHECK:         lowp.make_scaled %[[D]], %[[W]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>
func.func @scales(%q: !q) -> !w {
  %w = lowp.widen %q : !q -> !w
  return %w : !w
}

// -----

// Narrow data are converted by way of f32.

// CHECK-LABEL: func.func @data(
// CHECK:         %[[W:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x256xf8E4M3FN>)
// CHECK:           %[[WIDE:.*]] = arith.extf %{{.*}} : f6E3M2FN to f32
// CHECK-NEXT:      %[[E4M3:.*]] = arith.truncf %[[WIDE]] : f32 to f8E4M3FN
// CHECK-NEXT:      linalg.yield %[[E4M3]]
!q = !lowp.scaled<64x256xf6E3M2FN, #lowp.mx<32x32>, order = [1, 0]>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
func.func @data(%q: !q) -> !w {
  %w = lowp.widen %q : !q -> !w
  return %w : !w
}

// -----

// Spread data are read everywhere and kept where there are any.

// CHECK-LABEL: func.func @spread(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f8E4M3FN
// CHECK:         %[[BLOCKS:.*]] = arith.ceildivui %{{.*}}, %c16
// CHECK-NEXT:    %[[COLUMNS:.*]] = arith.muli %[[BLOCKS]], %c32
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<64x?xf8E4M3FN>)
// CHECK:           %[[INNER:.*]] = arith.remui %{{.*}}, %c32
// CHECK:           arith.cmpi slt, %[[INNER]], %c16
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[ZERO]] : f8E4M3FN
!q = !lowp.scaled<64x?xf4E2M1FN, #lowp.nvfp4<1x16>>
!w = !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x32>>
func.func @spread(%q: !q) -> !w {
  %w = lowp.widen %q spread 16 : !q -> !w
  return %w : !w
}

// -----

// A batch is spread matrix by matrix, though the types of its data stay what they are.

// CHECK-LABEL: func.func @batch(
// CHECK:         %[[MADE:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<3x64x?xf8E4M3FN>, tensor<3x64x?xf32>)
// CHECK:           arith.select %{{.*}} : f8E4M3FN
// CHECK:         lowp.make_scaled %[[MADE]]#0, %[[MADE]]#1 :
!q = !lowp.scaled<3x64x?xf8E4M3FN, #lowp.mx<1x32>>
!w = !lowp.scaled<3x64x?xf8E4M3FN, #lowp.block<1x32>>
func.func @batch(%q: !q) -> !w {
  %w = lowp.widen %q spread 16 : !q -> !w
  return %w : !w
}
