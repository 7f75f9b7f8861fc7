// RUN: lowp-opt %s --lowp-legalize-arith=only=emulate-small-floats | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: lowp-opt %s --lowp-legalize-arith="only=emulate-small-floats include-16-bit" | FileCheck %s --check-prefixes=CHECK,WIDE

// CHECK-LABEL: func @product
// NARROW-NEXT: arith.mulf {{.*}} : bf16
// WIDE-NEXT: %[[X:.*]] = arith.extf %arg0 : bf16 to f32
// WIDE-NEXT: %[[Y:.*]] = arith.extf %arg1 : bf16 to f32
// WIDE-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// WIDE-NEXT: arith.truncf %[[P]] : f32 to bf16
func.func @product(%x: bf16, %y: bf16) -> bf16 {
  %p = arith.mulf %x, %y : bf16
  return %p : bf16
}

// Each operation rounds: nothing is left out between two of them.
// CHECK-LABEL: func @chain
// WIDE: %[[P:.*]] = arith.mulf {{.*}} : f32
// WIDE: %[[R:.*]] = arith.truncf %[[P]] : f32 to f16
// WIDE: %[[W:.*]] = arith.extf %[[R]] : f16 to f32
// WIDE: arith.cmpf olt, %[[W]], {{.*}} : f32
func.func @chain(%x: f16, %y: f16) -> i1 {
  %p = arith.mulf %x, %y : f16
  %c = arith.cmpf olt, %p, %y : f16
  return %c : i1
}

// CHECK-LABEL: func @fp8
// CHECK: arith.addf {{.*}} : f32
// CHECK: math.exp {{.*}} : vector<4xf32>
func.func @fp8(%x: f8E4M3FN, %v: vector<4xf8E5M2>) -> (f8E4M3FN, vector<4xf8E5M2>) {
  %s = arith.addf %x, %x : f8E4M3FN
  %e = math.exp %v : vector<4xf8E5M2>
  return %s, %e : f8E4M3FN, vector<4xf8E5M2>
}

// One rounding: the product is exact in f64, and the last bit of the sum says
// whether that is.
// CHECK-LABEL: func @fma
// WIDE: %[[P:.*]] = arith.mulf {{.*}} : f64
// WIDE: arith.addf %[[P]], {{.*}} : f64
// WIDE: arith.select {{.*}} : i64
// WIDE: arith.truncf {{.*}} : f64 to bf16
func.func @fma(%x: bf16) -> bf16 {
  %f = math.fma %x, %x, %x : bf16
  return %f : bf16
}

// Integers that f32 does not hold come by way of f64; of 64 bits, what f64 does
// not hold is kept as one bit.
// CHECK-LABEL: func @integers
// WIDE: arith.sitofp %arg0 : i32 to f64
// WIDE: arith.truncf {{.*}} : f64 to f16
// WIDE: arith.andi %arg1, {{.*}} : i64
// WIDE: %[[ODD:.*]] = arith.select {{.*}} : i64
// WIDE: arith.uitofp %[[ODD]] : i64 to f64
func.func @integers(%i: i32, %j: i64) -> (f16, bf16) {
  %x = arith.sitofp %i : i32 to f16
  %y = arith.uitofp %j : i64 to bf16
  return %x, %y : f16, bf16
}

// What only moves values is left alone.
// CHECK-LABEL: func @moves
// CHECK-NEXT: arith.bitcast
// CHECK-NEXT: arith.select
// CHECK-NEXT: return
func.func @moves(%x: bf16, %i: i16, %c: i1) -> bf16 {
  %y = arith.bitcast %i : i16 to bf16
  %z = arith.select %c, %x, %y : bf16
  return %z : bf16
}
