// RUN: lowp-opt %s --lowp-form-gemms | FileCheck %s
// RUN: lowp-opt %s --lowp-form-gemms --remarks-filter=lowp-form-gemms -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-DAG:   #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
// CHECK-DAG:   #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-DAG:   #[[OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// Groups of K are read from matrices with K first, what the operands are transposed
// copies of.

// CHECK-LABEL: func.func @gradients(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xbf16>, %[[DY:.*]]: tensor<?x512xbf16>,
// CHECK:         lowp.gemm lhs(%[[DY]] : tensor<?x512xbf16>) rhs(%[[X]] : tensor<?x256xbf16>)
// CHECK-SAME:      groups(%{{.*}} : tensor<8xi32>) outs(%{{.*}} : tensor<8x512x256xbf16>)
// CHECK-SAME:      {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]]}
func.func @gradients(%x: tensor<?x256xbf16>, %dy: tensor<?x512xbf16>, %ends: tensor<8xi32>) -> tensor<8x512x256xbf16> {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %x, %c0 : tensor<?x256xbf16>
  %0 = tensor.empty(%t) : tensor<256x?xbf16>
  %xt = linalg.transpose ins(%x : tensor<?x256xbf16>) outs(%0 : tensor<256x?xbf16>) permutation = [1, 0]
  %1 = tensor.empty(%t) : tensor<512x?xbf16>
  %dyt = linalg.transpose ins(%dy : tensor<?x512xbf16>) outs(%1 : tensor<512x?xbf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %dyt, %xt ends(%ends : tensor<8xi32>)
     : tensor<512x?xbf16>, tensor<256x?xbf16> -> tensor<8x512x256xbf16>
  return %dw : tensor<8x512x256xbf16>
}

// Others are transposed; sums are rounded once, by the kernel.

// CHECK-LABEL: func.func @k_last(
// CHECK-SAME:    %[[X:.*]]: tensor<256x640xf16>, %[[DY:.*]]: tensor<640x512xf16>,
// CHECK:         %[[COPY:.*]] = linalg.transpose ins(%[[X]] : tensor<256x640xf16>) outs(%{{.*}} : tensor<640x256xf16>)
// CHECK:         lowp.gemm lhs(%[[DY]] : tensor<640x512xf16>) rhs(%[[COPY]] : tensor<640x256xf16>)
// CHECK-SAME:      outs(%{{.*}} : tensor<4x512x256xf32>) {accumulate,
// REMARK: [Missed] transposed-operand {{.*}}copies the rhs of a gemm, tensor<256x640xf16>, because groups of K begin anywhere, where kernels read whole rows alone; a transpose of a matrix with K first needs no copy
func.func @k_last(%x: tensor<256x640xf16>, %dy: tensor<640x512xf16>, %ends: tensor<4xi32>, %c: tensor<4x512x256xf32>) -> tensor<4x512x256xf32> {
  %1 = tensor.empty() : tensor<512x640xf16>
  %dyt = linalg.transpose ins(%dy : tensor<640x512xf16>) outs(%1 : tensor<512x640xf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %dyt, %x ends(%ends : tensor<4xi32>) accumulate(%c : tensor<4x512x256xf32>)
     : tensor<512x640xf16>, tensor<256x640xf16> -> tensor<4x512x256xf32>
  return %dw : tensor<4x512x256xf32>
}

// What is added to is read after the product where it is not f32.

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<4x512x256xf16>)
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<4x512x256xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]], %[[C]] : tensor<4x512x256xf32>, tensor<4x512x256xf16>)
func.func @narrow(%x: tensor<256x640xf16>, %dy: tensor<512x640xf16>, %ends: tensor<4xi32>, %c: tensor<4x512x256xf16>) -> tensor<4x512x256xf16> {
  %dw = lowp.grouped_matmul %dy, %x ends(%ends : tensor<4xi32>) accumulate(%c : tensor<4x512x256xf16>)
     : tensor<512x640xf16>, tensor<256x640xf16> -> tensor<4x512x256xf16>
  return %dw : tensor<4x512x256xf16>
}

// Without groups there is nothing to add up.

// CHECK-LABEL: func.func @none(
// CHECK-NOT:     lowp.gemm
// CHECK:         tensor.empty() : tensor<0x512x256xbf16>
func.func @none(%x: tensor<256x640xbf16>, %dy: tensor<512x640xbf16>, %ends: tensor<0xi32>) -> tensor<0x512x256xbf16> {
  %dw = lowp.grouped_matmul %dy, %x ends(%ends : tensor<0xi32>)
     : tensor<512x640xbf16>, tensor<256x640xbf16> -> tensor<0x512x256xbf16>
  return %dw : tensor<0x512x256xbf16>
}
