// RUN: lowp-opt %s --lowp-host-launch | FileCheck %s

// CHECK-DAG: llvm.func @f(!llvm.ptr, !llvm.ptr, i32, i32, i64, !llvm.ptr) attributes {lowp.signature = (memref<4x8xf32>, bf16, i8, index) -> memref<?xf32>}

// Sizes that calls disagree on are unknown to whoever reads the signature.
// CHECK-DAG: llvm.func @g({{.*}}) attributes {lowp.signature = (memref<?x8xf32>) -> memref<4x?xbf16>}

// The workspace that the function takes is free again after it; the caller is
// told how much was in use at most.
// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[CALL:[^:]*]]: !llvm.ptr
// CHECK:         %[[MOST:.*]] = llvm.alloca %{{.*}} x i64 :
// CHECK:         llvm.store %{{.*}}, %[[MOST]] : i64
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr %[[CALL]][36]
// CHECK:         %[[STATUS:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> i32
// CHECK:         %[[OK:.*]] = llvm.icmp "eq" %[[STATUS]]
// CHECK:         %[[SHORT:.*]] = llvm.icmp "eq" %[[STATUS]]
// CHECK:         %[[GOES_ON:.*]] = llvm.or %[[OK]], %[[SHORT]]
// CHECK:         scf.if %[[GOES_ON]] {
// CHECK:           %[[BITS:.*]] = arith.bitcast %{{.*}} : bf16 to i16
// CHECK:           %[[SCALE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK:           %[[NARROW:.*]] = arith.extsi %{{.*}} : i8 to i32
// CHECK:           %[[USED:.*]] = llvm.getelementptr %[[CALL]][24]
// CHECK:           %[[BEFORE:.*]] = llvm.load %[[USED]] : !llvm.ptr -> i64
// CHECK:           llvm.call @f(%[[CALL]], %{{.*}}, %[[SCALE]], %[[NARROW]], %{{.*}}, %{{.*}})
// CHECK:           %[[AFTER:.*]] = llvm.load %[[USED]] : !llvm.ptr -> i64
// CHECK:           %[[OLD:.*]] = llvm.load %[[MOST]] : !llvm.ptr -> i64
// CHECK:           %[[NEW:.*]] = llvm.intr.umax(%[[OLD]], %[[AFTER]])
// CHECK:           llvm.store %[[NEW]], %[[MOST]]
// CHECK:           llvm.store %[[BEFORE]], %[[USED]]
// CHECK:         }
// CHECK:         %[[END:.*]] = llvm.getelementptr %[[CALL]][24]
// CHECK:         llvm.intr.umax
// CHECK:         llvm.store %{{.*}}, %[[END]]
// CHECK:         return
func.func @call(%x: memref<4x8xf32>, %s: bf16, %i: i8, %n: index, %y: memref<?xf32>) {
  lowp.call_external "f" ins(%x, %s, %i, %n : memref<4x8xf32>, bf16, i8, index) outs(%y : memref<?xf32>)
  return
}

// CHECK-LABEL: func.func @no_call(
// CHECK-NOT:     llvm.intr.umax
func.func @no_call(%x: memref<4x8xf32>) {
  return
}

// CHECK-LABEL: func.func @two_sizes(
func.func @two_sizes(%x: memref<4x8xf32>, %y: memref<2x8xf32>, %a: memref<4x16xbf16>, %b: memref<4x3xbf16>) {
  lowp.call_external "g" ins(%x : memref<4x8xf32>) outs(%a : memref<4x16xbf16>)
  lowp.call_external "g" ins(%y : memref<2x8xf32>) outs(%b : memref<4x3xbf16>)
  return
}
