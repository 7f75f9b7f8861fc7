// A matmul of two operands that are quantized already takes both as they are, whatever the recipe of others is.
// RUN: lowp-opt %s --lowp-select-recipes=chip=sm_90a --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefixes=CHECK,CHIP
// RUN: lowp-opt %s --lowp-select-recipes="recipe=rowwise chip=sm_90a" --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefixes=CHECK,FORCED
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto chip=sm_90a" --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefixes=CHECK,AUTO
// Nobody asks for a chip: the reference multiplies all formats.
// RUN: lowp-opt %s --lowp-select-recipes --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefixes=CHECK,ANY,REFERENCE
// RUN: lowp-opt %s --lowp-select-recipes="chip=sm_90a allow-emulation=true" --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefixes=CHECK,ANY
// Scales of f32 that change along K stay so on sm_100a, which is quick with powers of two.
// RUN: lowp-opt %s --lowp-select-recipes="chip=sm_100a adapt=true" --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefix=TENSOR
// What has a name in 'deny' stays.
// RUN: lowp-opt %s --lowp-select-recipes="chip=sm_90a deny=*" --lowp-apply-recipes --canonicalize 2>&1 | FileCheck %s --check-prefix=DENIED
// RUN: lowp-opt %s --lowp-select-recipes=chip=sm_90a --remark-format=emitRemark --remarks-filter=lowp-select-recipes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What nobody has quantized in this module is not forgotten.
// CHIP: matmul kept bf16: no recipe, while 1 other is quantized

#mk = affine_map<(m,n,k)->(m,k)>
#nk = affine_map<(m,n,k)->(n,k)>
#mn = affine_map<(m,n,k)->(m,n)>
!rows = !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>
!tiles = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
!row = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
!columns = !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise<axis = 0>>

// Through a transpose, and rounded to bf16 on the way.
// CHECK-LABEL: @transposed(
// CHECK-NEXT:    lowp.scaled_matmul %arg0, %arg1 accumulate %arg2
// TENSOR-LABEL: @transposed(
// TENSOR-NEXT:    lowp.scaled_matmul %arg0, %arg1 accumulate %arg2
// DENIED-LABEL: @transposed(
// DENIED:         linalg.matmul
// REMARK: [Passed] recipe-chosen{{.*}}block_1x128_128x128{{.*}}its operands are quantized so
func.func @transposed(%x: !rows, %w: !tiles, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %xw = lowp.dequantize %x : !rows -> tensor<64x512xbf16>
  %ww = lowp.dequantize %w : !tiles -> tensor<256x512xbf16>
  %te = tensor.empty() : tensor<512x256xbf16>
  %t = linalg.transpose ins(%ww : tensor<256x512xbf16>) outs(%te : tensor<512x256xbf16>) permutation = [1, 0]
  %y = linalg.matmul ins(%xw, %t : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// A weight of K rows and N columns. The product is added to what is there.
// CHECK-LABEL: @columns(
// CHECK:         %[[B:.*]] = lowp.transpose %{{.*}} : !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
// CHECK:         lowp.scaled_matmul %{{.*}}, %[[B]] accumulate %{{.*}} -> tensor<64x256xf32>
// TENSOR-LABEL: @columns(
// TENSOR:         lowp.scaled_matmul
func.func @columns(%x: !row, %w: !columns, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %xw = lowp.dequantize %x : !row -> tensor<64x512xf32>
  %ww = lowp.dequantize %w : !columns -> tensor<512x256xf32>
  %y = linalg.matmul ins(%xw, %ww : tensor<64x512xf32>, tensor<512x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// Packing and order are no formats.
// CHECK-LABEL: @packed(
// ANY:           lowp.scaled_matmul %arg0, %arg1
// FORCED:        lowp.quantize{{.*}}rowwise
// FORCED:        lowp.scaled_matmul
// REMARK: [Missed] no-recipe{{.*}}sm_90a has no kernel for
!packed = !lowp.scaled<64x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
!packedw = !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
func.func @packed(%x: !packed, %w: !packedw, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %xw = lowp.dequantize %x : !packed -> tensor<64x512xbf16>
  %ww = lowp.dequantize %w : !packedw -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%xw, %ww : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// A batch without a weight takes no recipe of others, but has its own formats.
// CHECK-LABEL: @scores(
// CHECK:         lowp.scaled_matmul %arg0, %arg1
!q = !lowp.scaled<4x64x128xf8E4M3FN, #lowp.rowwise>
func.func @scores(%q: !q, %k: !q, %zero: tensor<4x64x64xf32>) -> tensor<4x64x64xf32> {
  %qw = lowp.dequantize %q : !q -> tensor<4x64x128xbf16>
  %kw = lowp.dequantize %k : !q -> tensor<4x64x128xbf16>
  %y = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>]
    ins(%qw, %kw : tensor<4x64x128xbf16>, tensor<4x64x128xbf16>) outs(%zero : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  return %y : tensor<4x64x64xf32>
}

// A recipe of its own goes first, and that of all goes before that.
// CHECK-LABEL: @own(
// CHIP-COUNT-2:  lowp.quantize {{.*}} #lowp.tensorwise
// FORCED:        lowp.scaled_matmul %arg0, %{{.*}} fast_accumulation
func.func @own(%x: !row, %w: !columns, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %xw = lowp.dequantize %x : !row -> tensor<64x512xbf16>
  %ww = lowp.dequantize %w : !columns -> tensor<512x256xbf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<tensorwise>} ins(%xw, %ww : tensor<64x512xbf16>, tensor<512x256xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// Scales of a row and of blocks have no common product.
// CHECK-LABEL: @unlike(
// ANY:           linalg.matmul
// FORCED:        lowp.quantize
func.func @unlike(%x: !row, %w: !tiles, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %xw = lowp.dequantize %x : !row -> tensor<64x512xbf16>
  %ww = lowp.dequantize %w : !tiles -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%xw, %ww : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// Kernels store whole lines.
// CHECK-LABEL: @narrow(
// REFERENCE:     lowp.scaled_matmul
// FORCED:        linalg.matmul
// AUTO:          linalg.matmul
!few = !lowp.scaled<20x512xf8E4M3FN, #lowp.rowwise>
func.func @narrow(%x: !row, %w: !few, %zero: tensor<64x20xf32>) -> tensor<64x20xf32> {
  %xw = lowp.dequantize %x : !row -> tensor<64x512xbf16>
  %ww = lowp.dequantize %w : !few -> tensor<20x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%xw, %ww : tensor<64x512xbf16>, tensor<20x512xbf16>) outs(%zero : tensor<64x20xf32>) -> tensor<64x20xf32>
  return %y : tensor<64x20xf32>
}
