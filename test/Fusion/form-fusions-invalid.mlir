// RUN: not lowp-opt %s --lowp-form-fusions=only=group-operations,merge 2>&1 | FileCheck %s

// A step that the pass does not have is an error, which names those that it has.

// CHECK: error: expected option 'only' to name steps of group-operations, recompute-results, merge-fusions, cse, outline-fusions, got 'merge'
func.func @f() {
  return
}
