// RUN: lowp-opt %s --lowp-legalize-arith=only=expand-float-casts | FileCheck %s
// RUN: lowp-opt %s --lowp-legalize-arith="only=expand-float-casts include-16-bit" | FileCheck %s --check-prefix=HALF

// test/Integration/Reference/casts.test checks the values.

// CHECK-LABEL: func.func @encode(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK-NOT:     arith.truncf
// CHECK:         %[[CODE:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.bitcast %[[CODE]] : i8 to f8E4M3FN
func.func @encode(%x: f32) -> f8E4M3FN {
  %q = arith.truncf %x : f32 to f8E4M3FN
  return %q : f8E4M3FN
}

// CHECK-LABEL: func.func @decode(
// CHECK-SAME:    %[[Q:.*]]: f8E5M2)
// CHECK:         %[[CODE:.*]] = arith.bitcast %[[Q]] : f8E5M2 to i8
// CHECK:         arith.extui %[[CODE]] : i8 to i32
// CHECK-NOT:     arith.extf
func.func @decode(%q: f8E5M2) -> f32 {
  %x = arith.extf %q : f8E5M2 to f32
  return %x : f32
}

// CHECK-LABEL: func.func @vector(
// CHECK:         arith.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E4M3FN>
func.func @vector(%x: vector<4xf32>) -> vector<4xf8E4M3FN> {
  %q = arith.truncf %x : vector<4xf32> to vector<4xf8E4M3FN>
  return %q : vector<4xf8E4M3FN>
}

// One rounding, straight from the bits of f64.
// CHECK-LABEL: func.func @one_rounding(
// CHECK:         arith.bitcast %{{.*}} : f64 to i64
// CHECK-NOT:     arith.truncf
// CHECK:         arith.bitcast %{{.*}} : i16 to bf16
func.func @one_rounding(%x: f64) -> bf16 {
  %y = arith.truncf %x : f64 to bf16
  return %y : bf16
}

// CHECK-LABEL: func.func @sixteen_bits(
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// HALF-LABEL:  func.func @sixteen_bits(
// HALF-NOT:      arith.truncf
// HALF-NOT:      arith.extf
func.func @sixteen_bits(%x: f32, %y: bf16) -> (f16, f32) {
  %h = arith.truncf %x : f32 to f16
  %z = arith.extf %y : bf16 to f32
  return %h, %z : f16, f32
}

// The narrow formats, and e8m0 in one direction.
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT:     arith.truncf
// CHECK-NOT:     arith.extf
// CHECK:         arith.bitcast %{{.*}} : i4 to f4E2M1FN
func.func @narrow(%x: f32, %y: f6E2M3FN, %z: f8E8M0FNU) -> (f4E2M1FN, f32, f32) {
  %e = arith.truncf %x : f32 to f4E2M1FN
  %f = arith.extf %y : f6E2M3FN to f32
  %g = arith.extf %z : f8E8M0FNU to f32
  return %e, %f, %g : f4E2M1FN, f32, f32
}

// f32 has all numbers of these, and the way from there is exact.

// CHECK-LABEL: func.func @wider_than_f64(
// HALF-LABEL:  func.func @wider_than_f64(
// CHECK-COUNT-2: arith.extf %{{.*}} : f32 to f128
// CHECK:         return
func.func @wider_than_f64(%y: f6E2M3FN, %z: f8E8M0FNU) -> (f128, f128) {
  %f = arith.extf %y : f6E2M3FN to f128
  %g = arith.extf %z : f8E8M0FNU to f128
  return %f, %g : f128, f128
}

// tf32 is no type of a back end: what rounds to it is left.
// CHECK-LABEL: func.func @tf32(
// CHECK-NOT:     arith.truncf
// CHECK-NOT:     arith.extf
// CHECK:         return
func.func @tf32(%x: f32) -> f32 {
  %q = arith.truncf %x : f32 to tf32
  %y = arith.extf %q : tf32 to f32
  return %y : f32
}
