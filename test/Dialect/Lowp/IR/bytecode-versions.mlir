// Files of every version mean today what they meant when they were written.
// They were made, each by the first lowp of its version, in Inputs/ with
//   lowp-opt - --strip-debuginfo --emit-bytecode -o version-N.mlirbc < version-N.mlir
// where, before version 4, #lowp.identity was #lowp.plain, and recipes had blocks in
// their names.

// RUN: lowp-opt %S/Inputs/version-0.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-0.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-1.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-1.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-2.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-2.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-3.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-3.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-4.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-4.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-5.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-5.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-6.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-6.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-7.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-7.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-8.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-8.mlirbc | diff %t.text -

// RUN: lowp-opt %S/Inputs/version-9.mlir > %t.text
// RUN: lowp-opt %S/Inputs/version-9.mlirbc | diff %t.text -

// Before version 2 data had a width of panels, 0 for none.
// RUN: lowp-opt %S/Inputs/version-0.mlirbc | FileCheck %s --check-prefix=PANELS
// RUN: lowp-opt %S/Inputs/version-1.mlirbc | FileCheck %s --check-prefix=PANELS
// PANELS: !lowp.scaled<3x64x64xf4E2M1FN, #lowp.nvfp4<16x16>, data = #lowp.panels<32>, packing = dense>

// In version 0 the size of a hadamard was not written. Now it is, where text
// does not leave defaults out.
// RUN: lowp-opt %S/Inputs/version-0.mlirbc --mlir-print-op-generic | FileCheck %s
// CHECK: "lowp.hadamard"(%{{.*}}) <{axis = 1 : i64, signs = 55272 : i64, size = 16 : i64}>

// A file that was read is of this version when it is written again.
// RUN: lowp-opt %S/Inputs/version-0.mlirbc --emit-bytecode -o %t.mlirbc
// RUN: not cmp %S/Inputs/version-0.mlirbc %t.mlirbc
// RUN: lowp-opt %S/Inputs/version-0.mlir > %t.text
// RUN: lowp-opt %t.mlirbc | diff %t.text -
