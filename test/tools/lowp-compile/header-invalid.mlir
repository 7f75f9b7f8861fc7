// RUN: not lowp-compile %s --chip=sm_90a -o %t.o --header=%t.h 2>&1 | FileCheck %s

// CHECK: error: expected the function's name to be one that C can write, got 'block.0.up'

func.func @block.0.up() {
  return
}
