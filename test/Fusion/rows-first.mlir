// RUN: lowp-opt %s --split-input-file --lowp-form-fusions=only=group-operations | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Sums of rows of a product, the product of these and its rows, which somebody reads, quantized in
// both orders. The kernel of the sums quantizes rows, whichever quantize comes last.

// CHECK-LABEL: @rows
// CHECK:         %[[F:.*]]:3 = lowp.fusion
// CHECK:           iterator_types = ["parallel", "reduction"]
// CHECK:           lowp.quantize %{{.*}} -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
// CHECK:         lowp.fusion ins(%[[F]]#0 : tensor<256x512xbf16>)
// CHECK:           lowp.quantize %{{.*}} order = [1, 0]
// CHECK-NOT:     lowp.fusion ins
func.func @rows(%x: tensor<256x512xbf16>, %g: tensor<256x512xbf16>)
    -> (tensor<256x512xbf16>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %g : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%init : tensor<256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %p = arith.mulf %a, %b : bf16
    %w = arith.extf %p : bf16 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %m = tensor.empty() : tensor<256x512xbf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<256x512xbf16>, tensor<256xf32>) outs(%m : tensor<256x512xbf16>) {
  ^bb0(%a: bf16, %s: f32, %o: bf16):
    %t = arith.truncf %s : f32 to bf16
    %p = arith.mulf %a, %t : bf16
    linalg.yield %p : bf16
  } -> tensor<256x512xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
  %r = lowp.quantize %y numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  return %y, %q, %r : tensor<256x512xbf16>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// To store the matrix and read it again moves more than sums of one matrix read: both orders are
// of one kernel.

// CHECK-LABEL: @tiles
// CHECK:         lowp.fusion
// CHECK:           iterator_types = ["parallel", "reduction"]
// CHECK:         lowp.fusion
// CHECK:           lowp.quantize
// CHECK:           lowp.quantize
// CHECK-NOT:     lowp.fusion ins
func.func @tiles(%x: tensor<256x512xbf16>)
    -> (!lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<256x512xbf16>) outs(%init : tensor<256xf32>) {
  ^bb0(%a: bf16, %s: f32):
    %w = arith.extf %a : bf16 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %m = tensor.empty() : tensor<256x512xbf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<256x512xbf16>, tensor<256xf32>) outs(%m : tensor<256x512xbf16>) {
  ^bb0(%a: bf16, %s: f32, %o: bf16):
    %t = arith.truncf %s : f32 to bf16
    %p = arith.mulf %a, %t : bf16
    linalg.yield %p : bf16
  } -> tensor<256x512xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
  %r = lowp.quantize %y numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  return %q, %r : !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
}
