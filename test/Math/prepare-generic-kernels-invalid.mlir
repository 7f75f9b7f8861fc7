// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-legalize-math{only=prepare-generic-kernels}))" -split-input-file -verify-diagnostics

gpu.module @wide {
  gpu.func @exp(%x: memref<f64>, %a: f64) kernel {
    // expected-error@+1 {{expected a function that lowp expands without libdevice, got math.exp on 'f64'; compute it in f32 or from other math ops}}
    %0 = math.exp %a : f64
    memref.store %0, %x[] : memref<f64>
    gpu.return
  }
}

// -----

gpu.module @long {
  gpu.func @sin(%x: memref<vector<65537xf32>>, %a: vector<65537xf32>) kernel {
    // expected-error@+1 {{expected vectors of at most 65536 elements in a kernel, got 'vector<65537xf32>'; divide it into smaller ones}}
    %0 = math.sin %a : vector<65537xf32>
    memref.store %0, %x[] : memref<vector<65537xf32>>
    gpu.return
  }
}
