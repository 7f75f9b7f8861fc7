// RUN: lowp-opt %s --convert-elementwise-to-linalg --lowp-prepare-bufferization=only=separate-destinations | FileCheck %s

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>, %[[Y:[^:]*]]: tensor<?x8xf32>
// CHECK: %[[SIZE:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x8xf32>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[E]] : tensor<?x8xf32>)
// CHECK: %[[F:.*]] = tensor.empty(%{{.*}}) : tensor<?x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[S]], %[[Y]] : {{.*}}) outs(%[[F]] : tensor<?x8xf32>)
func.func @chain(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = arith.addf %x, %y : tensor<?x8xf32>
  %1 = arith.mulf %0, %y : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// What is read stays, and what no input is.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8xf32>, %[[INTO:[^:]*]]: tensor<8xf32>
// CHECK-NOT: tensor.empty
// CHECK: linalg.generic {{.*}} outs(%[[X]] : tensor<8xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[INTO]] : tensor<8xf32>)
// CHECK-NOT: tensor.empty
#id = affine_map<(i) -> (i)>
func.func @kept(%x: tensor<8xf32>, %into: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %a, %old : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%into : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// The last of 17 that write into one empty tensor has its own.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-COUNT-16: linalg.generic {{.*}} outs(%[[E]] : tensor<8xf32>)
// CHECK: %[[F:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: linalg.generic {{.*}} outs(%[[F]] : tensor<8xf32>)
func.func @shared(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%2 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%3 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %5 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%4 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%5 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %7 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%6 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %8 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%7 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %9 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%8 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %10 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%9 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %11 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%10 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %12 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%11 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %13 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%12 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %14 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%13 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %15 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%14 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  %16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%15 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %16 : tensor<8xf32>
}
