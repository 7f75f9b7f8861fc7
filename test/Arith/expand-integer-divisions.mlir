// RUN: lowp-opt %s --lowp-expand-integer-divisions | FileCheck %s

// CHECK-LABEL: func @divisions
// CHECK-NOT: ceildiv
// CHECK-NOT: floordiv
// CHECK: arith.divui
// CHECK: arith.divsi
func.func @divisions(%a: index, %b: index) -> (index, index, index) {
  %0 = arith.ceildivui %a, %b : index
  %1 = arith.ceildivsi %a, %b : index
  %2 = arith.floordivsi %a, %b : index
  return %0, %1, %2 : index, index, index
}

// The larger of -0 and +0 is +0: LLVM's own operation knows.
// CHECK-LABEL: func @maximum
// CHECK-NEXT: arith.maximumf
func.func @maximum(%x: f32, %y: f32) -> f32 {
  %z = arith.maximumf %x, %y : f32
  return %z : f32
}
