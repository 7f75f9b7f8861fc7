// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=merge-reductions | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Gradients of a norm's weight and bias: a factor of whole rows is no matter.

// CHECK-LABEL: func.func @norm(
// CHECK-SAME:    %[[DY:.*]]: tensor<64x256xbf16>, %[[X:.*]]: tensor<64x256xbf16>, %[[R:.*]]: tensor<64xf32>, %[[Z:.*]]: tensor<256xf32>)
// CHECK:         %[[Y:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[DY]], %[[X]], %[[R]] : {{.*}}) outs(%[[Z]], %[[Z]] : {{.*}}) {
// CHECK:         ^bb0(%[[A:.*]]: bf16, %[[B:.*]]: bf16, %[[F:.*]]: f32, %[[S:.*]]: f32, %[[T:.*]]: f32):
// CHECK:           %[[P:.*]] = arith.mulf %{{.*}}, %[[F]]
// CHECK:           %[[U:.*]] = arith.addf %{{.*}}, %[[S]]
// CHECK:           %[[WIDE:.*]] = arith.extf %[[A]]
// CHECK:           %[[V:.*]] = arith.addf %[[WIDE]], %[[T]]
// CHECK:           linalg.yield %[[U]], %[[V]]
// CHECK:         return %[[Y]]#0, %[[Y]]#1
func.func @norm(%dy: tensor<64x256xbf16>, %x: tensor<64x256xbf16>, %r: tensor<64xf32>, %zero: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %dw = linalg.generic {indexing_maps = [#all, #all, #row, #column], iterator_types = ["reduction", "parallel"]}
      ins(%dy, %x, %r : tensor<64x256xbf16>, tensor<64x256xbf16>, tensor<64xf32>) outs(%zero : tensor<256xf32>) {
  ^bb0(%a: bf16, %b: bf16, %f: f32, %s: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %p = arith.mulf %v, %f : f32
    %q = arith.mulf %u, %p : f32
    %t = arith.addf %q, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %db = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%dy : tensor<64x256xbf16>) outs(%zero : tensor<256xf32>) {
  ^bb0(%a: bf16, %s: f32):
    %u = arith.extf %a : bf16 to f32
    %t = arith.addf %u, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %dw, %db : tensor<256xf32>, tensor<256xf32>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Nothing joins: %b reads other points of the tensor, %c another tensor, and %e
// what the first sum has become by then.

// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-4: iterator_types = ["reduction", "parallel"]
func.func @apart(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>, %zero: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) {
  %a = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%zero : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %b = linalg.generic {indexing_maps = [#turned, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%zero : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %c = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<256x256xf32>) outs(%zero : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %e = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<256x256xf32>) outs(%a : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %b, %c, %e : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// The second one starts from what is known after the first: the place is its own.

// CHECK-LABEL: func.func @later(
// CHECK:         %[[N:.*]] = linalg.fill
// CHECK:         %[[Y:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}} : tensor<64x256xf32>) outs(%{{.*}}, %[[N]] :
// CHECK:         return %[[Y]]#0, %[[Y]]#1
func.func @later(%x: tensor<64x256xf32>, %zero: tensor<256xf32>, %one: f32) -> (tensor<256xf32>, tensor<256xf32>) {
  %a = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<64x256xf32>) outs(%zero : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  %n = linalg.fill ins(%one : f32) outs(%zero : tensor<256xf32>) -> tensor<256xf32>
  %b = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<64x256xf32>) outs(%n : tensor<256xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.maximumf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %a, %b : tensor<256xf32>, tensor<256xf32>
}

// A front end may keep dimensions of size 1 that a sum has no loops for.
// CHECK-LABEL: func.func @kept_dims(
// CHECK:         linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<1x1x256xf32>, tensor<1x1x256xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @kept_dims(%x: tensor<1x2048x256xf32>, %init: tensor<1x1x256xf32>) -> (tensor<1x1x256xf32>, tensor<1x1x256xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, 0, d2)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<1x2048x256xf32>) outs(%init : tensor<1x1x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1x256xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, 0, d2)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<1x2048x256xf32>) outs(%init : tensor<1x1x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1x256xf32>
  return %r, %q : tensor<1x1x256xf32>, tensor<1x1x256xf32>
}
