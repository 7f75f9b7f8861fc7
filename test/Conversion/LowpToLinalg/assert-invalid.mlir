// RUN: lowp-opt %s --convert-lowp-to-linalg --verify-diagnostics
// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels | FileCheck %s

// CHECK: lowp.assert

func.func @for_a_gpu(%ok: i1, %n: index) {
  // expected-error@below {{'lowp.assert' op expected a program for the CPU, whose host reads data, got one for a GPU; cf.assert compares sizes there}}
  lowp.assert %ok, "got {0}"(%n)
  return
}
