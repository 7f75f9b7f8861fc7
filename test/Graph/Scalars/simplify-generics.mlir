// RUN: lowp-opt %s --lowp-simplify-scalars=only=simplify-generics,lift-reads | FileCheck %s

#s = affine_map<() -> ()>
#m = affine_map<(d0) -> (d0)>

// A learning rate that lies in a tensor, and what follows from it: an input, and
// arithmetic of the body.
// CHECK-LABEL: func.func @rate(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<64xf32>, %[[R:[^:]*]]: tensor<f32>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[R]] : tensor<64xf32>, tensor<f32>)
// CHECK-NEXT:    ^bb0(%[[IN:[^:]*]]: f32, %[[RATE:[^:]*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[HALF:.*]] = arith.mulf %[[RATE]], %{{.*}} : f32
// CHECK-NEXT:      arith.mulf %[[IN]], %[[HALF]] : f32
func.func @rate(%x: tensor<64xf32>, %r: tensor<f32>) -> tensor<64xf32> {
  %c = arith.constant 0.5 : f32
  %rate = tensor.extract %r[] : tensor<f32>
  %half = arith.mulf %rate, %c : f32
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %half : f32
    linalg.yield %p : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// The same for a fill.
// CHECK-LABEL: func.func @filled(
// CHECK-SAME:    %[[R:[^:]*]]: tensor<f32>)
// CHECK-NOT:     linalg.fill
// CHECK:         linalg.generic {{.*}} ins(%[[R]] : tensor<f32>)
func.func @filled(%r: tensor<f32>) -> tensor<8xf32> {
  %rate = tensor.extract %r[] : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.fill ins(%rate : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// One number for all elements.
// CHECK-LABEL: func.func @constant(
// CHECK-NOT:     linalg.generic
// CHECK:         %[[ONE:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<f32>)
// CHECK:         %[[ALL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<64xf32>)
// CHECK:         return %[[ONE]], %[[ALL]]
func.func @constant() -> (tensor<f32>, tensor<64xf32>) {
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<f32>
  %one = linalg.generic {indexing_maps = [#s], iterator_types = []} outs(%e : tensor<f32>) {
  ^bb0(%o: f32):
    linalg.yield %c : f32
  } -> tensor<f32>
  %f = tensor.empty() : tensor<64xf32>
  %all = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%f : tensor<64xf32>) {
  ^bb0(%o: f32):
    linalg.yield %c : f32
  } -> tensor<64xf32>
  return %one, %all : tensor<f32>, tensor<64xf32>
}

// Numbers of the host, and positions, stay where they are.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:     linalg.fill
func.func @others(%x: tensor<64xf32>, %c: f32) -> (tensor<64xf32>, tensor<64xindex>) {
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %c : f32
    linalg.yield %p : f32
  } -> tensor<64xf32>
  %f = tensor.empty() : tensor<64xindex>
  %i = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%f : tensor<64xindex>) {
  ^bb0(%o: index):
    %n = linalg.index 0 : index
    linalg.yield %n : index
  } -> tensor<64xindex>
  return %y, %i : tensor<64xf32>, tensor<64xindex>
}

// A body that only writes needs no zeros before; one that adds to them does.
// CHECK-LABEL: func.func @written(
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK:         %[[ZEROS:.*]] = linalg.fill
// CHECK:         linalg.generic {{.*}} outs(%[[E]] : tensor<64xf32>)
// CHECK:         linalg.generic {{.*}} outs(%[[ZEROS]] : tensor<64xf32>)
func.func @written(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%zeros : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  } -> tensor<64xf32>
  %z = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%zeros : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.addf %a, %o : f32
    linalg.yield %p : f32
  } -> tensor<64xf32>
  return %y, %z : tensor<64xf32>, tensor<64xf32>
}

// A number that generics of rank 0 compute, as JAX writes a position that counts from the end: arithmetic of the body.
// CHECK-LABEL: func.func @position(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<i32>
// CHECK:         linalg.generic {{.*}} ins(%[[P]], %[[P]] : tensor<i32>, tensor<i32>) outs(%{{.*}} : tensor<4xi32>)
// CHECK-NEXT:    ^bb0(%[[N:[^:]*]]: i32, %[[AGAIN:[^:]*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:      %[[IS_NEGATIVE:.*]] = arith.cmpi slt, %[[N]], %{{.*}} : i32
// CHECK-NEXT:      %[[AT:.*]] = arith.select %[[IS_NEGATIVE]], %{{.*}}, %[[AGAIN]] : i32
// CHECK-NEXT:      linalg.yield %[[AT]]
func.func @position(%p: tensor<i32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %last = arith.constant 127 : i32
  %b = tensor.empty() : tensor<i1>
  %is_negative = linalg.generic {indexing_maps = [#s, #s], iterator_types = []} ins(%p : tensor<i32>) outs(%b : tensor<i1>) {
  ^bb0(%a: i32, %o: i1):
    %c = arith.cmpi slt, %a, %zero : i32
    linalg.yield %c : i1
  } -> tensor<i1>
  %e = tensor.empty() : tensor<i32>
  %chosen = linalg.generic {indexing_maps = [#s, #s, #s], iterator_types = []} ins(%is_negative, %p : tensor<i1>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%c: i1, %a: i32, %o: i32):
    %d = arith.select %c, %last, %a : i32
    linalg.yield %d : i32
  } -> tensor<i32>
  %number = tensor.extract %chosen[] : tensor<i32>
  %f = tensor.empty() : tensor<4xi32>
  %y = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%f : tensor<4xi32>) {
  ^bb0(%o: i32):
    linalg.yield %number : i32
  } -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// The root of a constant of 16 bits is one, rounded once.
// CHECK-LABEL: func.func @root(
// CHECK:         %[[ROOT:.*]] = arith.constant 1.414060e+00 : bf16
// CHECK:         arith.divf %{{.*}}, %[[ROOT]] : bf16
func.func @root(%x: tensor<4xbf16>, %e: tensor<4xbf16>) -> tensor<4xbf16> {
  %two = arith.constant 2.0 : bf16
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xbf16>) outs(%e : tensor<4xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %r = math.sqrt %two : bf16
    %q = arith.divf %a, %r : bf16
    linalg.yield %q : bf16
  } -> tensor<4xbf16>
  return %y : tensor<4xbf16>
}
