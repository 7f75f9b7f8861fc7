// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations --canonicalize | FileCheck %s

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
#in = affine_map<(r, n, p) -> (p, r, n)>
#out = affine_map<(r, n, p) -> (n, p)>
#first = affine_map<(r, n, p) -> (p, n)>

// Sums over parts of the rows of what is quantized in both orders are one more
// output, though they read it through other reshapes.
// CHECK-LABEL: @both_orders
// CHECK: %[[F:.*]]:5 = lowp.fusion ins(%{{.*}} : tensor<4x64x16x32xbf16>)
// CHECK: lowp.fusion_yield {{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>, tensor<512x4xf32>
// CHECK-NOT: linalg.generic
// CHECK: return {{.*}}, %[[F]]#4
func.func @both_orders(%x: tensor<4x64x16x32xbf16>) -> (!rows, !columns, tensor<512x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %matrix = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<4x64x16x32xbf16> into tensor<256x512xbf16>
  %q = lowp.quantize %matrix numerics <torchao> : tensor<256x512xbf16> -> !rows
  %t = lowp.quantize %matrix numerics <torchao> : tensor<256x512xbf16> -> !columns
  %parts = tensor.collapse_shape %x [[0], [1], [2, 3]] : tensor<4x64x16x32xbf16> into tensor<4x64x512xbf16>
  %e = tensor.empty() : tensor<512x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x4xf32>) -> tensor<512x4xf32>
  %s = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%parts : tensor<4x64x512xbf16>) outs(%f : tensor<512x4xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %w = arith.extf %a : bf16 to f32
    %y = arith.addf %w, %old : f32
    linalg.yield %y : f32
  } -> tensor<512x4xf32>
  return %q, %t, %s : !rows, !columns, tensor<512x4xf32>
}

// Tiles of a quantize along rows are as tall as a part.
// CHECK-LABEL: @one_order
// CHECK: %[[F:.*]]:3 = lowp.fusion
// CHECK: lowp.fusion_yield
// CHECK-NOT: linalg.generic
// CHECK: return %{{.*}}, %[[F]]#2
func.func @one_order(%x: tensor<256x512xbf16>) -> (!rows, tensor<4x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !rows
  %parts = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 64, 512] : tensor<256x512xbf16> into tensor<4x64x512xbf16>
  %e = tensor.empty() : tensor<4x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x512xf32>) -> tensor<4x512xf32>
  %s = linalg.generic {indexing_maps = [#in, #first], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%parts : tensor<4x64x512xbf16>) outs(%f : tensor<4x512xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %w = arith.extf %a : bf16 to f32
    %y = arith.addf %w, %old : f32
    linalg.yield %y : f32
  } -> tensor<4x512xf32>
  return %q, %s : !rows, tensor<4x512xf32>
}

// Parts of 96 rows lie in two tiles; products are no sums.
// CHECK-LABEL: @other_parts
// CHECK: lowp.fusion
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @other_parts(%x: tensor<192x512xbf16>)
    -> (!lowp.scaled<192x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>, tensor<2x512xf32>, tensor<3x512xf32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %q = lowp.quantize %x numerics <torchao> : tensor<192x512xbf16>
    -> !lowp.scaled<192x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  %two = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 96, 512] : tensor<192x512xbf16> into tensor<2x96x512xbf16>
  %e2 = tensor.empty() : tensor<2x512xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x512xf32>) -> tensor<2x512xf32>
  %s = linalg.generic {indexing_maps = [#in, #first], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%two : tensor<2x96x512xbf16>) outs(%f2 : tensor<2x512xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %w = arith.extf %a : bf16 to f32
    %y = arith.addf %w, %old : f32
    linalg.yield %y : f32
  } -> tensor<2x512xf32>
  %three = tensor.expand_shape %x [[0, 1], [2]] output_shape [3, 64, 512] : tensor<192x512xbf16> into tensor<3x64x512xbf16>
  %e3 = tensor.empty() : tensor<3x512xf32>
  %f3 = linalg.fill ins(%one : f32) outs(%e3 : tensor<3x512xf32>) -> tensor<3x512xf32>
  %p = linalg.generic {indexing_maps = [#in, #first], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%three : tensor<3x64x512xbf16>) outs(%f3 : tensor<3x512xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %w = arith.extf %a : bf16 to f32
    %y = arith.mulf %w, %old : f32
    linalg.yield %y : f32
  } -> tensor<3x512xf32>
  return %q, %s, %p : !lowp.scaled<192x512xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>, tensor<2x512xf32>, tensor<3x512xf32>
}

#read = affine_map<(i, c, j) -> (j, c)>
#written = affine_map<(i, c, j) -> (i, c)>

// A running sum reads along a dimension of the same size as the one it writes
// along: what it reads has no place in the space of what quantizes it.
// CHECK-LABEL: @running_sum
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: lowp.fusion ins(%[[S]] : tensor<5x1xf32>)
func.func @running_sum(%x: tensor<5x1xf32>) -> !lowp.scaled<5x1xf8E5M2, #lowp.block<32x1>> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %s = linalg.generic {indexing_maps = [#read, #written], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<5x1xf32>) outs(%f : tensor<5x1xf32>) {
  ^bb0(%a: f32, %old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 2 : index
    %is_before = arith.cmpi ule, %j, %i : index
    %one = arith.select %is_before, %a, %zero : f32
    %y = arith.addf %one, %old : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  %q = lowp.quantize %s numerics <transformer_engine> : tensor<5x1xf32> -> !lowp.scaled<5x1xf8E5M2, #lowp.block<32x1>>
  return %q : !lowp.scaled<5x1xf8E5M2, #lowp.block<32x1>>
}

#whole = affine_map<(p, r, n) -> (p, r, n)>
#row = affine_map<(p, r, n) -> (p, r)>
#sums = affine_map<(p, r, n) -> (p, n)>
#matrix = affine_map<(r, n) -> (r, n)>
#rows = affine_map<(r, n) -> (r)>

// A CTA that reduces rows one after the other adds up what two sums of them are
// computed from: gradients of a norm's weight and bias.
// CHECK-LABEL: @beside_reduced_rows
// CHECK: %[[F:.*]]:3 = lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<1024x256xbf16>, tensor<1024x256xbf16>)
// CHECK: lowp.fusion_yield
// CHECK-NOT: linalg.generic
// CHECK: return %[[F]]#{{.}}, %[[F]]#{{.}}, %[[F]]#{{.}}
func.func @beside_reduced_rows(%x: tensor<1024x256xbf16>, %dy: tensor<1024x256xbf16>)
    -> (tensor<1024x256xbf16>, tensor<128x256xf32>, tensor<128x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %norm = linalg.generic {indexing_maps = [#matrix, #matrix, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x, %dy : tensor<1024x256xbf16>, tensor<1024x256xbf16>) outs(%f : tensor<1024xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %wa = arith.extf %a : bf16 to f32
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wa, %wb : f32
    %y = arith.addf %p, %old : f32
    linalg.yield %y : f32
  } -> tensor<1024xf32>
  %d = tensor.empty() : tensor<1024x256xbf16>
  %dx = linalg.generic {indexing_maps = [#matrix, #rows, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%dy, %norm : tensor<1024x256xbf16>, tensor<1024xf32>) outs(%d : tensor<1024x256xbf16>) {
  ^bb0(%a: bf16, %n: f32, %old: bf16):
    %wa = arith.extf %a : bf16 to f32
    %p = arith.mulf %wa, %n : f32
    %y = arith.truncf %p : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<1024x256xbf16>
  %xp = tensor.expand_shape %x [[0, 1], [2]] output_shape [128, 8, 256] : tensor<1024x256xbf16> into tensor<128x8x256xbf16>
  %dyp = tensor.expand_shape %dy [[0, 1], [2]] output_shape [128, 8, 256] : tensor<1024x256xbf16> into tensor<128x8x256xbf16>
  %es = tensor.empty() : tensor<128x256xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<128x256xf32>) -> tensor<128x256xf32>
  %s:2 = linalg.generic {indexing_maps = [#whole, #whole, #sums, #sums], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%xp, %dyp : tensor<128x8x256xbf16>, tensor<128x8x256xbf16>) outs(%fs, %fs : tensor<128x256xf32>, tensor<128x256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32, %old1: f32):
    %wa = arith.extf %a : bf16 to f32
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wa, %wb : f32
    %y = arith.addf %p, %old : f32
    %y1 = arith.addf %wb, %old1 : f32
    linalg.yield %y, %y1 : f32, f32
  } -> (tensor<128x256xf32>, tensor<128x256xf32>)
  return %dx, %s#0, %s#1 : tensor<1024x256xbf16>, tensor<128x256xf32>, tensor<128x256xf32>
}

// Parts of 64 rows are those of too few CTAs.
// CHECK-LABEL: @tall_parts
// CHECK: %[[F:.*]] = lowp.fusion
// CHECK: lowp.fusion_yield %{{.*}} : tensor<1024xf32>
// CHECK: %[[S:.*]] = linalg.generic
// CHECK: return %[[F]], %[[S]]
func.func @tall_parts(%x: tensor<1024x256xbf16>) -> (tensor<1024xf32>, tensor<16x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %norm = linalg.generic {indexing_maps = [#matrix, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1024x256xbf16>) outs(%f : tensor<1024xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %wa = arith.extf %a : bf16 to f32
    %y = arith.addf %wa, %old : f32
    linalg.yield %y : f32
  } -> tensor<1024xf32>
  %xp = tensor.expand_shape %x [[0, 1], [2]] output_shape [16, 64, 256] : tensor<1024x256xbf16> into tensor<16x64x256xbf16>
  %es = tensor.empty() : tensor<16x256xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<16x256xf32>) -> tensor<16x256xf32>
  %s = linalg.generic {indexing_maps = [#whole, #sums], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%xp : tensor<16x64x256xbf16>) outs(%fs : tensor<16x256xf32>) {
  ^bb0(%a: bf16, %old: f32):
    %wa = arith.extf %a : bf16 to f32
    %y = arith.addf %wa, %old : f32
    linalg.yield %y : f32
  } -> tensor<16x256xf32>
  return %norm, %s : tensor<1024xf32>, tensor<16x256xf32>
}
