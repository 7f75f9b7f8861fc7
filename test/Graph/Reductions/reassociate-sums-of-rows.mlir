// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=reassociate-sums --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --split-input-file --lowp-traffic="chip=sm_90a math=fast" --remark-policy=all --remarks-filter=lowp-reassociate-sums -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAST --implicit-check-not="remark:"
// RUN: lowp-opt %s --split-input-file --lowp-traffic="chip=sm_90a math=exact" --remark-policy=all --remarks-filter=lowp-reassociate-sums -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXACT --implicit-check-not="remark:"

// What a sum and a matmul read is the same but for factors of rows. In mode exact
// no sum is taken elsewhere.
// EXACT: function 'jax'

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (n)>
#m2 = affine_map<(b, m) -> (b, m)>
#lhs = affine_map<(b, m, k, n) -> (b, n, m)>
#rhs = affine_map<(b, m, k, n) -> (b, n, k)>
#out = affine_map<(b, m, k, n) -> (b, m, k)>

// JAX's gradient of a softmax, (g / s - sum(g e / s^2)) e, where p = e / s: it
// becomes (g - s (s / s^2) sum(do o)) p. The matmul reads p transposed.
// FAST: remark: {{.*}}shorter-sum {{.*}}it adds up 32 products {{.*}} instead of 64 weighted ones
// FAST: function 'jax'
// CHECK-LABEL: func.func @jax(
// CHECK-SAME: %[[E:.*]]: tensor<2x16x64xf32>, %[[S:.*]]: tensor<2x16xf32>, %[[V:.*]]: tensor<2x64x32xbf16>, %[[DO:.*]]: tensor<2x16x32xbf16>)
// CHECK: %[[P16:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x16x64xbf16>)
// CHECK: %[[O16:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x16x32xbf16>)
// CHECK: %[[G:.*]] = linalg.batch_matmul ins(%[[DO]],
// CHECK: arith.divf
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {{.*}} ins(%[[DO]], %[[O16]] :
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[PRODUCTS]] : tensor<2x16x32xf32>)
// CHECK-NOT: arith.divf
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[S]] : tensor<2x16xf32>, tensor<2x16xf32>)
// CHECK: arith.mulf
// CHECK: %[[MINUS:.*]] = linalg.generic {{.*}} ins(%[[D]] : tensor<2x16xf32>)
// CHECK: arith.negf
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[MINUS]], %[[S]] : tensor<2x16xf32>, tensor<2x16xf32>)
// CHECK: arith.mulf
// CHECK: %[[LESS:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[SCALED]] : tensor<2x16x64xf32>, tensor<2x16xf32>)
// CHECK: arith.addf
// CHECK: %[[DS:.*]] = linalg.generic {{.*}} ins(%[[LESS]], %[[P16]] : tensor<2x16x64xf32>, tensor<2x16x64xbf16>)
// CHECK: arith.mulf
// CHECK: return %[[O16]], %[[DS]]
func.func @jax(%e: tensor<2x16x64xf32>, %s: tensor<2x16xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>) -> (tensor<2x16x32xbf16>, tensor<2x16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %es = tensor.empty() : tensor<2x16x64xf32>
  %es16 = tensor.empty() : tensor<2x16x64xbf16>
  %et16 = tensor.empty() : tensor<2x64x16xbf16>
  %er = tensor.empty() : tensor<2x16xf32>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %sb = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<2x16x64xf32>
  %p = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %sb : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.divf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<2x16x64xf32>) outs(%es16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %pt = linalg.generic {indexing_maps = [#turned, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p16 : tensor<2x16x64xbf16>) outs(%et16 : tensor<2x64x16xbf16>) {
  ^bb0(%a: bf16, %old: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x64x16xbf16>
  %o = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pt, %v : tensor<2x64x16xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %old, %xy : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zs : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %ss = linalg.generic {indexing_maps = [#m2, #m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%s, %s : tensor<2x16xf32>, tensor<2x16xf32>) outs(%er : tensor<2x16xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  %inverse = linalg.generic {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%ss : tensor<2x16xf32>) outs(%er : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.divf %one, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  %ib = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inverse : tensor<2x16xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<2x16x64xf32>
  %gi = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %ib : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %gie = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%gi, %e : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%gie : tensor<2x16x64xf32>) outs(%zr : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.addf %old, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  %minus = linalg.generic {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x16xf32>) outs(%er : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.negf %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  %mb = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%minus : tensor<2x16xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<2x16x64xf32>
  %gs = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %sb : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.divf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %sum = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%gs, %mb : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.addf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %ds = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sum, %e : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  return %o16, %ds : tensor<2x16x32xbf16>, tensor<2x16x64xf32>
}

// -----

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (n)>
#m2 = affine_map<(b, m) -> (b, m)>
#lhs = affine_map<(b, m, k, n) -> (b, n, m)>
#rhs = affine_map<(b, m, k, n) -> (b, n, k)>
#out = affine_map<(b, m, k, n) -> (b, m, k)>

// The sum is of weights that are divided by a number per row, those of the matmul
// are not.
// FAST: remark: {{.*}}shorter-sum
// FAST: function 'divided'
// CHECK-LABEL: func.func @divided(
// CHECK-SAME: %[[E:.*]]: tensor<2x16x64xf32>, %[[S:.*]]: tensor<2x16xf32>,
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction"]} ins(%{{[0-9]+}} : tensor<2x16x32xf32>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %[[S]] : tensor<2x16xf32>, tensor<2x16xf32>)
// CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<{{.*}}> : f32
// CHECK: return %{{.*}}, %[[D]]
func.func @divided(%e: tensor<2x16x64xf32>, %s: tensor<2x16xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>) -> (tensor<2x16x32xbf16>, tensor<2x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x16x64xf32>
  %es16 = tensor.empty() : tensor<2x16x64xbf16>
  %et16 = tensor.empty() : tensor<2x64x16xbf16>
  %er = tensor.empty() : tensor<2x16xf32>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e : tensor<2x16x64xf32>) outs(%es16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %pt = linalg.generic {indexing_maps = [#turned, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p16 : tensor<2x16x64xbf16>) outs(%et16 : tensor<2x64x16xbf16>) {
  ^bb0(%a: bf16, %old: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x64x16xbf16>
  %o = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pt, %v : tensor<2x64x16xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %old, %xy : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zs : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %sb = linalg.generic {indexing_maps = [#row, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<2x16x64xf32>
  %p = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %sb : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.divf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %pg = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %g : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%pg : tensor<2x16x64xf32>) outs(%zr : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.addf %old, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  return %o16, %d : tensor<2x16x32xbf16>, tensor<2x16xf32>
}

// -----

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (n)>
#m2 = affine_map<(b, m) -> (b, m)>
#lhs = affine_map<(b, m, k, n) -> (b, n, m)>
#rhs = affine_map<(b, m, k, n) -> (b, n, k)>
#out = affine_map<(b, m, k, n) -> (b, m, k)>

// The factor beside the weights is one of columns.
// FAST: function 'of_columns'
// CHECK-LABEL: func.func @of_columns(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]} ins(%{{[0-9]+}} : tensor<2x16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @of_columns(%e: tensor<2x16x64xf32>, %s: tensor<2x16xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>, %c: tensor<64xf32>) -> (tensor<2x16x32xbf16>, tensor<2x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x16x64xf32>
  %es16 = tensor.empty() : tensor<2x16x64xbf16>
  %et16 = tensor.empty() : tensor<2x64x16xbf16>
  %er = tensor.empty() : tensor<2x16xf32>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e : tensor<2x16x64xf32>) outs(%es16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %pt = linalg.generic {indexing_maps = [#turned, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p16 : tensor<2x16x64xbf16>) outs(%et16 : tensor<2x64x16xbf16>) {
  ^bb0(%a: bf16, %old: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x64x16xbf16>
  %o = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pt, %v : tensor<2x64x16xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %old, %xy : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zs : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %eg = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %g : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %egc = linalg.generic {indexing_maps = [#whole, #column, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%eg, %c : tensor<2x16x64xf32>, tensor<64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%egc : tensor<2x16x64xf32>) outs(%zr : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.addf %old, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  return %o16, %d : tensor<2x16x32xbf16>, tensor<2x16xf32>
}

// -----

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (n)>
#m2 = affine_map<(b, m) -> (b, m)>
#lhs = affine_map<(b, m, k, n) -> (b, n, m)>
#rhs = affine_map<(b, m, k, n) -> (b, n, k)>
#out = affine_map<(b, m, k, n) -> (b, m, k)>

// The sum is of other weights than those of the matmul.
// FAST: function 'other_weights'
// CHECK-LABEL: func.func @other_weights(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]} ins(%{{[0-9]+}} : tensor<2x16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @other_weights(%e: tensor<2x16x64xf32>, %s: tensor<2x16xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>, %f: tensor<2x16x64xf32>) -> (tensor<2x16x32xbf16>, tensor<2x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x16x64xf32>
  %es16 = tensor.empty() : tensor<2x16x64xbf16>
  %et16 = tensor.empty() : tensor<2x64x16xbf16>
  %er = tensor.empty() : tensor<2x16xf32>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e : tensor<2x16x64xf32>) outs(%es16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %pt = linalg.generic {indexing_maps = [#turned, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p16 : tensor<2x16x64xbf16>) outs(%et16 : tensor<2x64x16xbf16>) {
  ^bb0(%a: bf16, %old: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x64x16xbf16>
  %o = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pt, %v : tensor<2x64x16xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %old, %xy : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zs : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %fg = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%f, %g : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%fg : tensor<2x16x64xf32>) outs(%zr : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.addf %old, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  return %o16, %d : tensor<2x16x32xbf16>, tensor<2x16xf32>
}

// -----

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>
#column = affine_map<(b, m, n) -> (n)>
#m2 = affine_map<(b, m) -> (b, m)>
#lhs = affine_map<(b, m, k, n) -> (b, n, m)>
#rhs = affine_map<(b, m, k, n) -> (b, n, k)>
#out = affine_map<(b, m, k, n) -> (b, m, k)>

// The sum divides by the weights.
// FAST: function 'by_weights'
// CHECK-LABEL: func.func @by_weights(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]} ins(%{{[0-9]+}} : tensor<2x16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @by_weights(%e: tensor<2x16x64xf32>, %s: tensor<2x16xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>) -> (tensor<2x16x32xbf16>, tensor<2x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x16x64xf32>
  %es16 = tensor.empty() : tensor<2x16x64xbf16>
  %et16 = tensor.empty() : tensor<2x64x16xbf16>
  %er = tensor.empty() : tensor<2x16xf32>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x16xf32>) -> tensor<2x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e : tensor<2x16x64xf32>) outs(%es16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %pt = linalg.generic {indexing_maps = [#turned, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p16 : tensor<2x16x64xbf16>) outs(%et16 : tensor<2x64x16xbf16>) {
  ^bb0(%a: bf16, %old: bf16):
    linalg.yield %a : bf16
  } -> tensor<2x64x16xbf16>
  %o = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pt, %v : tensor<2x64x16xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %old, %xy : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zs : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %eg = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %e : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%es : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.divf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%eg : tensor<2x16x64xf32>) outs(%zr : tensor<2x16xf32>) {
  ^bb0(%a: f32, %old: f32):
    %z = arith.addf %old, %a : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  return %o16, %d : tensor<2x16x32xbf16>, tensor<2x16xf32>
}
