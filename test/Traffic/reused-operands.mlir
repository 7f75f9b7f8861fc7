// Weights of attention lie over the scores that they are computed from, and gemms write what the next launch overwrites: of
// two matrices of 32 MB one is there at a time. On a chip whose kernels differ, too.
// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-traffic="chip=sm_100a" -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-traffic="chip=sm_120a" -o /dev/null | FileCheck %s
// CHECK: function 'attend': launches: 3 (2 gemm, 1 fusion)
// CHECK: workspace: 33554432,

// Where somebody reads the scores again, both are there.
// CHECK: function 'attend_twice': launches: 4
// CHECK: workspace: 67108864
#rows = affine_map<(m, n, k) -> (m, k)>
#keys = affine_map<(m, n, k) -> (n, k)>
#values = affine_map<(m, n, k) -> (k, n)>
#sums = affine_map<(m, n, k) -> (m, n)>
#mn = affine_map<(m, n) -> (m, n)>

func.func private @scores(%q: tensor<4096x128xbf16>, %k: tensor<4096x128xbf16>) -> tensor<4096x4096xbf16> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<4096x4096xf32>
  %narrow = tensor.empty() : tensor<4096x4096xbf16>
  %none = linalg.fill ins(%zero : f32) outs(%wide : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %s = linalg.generic {indexing_maps = [#rows, #keys, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4096x128xbf16>, tensor<4096x128xbf16>) outs(%none : tensor<4096x4096xf32>) {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %sum, %p : f32
    linalg.yield %t : f32
  } -> tensor<4096x4096xf32>
  %r = linalg.generic {indexing_maps = [#mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<4096x4096xf32>) outs(%narrow : tensor<4096x4096xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<4096x4096xbf16>
  return %r : tensor<4096x4096xbf16>
}

func.func private @weigh(%p: tensor<4096x4096xbf16>, %v: tensor<4096x128xbf16>) -> tensor<4096x128xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<4096x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%wide : tensor<4096x128xf32>) -> tensor<4096x128xf32>
  %s = linalg.generic {indexing_maps = [#rows, #values, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<4096x4096xbf16>, tensor<4096x128xbf16>) outs(%none : tensor<4096x128xf32>) {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p1 = arith.mulf %x, %y : f32
    %t = arith.addf %sum, %p1 : f32
    linalg.yield %t : f32
  } -> tensor<4096x128xf32>
  return %s : tensor<4096x128xf32>
}

func.func @attend(%q: tensor<4096x128xbf16>, %k: tensor<4096x128xbf16>, %v: tensor<4096x128xbf16>) -> tensor<4096x128xf32> {
  %empty = tensor.empty() : tensor<4096x4096xbf16>
  %s = call @scores(%q, %k) : (tensor<4096x128xbf16>, tensor<4096x128xbf16>) -> tensor<4096x4096xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4096x4096xbf16>) outs(%empty : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %y = call @weigh(%p, %v) : (tensor<4096x4096xbf16>, tensor<4096x128xbf16>) -> tensor<4096x128xf32>
  return %y : tensor<4096x128xf32>
}

func.func @attend_twice(%q: tensor<4096x128xbf16>, %k: tensor<4096x128xbf16>, %v: tensor<4096x128xbf16>) -> (tensor<4096x128xf32>, tensor<4096x128xf32>) {
  %empty = tensor.empty() : tensor<4096x4096xbf16>
  %s = call @scores(%q, %k) : (tensor<4096x128xbf16>, tensor<4096x128xbf16>) -> tensor<4096x4096xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4096x4096xbf16>) outs(%empty : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %y = call @weigh(%p, %v) : (tensor<4096x4096xbf16>, tensor<4096x128xbf16>) -> tensor<4096x128xf32>
  %z = call @weigh(%s, %v) : (tensor<4096x4096xbf16>, tensor<4096x128xbf16>) -> tensor<4096x128xf32>
  return %y, %z : tensor<4096x128xf32>, tensor<4096x128xf32>
}
