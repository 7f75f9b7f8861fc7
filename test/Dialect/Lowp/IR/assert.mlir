// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --canonicalize --cse | FileCheck %s

// Nothing takes it for dead.

// CHECK-LABEL: @f(
// CHECK:         lowp.assert %{{.*}}, "expected none"
// CHECK:         lowp.assert %{{.*}}, "expected {0} below {1}, got {0}"(%{{.*}}, %{{.*}})
func.func @f(%ok: i1, %n: index, %m: index) {
  lowp.assert %ok, "expected none"
  lowp.assert %ok, "expected {0} below {1}, got {0}"(%n, %m)
  return
}
