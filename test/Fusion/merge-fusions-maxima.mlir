// RUN: lowp-opt %s --lowp-form-fusions=only=merge-fusions --split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=merge-fusions --split-input-file --remark-policy=all --remarks-filter=lowp-merge-fusions -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Both read %x and %y, and find the largest magnitudes of rows and of columns of what they compute:
// one kernel does, of one stage.
// REMARK: one kernel finds maxima of what several read
// CHECK-LABEL: func.func @maxima(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<256x512xbf16>, %[[Y:[^:]*]]: tensor<256x512xbf16>)
// CHECK:         %[[ALL:.*]]:5 = lowp.fusion ins(%[[X]], %[[Y]] : tensor<256x512xbf16>, tensor<256x512xbf16>)
// CHECK:           linalg.mul
// CHECK:           lowp.amax {{.*}} -> tensor<1x512xf32>
// CHECK:           lowp.amax {{.*}} -> tensor<256x1xf32>
// CHECK:           linalg.add
// CHECK:           lowp.amax {{.*}} -> tensor<1x512xf32>
// CHECK-NOT:       lowp.stages
// CHECK-NOT:     lowp.fusion ins
// CHECK:         return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2, %[[ALL]]#3, %[[ALL]]#4
func.func @maxima(%x: tensor<256x512xbf16>, %y: tensor<256x512xbf16>)
    -> (tensor<256x512xbf16>, tensor<1x512xf32>, tensor<256x1xf32>, tensor<256x512xbf16>, tensor<1x512xf32>) {
  %e = tensor.empty() : tensor<256x512xbf16>
  %c = tensor.empty() : tensor<1x512xf32>
  %r = tensor.empty() : tensor<256x1xf32>
  %0:3 = lowp.fusion ins(%x, %y : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%e, %c, %r : tensor<256x512xbf16>, tensor<1x512xf32>, tensor<256x1xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>):
    %i = tensor.empty() : tensor<256x512xbf16>
    %p = linalg.mul ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %m = lowp.amax %p recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    %n = lowp.amax %p recipe(#lowp.rowwise) : tensor<256x512xbf16> -> tensor<256x1xf32>
    lowp.fusion_yield %p, %m, %n : tensor<256x512xbf16>, tensor<1x512xf32>, tensor<256x1xf32>
  } -> tensor<256x512xbf16>, tensor<1x512xf32>, tensor<256x1xf32>
  %1:2 = lowp.fusion ins(%x, %y : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%e, %c : tensor<256x512xbf16>, tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>):
    %i = tensor.empty() : tensor<256x512xbf16>
    %s = linalg.add ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %m = lowp.amax %s recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %s, %m : tensor<256x512xbf16>, tensor<1x512xf32>
  } -> tensor<256x512xbf16>, tensor<1x512xf32>
  return %0#0, %0#1, %0#2, %1#0, %1#1 : tensor<256x512xbf16>, tensor<1x512xf32>, tensor<256x1xf32>, tensor<256x512xbf16>, tensor<1x512xf32>
}

// -----

// Not what reads other matrices, and not five of them: a thread would have too much of a tile.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: lowp.fusion ins(
func.func @others(%x: tensor<256x512xbf16>, %y: tensor<256x512xbf16>) -> (tensor<1x512xf32>, tensor<1x512xf32>) {
  %c = tensor.empty() : tensor<1x512xf32>
  %0 = lowp.fusion ins(%x : tensor<256x512xbf16>) outs(%c : tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %m = lowp.amax %a recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %m : tensor<1x512xf32>
  } -> tensor<1x512xf32>
  %1 = lowp.fusion ins(%y : tensor<256x512xbf16>) outs(%c : tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %m = lowp.amax %a recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %m : tensor<1x512xf32>
  } -> tensor<1x512xf32>
  return %0, %1 : tensor<1x512xf32>, tensor<1x512xf32>
}

// -----

// CHECK-LABEL: func.func @many(
// CHECK-COUNT-2: lowp.fusion ins(
func.func @many(%x: tensor<256x512xbf16>, %y: tensor<256x512xbf16>, %z: tensor<256x512xbf16>, %u: tensor<256x512xbf16>, %v: tensor<256x512xbf16>)
    -> (tensor<1x512xf32>, tensor<1x512xf32>) {
  %c = tensor.empty() : tensor<1x512xf32>
  %0 = lowp.fusion ins(%x, %y, %z : tensor<256x512xbf16>, tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%c : tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>, %d: tensor<256x512xbf16>):
    %i = tensor.empty() : tensor<256x512xbf16>
    %s = linalg.add ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %t = linalg.add ins(%s, %d : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %m = lowp.amax %t recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %m : tensor<1x512xf32>
  } -> tensor<1x512xf32>
  %1 = lowp.fusion ins(%x, %u, %v : tensor<256x512xbf16>, tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%c : tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>, %d: tensor<256x512xbf16>):
    %i = tensor.empty() : tensor<256x512xbf16>
    %s = linalg.mul ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %t = linalg.mul ins(%s, %d : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %m = lowp.amax %t recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %m : tensor<1x512xf32>
  } -> tensor<1x512xf32>
  return %0, %1 : tensor<1x512xf32>, tensor<1x512xf32>
}

// -----

// Nor what computes a scale of the maximum of the first one.
// CHECK-LABEL: func.func @scales(
// CHECK-COUNT-2: lowp.fusion ins(
func.func @scales(%x: tensor<256x512xbf16>) -> (tensor<1x512xf32>, tensor<512x256xf8E4M3FN>, tensor<512x1xf32>) {
  %c = tensor.empty() : tensor<1x512xf32>
  %0 = lowp.fusion ins(%x : tensor<256x512xbf16>) outs(%c : tensor<1x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %m = lowp.amax %a recipe(#lowp.rowwise<axis = 0>) : tensor<256x512xbf16> -> tensor<1x512xf32>
    lowp.fusion_yield %m : tensor<1x512xf32>
  } -> tensor<1x512xf32>
  %d = tensor.empty() : tensor<512x256xf8E4M3FN>
  %s = tensor.empty() : tensor<512x1xf32>
  %1:2 = lowp.fusion ins(%0, %x : tensor<1x512xf32>, tensor<256x512xbf16>) outs(%d, %s : tensor<512x256xf8E4M3FN>, tensor<512x1xf32>) {
  ^bb0(%m: tensor<1x512xf32>, %a: tensor<256x512xbf16>):
    %encode, %stored = lowp.compute_scale %m recipe #lowp.rowwise<axis = 0> element f8E4M3FN numerics <torchao> : tensor<1x512xf32> -> tensor<1x512xf32>, tensor<1x512xf32>
    %q = lowp.quantize %a numerics <torchao> scales(%encode, %stored : tensor<1x512xf32>, tensor<1x512xf32>) : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>
    %qd, %qs = lowp.split_scaled %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>
    lowp.fusion_yield %qd, %qs : tensor<512x256xf8E4M3FN>, tensor<512x1xf32>
  } -> tensor<512x256xf8E4M3FN>, tensor<512x1xf32>
  return %0, %1#0, %1#1 : tensor<1x512xf32>, tensor<512x256xf8E4M3FN>, tensor<512x1xf32>
}
