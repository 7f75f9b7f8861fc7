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
