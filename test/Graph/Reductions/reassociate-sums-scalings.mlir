// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=reassociate-sums --canonicalize --cse | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>

// Both products of the difference have the weights over s: what is left of the
// difference is divided by it.
// CHECK-LABEL: func.func @one_scaling(
// CHECK-SAME: %[[E:[a-z0-9]*]]: tensor<16x64xf32>, %[[S:[a-z0-9]*]]: tensor<16xf32>
// CHECK: %[[G:.*]] = linalg.matmul indexing_maps
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction"]}
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %[[S]] :
// CHECK: arith.divf
// CHECK: %[[QUOTIENT:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[S]] :
// CHECK: arith.divf
// CHECK: %[[OTHER:.*]] = linalg.generic {{.*}} ins(%[[D]], %[[S]] :
// CHECK: arith.divf
// CHECK: %[[LESS:.*]] = linalg.generic {{.*}} ins(%[[QUOTIENT]], %[[OTHER]] :
// CHECK: arith.subf
// CHECK: %[[DS:.*]] = linalg.generic {{.*}} ins(%[[LESS]], %[[E]] :
// CHECK: arith.mulf
// CHECK: return %{{.*}}, %[[DS]]
func.func @one_scaling(%e: tensor<16x64xf32>, %s: tensor<16xf32>, %b: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %em = tensor.empty() : tensor<16xf32>
  %eo = tensor.empty() : tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<16xf32>) -> tensor<16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %o = linalg.matmul ins(%e, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %g = linalg.matmul indexing_maps = [#a, #b, #ab] ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #m, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<16x64xf32>, tensor<16xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.divf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x64xf32>) outs(%zm : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  %pd = linalg.generic {indexing_maps = [#id, #m, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %d : tensor<16x64xf32>, tensor<16xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %ds = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pg, %pd : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.subf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  return %o, %ds : tensor<16x32xf32>, tensor<16x64xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>

// One of the products has the weights, the other one the weights over s: nothing is
// common to both.
// CHECK-LABEL: func.func @two_scalings(
// CHECK-SAME: %[[E:[a-z0-9]*]]: tensor<16x64xf32>, %[[S:[a-z0-9]*]]: tensor<16xf32>
// CHECK: %[[G:.*]] = linalg.matmul indexing_maps
// CHECK: %[[EG:.*]] = linalg.generic {{.*}} ins(%[[E]], %[[G]] :
// CHECK: arith.mulf
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]}
// CHECK: %[[QUOTIENT:.*]] = linalg.generic {{.*}} ins(%[[D]], %[[S]] :
// CHECK: arith.divf
// CHECK: %[[PD:.*]] = linalg.generic {{.*}} ins(%[[QUOTIENT]], %[[E]] :
// CHECK: arith.mulf
// CHECK: %[[DS:.*]] = linalg.generic {{.*}} ins(%[[EG]], %[[PD]] :
// CHECK: arith.subf
// CHECK: return %{{.*}}, %[[DS]]
func.func @two_scalings(%e: tensor<16x64xf32>, %s: tensor<16xf32>, %b: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %em = tensor.empty() : tensor<16xf32>
  %eo = tensor.empty() : tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<16xf32>) -> tensor<16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %o = linalg.matmul ins(%e, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %g = linalg.matmul indexing_maps = [#a, #b, #ab] ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #m, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<16x64xf32>, tensor<16xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.divf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %eg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%eg : tensor<16x64xf32>) outs(%zm : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  %pd = linalg.generic {indexing_maps = [#id, #m, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %d : tensor<16x64xf32>, tensor<16xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %ds = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%eg, %pd : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.subf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  return %o, %ds : tensor<16x32xf32>, tensor<16x64xf32>
}
