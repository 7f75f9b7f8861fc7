// RUN: lowp-opt %s --lowp-legalize-arith=only=expand-integer-divisions | FileCheck %s

// CHECK-LABEL: func @divisions
// CHECK-NOT: ceildiv
// CHECK-NOT: floordiv
// CHECK: arith.divui
// CHECK: arith.divsi
func.func @divisions(%a: index, %b: index) -> (index, index, index) {
  %0 = arith.ceildivui %a, %b : index
  %1 = arith.ceildivsi %a, %b : index
  %2 = arith.floordivsi %a, %b : index
  return %0, %1, %2 : index, index, index
}

// The larger of -0 and +0 is +0: LLVM's own operation knows.
// CHECK-LABEL: func @maximum
// CHECK-NEXT: arith.maximumf
func.func @maximum(%x: f32, %y: f32) -> f32 {
  %z = arith.maximumf %x, %y : f32
  return %z : f32
}

// What no processor divides by: all bits of a quotient are set, a remainder is what was divided.
// CHECK-LABEL: func @by_anything
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[ISZERO:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
// CHECK-DAG: %[[ISMINUS:.*]] = arith.cmpi eq, %[[B]], %[[MINUS]] : i32
// CHECK: %[[NONE:.*]] = arith.ori %[[ISZERO]], %[[ISMINUS]]
// CHECK: %[[SAFE:.*]] = arith.select %[[NONE]], %{{.*}}, %[[B]]
// CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]]
// CHECK: %[[NEGATED:.*]] = arith.subi %{{.*}}, %[[A]]
// CHECK: %[[Q1:.*]] = arith.select %[[ISMINUS]], %[[NEGATED]], %[[Q]]
// CHECK: %[[Q2:.*]] = arith.select %[[ISZERO]], %{{.*}}, %[[Q1]]
// CHECK: %[[R:.*]] = arith.remui %[[A]], %{{.*}}
// CHECK: arith.select %{{.*}}, %[[A]], %[[R]]
// CHECK: return %[[Q2]]
func.func @by_anything(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.remui %a, %b : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func @by_constants
// CHECK-NOT: arith.select
// CHECK: return
func.func @by_constants(%a: i32, %v: vector<2xi32>) -> (i32, vector<2xi32>) {
  %c = arith.constant 3 : i32
  %d = arith.constant dense<[3, -2]> : vector<2xi32>
  %0 = arith.divsi %a, %c : i32
  %1 = arith.remsi %v, %d : vector<2xi32>
  return %0, %1 : i32, vector<2xi32>
}

// A kernel has indices of what is there, and elements that are anything.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @kernel
  // CHECK-NOT: arith.select
  // CHECK: arith.divui {{.*}} : index
  // CHECK: arith.select
  // CHECK: arith.divui {{.*}} : i32
  gpu.func @kernel(%m: memref<?xi32>, %i: index, %j: index, %a: i32, %b: i32) kernel {
    %k = arith.divui %i, %j : index
    %q = arith.divui %a, %b : i32
    memref.store %q, %m[%k] : memref<?xi32>
    gpu.return
  }

  // A kernel of a matmul divides sizes and places alone.
  // CHECK-LABEL: llvm.func @gemm
  // CHECK-NOT: arith.select
  // CHECK: arith.divui {{.*}} : i32
  llvm.func @gemm(%a: i32, %b: i32) -> i32 {
    %q = arith.divui %a, %b : i32
    llvm.return %q : i32
  }
}
