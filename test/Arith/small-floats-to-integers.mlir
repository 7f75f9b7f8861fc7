// RUN: lowp-opt %s --lowp-legalize-arith=only=small-floats-to-integers | FileCheck %s

// CHECK: llvm.mlir.global internal constant @halves(dense<[15360, 16384]> : tensor<2xi16>) {{.*}} : !llvm.array<2 x i16>
llvm.mlir.global internal constant @halves(dense<[1.0, 2.0]> : tensor<2xf16>) : !llvm.array<2 x f16>
// CHECK: llvm.mlir.global internal constant @codes(dense<[56, 64]> : tensor<2xi8>) {{.*}} : !llvm.array<2 x i8>
llvm.mlir.global internal constant @codes(dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>) : !llvm.array<2 x i8>

// Attributes for callers keep the types of the program.
// CHECK-LABEL: llvm.func @moves(%arg0: i16, %arg1: !llvm.ptr)
// CHECK-SAME: lowp.signature = (bf16) -> ()
// CHECK-DAG: llvm.mlir.constant(16256 : i16) : i16
// CHECK-DAG: llvm.load %arg1 : !llvm.ptr -> i16
// CHECK: llvm.select {{.*}} : i1, i16
// CHECK: llvm.getelementptr %arg1[1] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK: llvm.store {{.*}} : i16, !llvm.ptr
llvm.func @moves(%x: bf16, %p: !llvm.ptr) attributes {lowp.signature = (bf16) -> ()} {
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  %y = llvm.load %p : !llvm.ptr -> bf16
  %yes = llvm.mlir.constant(true) : i1
  %z = llvm.select %yes, %y, %one : i1, bf16
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  llvm.store %z, %q : bf16, !llvm.ptr
  llvm.store %x, %q : bf16, !llvm.ptr
  llvm.return
}
