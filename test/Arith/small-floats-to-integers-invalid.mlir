// RUN: lowp-opt %s --lowp-legalize-arith=only=small-floats-to-integers -verify-diagnostics

llvm.func @computes(%x: bf16) -> bf16 {
  // expected-error @below {{'llvm.fmul' op expected no arithmetic on f16 or bf16 by now, got some on 'bf16', 'bf16'; run lowp-legalize-arith before the conversion to llvm}}
  %y = llvm.fmul %x, %x : bf16
  llvm.return %y : bf16
}
