// Groups end where the device says: generic kernels read the ends, and the host
// knows the capacity for scales from shapes alone.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s

// CHECK-LABEL: func.func @quantize(
// CHECK-NOT:     memref.load
// CHECK:         gpu.launch_func {{.*}}memref<3xi32
// CHECK-NOT:     memref.load
// CHECK:         gpu.launch_func {{.*}}memref<64x?xf32
// CHECK-NOT:     memref.load
// CHECK:         return
!q = !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <3, axis = 1>>
func.func @quantize(%x: tensor<64x?xf32>, %ends: tensor<3xi32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<3xi32>) : tensor<64x?xf32> -> !q
  return %q : !q
}
