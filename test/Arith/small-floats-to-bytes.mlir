// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-legalize-arith{only=small-floats-to-bytes},canonicalize,cse))" | FileCheck %s

gpu.module @kernels {
  // Buffers, vectors and numbers have bytes; what a cast to fewer bits leaves above is cleared.
  // CHECK-LABEL: gpu.func @casts
  // CHECK-SAME: (%{{.*}}: memref<8xi8>, %[[BITS:.*]]: i32, %{{.*}}: index) kernel
  // CHECK-DAG: %[[MASK:.*]] = arith.constant 15 : i8
  // CHECK: %[[BYTE:.*]] = arith.trunci %[[BITS]] : i32 to i8
  // CHECK: %[[CODE:.*]] = arith.andi %[[BYTE]], %[[MASK]] : i8
  // CHECK: memref.store %[[CODE]], %{{.*}} : memref<8xi8>
  gpu.func @casts(%m: memref<8xf4E2M1FN>, %bits: i32, %i: index) kernel {
    %c = arith.trunci %bits : i32 to i4
    %q = arith.bitcast %c : i4 to f4E2M1FN
    memref.store %q, %m[%i] : memref<8xf4E2M1FN>
    gpu.return
  }

  // Codes that are widened, or taken out of vectors, are those of the bytes.
  // CHECK-LABEL: gpu.func @widened
  // CHECK-NOT: i6
  // CHECK: %[[ALL:.*]] = vector.load {{.*}} : memref<8xi8>, vector<8xi8>
  // CHECK: arith.extui %[[ALL]] : vector<8xi8> to vector<8xi32>
  // CHECK: vector.extract %[[ALL]][3] : i8 from vector<8xi8>
  // CHECK: gpu.return
  gpu.func @widened(%m: memref<8xf6E2M3FN>, %y: memref<8xi32>, %z: memref<8xf6E2M3FN>, %i: index) kernel {
    %v = vector.load %m[%i] : memref<8xf6E2M3FN>, vector<8xf6E2M3FN>
    %c = arith.bitcast %v : vector<8xf6E2M3FN> to vector<8xi6>
    %w = arith.extui %c : vector<8xi6> to vector<8xi32>
    vector.store %w, %y[%i] : memref<8xi32>, vector<8xi32>
    %e = vector.extract %v[3] : f6E2M3FN from vector<8xf6E2M3FN>
    memref.store %e, %z[%i] : memref<8xf6E2M3FN>
    gpu.return
  }

  // 1.0 and 6.0, and -0.5.
  // CHECK-LABEL: gpu.func @constants
  // CHECK-DAG: arith.constant dense<[2, 7]> : vector<2xi8>
  // CHECK-DAG: arith.constant 9 : i8
  gpu.func @constants(%m: memref<8xf4E2M1FN>, %less: vector<2xi1>, %v: vector<2xf4E2M1FN>, %i: index) kernel {
    %both = arith.constant dense<[1.0, 6.0]> : vector<2xf4E2M1FN>
    // CHECK: arith.select {{.*}} : vector<2xi1>, vector<2xi8>
    %s = arith.select %less, %both, %v : vector<2xi1>, vector<2xf4E2M1FN>
    vector.store %s, %m[%i] : memref<8xf4E2M1FN>, vector<2xf4E2M1FN>
    %number = arith.constant -0.5 : f4E2M1FN
    memref.store %number, %m[%i] : memref<8xf4E2M1FN>
    gpu.return
  }

  // A word has eight codes, the first one lowest.
  // CHECK-LABEL: gpu.func @word
  // CHECK-SAME: %[[V:[a-z0-9]*]]: vector<8xi8>
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[LAST:.*]] = arith.constant 28 : i32
  // CHECK: %[[W:.*]] = arith.extui %[[V]] : vector<8xi8> to vector<8xi32>
  // CHECK: %[[E0:.*]] = vector.extract %[[W]][0]
  // CHECK: %[[E1:.*]] = vector.extract %[[W]][1]
  // CHECK: %[[S1:.*]] = arith.shli %[[E1]], %[[FOUR]]
  // CHECK: arith.ori %[[E0]], %[[S1]]
  // CHECK: arith.shli %{{.*}}, %[[LAST]]
  // CHECK-NOT: vector.bitcast
  gpu.func @word(%v: vector<8xf4E2M1FN>, %y: memref<8xi32>, %i: index) kernel {
    %w = vector.bitcast %v : vector<8xf4E2M1FN> to vector<1xi32>
    vector.store %w, %y[%i] : memref<8xi32>, vector<1xi32>
    gpu.return
  }

  // Element 5 of 6 bits lies in two words.
  // CHECK-LABEL: gpu.func @across_words
  // CHECK-SAME: %[[V:[a-z0-9]*]]: vector<3xi32>
  // CHECK-DAG: %[[UP:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[DOWN:.*]] = arith.constant 30 : i32
  // CHECK-DAG: %[[W0:.*]] = vector.extract %[[V]][0]
  // CHECK-DAG: %[[W1:.*]] = vector.extract %[[V]][1]
  // CHECK: %[[LOW:.*]] = arith.shrui %[[W0]], %[[DOWN]]
  // CHECK: %[[HIGH:.*]] = arith.shli %[[W1]], %[[UP]]
  // CHECK: arith.ori %[[LOW]], %[[HIGH]]
  // CHECK: memref<16xi8>, vector<16xi8>
  gpu.func @across_words(%v: vector<3xi32>, %m: memref<16xf6E3M2FN>, %i: index) kernel {
    %q = vector.bitcast %v : vector<3xi32> to vector<16xf6E3M2FN>
    vector.store %q, %m[%i] : memref<16xf6E3M2FN>, vector<16xf6E3M2FN>
    gpu.return
  }

  // Floats of 8 bits and integers of 4 bits are what they were.
  // CHECK-LABEL: gpu.func @others
  // CHECK-SAME: memref<8xf8E4M3FN>, %{{.*}}: memref<8xi4>
  gpu.func @others(%m: memref<8xf8E4M3FN>, %n: memref<8xi4>) kernel {
    gpu.return
  }
}
