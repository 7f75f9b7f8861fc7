// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-insert-checks{only=check-allocations})" | FileCheck %s

// Each size, then the product, which f64 cannot wrap around.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK:         %[[N_OK:.*]] = arith.cmpi sge, %[[N]]
// CHECK:         cf.assert %[[N_OK]], "an intermediate tensor: expected sizes of 0 or more, got a negative one"
// CHECK:         %[[M_OK:.*]] = arith.cmpi sge, %[[M]]
// CHECK:         cf.assert %[[M_OK]], "an intermediate tensor: expected sizes of 0 or more, got a negative one"
// CHECK:         %[[KNOWN:.*]] = arith.constant 24 : index
// CHECK:         %[[MOST:.*]] = arith.constant 0x42F0000000000000 : f64
// CHECK:         arith.mulf
// CHECK:         %[[FITS:.*]] = arith.cmpf ole, %{{.*}}, %[[MOST]]
// CHECK:         cf.assert %[[FITS]], "an intermediate tensor: expected at most 2^48 elements, got more"
// CHECK:         memref.alloc(%[[N]], %[[M]])
// CHECK-NOT:     cf.assert
// CHECK:         memref.alloc()
func.func @f(%n: index, %m: index) {
  %0 = memref.alloc(%n, %m) : memref<?x4x?x6xf32>
  %1 = memref.alloc() : memref<4xf32>
  return
}
