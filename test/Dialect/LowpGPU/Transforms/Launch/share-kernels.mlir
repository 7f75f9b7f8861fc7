// RUN: lowp-opt %s --lowp-gpu-prepare-launches=only=share-kernels | FileCheck %s

// CHECK-LABEL: func.func @launches(
// CHECK: gpu.launch_func @a::@f_0
// CHECK: gpu.launch_func @a::@f_0
// CHECK: gpu.launch_func @c::@f_2
// CHECK: gpu.launch_func @d::@f_3
// CHECK: gpu.launch_func @e::@f_4
module attributes {gpu.container_module} {
func.func @launches(%x: memref<8xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @a::@f_0 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
  gpu.launch_func @b::@f_1 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
  gpu.launch_func @c::@f_2 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
  gpu.launch_func @d::@f_3 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<4xf32>)
  gpu.launch_func @e::@f_4 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
  return
}
// CHECK: gpu.module @a
gpu.module @a {
  gpu.func @f_0(%x: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%i] : memref<8xf32>
    gpu.return
  }
}
// CHECK-NOT: gpu.module @b
gpu.module @b {
  gpu.func @f_1(%other: memref<8xf32>) kernel {
    %number = gpu.thread_id x
    %value = arith.constant 1.0 : f32
    memref.store %value, %other[%number] : memref<8xf32>
    gpu.return
  }
}
// Another constant, another type, another block.
// CHECK: gpu.module @c
gpu.module @c {
  gpu.func @f_2(%x: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = arith.constant 2.0 : f32
    memref.store %v, %x[%i] : memref<8xf32>
    gpu.return
  }
}
// CHECK: gpu.module @d
gpu.module @d {
  gpu.func @f_3(%x: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%i] : memref<4xf32>
    gpu.return
  }
}
// CHECK: gpu.module @e
gpu.module @e {
  gpu.func @f_4(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%i] : memref<8xf32>
    gpu.return
  }
}
}
