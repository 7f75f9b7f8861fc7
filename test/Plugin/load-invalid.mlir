// REQUIRES: plugin
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not mlir-opt %load_lowp %s 2>&1 | FileCheck %s

// What the verifiers of lowp refuse, mlir-opt refuses with the plugin.

// WITHOUT: unregistered dialect
// CHECK:   error: expected

func.func private @invalid() -> !lowp.scaled<64x256xi32, #lowp.rowwise>
