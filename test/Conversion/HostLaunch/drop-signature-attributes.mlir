// What attributes of arguments and results say of tensors does not hold of what
// these become; attributes of functions stay.
// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp-prepare-host-code{only=drop-signature-attributes})' | FileCheck %s

// CHECK: func.func private @g(memref<?xf32>, i64) -> i64
func.func private @g(memref<?xf32> {llvm.noalias}, i64 {lowp.seed}) -> (i64 {llvm.noundef})

// CHECK: func.func @f(%{{.*}}: memref<512xbf16>, %[[SEED:.*]]: i64) -> i64 attributes {llvm.emit_c_interface}
func.func @f(%x: memref<512xbf16> {llvm.align = 64 : i64}, %seed: i64 {lowp.seed})
    -> (i64 {llvm.noundef}) attributes {llvm.emit_c_interface} {
  // CHECK: return %[[SEED]]
  return %seed : i64
}
