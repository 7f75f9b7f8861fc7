// No call into libdevice is left, and reductions are shuffles.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-legalize-math{only=prepare-generic-kernels}))" | FileCheck %s

// CHECK-NOT: math.
gpu.module @functions {
  // CHECK-LABEL: gpu.func @intrinsics
  // CHECK: llvm.call_intrinsic "llvm.sqrt"
  // CHECK: llvm.call_intrinsic "llvm.fabs"
  gpu.func @intrinsics(%x: memref<f32>, %a: f32) kernel {
    %0 = math.sqrt %a : f32
    %1 = math.absf %0 : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // Computed in f32, whatever the type.
  // CHECK-LABEL: gpu.func @polynomials
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  gpu.func @polynomials(%x: memref<bf16>, %a: bf16) kernel {
    %0 = math.exp %a : bf16
    memref.store %0, %x[] : memref<bf16>
    gpu.return
  }

  // Vectors element by element, constants of theirs too.
  // CHECK-LABEL: gpu.func @vectors
  // CHECK-COUNT-2: scf.if
  // CHECK: vector.from_elements
  gpu.func @vectors(%x: memref<2xf32>, %a: vector<2xf32>, %i: index) kernel {
    %0 = math.sin %a : vector<2xf32>
    vector.store %0, %x[%i] : memref<2xf32>, vector<2xf32>
    gpu.return
  }

  // A square is a product.
  // CHECK-LABEL: gpu.func @squares
  // CHECK: arith.mulf %[[X:[^,]*]], %[[X]] : f32
  // CHECK-NEXT: vector.extract
  // CHECK-NEXT: arith.mulf %[[Y:[^,]*]], %[[Y]] : f32
  // CHECK-NEXT: vector.from_elements
  gpu.func @squares(%x: memref<2xf32>, %a: vector<2xf32>, %i: index) kernel {
    %two = arith.constant dense<2.0> : vector<2xf32>
    %0 = math.powf %a, %two : vector<2xf32>
    vector.store %0, %x[%i] : memref<2xf32>, vector<2xf32>
    gpu.return
  }

  // As many bits of 2 / pi count for large angles as they reach.
  // CHECK-LABEL: gpu.func @angle
  // CHECK: %[[SMALL:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  // CHECK: %[[REDUCED:.*]]:2 = scf.if %[[SMALL]] -> (f32, i32)
  // CHECK-COUNT-4: llvm.fma
  // CHECK: else
  // CHECK-COUNT-3: arith.muli {{.*}} : i64
  gpu.func @angle(%x: memref<f32>, %a: f32) kernel {
    %0 = math.cos %a : f32
    memref.store %0, %x[] : memref<f32>
    gpu.return
  }
}

// A tile that is written in rows and, turned in shared memory, in columns: room for
// a second CTA. A tile written once has registers enough.
gpu.module @registers {
  // CHECK-LABEL: gpu.func @both
  // CHECK-SAME: nvvm.minctasm = 2 : i32
  gpu.func @both(%x: memref<4096xi8>, %y: memref<4096xi8>, %v: vector<16xi8>, %i: index)
      workgroup(%tile: memref<2048xvector<8xi8>, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    vector.store %v, %x[%i] : memref<4096xi8>, vector<16xi8>
    vector.store %v, %y[%i] : memref<4096xi8>, vector<16xi8>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @one
  // CHECK-NOT: nvvm.minctasm
  gpu.func @one(%x: memref<4096xi8>, %v: vector<16xi8>, %i: index)
      workgroup(%tile: memref<2048xvector<8xi8>, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    vector.store %v, %x[%i] : memref<4096xi8>, vector<16xi8>
    gpu.return
  }
}
