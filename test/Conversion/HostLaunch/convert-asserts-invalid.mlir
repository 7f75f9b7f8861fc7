// RUN: lowp-opt %s -split-input-file -verify-diagnostics --lowp-prepare-host-code=only=convert-asserts

// expected-error @below {{redefinition of reserved function 'puts' of different type}}
llvm.func @puts(i32)

func.func @other_puts(%a: i1) {
  cf.assert %a, "never"
  return
}

// -----

// expected-error @below {{redefinition of function 'snprintf' of different type}}
llvm.func @snprintf(i32)

func.func @other_snprintf(%a: i1, %n: index) {
  lowp.assert %a, "never {0}"(%n)
  return
}
