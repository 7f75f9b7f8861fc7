// RUN: lowp-opt %s --lowp-serialize=format=isa | FileCheck %s
// RUN: lowp-opt %s --lowp-serialize="format=isa chip=sm_100a ptx-version=87" \
// RUN:   | FileCheck %s --check-prefix=OTHER

// The kernel table has what a launch needs; launch dimensions are filled up
// with ones.

// CHECK: gpu.binary @kernels
// CHECK-SAME: #nvvm.target<O = 3, chip = "sm_90a", features = "+ptx88"
// CHECK-SAME: #gpu.kernel_metadata<"fill", !llvm.func<void (ptr<1>, f32)>
// CHECK-SAME: metadata = {block = array<i32: 128, 1, 1>
// CHECK-SAME: cluster = array<i32: 2, 1, 1>
// CHECK-SAME: shared_bytes = 1024 : i32}
// CHECK-SAME: assembly = "
// CHECK-SAME: .version 8.8
// CHECK-SAME: .target sm_90a
// CHECK-SAME: .visible .entry fill(
// CHECK-NOT: gpu.module

// OTHER: chip = "sm_100a", features = "+ptx87"
// OTHER-SAME: .version 8.7
// OTHER-SAME: .target sm_100a

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @fill(%out: !llvm.ptr<1>, %value: f32) attributes {
        nvvm.kernel, nvvm.maxntid = array<i32: 128>,
        nvvm.cluster_dim = array<i32: 2>,
        lowp_gpu.shared_bytes = 1024 : i32} {
      llvm.store %value, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
