// Elements of bf16 are widened in the words that hold two of them.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-legalize-math{only=prepare-generic-kernels},canonicalize,cse))" | FileCheck %s

gpu.module @words {
  // CHECK-LABEL: gpu.func @row
  // CHECK-DAG: %[[UPPER:.*]] = arith.constant -65536 : i32
  // CHECK-DAG: %[[HALF:.*]] = arith.constant 16 : i32
  // CHECK: %[[WORDS:.*]] = vector.bitcast %{{.*}} : vector<4xbf16> to vector<2xi32>
  // CHECK: %[[W0:.*]] = vector.extract %[[WORDS]][0]
  // CHECK: %[[E0:.*]] = arith.shli %[[W0]], %[[HALF]]
  // CHECK: %[[E1:.*]] = arith.andi %[[W0]], %[[UPPER]]
  // CHECK: %[[W1:.*]] = vector.extract %[[WORDS]][1]
  // CHECK: %[[E2:.*]] = arith.shli %[[W1]], %[[HALF]]
  // CHECK: %[[E3:.*]] = arith.andi %[[W1]], %[[UPPER]]
  // CHECK: %[[ALL:.*]] = vector.from_elements %[[E0]], %[[E1]], %[[E2]], %[[E3]] : vector<4xi32>
  // CHECK: vector.bitcast %[[ALL]] : vector<4xi32> to vector<4xf32>
  // CHECK-NOT: arith.extf
  gpu.func @row(%x: memref<4xf32>, %v: vector<4xbf16>, %i: index) kernel {
    %0 = arith.extf %v : vector<4xbf16> to vector<4xf32>
    vector.store %0, %x[%i] : memref<4xf32>, vector<4xf32>
    gpu.return
  }

  // The elements of a column are in the words of the rows.
  // CHECK-LABEL: gpu.func @column
  // CHECK-SAME: %[[V:[a-z0-9]*]]: vector<4xbf16>, %[[W:[a-z0-9]*]]: vector<4xbf16>
  // CHECK-DAG: %[[FIRST:.*]] = vector.bitcast %[[V]] : vector<4xbf16> to vector<2xi32>
  // CHECK-DAG: %[[SECOND:.*]] = vector.bitcast %[[W]] : vector<4xbf16> to vector<2xi32>
  // CHECK-DAG: %[[F:.*]] = vector.extract %[[FIRST]][1]
  // CHECK-DAG: %[[S:.*]] = vector.extract %[[SECOND]][1]
  // CHECK-DAG: %[[E0:.*]] = arith.andi %[[F]]
  // CHECK-DAG: %[[E1:.*]] = arith.andi %[[S]]
  // CHECK: vector.from_elements %[[E0]], %[[E1]] : vector<2xi32>
  gpu.func @column(%x: memref<2xf32>, %v: vector<4xbf16>, %w: vector<4xbf16>, %i: index) kernel {
    %0 = vector.extract %v[3] : bf16 from vector<4xbf16>
    %1 = vector.extract %w[3] : bf16 from vector<4xbf16>
    %2 = vector.from_elements %0, %1 : vector<2xbf16>
    %3 = arith.extf %2 : vector<2xbf16> to vector<2xf32>
    vector.store %3, %x[%i] : memref<2xf32>, vector<2xf32>
    gpu.return
  }

  // No words: an odd number of elements, one alone, or another format.
  // CHECK-LABEL: gpu.func @others
  // CHECK: arith.extf %{{.*}} : vector<3xbf16> to vector<3xf32>
  // CHECK: arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  gpu.func @others(%x: memref<4xf32>, %v: vector<3xbf16>, %w: vector<4xf16>, %e: bf16, %i: index) kernel {
    %0 = arith.extf %v : vector<3xbf16> to vector<3xf32>
    vector.store %0, %x[%i] : memref<4xf32>, vector<3xf32>
    %1 = arith.extf %w : vector<4xf16> to vector<4xf32>
    vector.store %1, %x[%i] : memref<4xf32>, vector<4xf32>
    %2 = arith.extf %e : bf16 to f32
    memref.store %2, %x[%i] : memref<4xf32>
    gpu.return
  }

  // Rounded to bf16 a sum, difference or product is the same computed in bf16.
  // CHECK-LABEL: gpu.func @narrow
  // CHECK-SAME: %[[V:[a-z0-9]*]]: vector<2xbf16>, %[[W:[a-z0-9]*]]: vector<2xbf16>
  // CHECK: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : vector<2xbf16>
  // CHECK: arith.addf %[[V]], %[[W]] : vector<2xbf16>
  // CHECK: arith.subf %[[TWO]], %[[V]] : vector<2xbf16>
  // CHECK: arith.mulf %[[V]], %[[W]] : vector<2xbf16>
  // CHECK-NOT: f32
  gpu.func @narrow(%x: memref<2xbf16>, %v: vector<2xbf16>, %w: vector<2xbf16>, %i: index) kernel {
    %0 = arith.extf %v : vector<2xbf16> to vector<2xf32>
    %1 = arith.extf %w : vector<2xbf16> to vector<2xf32>
    %2 = arith.addf %0, %1 : vector<2xf32>
    %3 = arith.truncf %2 : vector<2xf32> to vector<2xbf16>
    vector.store %3, %x[%i] : memref<2xbf16>, vector<2xbf16>
    %two = arith.constant dense<2.0> : vector<2xf32>
    %4 = arith.subf %two, %0 : vector<2xf32>
    %5 = arith.truncf %4 : vector<2xf32> to vector<2xbf16>
    vector.store %5, %x[%i] : memref<2xbf16>, vector<2xbf16>
    %6 = arith.mulf %0, %1 : vector<2xf32>
    %7 = arith.truncf %6 : vector<2xf32> to vector<2xbf16>
    vector.store %7, %x[%i] : memref<2xbf16>, vector<2xbf16>
    gpu.return
  }

  // In bf16 the constant would be another number, the quotient's rounding would not
  // do, and the sum of three would be rounded twice.
  // CHECK-LABEL: gpu.func @wide
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: arith.divf %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
  gpu.func @wide(%x: memref<2xbf16>, %v: vector<2xbf16>, %w: vector<2xbf16>, %i: index) kernel {
    %0 = arith.extf %v : vector<2xbf16> to vector<2xf32>
    %1 = arith.extf %w : vector<2xbf16> to vector<2xf32>
    %tenth = arith.constant dense<0.1> : vector<2xf32>
    %2 = arith.addf %0, %tenth : vector<2xf32>
    %3 = arith.truncf %2 : vector<2xf32> to vector<2xbf16>
    vector.store %3, %x[%i] : memref<2xbf16>, vector<2xbf16>
    %4 = arith.divf %0, %1 : vector<2xf32>
    %5 = arith.truncf %4 : vector<2xf32> to vector<2xbf16>
    vector.store %5, %x[%i] : memref<2xbf16>, vector<2xbf16>
    %6 = arith.addf %0, %1 : vector<2xf32>
    %7 = arith.addf %6, %1 : vector<2xf32>
    %8 = arith.truncf %7 : vector<2xf32> to vector<2xbf16>
    vector.store %8, %x[%i] : memref<2xbf16>, vector<2xbf16>
    gpu.return
  }
}
