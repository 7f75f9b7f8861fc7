// RUN: lowp-opt %s --lowp-legalize-math=only=call-libm | FileCheck %s

// CHECK-DAG: func.func private @log1pf(f32) -> f32
// CHECK-DAG: func.func private @expm1(f64) -> f64

// CHECK-LABEL: func.func @functions(
// CHECK-SAME:    %[[X:.*]]: f32, %[[Y:.*]]: f64, %[[N:.*]]: i32)
// CHECK:         %[[LOG:.*]] = call @log1pf(%[[X]])
// CHECK:         %[[EXP:.*]] = call @expm1(%[[Y]])
// CHECK-DAG:     %[[WIDE:.*]] = arith.extf %[[X]] : f32 to f64
// CHECK-DAG:     %[[NUMBER:.*]] = arith.sitofp %[[N]] : i32 to f64
// CHECK:         %[[POWER:.*]] = math.powf %[[WIDE]], %[[NUMBER]] : f64
// CHECK:         %[[NARROW:.*]] = arith.truncf %[[POWER]] : f64 to f32
// LLVM has the others.
// CHECK:         %[[SIN:.*]] = math.sin %[[X]]
// CHECK:         return %[[LOG]], %[[EXP]], %[[NARROW]], %[[SIN]]
func.func @functions(%x: f32, %y: f64, %n: i32) -> (f32, f64, f32, f32) {
  %0 = math.log1p %x : f32
  %1 = math.expm1 %y : f64
  %2 = math.fpowi %x, %n : f32, i32
  %3 = math.sin %x : f32
  return %0, %1, %2, %3 : f32, f64, f32, f32
}
