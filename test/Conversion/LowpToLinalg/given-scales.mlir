// RUN: lowp-opt %s --convert-lowp-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// test/Integration/Reference/given-scales.test checks the values.

// CHECK-LABEL: func.func @amax(
// CHECK-SAME:    %[[X:.*]]: tensor<64x256xbf16>)
// CHECK:         %[[AMAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME:      outs(%{{.*}} : tensor<64x2xf32>)
// CHECK:           tensor.extract %[[X]]
// CHECK:           math.absf
// CHECK:         return %[[AMAX]]
func.func @amax(%x: tensor<64x256xbf16>) -> tensor<64x2xf32> {
  %a = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<64x256xbf16> -> tensor<64x2xf32>
  return %a : tensor<64x2xf32>
}

// -----

// Matrix by matrix.

// CHECK-LABEL: func.func @amax_of_batch(
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %{{.*}} : tensor<3x64x256xf32> to tensor<64x256xf32>
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<64x1xf32>)
// CHECK:           tensor.insert_slice %{{.*}} : tensor<64x1xf32> into tensor<3x64x1xf32>
func.func @amax_of_batch(%x: tensor<3x64x256xf32>) -> tensor<3x64x1xf32> {
  %a = lowp.amax %x recipe(#lowp.rowwise) : tensor<3x64x256xf32> -> tensor<3x64x1xf32>
  return %a : tensor<3x64x1xf32>
}

// -----

// One loop over all entries, of a batch, too.

// CHECK-LABEL: func.func @scales(
// CHECK-SAME:    %[[AMAX:[a-z0-9]*]]: tensor<3x64x16xf32>, %[[FACTOR:[a-z0-9]*]]: tensor<3x1xf32>)
// CHECK:         %[[SCALES:.*]]:2 = linalg.generic {{.*}} ins(%[[AMAX]] : tensor<3x64x16xf32>) outs(%{{.*}}, %{{.*}} : tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>)
// CHECK:           %[[MATRIX:.*]] = linalg.index 0
// CHECK:           tensor.extract %[[FACTOR]][%[[MATRIX]], %c0]
// CHECK:         return %[[SCALES]]#0, %[[SCALES]]#1
func.func @scales(%a: tensor<3x64x16xf32>, %f: tensor<3x1xf32>) -> (tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>) {
  %e, %s = lowp.compute_scale %a global(%f : tensor<3x1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine>
    : tensor<3x64x16xf32> -> tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>
  return %e, %s : tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @global_scale(
// CHECK:         %[[SCALES:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<3x1x1xf32>, tensor<3x1x1xf32>)
// CHECK:           arith.divf
// CHECK:         %[[FACTOR:.*]] = tensor.collapse_shape %[[SCALES]]#0 {{\[\[}}0], [1, 2]] : tensor<3x1x1xf32> into tensor<3x1xf32>
// CHECK:         %[[SCALE:.*]] = tensor.collapse_shape %[[SCALES]]#1
// CHECK:         return %[[FACTOR]], %[[SCALE]]
func.func @global_scale(%m: tensor<3x1x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine>
    : tensor<3x1x1xf32> -> tensor<3x1xf32>, tensor<3x1xf32>
  return %f, %g : tensor<3x1xf32>, tensor<3x1xf32>
}

// -----

// Data alone: no amax, no scale is computed.

// CHECK-LABEL: func.func @data(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x256xf32>, %[[E:[a-z0-9]*]]: tensor<64x2xf32>, %[[S:[a-z0-9]*]]: tensor<64x2xf32>)
// CHECK-NOT:     math.absf
// CHECK-NOT:     arith.divf
// CHECK:         %[[DATA:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x256xf32>) outs(%{{.*}} : tensor<64x256xf8E4M3FN>)
// CHECK:           tensor.extract %[[E]]
// CHECK:         lowp.make_scaled %[[DATA]], %[[S]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @data(%x: tensor<64x256xf32>, %e: tensor<64x2xf32>, %s: tensor<64x2xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<64x2xf32>, tensor<64x2xf32>) : tensor<64x256xf32> -> !q
  return %q : !q
}

// -----

// Given scales go to the places of the layout.

// CHECK-LABEL: func.func @layout(
// CHECK-SAME:    %[[S:[a-z0-9]*]]: tensor<62x2xf32>)
// CHECK:         %[[STORED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x64xf32>)
// CHECK:           tensor.extract %[[S]]
// CHECK:         lowp.make_scaled %{{.*}}, %[[STORED]]
!q = !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @layout(%x: tensor<62x256xf32>, %e: tensor<62x2xf32>, %s: tensor<62x2xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<62x2xf32>, tensor<62x2xf32>) : tensor<62x256xf32> -> !q
  return %q : !q
}

// -----

// CHECK-LABEL: func.func @global(
// CHECK-SAME:    %[[G:[a-z0-9]*]]: tensor<1xf32>)
// CHECK:         lowp.make_scaled %{{.*}}, %{{.*}}, %[[G]]
!q = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
func.func @global(%x: tensor<64x256xf32>, %e: tensor<64x16xf32>, %s: tensor<64x16xf8E4M3FN>, %g: tensor<1xf32>) -> !q {
  %q = lowp.quantize %x numerics <transformer_engine> scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
    : tensor<64x256xf32> -> !q
  return %q : !q
}
