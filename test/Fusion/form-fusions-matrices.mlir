// RUN: lowp-opt %s --split-input-file --lowp-form-fusions=only=group-operations --canonicalize --lowp-verify-level=level=launches | FileCheck %s

// The matrix does not lie along what the sum runs over: its rows are the space's
// digits, and no tile has a block.

// CHECK-LABEL: @behind_sum_of_last
// CHECK:         lowp.fusion
// CHECK:         linalg.reduce
// CHECK:         lowp.fusion_yield
// CHECK:         lowp.fusion
// CHECK:         lowp.quantize
func.func @behind_sum_of_last(%x: tensor<48x256x8xf32>) -> !lowp.scaled<48x256xf8E4M3FN, #lowp.rowwise> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x256xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<48x256xf32>) -> tensor<48x256xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<48x256x8xf32>) outs(%i : tensor<48x256xf32>) dimensions = [2]
  %q = lowp.quantize %s numerics <torchao> : tensor<48x256xf32> -> !lowp.scaled<48x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<48x256xf8E4M3FN, #lowp.rowwise>
}

// -----

// Rows that lie before the batch: the space is turned, so that tiles of one
// kernel have the blocks.

// CHECK-LABEL: @batch_behind_rows
// CHECK:         lowp.fusion
// CHECK:         linalg.transpose
// CHECK:         lowp.quantize
// CHECK-NOT:     lowp.fusion ins
// CHECK:         return
func.func @batch_behind_rows(%x: tensor<256x4x256xbf16>) -> !lowp.scaled<4x256x256xf8E4M3FN, #lowp.block_128x128> {
  %e = tensor.empty() : tensor<4x256x256xbf16>
  %t = linalg.transpose ins(%x : tensor<256x4x256xbf16>) outs(%e : tensor<4x256x256xbf16>) permutation = [1, 0, 2]
  %q = lowp.quantize %t numerics <torchao> : tensor<4x256x256xbf16> -> !lowp.scaled<4x256x256xf8E4M3FN, #lowp.block_128x128>
  return %q : !lowp.scaled<4x256x256xf8E4M3FN, #lowp.block_128x128>
}

// -----

// The contiguous elements are a batch of the matrix.

// CHECK-LABEL: @all_turned
// CHECK:         lowp.fusion
// CHECK:         linalg.transpose
// CHECK:         lowp.fusion_yield
// CHECK:         lowp.fusion
// CHECK:         lowp.quantize
func.func @all_turned(%x: tensor<128x64x32xbf16>) -> !lowp.scaled<32x64x128xf8E4M3FN, #lowp.block_1x128> {
  %e = tensor.empty() : tensor<32x64x128xbf16>
  %t = linalg.transpose ins(%x : tensor<128x64x32xbf16>) outs(%e : tensor<32x64x128xbf16>) permutation = [2, 1, 0]
  %q = lowp.quantize %t numerics <torchao> : tensor<32x64x128xbf16> -> !lowp.scaled<32x64x128xf8E4M3FN, #lowp.block_1x128>
  return %q : !lowp.scaled<32x64x128xf8E4M3FN, #lowp.block_1x128>
}

// -----

// Two quantizes want different rows: one of them has a kernel of its own.

// CHECK-LABEL: @different_rows
// CHECK-COUNT-2: lowp.fusion ins
// CHECK-NOT:     lowp.fusion ins
// CHECK:         return
func.func @different_rows(%x: tensor<128x128x256xbf16>)
    -> (!lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>, !lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>) {
  %e = tensor.empty() : tensor<128x128x256xbf16>
  %t = linalg.transpose ins(%x : tensor<128x128x256xbf16>) outs(%e : tensor<128x128x256xbf16>) permutation = [1, 0, 2]
  %p = lowp.quantize %x numerics <torchao> : tensor<128x128x256xbf16> -> !lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>
  %q = lowp.quantize %t numerics <torchao> : tensor<128x128x256xbf16> -> !lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>
  return %p, %q : !lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>, !lowp.scaled<128x128x256xf8E4M3FN, #lowp.block_128x128>
}
