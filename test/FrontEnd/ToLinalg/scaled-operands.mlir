// Operands that are small floats times scales are scaled values, in every form in which front ends write them.
// RUN: lowp-opt %s --convert-front-end-to-linalg --canonicalize | FileCheck %s
// With a recipe the quantized weight is taken as it is where formats meet; otherwise a remark tells that it is rounded again.
// RUN: lowp-opt %s --convert-front-end-to-linalg --lowp-apply-recipes=recipe=block_1x128_128x128 --canonicalize --remark-format=emitRemark --remarks-filter=lowp-apply-recipes 2>%t | FileCheck %s --check-prefix=RECIPE
// RUN: FileCheck %s --check-prefix=AGAIN --implicit-check-not=quantized-again < %t

#mk = affine_map<(m,n,k)->(m,k)>
#nk = affine_map<(m,n,k)->(n,k)>
#mn = affine_map<(m,n,k)->(m,n)>
#id = affine_map<(i,j)->(i,j)>
// Blocks by a division of the index.
// CHECK-LABEL: @block(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<256x512xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<2x4xf32>)
// CHECK:         %[[Q:.*]] = lowp.make_scaled %[[D]], %[[S]] : {{.*}} -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
// CHECK-NEXT:    %[[W:.*]] = lowp.dequantize %[[Q]] : {{.*}} -> tensor<256x512xbf16>
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %[[W]]
// RECIPE-LABEL: @block(
// RECIPE:         %[[Q:.*]] = lowp.make_scaled
// RECIPE-NEXT:    %[[X:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>
// RECIPE-NEXT:    lowp.scaled_matmul %[[X]], %[[Q]]
func.func @block(%x: tensor<64x512xbf16>, %d: tensor<256x512xf8E4M3FN>, %s: tensor<2x4xf32>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xbf16>
  %w = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(i floordiv 128, j floordiv 128)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%e: tensor<256x512xbf16>) {
  ^bb0(%a: f8E4M3FN, %b: f32, %o: bf16):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<256x512xbf16>
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
// A scale for each row, broadcast, the product in steps, transposed for the matmul.
// CHECK-LABEL: @row(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<256x512xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<256xbf16>)
// CHECK:         %[[F:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<256xbf16>) outs({{.*}} : tensor<256xf32>)
// CHECK:         %[[C:.*]] = tensor.expand_shape %[[F]] {{.*}} into tensor<256x1xf32>
// CHECK-NEXT:    %[[Q:.*]] = lowp.make_scaled %[[D]], %[[C]] : {{.*}} -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
// CHECK-NEXT:    %[[W:.*]] = lowp.dequantize %[[Q]] : {{.*}} -> tensor<256x512xbf16>
// CHECK:         linalg.transpose ins(%[[W]]
// RECIPE-LABEL: @row(
// RECIPE:         lowp.dequantize
// RECIPE:         lowp.scaled_matmul
// AGAIN: quantized-again{{.*}}an operand of !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise> becomes !lowp.scaled<512x256xf8E4M3FN, #lowp.block<128x128>{{.*}}>: it is rounded a second time, and each call dequantizes and quantizes 131072 elements; a recipe of that format takes it as it is
func.func @row(%x: tensor<64x512xbf16>, %d: tensor<256x512xf8E4M3FN>, %s: tensor<256xbf16>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xbf16>
  %wide = linalg.generic {indexing_maps=[#id, #id], iterator_types=["parallel","parallel"]} ins(%d: tensor<256x512xf8E4M3FN>) outs(%e: tensor<256x512xbf16>) {
  ^bb0(%a: f8E4M3FN, %o: bf16):
    %0 = arith.extf %a : f8E4M3FN to bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %sb = linalg.broadcast ins(%s : tensor<256xbf16>) outs(%e : tensor<256x512xbf16>) dimensions = [1]
  %w = linalg.mul ins(%wide, %sb : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %te = tensor.empty() : tensor<512x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x512xbf16>) outs(%te : tensor<512x256xbf16>) permutation = [1, 0]
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul ins(%x, %t : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
// A scale for the tensor.
// CHECK-LABEL: @tensor(
// CHECK:         lowp.make_scaled %{{.*}} : tensor<256x512xf8E5M2>, tensor<1x1xf32> -> !lowp.scaled<256x512xf8E5M2, #lowp.tensorwise>
// AGAIN: quantized-again{{.*}}an operand of !lowp.scaled<256x512xf8E5M2, #lowp.tensorwise>
func.func @tensor(%x: tensor<64x512xf32>, %d: tensor<256x512xf8E5M2>, %s: tensor<f32>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xf32>
  %w = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->()>, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<256x512xf8E5M2>, tensor<f32>) outs(%e: tensor<256x512xf32>) {
  ^bb0(%a: f8E5M2, %b: f32, %o: f32):
    %0 = arith.extf %a : f8E5M2 to f32
    %1 = arith.mulf %b, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<64x512xf32>, tensor<256x512xf32>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
// A view in blocks, rounded afterwards.
#id4 = affine_map<(a,b,c,d)->(a,b,c,d)>
// CHECK-LABEL: @view(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<256x512xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<2x1x4x1xf32>)
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[S]] {{.*}} into tensor<2x4xf32>
// CHECK-NEXT:    %[[Q:.*]] = lowp.make_scaled %[[D]], %[[C]] : {{.*}} -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
// CHECK-NEXT:    lowp.dequantize %[[Q]] : {{.*}} -> tensor<256x512xbf16>
// RECIPE-LABEL: @view(
// RECIPE-NOT:     lowp.dequantize
// RECIPE:         lowp.scaled_matmul
func.func @view(%x: tensor<64x512xbf16>, %d: tensor<256x512xf8E4M3FN>, %s: tensor<2x1x4x1xf32>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %v = tensor.expand_shape %d [[0,1],[2,3]] output_shape [2,128,4,128] : tensor<256x512xf8E4M3FN> into tensor<2x128x4x128xf8E4M3FN>
  %e = tensor.empty() : tensor<2x128x4x128xf32>
  %p = linalg.generic {indexing_maps=[#id4, affine_map<(a,b,c,d)->(a,0,c,0)>, #id4], iterator_types=["parallel","parallel","parallel","parallel"]} ins(%v, %s: tensor<2x128x4x128xf8E4M3FN>, tensor<2x1x4x1xf32>) outs(%e: tensor<2x128x4x128xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f32, %o: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<2x128x4x128xf32>
  %w2 = tensor.collapse_shape %p [[0,1],[2,3]] : tensor<2x128x4x128xf32> into tensor<256x512xf32>
  %e2 = tensor.empty() : tensor<256x512xbf16>
  %w = linalg.generic {indexing_maps=[#id, #id], iterator_types=["parallel","parallel"]} ins(%w2: tensor<256x512xf32>) outs(%e2: tensor<256x512xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
// MX by its cast, in a generic of its own.
// CHECK-LABEL: @mx(
// CHECK:         lowp.make_scaled %{{.*}} -> !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>>
// CHECK-NEXT:    lowp.dequantize
// AGAIN: quantized-again{{.*}}an operand of !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>>
func.func @mx(%x: tensor<64x512xbf16>, %d: tensor<256x512xf4E2M1FN>, %s: tensor<256x16xf8E8M0FNU>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xbf16>
  %w = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(i, j floordiv 32)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<256x512xf4E2M1FN>, tensor<256x16xf8E8M0FNU>) outs(%e: tensor<256x512xbf16>) {
  ^bb0(%a: f4E2M1FN, %b: f8E8M0FNU, %o: bf16):
    %0 = arith.scaling_extf %a, %b : f4E2M1FN, f8E8M0FNU to bf16
    linalg.yield %0 : bf16
  } -> tensor<256x512xbf16>
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul indexing_maps=[#mk,#nk,#mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
// Weights of K rows and N columns, as JAX has them; a scale for each column.
// CHECK-LABEL: @column(
// CHECK:         lowp.make_scaled %{{.*}}, %{{.*}} : tensor<512x256xf8E4M3FN>, tensor<1x256xf32> -> !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
// AGAIN: quantized-again
func.func @column(%x: tensor<64x512xbf16>, %d: tensor<512x256xf8E4M3FN>, %s: tensor<1x256xf32>) -> tensor<64x256xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x256xf32>
  %w = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(0,j)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %s: tensor<512x256xf8E4M3FN>, tensor<1x256xf32>) outs(%e: tensor<512x256xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f32, %o: f32):
    %0 = arith.extf %a : f8E4M3FN to f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<512x256xf32>
  %xe = tensor.empty() : tensor<64x512xf32>
  %xw = linalg.generic {indexing_maps=[#id, #id], iterator_types=["parallel","parallel"]} ins(%x: tensor<64x512xbf16>) outs(%xe: tensor<64x512xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%c : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = linalg.matmul ins(%xw, %w : tensor<64x512xf32>, tensor<512x256xf32>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// Blocks that do not divide the matrix, scales in another order, and a product that is rounded twice are no format.
// CHECK-LABEL: @others(
// CHECK-NOT:     lowp
// CHECK:         return
func.func @others(%x: tensor<64x256xf32>, %d: tensor<256x256xf8E4M3FN>, %odd: tensor<3x2xf32>, %turned: tensor<2x2xf32>, %twice: tensor<256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>) {
  %e = tensor.empty() : tensor<256x256xf32>
  %a = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(i floordiv 96, j floordiv 128)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %odd: tensor<256x256xf8E4M3FN>, tensor<3x2xf32>) outs(%e: tensor<256x256xf32>) {
  ^bb0(%p: f8E4M3FN, %q: f32, %o: f32):
    %0 = arith.extf %p : f8E4M3FN to f32
    %1 = arith.mulf %0, %q : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %b = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(j floordiv 128, i floordiv 128)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %turned: tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%e: tensor<256x256xf32>) {
  ^bb0(%p: f8E4M3FN, %q: f32, %o: f32):
    %0 = arith.extf %p : f8E4M3FN to f32
    %1 = arith.mulf %0, %q : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %c = linalg.generic {indexing_maps=[#id, affine_map<(i,j)->(i)>, #id], iterator_types=["parallel","parallel"]} ins(%d, %twice: tensor<256x256xf8E4M3FN>, tensor<256xf32>) outs(%e: tensor<256x256xf32>) {
  ^bb0(%p: f8E4M3FN, %q: f32, %o: f32):
    %0 = arith.extf %p : f8E4M3FN to f32
    %1 = arith.mulf %0, %q : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.extf %2 : bf16 to f32
    linalg.yield %3 : f32
  } -> tensor<256x256xf32>
  %zero = arith.constant 0.0 : f32
  %o = tensor.empty() : tensor<64x256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = linalg.matmul ins(%x, %a : tensor<64x256xf32>, tensor<256x256xf32>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  %s = linalg.matmul ins(%x, %b : tensor<64x256xf32>, tensor<256x256xf32>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  %t = linalg.matmul ins(%x, %c : tensor<64x256xf32>, tensor<256x256xf32>) outs(%z : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r, %s, %t : tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>
}
