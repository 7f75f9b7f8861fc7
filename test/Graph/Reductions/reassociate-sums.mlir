// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=reassociate-sums --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --split-input-file --lowp-simplify-reductions=only=reassociate-sums --remark-policy=all --remarks-filter=lowp-reassociate-sums -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="remark:"

#whole = affine_map<(b, m, n) -> (b, m, n)>
#turned = affine_map<(b, m, n) -> (b, n, m)>
#row = affine_map<(b, m, n) -> (b, m)>

// The gradient of a softmax: the weights are read as the matmul reads them, and
// what is left behind the product of do and v is elementwise.
// REMARK: remark: {{.*}}shorter-sum {{.*}}it adds up 32 products {{.*}} instead of 64 weighted ones
// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[P:.*]]: tensor<2x16x64xf32>, %[[V:.*]]: tensor<2x64x32xbf16>, %[[DO:.*]]: tensor<2x16x32xbf16>)
// CHECK: %[[P16:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<2x16x64xf32>)
// CHECK: %[[O:.*]] = linalg.batch_matmul ins(%[[P16]], %[[V]]
// CHECK: %[[O16:.*]] = linalg.generic {{.*}} ins(%[[O]] : tensor<2x16x32xf32>)
// CHECK: %[[G:.*]] = linalg.batch_matmul ins(%[[DO]],
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {{.*}} ins(%[[DO]], %[[O16]] : tensor<2x16x32xbf16>, tensor<2x16x32xbf16>)
// CHECK: arith.mulf
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[PRODUCTS]] : tensor<2x16x32xf32>)
// CHECK: %[[LESS:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[D]] : tensor<2x16x64xf32>, tensor<2x16xf32>)
// CHECK: arith.subf
// CHECK: %[[DS:.*]] = linalg.generic {{.*}} ins(%[[LESS]], %[[P16]] : tensor<2x16x64xf32>, tensor<2x16x64xbf16>)
// CHECK: arith.mulf
// CHECK: return %[[O16]], %[[DS]]
func.func @gradient(%p: tensor<2x16x64xf32>, %v: tensor<2x64x32xbf16>, %do: tensor<2x16x32xbf16>) -> (tensor<2x16x32xbf16>, tensor<2x16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %ep16 = tensor.empty() : tensor<2x16x64xbf16>
  %p16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<2x16x64xf32>) outs(%ep16 : tensor<2x16x64xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x64xbf16>
  %eo = tensor.empty() : tensor<2x16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x16x64xbf16>, tensor<2x64x32xbf16>) outs(%zo : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %eo16 = tensor.empty() : tensor<2x16x32xbf16>
  %o16 = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x16x32xf32>) outs(%eo16 : tensor<2x16x32xbf16>) {
  ^bb0(%a: f32, %old: bf16):
    %z = arith.truncf %a : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<2x16x32xbf16>
  %evt = tensor.empty() : tensor<2x32x64xbf16>
  %vt = linalg.transpose ins(%v : tensor<2x64x32xbf16>) outs(%evt : tensor<2x32x64xbf16>) permutation = [0, 2, 1]
  %ep = tensor.empty() : tensor<2x16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %g = linalg.batch_matmul ins(%do, %vt : tensor<2x16x32xbf16>, tensor<2x32x64xbf16>) outs(%zp : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %pg = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g, %p : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%ep : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %es = tensor.empty() : tensor<2x16xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16xf32>) -> tensor<2x16xf32>
  %d = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%pg : tensor<2x16x64xf32>) outs(%zs : tensor<2x16xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %z = arith.addf %a, %sum : f32
    linalg.yield %z : f32
  } -> tensor<2x16xf32>
  %pd = linalg.generic {indexing_maps = [#whole, #row, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %d : tensor<2x16x64xf32>, tensor<2x16xf32>) outs(%ep : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.mulf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  %ds = linalg.generic {indexing_maps = [#whole, #whole, #whole], iterator_types = ["parallel", "parallel", "parallel"]} ins(%pg, %pd : tensor<2x16x64xf32>, tensor<2x16x64xf32>) outs(%ep : tensor<2x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %z = arith.subf %a, %b : f32
    linalg.yield %z : f32
  } -> tensor<2x16x64xf32>
  return %o16, %ds : tensor<2x16x32xbf16>, tensor<2x16x64xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// Matrices instead of batches, whose weights come first; nobody else reads the
// product.
// REMARK: remark: {{.*}}shorter-sum {{.*}}it adds up 32 products {{.*}} instead of 64 weighted ones
// CHECK-LABEL: func.func @matrices(
// CHECK: linalg.matmul
// CHECK-NOT: tensor<16x64xf32>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<16x32xf32>)
// CHECK: return %{{.*}}, %[[D]]
func.func @matrices(%p: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %es = tensor.empty() : tensor<16xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<16xf32>) -> tensor<16xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x64xf32>) outs(%zs : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  return %o, %d : tensor<16x32xf32>, tensor<16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// The two matmuls read different matrices.
// CHECK-LABEL: func.func @other_columns(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{[^:]*}} : tensor<16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @other_columns(%p: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %c : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %es = tensor.empty() : tensor<16xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<16xf32>) -> tensor<16xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x64xf32>) outs(%zs : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  return %o, %d : tensor<16x32xf32>, tensor<16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// The other sum would read as many elements: 2 times 32 instead of 48.
// CHECK-LABEL: func.func @few_terms(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{[^:]*}} : tensor<16x48xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @few_terms(%p: tensor<16x48xf32>, %b: tensor<48x32xf32>, %c: tensor<48x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x48xf32>, tensor<48x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x48xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x48xf32>) -> tensor<16x48xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x32xf32>, tensor<48x32xf32>) outs(%zp : tensor<16x48xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x48xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x48xf32>, tensor<16x48xf32>) outs(%ep : tensor<16x48xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x48xf32>
  %es = tensor.empty() : tensor<16xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<16xf32>) -> tensor<16xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x48xf32>) outs(%zs : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  return %o, %d : tensor<16x32xf32>, tensor<16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// Sums of a sum.
// CHECK-LABEL: func.func @no_products(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{[^:]*}} : tensor<16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @no_products(%p: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %es = tensor.empty() : tensor<16xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<16xf32>) -> tensor<16xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x64xf32>) outs(%zs : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  return %o, %d : tensor<16x32xf32>, tensor<16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// A sum of columns.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{[^:]*}} : tensor<16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @columns(%p: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x32xf32>, %a: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %es = tensor.empty() : tensor<64xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #n], iterator_types = ["reduction", "parallel"]} ins(%pg : tensor<16x64xf32>) outs(%zs : tensor<64xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<64xf32>
  return %o, %d : tensor<16x32xf32>, tensor<64xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#ab = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#m = affine_map<(m, n) -> (m)>
#n = affine_map<(m, n) -> (n)>

// A sum that goes on with another one.
// CHECK-LABEL: func.func @goes_on(
// CHECK: %[[D:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%{{[^:]*}} : tensor<16x64xf32>) outs
// CHECK: return %{{.*}}, %[[D]]
func.func @goes_on(%p: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<64x32xf32>, %a: tensor<16x32xf32>, %init: tensor<16xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %eo = tensor.empty() : tensor<16x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %o = linalg.matmul ins(%p, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%zo : tensor<16x32xf32>) -> tensor<16x32xf32>
  %ep = tensor.empty() : tensor<16x64xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#a, #b, #ab], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x32xf32>, tensor<64x32xf32>) outs(%zp : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %xy = arith.mulf %x, %y : f32
    %z = arith.addf %sum, %xy : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %pg = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %g : tensor<16x64xf32>, tensor<16x64xf32>) outs(%ep : tensor<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<16x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "reduction"]} ins(%pg : tensor<16x64xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %z = arith.addf %x, %sum : f32
    linalg.yield %z : f32
  } -> tensor<16xf32>
  return %o, %d : tensor<16x32xf32>, tensor<16xf32>
}
