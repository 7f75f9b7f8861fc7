// RUN: lowp-opt %s --lowp-divide-kernels=one-image | FileCheck %s

// CHECK: gpu.module @up
// CHECK: llvm.mlir.global external @smem()
// CHECK: llvm.func @up
// CHECK: llvm.mlir.addressof @smem :
// CHECK: llvm.mlir.global external @[[SMEM:smem_[0-9]+]]()
// CHECK: llvm.func @down
// CHECK: llvm.mlir.addressof @[[SMEM]] :
// CHECK-NOT: gpu.module

gpu.module @up {
  llvm.mlir.global external @smem() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  llvm.func @up() attributes {nvvm.kernel} {
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    llvm.return
  }
}

gpu.module @down {
  llvm.mlir.global external @smem() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  llvm.func @down() attributes {nvvm.kernel} {
    %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
    llvm.return
  }
}

// CHECK: func.func @host
// CHECK: kernels = [@up::@up, @up::@down]
func.func @host() attributes {kernels = [@up::@up, @down::@down]} {
  return
}
