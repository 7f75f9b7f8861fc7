// RUN: lowp-opt %s --lowp-form-fusions=only=recompute-results | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=recompute-results --remark-policy=all --remarks-filter=lowp-recompute-results -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#row = affine_map<(d0, d1) -> (d0, d1)>
#back = affine_map<(d0, d1) -> (d1, d0)>

// A mask reads nothing: whoever needs it computes it, also one that sees it transposed.
// REMARK: 2 of 2 readers compute a result of tensor<256x256xf32> again {{.*}}786432 bytes
// CHECK-LABEL: @positions
// CHECK-NOT: lowp.fusion outs
// CHECK: lowp.fusion ins(%{{[^ ,]*}} : tensor<256x256xf32>)
// CHECK: linalg.index 0
// CHECK: arith.addf
// CHECK: lowp.fusion ins(%{{[^ ,]*}} : tensor<256x256xf32>)
// CHECK: linalg.index 0
// CHECK: arith.addf
func.func @positions(%x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %e = tensor.empty() : tensor<256x256xf32>
  %0 = lowp.fusion outs(%e : tensor<256x256xf32>) {
    %f = tensor.empty() : tensor<256x256xf32>
    %m = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]}
        outs(%f : tensor<256x256xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %is = arith.cmpi ule, %j, %i : index
      %v = arith.uitofp %is : i1 to f32
      linalg.yield %v : f32
    } -> tensor<256x256xf32>
    lowp.fusion_yield %m : tensor<256x256xf32>
  } -> tensor<256x256xf32>
  %1 = lowp.fusion ins(%x, %0 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%a: tensor<256x256xf32>, %m: tensor<256x256xf32>):
    %f = tensor.empty() : tensor<256x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a, %m : tensor<256x256xf32>, tensor<256x256xf32>) outs(%f : tensor<256x256xf32>) {
    ^bb0(%in: f32, %b: f32, %out: f32):
      %v = arith.addf %in, %b : f32
      linalg.yield %v : f32
    } -> tensor<256x256xf32>
    lowp.fusion_yield %y : tensor<256x256xf32>
  } -> tensor<256x256xf32>
  %2 = lowp.fusion ins(%x, %0 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%a: tensor<256x256xf32>, %m: tensor<256x256xf32>):
    %f = tensor.empty() : tensor<256x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #back, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a, %m : tensor<256x256xf32>, tensor<256x256xf32>) outs(%f : tensor<256x256xf32>) {
    ^bb0(%in: f32, %b: f32, %out: f32):
      %v = arith.addf %in, %b : f32
      linalg.yield %v : f32
    } -> tensor<256x256xf32>
    lowp.fusion_yield %y : tensor<256x256xf32>
  } -> tensor<256x256xf32>
  return %1, %2 : tensor<256x256xf32>, tensor<256x256xf32>
}

// Rows that are gathered of what is smaller are gathered again.
// REMARK: 1 of 1 readers compute a result of tensor<512x256xbf16> again
// CHECK-LABEL: @rows
// CHECK:         lowp.fusion ins({{.*}}) outs(%{{[^ ,]*}} : tensor<512x256xf32>)
// CHECK:           tensor.extract
// CHECK:           arith.extf
func.func @rows(%x: tensor<64x256xbf16>, %p: tensor<512xi32>) -> tensor<512x256xf32> {
  %e = tensor.empty() : tensor<512x256xbf16>
  %0 = lowp.fusion ins(%x, %p : tensor<64x256xbf16>, tensor<512xi32>) outs(%e : tensor<512x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %n: tensor<512xi32>):
    %f = tensor.empty() : tensor<512x256xbf16>
    %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, #row], iterator_types = ["parallel", "parallel"]}
        ins(%n : tensor<512xi32>) outs(%f : tensor<512x256xbf16>) {
    ^bb0(%in: i32, %out: bf16):
      %i = arith.index_cast %in : i32 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %a[%i, %j] : tensor<64x256xbf16>
      linalg.yield %v : bf16
    } -> tensor<512x256xbf16>
    lowp.fusion_yield %g : tensor<512x256xbf16>
  } -> tensor<512x256xbf16>
  %w = tensor.empty() : tensor<512x256xf32>
  %1 = lowp.fusion ins(%0 : tensor<512x256xbf16>) outs(%w : tensor<512x256xf32>) {
  ^bb0(%a: tensor<512x256xbf16>):
    %f = tensor.empty() : tensor<512x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<512x256xbf16>) outs(%f : tensor<512x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %v = arith.extf %in : bf16 to f32
      linalg.yield %v : f32
    } -> tensor<512x256xf32>
    lowp.fusion_yield %y : tensor<512x256xf32>
  } -> tensor<512x256xf32>
  return %1 : tensor<512x256xf32>
}

// A size of what is dropped is one of what it is computed from.
// REMARK: 1 of 1 readers compute a result of tensor<?x256xf32> again
// CHECK-LABEL: @sizes
// CHECK-SAME:    %[[ROWS:[^ ,]*]]: index
// CHECK-NOT:     tensor.dim
// CHECK:         lowp.fusion ins(%[[ROWS]] : index) outs(%{{.*}} : tensor<?x256xbf16>)
// CHECK:           linalg.index 0
// CHECK-NOT:     tensor.dim
func.func @sizes(%rows: index) -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%rows) : tensor<?x256xf32>
  %0 = lowp.fusion ins(%rows : index) outs(%e : tensor<?x256xf32>) {
  ^bb0(%m: index):
    %f = tensor.empty(%m) : tensor<?x256xf32>
    %g = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<?x256xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %v = arith.sitofp %n : i32 to f32
      linalg.yield %v : f32
    } -> tensor<?x256xf32>
    lowp.fusion_yield %g : tensor<?x256xf32>
  } -> tensor<?x256xf32>
  %size = tensor.dim %0, %c0 : tensor<?x256xf32>
  %w = tensor.empty(%size) : tensor<?x256xbf16>
  %1 = lowp.fusion ins(%0 : tensor<?x256xf32>) outs(%w : tensor<?x256xbf16>) {
  ^bb0(%a: tensor<?x256xf32>):
    %c = arith.constant 0 : index
    %d = tensor.dim %a, %c : tensor<?x256xf32>
    %f = tensor.empty(%d) : tensor<?x256xbf16>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<?x256xf32>) outs(%f : tensor<?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %v = arith.truncf %in : f32 to bf16
      linalg.yield %v : bf16
    } -> tensor<?x256xbf16>
    lowp.fusion_yield %y : tensor<?x256xbf16>
  } -> tensor<?x256xbf16>
  return %1 : tensor<?x256xbf16>
}
