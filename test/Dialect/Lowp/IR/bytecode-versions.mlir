// Files of every version mean today what they meant when they were written.
// They were made, each by the first lowp of its version, in Inputs/ with
//   lowp-opt - --strip-debuginfo --emit-bytecode -o version-N.mlirbc < version-N.mlir

// RUN: lowp-opt %S/Inputs/version-0.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-0.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-1.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-1.mlirbc | diff %t.text -

// In version 0 the size of a hadamard was not written. Now it is, where text
// does not leave defaults out.
// RUN: lowp-opt %S/Inputs/version-0.mlirbc --mlir-print-op-generic | FileCheck %s
// CHECK: "lowp.hadamard"(%{{.*}}) <{axis = 1 : i64, signs = 55272 : i64, size = 16 : i64}>

// A file that was read is of this version when it is written again.
// RUN: lowp-opt %S/Inputs/version-0.mlirbc --emit-bytecode -o %t.mlirbc
// RUN: not cmp %S/Inputs/version-0.mlirbc %t.mlirbc
// RUN: lowp-opt %S/Inputs/version-0.mlir > %t.text
// RUN: lowp-opt %t.mlirbc | diff %t.text -
