// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-verify-level{level=kernels})" -split-input-file -verify-diagnostics

func.func @load(%x: memref<f32>) -> f32 {
  // expected-error@+1 {{expected host code to leave device memory alone, got an access outside of any kernel}}
  %0 = memref.load %x[] : memref<f32>
  return %0 : f32
}

// -----

func.func @linalg(%x: memref<4xf32>, %v: f32) {
  // expected-error@+1 {{expected host code to leave device memory alone}}
  linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @on_the_stack() {
  // expected-error@+1 {{expected buffers in device memory, got one in host memory; allocate it with memref.alloc}}
  %0 = memref.alloca() : memref<2xf32>
  return
}

// -----

// Constants are copied to the device.
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @constant() -> memref<2xf32> {
  %0 = memref.get_global @table : memref<2xf32>
  return %0 : memref<2xf32>
}

// -----

// Sizes are the host's, and kernels may access what they like.
func.func @kernel(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %d, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = memref.load %x[%bx] : memref<?xf32>
    memref.store %0, %x[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}
