// RUN: lowp-opt %s --lowp-divide-kernels | FileCheck %s

// Each kernel but the first moves, with copies of what it uses, itself or through a function, and no more.

// CHECK-LABEL: gpu.module @kernels attributes {some.mark} {
// CHECK:         llvm.mlir.global external @smem()
// CHECK:         llvm.func @helper()
// CHECK:         llvm.func @first() attributes {nvvm.kernel}
// CHECK-NOT:     llvm.func @second
// CHECK-LABEL: gpu.module @second attributes {some.mark} {
// CHECK-NEXT:    llvm.mlir.global external @smem()
// CHECK-NEXT:    llvm.func @helper()
// CHECK:         llvm.func @second() attributes {nvvm.kernel}
// CHECK:           llvm.call @helper()
// The name is taken.
// CHECK-LABEL: gpu.module @third_0 attributes {some.mark} {
// CHECK-NEXT:    llvm.func @third() attributes {nvvm.kernel}
// CHECK-LABEL: gpu.module @alone
// CHECK:         llvm.func @alone() attributes {nvvm.kernel}
gpu.module @kernels attributes {some.mark} {
  llvm.mlir.global external @smem() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  llvm.func @helper() {
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    llvm.return
  }
  llvm.func @first() attributes {nvvm.kernel} {
    llvm.return
  }
  llvm.func @second() attributes {nvvm.kernel} {
    llvm.call @helper() : () -> ()
    llvm.return
  }
  llvm.func @third() attributes {nvvm.kernel} {
    llvm.return
  }
}

gpu.module @alone {
  llvm.func @alone() attributes {nvvm.kernel} {
    llvm.return
  }
}

// CHECK: func.func @third()
// CHECK-SAME: kernels = [@kernels::@first, @second::@second, @third_0::@third, @alone::@alone]
func.func @third() attributes {kernels = [@kernels::@first, @kernels::@second, @kernels::@third, @alone::@alone]} {
  return
}
