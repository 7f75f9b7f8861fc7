// A name that the code calls cannot be that of a function which others call.
// RUN: lowp-opt %s --lowp-mangle-names=undo --split-input-file --verify-diagnostics | FileCheck %s

llvm.func @expf(f32) -> f32
// expected-error @+1 {{'llvm.func' op expected a name that no function has which the code calls, got 'expf'; rename it}}
llvm.func @lowp.expf(%x: f32) {
  llvm.return
}

// -----

// A private one keeps the name that it has, and others of the module make room.
// CHECK: llvm.func @tanhf(f32) -> f32
// CHECK: llvm.func @lowp.tanhf(%{{.*}}: f32) attributes {sym_visibility = "private"}
// CHECK: llvm.mlir.global internal constant @text_0(
// CHECK: llvm.func @text()
// CHECK: llvm.mlir.addressof @text_0
// CHECK: llvm.func @_mlir_ciface_text()
llvm.func @tanhf(f32) -> f32
llvm.func @lowp.tanhf(%x: f32) attributes {sym_visibility = "private"} {
  llvm.return
}
llvm.mlir.global internal constant @text("a")
llvm.func @lowp.text() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @text : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @_mlir_ciface_lowp.text() {
  llvm.return
}
