// RUN: lowp-opt %s --lowp-legalize-arith=only=guard-float-casts | FileCheck %s --check-prefix=GUARD
// RUN: lowp-opt %s --lowp-legalize-arith=only=guard-float-casts --canonicalize | FileCheck %s --check-prefix=FOLD

// Infinity and NaN are the largest number where a format has neither.
// GUARD-LABEL: func.func @narrow(
// GUARD: %[[LOW:.*]] = arith.maximumf %arg0, %{{.*}} : f32
// GUARD: %[[CLAMPED:.*]] = arith.minimumf %[[LOW]], %[[SIX:.*]] : f32
// GUARD: %[[NAN:.*]] = arith.cmpf uno, %[[CLAMPED]], %[[CLAMPED]] : f32
// GUARD: %[[NUMBER:.*]] = arith.select %[[NAN]], %[[SIX]], %[[CLAMPED]] : f32
// GUARD: arith.truncf %[[NUMBER]] to_nearest_even : f32 to f4E2M1FN
func.func @narrow(%x: f32) -> f4E2M1FN {
  %y = arith.truncf %x to_nearest_even : f32 to f4E2M1FN
  return %y : f4E2M1FN
}

// Other formats have what upstream folds to.
// GUARD-LABEL: func.func @others(
// GUARD-NEXT: arith.truncf %arg0 : f32 to f8E4M3FN
// GUARD-NEXT: arith.extf
// GUARD-NEXT: return
func.func @others(%x: f32) -> bf16 {
  %y = arith.truncf %x : f32 to f8E4M3FN
  %z = arith.extf %y : f8E4M3FN to bf16
  return %z : bf16
}

// GUARD-LABEL: func.func @tensor(
// GUARD: linalg.generic {{.*}} ins(%arg0 : tensor<?x4xbf16>) outs(%{{.*}} : tensor<?x4xf6E3M2FN>)
// GUARD: arith.truncf %{{.*}} : bf16 to f6E3M2FN
func.func @tensor(%x: tensor<?x4xbf16>) -> tensor<?x4xf6E3M2FN> {
  %y = arith.truncf %x : tensor<?x4xbf16> to tensor<?x4xf6E3M2FN>
  return %y : tensor<?x4xf6E3M2FN>
}

// GUARD-LABEL: func.func @scale(
// GUARD-NOT: arith.extf
// GUARD: arith.bitcast %arg0 : f8E8M0FNU to i8
func.func @scale(%x: f8E8M0FNU) -> f32 {
  %y = arith.extf %x : f8E8M0FNU to f32
  return %y : f32
}

// FOLD-LABEL: func.func @constants(
// FOLD-DAG: %[[MOST:.*]] = arith.constant 6.000000e+00 : f32
// FOLD-DAG: %[[LEAST:.*]] = arith.constant -6.000000e+00 : f32
// FOLD-DAG: %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// FOLD: return %[[MOST]], %[[LEAST]], %[[MOST]], %[[NAN]] : f32, f32, f32, f32
func.func @constants() -> (f32, f32, f32, f32) {
  %inf = arith.constant 0x7F800000 : f32
  %minus = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0xFFC00000 : f32
  %scale = arith.constant 0xFF : f8E8M0FNU
  %0 = arith.truncf %inf : f32 to f4E2M1FN
  %1 = arith.truncf %minus : f32 to f4E2M1FN
  %2 = arith.truncf %nan : f32 to f4E2M1FN
  %3 = arith.extf %0 : f4E2M1FN to f32
  %4 = arith.extf %1 : f4E2M1FN to f32
  %5 = arith.extf %2 : f4E2M1FN to f32
  %6 = arith.extf %scale : f8E8M0FNU to f32
  return %3, %4, %5, %6 : f32, f32, f32, f32
}
