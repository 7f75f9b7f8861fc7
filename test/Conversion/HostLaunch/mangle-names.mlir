// Functions and constants get names that nothing else has, and get theirs back.
// RUN: lowp-opt %s --lowp-mangle-names | FileCheck %s
// RUN: lowp-opt %s --lowp-mangle-names --lowp-mangle-names=undo | FileCheck %s --check-prefix=PLAIN

// CHECK: memref.global "private" constant @lowp.malloc
// CHECK: func.func @lowp.expf(%{{.*}}: memref<4xf32>) attributes {lowp.prepare = @lowp.expf$prepare}
// CHECK:   memref.get_global @lowp.malloc
// CHECK:   call @lowp.memcpy()
// CHECK: func.func private @lowp.memcpy()
// CHECK: func.func @lowp.expf$prepare()
// CHECK: func.func @lowp.lowp.expf()
// A kernel may be called as a function is.
// CHECK-SAME: attributes {kernel = @kernels::@expf}
memref.global "private" constant @malloc : memref<4xf32> = dense<1.0>
func.func @expf(%x: memref<4xf32>) attributes {lowp.prepare = @expf$prepare} {
  %0 = memref.get_global @malloc : memref<4xf32>
  memref.copy %0, %x : memref<4xf32> to memref<4xf32>
  call @memcpy() : () -> ()
  return
}
func.func private @memcpy() {
  return
}
func.func @expf$prepare() {
  return
}
func.func @lowp.expf() attributes {kernel = @kernels::@expf} {
  return
}


// PLAIN: memref.global "private" constant @malloc
// PLAIN: func.func @expf(%{{.*}}: memref<4xf32>) attributes {lowp.prepare = @expf$prepare}
// PLAIN:   call @memcpy()
// PLAIN: func.func private @memcpy()
// PLAIN: func.func @expf$prepare()
// PLAIN: func.func @lowp.expf()
