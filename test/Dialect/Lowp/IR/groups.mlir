// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// Groups are printed where there are some, the alignment where it is not 1.
// CHECK-LABEL: @types
// CHECK-SAME: !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1>>
// CHECK-SAME: !lowp.scaled<?x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <?, axis = 0, alignment = 128>>
func.func private @types(!lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, alignment = 1>>,
                         !lowp.scaled<?x256xf8E4M3FN, #lowp.mx<1x32>, groups = #lowp.groups<?, axis = 0, alignment = 128>, scales = #lowp.swizzled>)

// 1000 columns in 8 groups: 1000 + 8 * 127 of them at most in steps of 128 are 15
// atoms of 4 scales of 32. 64 rows are one atom of 128.
// CHECK-LABEL: @columns
// CHECK-SAME: -> tensor<1x15x32x4x4xf8E8M0FNU>
!columns = !lowp.scaled<64x1000xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, alignment = 4>>
func.func @columns(%q: !columns) -> tensor<1x15x32x4x4xf8E8M0FNU> {
  %data, %scales = lowp.split_scaled %q : !columns
  return %scales : tensor<1x15x32x4x4xf8E8M0FNU>
}

// The same atoms in a storage per group.
// CHECK-LABEL: @separate
// CHECK-SAME: -> (tensor<7680xf8E8M0FNU>, tensor<?xf8E8M0FNU>)
!separate = !lowp.scaled<64x1000xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, alignment = 4, separate = true>>
!unknown = !lowp.scaled<64x?xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, alignment = 4, separate = true>>
func.func @separate(%q: !separate, %u: !unknown) -> (tensor<7680xf8E8M0FNU>, tensor<?xf8E8M0FNU>) {
  %data, %scales = lowp.split_scaled %q : !separate
  %more, %others = lowp.split_scaled %u : !unknown
  return %scales, %others : tensor<7680xf8E8M0FNU>, tensor<?xf8E8M0FNU>
}

// Blocks that span groups: one scale per row and group.
// CHECK-LABEL: @whole
// CHECK-SAME: -> tensor<64x32xf32>
!whole = !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 1, alignment = 4>>
func.func @whole(%q: !whole) -> tensor<64x32xf32> {
  %data, %scales = lowp.split_scaled %q : !whole
  return %scales : tensor<64x32xf32>
}

// Rows that begin where they would without groups need no room more, and two
// levels of scales have a scale per group.
// CHECK-LABEL: @dense
// CHECK-SAME: -> (tensor<1000x16xf8E4M3FN>, tensor<?xf32>)
!dense = !lowp.scaled<1000x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <?, axis = 0>>
func.func @dense(%q: !dense) -> (tensor<1000x16xf8E4M3FN>, tensor<?xf32>) {
  %data, %scales, %global = lowp.split_scaled %q : !dense
  return %scales, %global : tensor<1000x16xf8E4M3FN>, tensor<?xf32>
}

// Groups that begin where blocks do have their scales where there are no groups.
// CHECK-LABEL: @spread
// CHECK-SAME: !lowp.scaled<64x2048xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 128>>
// CHECK-SAME: -> tensor<64x16xf32>
!spread = !lowp.scaled<64x2048xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 128>>
func.func @spread(%q: !spread) -> tensor<64x16xf32> {
  %data, %scales = lowp.split_scaled %q : !spread
  return %scales : tensor<64x16xf32>
}

// Where groups begin within what scales are aligned to, these have places of their own: of each group in atoms, one after another.
// CHECK-LABEL: @places
// CHECK-SAME: groups = <8, axis = 1, alignment = 4, start = 32, separate = true>>
// CHECK-SAME: -> tensor<11776xf8E8M0FNU>
!places = !lowp.scaled<64x2048xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, alignment = 4, start = 32, separate = true>>
func.func @places(%q: !places) -> tensor<11776xf8E8M0FNU> {
  %data, %scales = lowp.split_scaled %q : !places
  return %scales : tensor<11776xf8E8M0FNU>
}

// A relayout moves groups to where fewer elements may begin.
// CHECK-LABEL: @moved
// CHECK: lowp.relayout %{{.*}} ends(%{{.*}} : tensor<8xi32>) : {{.*}}start = 32, separate = true>> -> !lowp.scaled<64x2944xf8E4M3FN,
!moved = !lowp.scaled<64x2944xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <8, axis = 1, start = 128>>
func.func @moved(%q: !places, %ends: tensor<8xi32>) -> !moved {
  %r = lowp.relayout %q ends(%ends : tensor<8xi32>) : !places -> !moved
  return %r : !moved
}

// CHECK-LABEL: @ops
// CHECK: lowp.quantize %{{.*}} numerics <transformer_engine_stochastic> seed %{{.*}} ends(%{{.*}} : tensor<8xi32>) : tensor<1000x256xbf16> ->
// CHECK: lowp.relayout %{{.*}} ends(%{{.*}} : tensor<8xi32>) : !lowp.scaled<1000x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <8, axis = 0>> -> !lowp.scaled<1000x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <8, axis = 0, alignment = 128>>
// CHECK: lowp.transpose
// CHECK: lowp.dequantize %{{.*}} ends(%{{.*}} : tensor<8xi32>) : !lowp.scaled<256x1000xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0], scales = #lowp.compact<transposed = true>, groups = <8, axis = 1, alignment = 128>> -> tensor<256x1000xf32>
!n = !lowp.scaled<1000x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <8, axis = 0>>
!a = !lowp.scaled<1000x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <8, axis = 0, alignment = 128>>
!t = !lowp.scaled<256x1000xf4E2M1FN, #lowp.nvfp4<16x1>, order = [1, 0], scales = #lowp.compact<transposed = true>, groups = <8, axis = 1, alignment = 128>>
func.func @ops(%x: tensor<1000x256xbf16>, %seed: i64, %ends: tensor<8xi32>) -> tensor<256x1000xf32> {
  %q = lowp.quantize %x numerics <transformer_engine_stochastic> seed %seed ends(%ends : tensor<8xi32>)
     : tensor<1000x256xbf16> -> !n
  %a = lowp.relayout %q ends(%ends : tensor<8xi32>) : !n -> !a
  %t = lowp.transpose %a : !a
  %y = lowp.dequantize %t ends(%ends : tensor<8xi32>) : !t -> tensor<256x1000xf32>
  return %y : tensor<256x1000xf32>
}

// Operands with the groups of the product, and what it is added to.
// CHECK-LABEL: @products
// CHECK: lowp.grouped_scaled_matmul %{{.*}}, %{{.*}} ends(%{{.*}} : tensor<8xi32>) accumulate(%{{.*}} : tensor<8x64x64xf32>) : {{.*}} -> tensor<8x64x64xf32>
// CHECK: lowp.grouped_matmul %{{.*}}, %{{.*}} counts(%{{.*}} : tensor<8xi32>) accumulate(%{{.*}} : tensor<8x64x64xf32>) : {{.*}} -> tensor<8x64x64xf32>
!k = !lowp.scaled<64x?xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1>>
func.func @products(%q: !k, %x: tensor<8x64x256xf32>, %ends: tensor<8xi32>, %sum: tensor<8x64x64xf32>) {
  %along_k = lowp.grouped_scaled_matmul %q, %q ends(%ends : tensor<8xi32>) accumulate(%sum : tensor<8x64x64xf32>) : !k, !k -> tensor<8x64x64xf32>
  %batch = lowp.grouped_matmul %x, %x counts(%ends : tensor<8xi32>) accumulate(%along_k : tensor<8x64x64xf32>)
    : tensor<8x64x256xf32>, tensor<8x64x256xf32> -> tensor<8x64x64xf32>
  return
}
