// RUN: lowp-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(gpu.module(lowp-legalize-arith{only=small-floats-to-bytes}))"

gpu.module @kernels {
  gpu.func @rank(%v: vector<2x8xf4E2M1FN>, %y: memref<2x1xi32>, %i: index) kernel {
    // expected-error @below {{expected vectors of one dimension where elements of less than a byte are taken for others, got 'vector<2x8xf4E2M1FN>' to 'vector<2x1xi32>'}}
    %w = vector.bitcast %v : vector<2x8xf4E2M1FN> to vector<2x1xi32>
    vector.store %w, %y[%i, %i] : memref<2x1xi32>, vector<2x1xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @resource(%m: memref<2xf4E2M1FN>, %i: index) kernel {
    // expected-error @below {{expected a number or dense elements, got dense_resource<codes>}}
    %v = arith.constant dense_resource<codes> : vector<2xf4E2M1FN>
    vector.store %v, %m[%i] : memref<2xf4E2M1FN>, vector<2xf4E2M1FN>
    gpu.return
  }
}

{-#
  dialect_resources: {
    builtin: {
      codes: "0x010000000102"
    }
  }
#-}
