// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Without gemms nothing asks for a chip, and no kernel module appears.

// CHECK-LABEL: func.func @f
// CHECK-NOT: gpu.module
func.func @f() {
  return
}
