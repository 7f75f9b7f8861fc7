// RUN: lowp-opt %s --split-input-file --lowp-form-fusions=only=group-operations,recompute-results,merge-fusions | FileCheck %s

// What computes the parts of a concat, stores it and quantizes it is one launch, where blocks lie
// in parts. What reads a part's elements joins it.

// CHECK-LABEL: @beside
// CHECK:         %[[F:.*]]:6 = lowp.fusion
// CHECK:           %[[C:.*]] = tensor.concat dim(1)
// CHECK:           lowp.quantize %[[C]]
// CHECK:           lowp.quantize %[[C]]
// CHECK-NOT:     lowp.fusion ins
func.func @beside(%a: tensor<64x256xbf16>, %b: tensor<64x256xbf16>)
    -> (!lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x64>>, tensor<64x512xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %x = linalg.exp ins(%a : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %y = linalg.mul ins(%x, %b : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %p = linalg.add ins(%x, %a : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %c = tensor.concat dim(1) %x, %y : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x512xbf16>
  %q = lowp.quantize %c numerics <torchao> : tensor<64x512xbf16> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>
  %r = lowp.quantize %c numerics <torchao> : tensor<64x512xbf16> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x64>>
  return %q, %r, %c, %p : !lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x64>>, tensor<64x512xbf16>, tensor<64x256xbf16>
}

// -----

// An unknown number of rows, and one quantize down the columns: its blocks cross no border.

// CHECK-LABEL: @both
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<?x64xbf16>, tensor<?x64xbf16>)
// CHECK:           tensor.concat
// CHECK-NOT:     lowp.fusion ins
func.func @both(%a: tensor<?x64xbf16>, %b: tensor<?x64xbf16>)
    -> (!lowp.scaled<?x128xf8E4M3FN, #lowp.block<1x64>>, !lowp.scaled<?x128xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x128xbf16>
  %q = lowp.quantize %c numerics <torchao> : tensor<?x128xbf16> -> !lowp.scaled<?x128xf8E4M3FN, #lowp.block<1x64>>
  %r = lowp.quantize %c numerics <torchao> : tensor<?x128xbf16> -> !lowp.scaled<?x128xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  return %q, %r : !lowp.scaled<?x128xf8E4M3FN, #lowp.block<1x64>>, !lowp.scaled<?x128xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
}

// -----

// A block has elements of both parts, of which each is chosen by its column: a tile has both.

// CHECK-LABEL: @crossed
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK:           tensor.concat
// CHECK:           lowp.quantize
func.func @crossed(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block_1x128> {
  %c = tensor.concat dim(1) %a, %b : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x128xbf16>
  %q = lowp.quantize %c numerics <torchao> : tensor<64x128xbf16> -> !lowp.scaled<64x128xf8E4M3FN, #lowp.block_1x128>
  return %q : !lowp.scaled<64x128xf8E4M3FN, #lowp.block_1x128>
}

// -----

// So has a row of a scale of its own, whose largest element nobody has.

// CHECK-LABEL: @rows
// CHECK:         tensor.concat
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<64x256xbf16>)
// CHECK:           lowp.quantize
func.func @rows(%a: tensor<64x128xbf16>, %b: tensor<64x128xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise> {
  %c = tensor.concat dim(1) %a, %b : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x256xbf16>
  %q = lowp.quantize %c numerics <torchao_rowwise> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
}

// -----

// Parts have an amax for each of their columns, and one for each row together. Given scales, for
// rows or columns, need no other element; what is cheap is computed again.

// CHECK-LABEL: @given
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<64x256xbf16>, tensor<64x256xbf16>)
// CHECK:           tensor.concat
// CHECK:           lowp.amax
// CHECK:           lowp.amax
// CHECK:         lowp.fusion
// CHECK:           tensor.concat
// CHECK:           lowp.quantize
// CHECK:           lowp.quantize
// CHECK-NOT:     lowp.fusion ins
func.func @given(%a: tensor<64x256xbf16>, %b: tensor<64x256xbf16>)
    -> (!lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %x = linalg.mul ins(%a, %b : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %c = tensor.concat dim(1) %x, %a : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x512xbf16>
  %rows = lowp.amax %c recipe(#lowp.rowwise) : tensor<64x512xbf16> -> tensor<64x1xf32>
  %re, %rs = lowp.compute_scale %rows recipe #lowp.rowwise element f8E4M3FN numerics <torchao_rowwise> : tensor<64x1xf32> -> tensor<64x1xf32>, tensor<64x1xf32>
  %q = lowp.quantize %c numerics <torchao_rowwise> scales(%re, %rs : tensor<64x1xf32>, tensor<64x1xf32>) : tensor<64x512xbf16> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>
  %columns = lowp.amax %c recipe(#lowp.rowwise<axis = 0>) : tensor<64x512xbf16> -> tensor<1x512xf32>
  %ce, %cs = lowp.compute_scale %columns recipe #lowp.rowwise<axis = 0> element f8E4M3FN numerics <torchao_rowwise> : tensor<1x512xf32> -> tensor<1x512xf32>, tensor<1x512xf32>
  %r = lowp.quantize %c numerics <torchao_rowwise> scales(%ce, %cs : tensor<1x512xf32>, tensor<1x512xf32>) : tensor<64x512xbf16> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
  return %q, %r : !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
}

// -----

// Padding would follow the scales of each part, as it does in @padded; 128 columns fill a tile.

// CHECK-LABEL: @filled
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<64x128xbf16>
// CHECK-NOT:     lowp.fusion ins
// CHECK-LABEL: @padded
// CHECK:         tensor.concat
// CHECK:         lowp.fusion ins(%{{.*}} : tensor<64x192xbf16>)
// CHECK:           lowp.quantize
func.func @filled(%a: tensor<64x128xbf16>, %b: tensor<64x128xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled> {
  %c = tensor.concat dim(1) %a, %b : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x256xbf16>
  %q = lowp.quantize %c numerics <mx_rceil> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
}
func.func @padded(%a: tensor<64x96xbf16>, %b: tensor<64x96xbf16>) -> !lowp.scaled<64x192xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled> {
  %c = tensor.concat dim(1) %a, %b : (tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x192xbf16>
  %q = lowp.quantize %c numerics <mx_rceil> : tensor<64x192xbf16> -> !lowp.scaled<64x192xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
  return %q : !lowp.scaled<64x192xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
}

// -----

// Concats of two and of four parts have no parts together.

// CHECK-LABEL: @counts
// CHECK-COUNT-2: lowp.fusion ins
func.func @counts(%a: tensor<64x128xbf16>, %b: tensor<64x128xbf16>)
    -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>) {
  %e = tensor.empty() : tensor<64x128xbf16>
  %x = linalg.mul ins(%a, %b : tensor<64x128xbf16>, tensor<64x128xbf16>) outs(%e : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %c = tensor.concat dim(1) %x, %b : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x256xbf16>
  %d = tensor.concat dim(1) %x, %b, %a, %x : (tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x512xbf16>
  %q = lowp.quantize %c numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
  %r = lowp.quantize %d numerics <torchao> : tensor<64x512xbf16> -> !lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block_1x128>
}

// -----

// Parts of one column have one of the given scales each.

// CHECK-LABEL: @columns
// CHECK:         lowp.fusion ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x1xbf16>, tensor<64x1xbf16>, tensor<1x2xf32>, tensor<1x2xf32>)
// CHECK-NOT:     lowp.fusion ins
func.func @columns(%a: tensor<64x1xbf16>, %b: tensor<64x1xbf16>, %e: tensor<1x2xf32>, %s: tensor<1x2xf32>) -> !lowp.scaled<64x2xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]> {
  %c = tensor.concat dim(1) %a, %b : (tensor<64x1xbf16>, tensor<64x1xbf16>) -> tensor<64x2xbf16>
  %q = lowp.quantize %c numerics <torchao_rowwise> scales(%e, %s : tensor<1x2xf32>, tensor<1x2xf32>) : tensor<64x2xbf16> -> !lowp.scaled<64x2xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
  return %q : !lowp.scaled<64x2xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
}
