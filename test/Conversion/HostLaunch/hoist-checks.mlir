// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-insert-checks{only=hoist-checks})" | FileCheck %s

// What follows from arguments and their sizes is checked first, in its order.
// CHECK-LABEL: func.func @f(
// CHECK:         %[[N:.*]] = memref.dim
// CHECK:         cf.assert %{{.*}}, "first"
// CHECK:         cf.assert %{{.*}}, "second"
// CHECK:         call @work(
// CHECK:         arith.divsi
// CHECK:         cf.assert %{{.*}}, "divides"
// CHECK:         memref.load
// CHECK:         cf.assert %{{.*}}, "loads"
// CHECK:         scf.if
// CHECK:           cf.assert %{{.*}}, "sometimes"
func.func private @work(memref<?xf32>)
func.func @f(%x: memref<?xf32>, %k: index, %b: i1) {
  call @work(%x) : (memref<?xf32>) -> ()
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %1 = arith.cmpi eq, %n, %k : index
  cf.assert %1, "first"
  // May trap, so it stays where it is.
  %d = arith.divsi %n, %k : index
  %2 = arith.cmpi eq, %d, %c5 : index
  cf.assert %2, "divides"
  %e = memref.load %x[%c0] : memref<?xf32>
  %f = arith.cmpf oeq, %e, %e : f32
  cf.assert %f, "loads"
  %3 = arith.cmpi slt, %n, %c5 : index
  cf.assert %3, "second"
  scf.if %b {
    cf.assert %1, "sometimes"
  }
  return
}

// CHECK-LABEL: func.func @starts_with_it(
// CHECK-NEXT:    cf.assert %{{.*}}, "argument"
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4
// CHECK-NEXT:    %[[OK:.*]] = arith.cmpi slt, %{{.*}}, %[[C4]]
// CHECK-NEXT:    cf.assert %[[OK]], "constant"
func.func @starts_with_it(%b: i1, %n: index) {
  cf.assert %b, "argument"
  %c4 = arith.constant 4 : index
  %0 = arith.cmpi slt, %n, %c4 : index
  cf.assert %0, "constant"
  return
}
