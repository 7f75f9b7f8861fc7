// RUN: lowp-opt %s --convert-lowp-to-linalg | FileCheck %s

// test/Integration/Reference/hadamard.test checks the values.

// 16 terms in f64, one rounding.
// CHECK-LABEL: func.func @hadamard(
// CHECK:         linalg.generic
// CHECK-COUNT-16: arith.extf %{{.*}} : bf16 to f64
// CHECK-NOT:     arith.extf
// CHECK:         arith.truncf %{{.*}} : f64 to bf16
func.func @hadamard(%x: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %y = lowp.hadamard %x axis 1 signs 0xD7E8 : tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// Each matrix of a batch is transformed on its own: columns are dimension 1 of the tensor.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME:    %[[X:.*]]: tensor<?x64x256xbf16>)
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
// CHECK:           %[[G:.*]] = linalg.index 0
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           %[[J:.*]] = linalg.index 2
// CHECK:           arith.remui %[[I]]
// CHECK:           tensor.extract %[[X]][%[[G]], %{{.*}}, %[[J]]]
func.func @batch(%x: tensor<?x64x256xbf16>) -> tensor<?x64x256xbf16> {
  %y = lowp.hadamard %x axis 0 signs 0xD7E8 : tensor<?x64x256xbf16>
  return %y : tensor<?x64x256xbf16>
}

// 1 / sqrt(8), in f64.
// CHECK-LABEL: func.func @size(
// CHECK:         linalg.generic
// CHECK-COUNT-8: arith.extf %{{.*}} : f32 to f64
// CHECK-NOT:     arith.extf
// CHECK:         %[[FACTOR:.*]] = arith.constant 0.35355339059327373 : f64
// CHECK:         arith.mulf %{{.*}}, %[[FACTOR]] : f64
func.func @size(%x: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %y = lowp.hadamard %x axis 1 signs 5 size 8 : tensor<?x256xf32>
  return %y : tensor<?x256xf32>
}
