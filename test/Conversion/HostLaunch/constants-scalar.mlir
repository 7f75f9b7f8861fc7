// A constant without dimensions is a number of its type, which LLVM's translation takes.
// RUN: lowp-opt %s --allow-unregistered-dialect --lowp-host-launch | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @scalar_data(5 : i16) {{.*}}alignment = 16{{.*}} : i16
// CHECK-DAG: llvm.mlir.global internal constant @number_data(1.500000e+00 : f32) {{.*}} : f32
memref.global "private" constant @scalar : memref<i16> = dense<5>
memref.global "private" constant @number : memref<f32> = dense<1.5>

func.func @f() {
  %0 = memref.get_global @scalar : memref<i16>
  %1 = memref.get_global @number : memref<f32>
  "test.use"(%0, %1) : (memref<i16>, memref<f32>) -> ()
  return
}
