// RUN: lowp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// Column-major data are stored with the logical dimensions swapped.
// CHECK-LABEL: @dequantize
// CHECK-SAME: (%[[Q:.*]]: !lowp.scaled
func.func @dequantize(%q: !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise, order = [1, 0]>) -> (index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1
  // CHECK: %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[DATA]], %[[C1]]
  // CHECK: %[[DATA2:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
  // CHECK: %[[COLUMNS:.*]] = tensor.dim %[[DATA2]], %[[C0]]
  // CHECK: return %[[ROWS]], %[[COLUMNS]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = lowp.dequantize %q : !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise, order = [1, 0]> -> tensor<?x?xf32>
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  return %rows, %columns : index, index
}

// A size is that of the quantized tensor, through layouts and transposes.
// CHECK-LABEL: @through_layouts
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>)
func.func @through_layouts(%x: tensor<?x?xf32>) -> index {
  // CHECK-NEXT: %[[C1:.*]] = arith.constant 1
  // CHECK-NEXT: %[[COLUMNS:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK-NEXT: return %[[COLUMNS]]
  %c0 = arith.constant 0 : index
  %q = lowp.quantize %x numerics <torchao> : tensor<?x?xf32> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]>
  %r = lowp.relayout %q : !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>, order = [1, 0]> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>>
  %t = lowp.transpose %r : !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>>
  %y = lowp.dequantize %t : !lowp.scaled<?x?xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>> -> tensor<?x?xf32>
  %rows = tensor.dim %y, %c0 : tensor<?x?xf32>
  return %rows : index
}

// The destination of a gemm has the sizes of its result.
// CHECK-LABEL: @gemm
// CHECK-SAME: %[[INIT:[^ ]*]]: tensor<?x32xf32>
func.func @gemm(%init: tensor<?x32xf32>, %xd: tensor<?x256xf8E4M3FN>, %xs: tensor<?x1xf32>, %wd: tensor<32x256xf8E4M3FN>, %ws: tensor<32x1xf32>) -> index {
  // CHECK: %[[M:.*]] = tensor.dim %[[INIT]]
  // CHECK: return %[[M]]
  %c0 = arith.constant 0 : index
  %y = lowp.gemm lhs(%xd, %xs : tensor<?x256xf8E4M3FN>, tensor<?x1xf32>)
                 rhs(%wd, %ws : tensor<32x256xf8E4M3FN>, tensor<32x1xf32>)
                 outs(%init : tensor<?x32xf32>)
    {lhs_type = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>} -> tensor<?x32xf32>
  %m = tensor.dim %y, %c0 : tensor<?x32xf32>
  return %m : index
}

// CHECK-LABEL: @scaled_matmul
// CHECK-SAME: (%[[X:.*]]: tensor<?x256xf8E4M3FN>, %{{.*}}: tensor<?x1xf32>, %[[W:.*]]: !lowp.scaled
func.func @scaled_matmul(%xd: tensor<?x256xf8E4M3FN>, %xs: tensor<?x1xf32>, %w: !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>) -> (index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[N:.*]] = arith.constant 32
  // CHECK: %[[M:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: return %[[M]], %[[N]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = lowp.make_scaled %xd, %xs : tensor<?x256xf8E4M3FN>, tensor<?x1xf32> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise> -> tensor<?x?xf32>
  %m = tensor.dim %y, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  return %m, %n : index, index
}

// CHECK-LABEL: @scales
// CHECK-SAME: (%[[X:.*]]: tensor<?x64x?xf32>)
func.func @scales(%x: tensor<?x64x?xf32>) -> (index, index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2
  // CHECK-DAG: %[[C128:.*]] = arith.constant 128
  // CHECK: tensor.dim %[[X]], %[[C2]]
  // CHECK: arith.ceildivui %{{.*}}, %[[C128]]
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<?x64x?xf32> -> tensor<?x64x?xf32>
  %m = lowp.amax %x : tensor<?x64x?xf32> -> tensor<?x1x1xf32>
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine> : tensor<?x1x1xf32> -> tensor<?x1xf32>, tensor<?x1xf32>
  %e, %s = lowp.compute_scale %a recipe #lowp.block<1x128> element f8E4M3FN numerics <torchao> : tensor<?x64x?xf32> -> tensor<?x64x?xf32>, tensor<?x64x?xf32>
  %blocks = tensor.dim %s, %c2 : tensor<?x64x?xf32>
  %matrices = tensor.dim %e, %c0 : tensor<?x64x?xf32>
  %numbers = tensor.dim %g, %c0 : tensor<?x1xf32>
  // CHECK-NOT: lowp.
  // CHECK: return
  return %blocks, %matrices, %numbers : index, index, index
}

// CHECK-LABEL: @hadamard
// CHECK-SAME: (%[[X:.*]]: tensor<?x64xbf16>)
func.func @hadamard(%x: tensor<?x64xbf16>) -> index {
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
  // CHECK-NEXT: return %[[ROWS]]
  %c0 = arith.constant 0 : index
  %y = lowp.hadamard %x axis 1 signs 55272 : tensor<?x64xbf16>
  %rows = tensor.dim %y, %c0 : tensor<?x64xbf16>
  return %rows : index
}

// The matrices of a batch are counted by the operand that is one.
// CHECK-LABEL: @batch
// CHECK-SAME: %{{.*}}: tensor<64x256xf8E4M3FN>, %{{.*}}: tensor<64x1xf32>, %[[W:[^ ]*]]: tensor<?x32x256xf8E4M3FN>
func.func @batch(%xd: tensor<64x256xf8E4M3FN>, %xs: tensor<64x1xf32>, %wd: tensor<?x32x256xf8E4M3FN>, %ws: tensor<?x32x1xf32>) -> (index, index, index) {
  // CHECK-DAG: %[[M:.*]] = arith.constant 64
  // CHECK-DAG: %[[N:.*]] = arith.constant 32
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0
  // CHECK: %[[G:.*]] = tensor.dim %[[W]], %[[C0]]
  // CHECK: return %[[G]], %[[M]], %[[N]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = lowp.make_scaled %xd, %xs : tensor<64x256xf8E4M3FN>, tensor<64x1xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %w = lowp.make_scaled %wd, %ws : tensor<?x32x256xf8E4M3FN>, tensor<?x32x1xf32> -> !lowp.scaled<?x32x256xf8E4M3FN, #lowp.rowwise>
  %y = lowp.scaled_matmul %x, %w : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<?x32x256xf8E4M3FN, #lowp.rowwise> -> tensor<?x?x?xf32>
  %g = tensor.dim %y, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %y, %c2 : tensor<?x?x?xf32>
  return %g, %m, %n : index, index, index
}
