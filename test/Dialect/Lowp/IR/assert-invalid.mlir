// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// assert-C1: a place for each number
func.func @f(%ok: i1, %n: index) {
  // expected-error @below {{'lowp.assert' op expected a message with {1} for number 1, got "{0} and {2}"}}
  lowp.assert %ok, "{0} and {2}"(%n, %n)
  return
}
