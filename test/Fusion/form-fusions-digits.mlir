// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations | FileCheck %s

// A fusion has the dimensions that reshapes divide or join: both sides of one are one kernel.

#id = affine_map<(b, t, h, d) -> (b, t, h, d)>
#heads = affine_map<(b, t, h, d) -> (b, h, t, d)>
#table = affine_map<(b, t, h, d) -> (t, d)>

!rows = !lowp.scaled<128x256xf8E4M3FN, #lowp.block_1x128>
!columns = !lowp.scaled<128x256xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>

// Heads that lie before tokens are quantized as rows of tokens, in both orders.
// CHECK-LABEL: @heads
// CHECK:         %[[F:.*]]:4 = lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<2x4x64x64xbf16>, tensor<64x64xbf16>)
// CHECK:           linalg.generic
// CHECK:           tensor.collapse_shape
// CHECK-COUNT-2:   lowp.quantize
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @heads(%x: tensor<2x4x64x64xbf16>, %w: tensor<64x64xbf16>) -> (!rows, !columns) {
  %e = tensor.empty() : tensor<2x64x4x64xbf16>
  %y = linalg.generic {indexing_maps = [#heads, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<2x4x64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<2x64x4x64xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %p = arith.mulf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<2x64x4x64xbf16>
  %flat = tensor.collapse_shape %y [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !rows
  %r = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !columns
  return %q, %r : !rows, !columns
}

// Halves of heads side by side are two parts of a tile: each element is chosen from its part.
// CHECK-LABEL: @halves
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<2x64x4x32xbf16>, tensor<2x64x4x32xbf16>)
// CHECK:           tensor.concat
// CHECK:           lowp.quantize
// CHECK-NOT:     tensor.concat
// CHECK:         return
func.func @halves(%x: tensor<2x64x4x32xbf16>, %y: tensor<2x64x4x32xbf16>) -> !rows {
  %e = tensor.empty() : tensor<2x64x4x32xbf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x64x4x32xbf16>) outs(%e : tensor<2x64x4x32xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %p = arith.negf %a : bf16
    linalg.yield %p : bf16
  } -> tensor<2x64x4x32xbf16>
  %c = tensor.concat dim(3) %n, %x : (tensor<2x64x4x32xbf16>, tensor<2x64x4x32xbf16>) -> tensor<2x64x4x64xbf16>
  %flat = tensor.collapse_shape %c [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !rows
  return %q : !rows
}

// No tile has all parts, or a thread's vector is of several of them.
// CHECK-LABEL: @wide
// CHECK:         tensor.concat
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<128x256xbf16>)
func.func @wide(%x: tensor<2x64x1x128xbf16>, %y: tensor<2x64x1x128xbf16>) -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise> {
  %c = tensor.concat dim(3) %y, %x : (tensor<2x64x1x128xbf16>, tensor<2x64x1x128xbf16>) -> tensor<2x64x1x256xbf16>
  %flat = tensor.collapse_shape %c [[0, 1], [2, 3]] : tensor<2x64x1x256xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
}

// CHECK-LABEL: @narrow
// CHECK:         tensor.concat
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<128x256xbf16>)
func.func @narrow(%x: tensor<128x64x2xbf16>, %y: tensor<128x64x2xbf16>) -> !rows {
  %c = tensor.concat dim(2) %y, %x : (tensor<128x64x2xbf16>, tensor<128x64x2xbf16>) -> tensor<128x64x4xbf16>
  %flat = tensor.collapse_shape %c [[0], [1, 2]] : tensor<128x64x4xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !rows
  return %q : !rows
}

// What is computed with other tokens in a row than tokens in a matrix: each block of rows has some of both, and what does not
// divide stays apart.
// CHECK-LABEL: @unlike
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<6x4xf32>)
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<4x6xf32>)
func.func @unlike(%x: tensor<6x4xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %a = linalg.exp ins(%x : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %other = tensor.expand_shape %flat [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %b = linalg.abs ins(%other : tensor<4x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %b : tensor<4x6xf32>
}

// What others have computed lies there as a matrix, but for a part of it, which a reshape alone would copy.
// CHECK-LABEL: @views
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} into tensor<128x256xbf16>
// CHECK:         lowp.fusion ins(%[[FLAT]] : tensor<128x256xbf16>)
// CHECK:         %[[PART:.*]] = tensor.extract_slice
// CHECK:         lowp.fusion ins(%[[PART]] : tensor<2x64x2x64xbf16>)
// CHECK:           tensor.collapse_shape
func.func @views(%x: tensor<2x64x4x64xbf16>) -> (!rows, !lowp.scaled<128x128xf8E4M3FN, #lowp.block_1x128>) {
  %flat = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !rows
  %part = tensor.extract_slice %x[0, 0, 1, 0] [2, 64, 2, 64] [1, 1, 1, 1] : tensor<2x64x4x64xbf16> to tensor<2x64x2x64xbf16>
  %some = tensor.collapse_shape %part [[0, 1], [2, 3]] : tensor<2x64x2x64xbf16> into tensor<128x128xbf16>
  %r = lowp.quantize %some numerics <torchao> : tensor<128x128xbf16> -> !lowp.scaled<128x128xf8E4M3FN, #lowp.block_1x128>
  return %q, %r : !rows, !lowp.scaled<128x128xf8E4M3FN, #lowp.block_1x128>
}

// Rows of heads that are reduced are parts of the rows that are quantized: who reduces them computes what follows, too.
// CHECK-LABEL: @reduced
// CHECK:         %[[F:.*]] = lowp.fusion ins(%{{.*}} : tensor<128x4x64xf32>)
// CHECK:           linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:           linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[F]]
// CHECK:         lowp.fusion ins(%[[FLAT]] : tensor<128x256xf32>)
#rows = affine_map<(t, h, d) -> (t, h, d)>
#row = affine_map<(t, h, d) -> (t, h)>
func.func @reduced(%x: tensor<128x4x64xf32>) -> !rows {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x4xf32>) -> tensor<128x4xf32>
  %sum = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<128x4x64xf32>) outs(%init : tensor<128x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<128x4xf32>
  %f = tensor.empty() : tensor<128x4x64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<128x4x64xf32>, tensor<128x4xf32>) outs(%f : tensor<128x4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<128x4x64xf32>
  %flat = tensor.collapse_shape %y [[0], [1, 2]] : tensor<128x4x64xf32> into tensor<128x256xf32>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xf32> -> !rows
  return %q : !rows
}
