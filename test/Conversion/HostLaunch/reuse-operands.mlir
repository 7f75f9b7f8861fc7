// RUN: lowp-opt %s --pass-pipeline='builtin.module(func.func(lowp-reuse-buffers{only=reuse-operands}))' | FileCheck %s

#mn = affine_map<(m, n) -> (m, n)>
#nm = affine_map<(m, n) -> (n, m)>
#m = affine_map<(m, n) -> (m)>

// A chain is one buffer: a gemm, which adds what it reads at its elements, rows that are normalized and get a dimension of size
// 1, elements. What the last one writes is a result, in which all of it lies.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: memref<64x128xbf16>, %[[Y:.*]]: memref<64x64xf32> {bufferize.result})
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[Y]] : memref<64x64xf32>)
// CHECK:         lowp.gemm {{.*}} ins(%[[Y]] : memref<64x64xf32>) outs(%[[Y]] : memref<64x64xf32>)
// CHECK:         lowp.launch_fusion @fusions::@norm ins(%[[Y]] : memref<64x64xf32>) outs(%[[WIDE:.*]] : memref<1x64x64xf32>)
// CHECK:         linalg.abs ins(%[[SAME:.*]] : memref<64x64xf32>) outs(%[[Y]] : memref<64x64xf32>)
func.func @chain(%x: memref<64x128xbf16>, %y: memref<64x64xf32> {bufferize.result}) {
  %a = memref.alloc() : memref<64x64xf32>
  %b = memref.alloc() : memref<64x64xf32>
  %c = memref.alloc() : memref<1x64x64xf32>
  %d = memref.collapse_shape %c [[0, 1], [2]] : memref<1x64x64xf32> into memref<64x64xf32>
  %zero = memref.alloc() : memref<64x64xf32>
  linalg.exp ins(%zero : memref<64x64xf32>) outs(%a : memref<64x64xf32>)
  lowp.gemm lhs(%x : memref<64x128xbf16>) rhs(%x : memref<64x128xbf16>) ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (m, n)>]} epilogue {
  ^bb0(%sum: f32, %old: f32):
    %new = arith.addf %old, %sum : f32
    lowp.epilogue_yield %new : f32
  }
  lowp.launch_fusion @fusions::@norm ins(%b : memref<64x64xf32>) outs(%c : memref<1x64x64xf32>)
  linalg.abs ins(%d : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// Buffers of one size that only a call knows.
// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?x64xf32>
// CHECK:         linalg.abs ins(%[[A]] : memref<?x64xf32>) outs(%[[A]] : memref<?x64xf32>)
// Not where the sizes are two values.
// CHECK:         linalg.exp ins(%[[A]] : memref<?x64xf32>) outs(%[[B:.*]] : memref<?x64xf32>)
// CHECK:         linalg.copy ins(%[[B]]
func.func @unknown(%n: index, %m: index, %f: f32, %out: memref<?x64xf32>) {
  %a = memref.alloc(%n) : memref<?x64xf32>
  %b = memref.alloc(%n) : memref<?x64xf32>
  %c = memref.alloc(%m) : memref<?x64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<?x64xf32>)
  linalg.abs ins(%a : memref<?x64xf32>) outs(%b : memref<?x64xf32>)
  linalg.exp ins(%b : memref<?x64xf32>) outs(%c : memref<?x64xf32>)
  linalg.copy ins(%c : memref<?x64xf32>) outs(%out : memref<?x64xf32>)
  return
}

// An operand that is read later, or by another view, stays; so does an argument.
// CHECK-LABEL: func.func @read_again(
// CHECK-SAME:    %[[X:.*]]: memref<64x64xf32>, %[[F:.*]]: f32, %{{.*}}: memref<64x64xf32>)
// CHECK:         linalg.abs ins(%[[A:.*]] : memref<64x64xf32>) outs(%[[B:.*]] : memref<64x64xf32>)
// CHECK:         linalg.add ins(%[[A]], %[[B]] : {{.*}}) outs(%[[A]] : memref<64x64xf32>)
// CHECK:         linalg.exp ins(%[[X]] : {{.*}}) outs(%[[B2:.*]] :
// CHECK:         linalg.generic {{.*}} ins(%[[B2]], %[[B2]] : {{.*}}) outs(%[[C:alloc_[0-9]+]] :
func.func @read_again(%x: memref<64x64xf32>, %f: f32, %out: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64x64xf32>
  %b = memref.alloc() : memref<64x64xf32>
  %c = memref.alloc() : memref<64x64xf32>
  %d = memref.alloc() : memref<64x64xf32>
  %e = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64x64xf32>)
  linalg.abs ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
  linalg.add ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.copy ins(%c : memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  linalg.exp ins(%x : memref<64x64xf32>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#mn, #nm, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%d, %d : memref<64x64xf32>, memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%one: f32, %other: f32, %old: f32):
    %sum = arith.addf %one, %other : f32
    linalg.yield %sum : f32
  }
  linalg.copy ins(%e : memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}

// Elements of another width, a part of a buffer, and what a body looks up stay.
// CHECK-LABEL: func.func @elsewhere(
// CHECK-COUNT-6: memref.alloc()
func.func @elsewhere(%f: f32, %halves: memref<64x64xbf16>, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<64x64xf32>
  %b = memref.alloc() : memref<64x64xbf16>
  %c = memref.alloc() : memref<128x64xf32>
  %d = memref.alloc() : memref<64x64xf32>
  %e = memref.alloc() : memref<64x64xf32>
  %g = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64x64xf32>)
  linalg.copy ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xbf16>)
  linalg.copy ins(%b : memref<64x64xbf16>) outs(%halves : memref<64x64xbf16>)
  linalg.fill ins(%f : f32) outs(%c : memref<128x64xf32>)
  %part = memref.subview %c[0, 0] [64, 64] [1, 1] : memref<128x64xf32> to memref<64x64xf32, strided<[64, 1]>>
  linalg.abs ins(%part : memref<64x64xf32, strided<[64, 1]>>) outs(%d : memref<64x64xf32>)
  linalg.copy ins(%d : memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  linalg.fill ins(%f : f32) outs(%e : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%e : memref<64x64xf32>) outs(%g : memref<64x64xf32>) {
  ^bb0(%one: f32, %old: f32):
    %other = memref.load %e[%c0, %c0] : memref<64x64xf32>
    %sum = arith.addf %one, %other : f32
    linalg.yield %sum : f32
  }
  linalg.copy ins(%g : memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}

// A launch that follows another one runs beside it.
// CHECK-LABEL: func.func @follows(
// CHECK:         @norm ins(%[[A:.*]] : {{.*}} outs(%[[B:.*]] : memref<1x64x64xf32>) {lowp_gpu.follows
// CHECK-NOT:     memref.expand_shape
func.func @follows(%f: f32, %out: memref<1x64x64xf32>) {
  %a = memref.alloc() : memref<64x64xf32>
  %b = memref.alloc() : memref<1x64x64xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<64x64xf32>)
  lowp.launch_fusion @fusions::@norm ins(%a : memref<64x64xf32>) outs(%b : memref<1x64x64xf32>) {lowp_gpu.follows = 4 : i64}
  linalg.copy ins(%b : memref<1x64x64xf32>) outs(%out : memref<1x64x64xf32>)
  return
}

module @fusions {
  func.func @norm(%w: tensor<64x64xf32>) -> tensor<1x64x64xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %row = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.reduce {arith.addf} ins(%w : tensor<64x64xf32>) outs(%init : tensor<64xf32>) dimensions = [1]
    %0 = linalg.generic {indexing_maps = [#mn, #m, #mn], iterator_types = ["parallel", "parallel"]}
        ins(%w, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %y = arith.divf %x, %s : f32
      linalg.yield %y : f32
    } -> tensor<64x64xf32>
    %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 64, 64] : tensor<64x64xf32> into tensor<1x64x64xf32>
    return %1 : tensor<1x64x64xf32>
  }
}
