// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// test/Integration/Reference/quantize.test checks the values.

// amax per block, both forms of the scale, data.

// CHECK-LABEL: func.func @block(
// CHECK-SAME:    %[[X:.*]]: tensor<64x256xbf16>)
// CHECK:         %[[AMAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME:      outs(%{{.*}} : tensor<64x2xf32>)
// CHECK:           tensor.extract %[[X]]
// CHECK:           math.absf
// CHECK:           arith.maximumf
// CHECK:         %[[SCALE:.*]]:2 = linalg.generic {{.*}} ins(%[[AMAX]] : tensor<64x2xf32>)
// CHECK:           arith.divf {{.*}} : f64
// CHECK:           arith.divf {{.*}} : f32
// CHECK:         %[[DATA:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x256xbf16>) outs(%{{.*}} : tensor<64x256xf8E4M3FN>)
// CHECK:           %[[FACTOR:.*]] = tensor.extract %[[SCALE]]#0
// CHECK:           arith.mulf %{{.*}}, %[[FACTOR]] : f32
// CHECK:           arith.maximumf
// CHECK:           arith.minimumf
// CHECK:           arith.truncf {{.*}} : f32 to f8E4M3FN
// CHECK:         lowp.make_scaled %[[DATA]], %[[SCALE]]#1
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @block(%x: tensor<64x256xbf16>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !q
  return %q : !q
}

// -----

// A ragged block sees its last element again instead of its neighbour.

// CHECK-LABEL: func.func @ragged(
// CHECK:           arith.minsi %{{.*}}, %c99
func.func @ragged(%x: tensor<100x256xf32>) -> !lowp.scaled<100x256xf8E4M3FN, #lowp.block<128x128>> {
  %q = lowp.quantize %x numerics <torchao> : tensor<100x256xf32> -> !lowp.scaled<100x256xf8E4M3FN, #lowp.block<128x128>>
  return %q : !lowp.scaled<100x256xf8E4M3FN, #lowp.block<128x128>>
}

// -----

// One scale for all: rows first, then their maxima.

// CHECK-LABEL: func.func @tensorwise(
// CHECK:         %[[ROWS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?x1xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1xf32>)
// CHECK:           tensor.extract %[[ROWS]]
!q = !lowp.scaled<?x256xf8E5M2, #lowp.tensorwise>
func.func @tensorwise(%x: tensor<?x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<?x256xf32> -> !q
  return %q : !q
}

// -----

// Column-major data: the result's map is transposed.

// CHECK:       #[[$T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @column_major(
// CHECK:         linalg.generic {indexing_maps = [{{.*}}, #[[$T]]]{{.*}} outs(%{{.*}} : tensor<256x64xf8E4M3FN>)
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
func.func @column_major(%x: tensor<64x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !q
  return %q : !q
}

// -----

// The padding of a scale layout is written.

// CHECK-LABEL: func.func @padded_scales(
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x64xf32>)
// CHECK:           scf.if
// CHECK:             tensor.extract
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %cst
// CHECK:         lowp.make_scaled %{{.*}}, %[[S]] : {{.*}}, tensor<2x64xf32>
!q = !lowp.scaled<62x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
func.func @padded_scales(%x: tensor<62x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<62x256xf32> -> !q
  return %q : !q
}

// -----

// What the input or the result knows about a size, both know.

// CHECK-LABEL: func.func @mixed_static(
// CHECK:         tensor.cast %{{.*}} : tensor<?x256xf32> to tensor<64x256xf32>
// CHECK:         tensor.cast %{{.*}} : tensor<64x256xf8E4M3FN> to tensor<64x?xf8E4M3FN>
!q = !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
func.func @mixed_static(%x: tensor<?x256xf32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> : tensor<?x256xf32> -> !q
  return %q : !q
}

// -----

// CHECK-LABEL: func.func @dequantize(
// CHECK:         %[[D:.*]], %[[S:.*]] = lowp.split_scaled
// CHECK:         linalg.generic {{.*}} ins(%[[D]] : tensor<64x256xf8E4M3FN>) outs(%{{.*}} : tensor<64x256xbf16>)
// CHECK:           %[[FACTOR:.*]] = tensor.extract %[[S]]
// CHECK:           %[[V:.*]] = arith.extf {{.*}} : f8E4M3FN to f32
// CHECK:           arith.mulf %[[V]], %[[FACTOR]] : f32
// CHECK:           arith.truncf {{.*}} : f32 to bf16
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @dequantize(%q: !q) -> tensor<64x256xbf16> {
  %x = lowp.dequantize %q : !q -> tensor<64x256xbf16>
  return %x : tensor<64x256xbf16>
}
