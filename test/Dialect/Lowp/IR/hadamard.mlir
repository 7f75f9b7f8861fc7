// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @hadamard
func.func @hadamard(%x: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  // CHECK: lowp.hadamard %{{.*}} axis 1 signs 55272 : tensor<?x256xbf16>
  %y = lowp.hadamard %x axis 1 signs 0xD7E8 : tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// CHECK-LABEL: @batch
func.func @batch(%x: tensor<?x64x?xf32>) -> tensor<?x64x?xf32> {
  // CHECK: lowp.hadamard %{{.*}} axis 0 signs 1 : tensor<?x64x?xf32>
  %y = lowp.hadamard %x axis 0 signs 1 : tensor<?x64x?xf32>
  return %y : tensor<?x64x?xf32>
}

// CHECK-LABEL: @size
func.func @size(%x: tensor<?x256xbf16>) {
  // CHECK: lowp.hadamard %{{.*}} axis 0 signs 2147483649 size 32 : tensor<?x256xbf16>
  %y = lowp.hadamard %x axis 0 signs 0x80000001 size 32 : tensor<?x256xbf16>
  // 16 is the default.
  // CHECK: lowp.hadamard %{{.*}} axis 0 signs 5 : tensor<?x256xbf16>
  %z = lowp.hadamard %x axis 0 signs 5 size 16 : tensor<?x256xbf16>
  return
}
