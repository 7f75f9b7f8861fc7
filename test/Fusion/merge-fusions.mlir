// RUN: lowp-opt %s --lowp-form-fusions=only=merge-fusions --split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=merge-fusions --split-input-file --remark-policy=all --remarks-filter=lowp-merge-fusions -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: sed 's;// KEPT ;;' %s | lowp-opt --lowp-form-fusions=only=merge-fusions --split-input-file | FileCheck %s --check-prefix=KEPT

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
#id = affine_map<(m, n) -> (m, n)>
#batch = affine_map<(b, m, n) -> (b, m, n)>

// Both read %x, one of them with a dimension of size 1, and the second one reads
// what the first one writes, which nobody needs then. What only shapes make
// moves; the second fusion joins the first one before its results are read.
// REMARK: a kernel of 2 stages reads once what several read
// CHECK-LABEL: func.func @siblings(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<256x512xbf16>, %[[Y:[^:]*]]: tensor<256x512xbf16>)
// CHECK:         %[[BOTH:.*]]:8 = lowp.fusion ins(%[[X]], %[[Y]] : tensor<256x512xbf16>, tensor<256x512xbf16>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: tensor<256x512xbf16>, %[[B:.*]]: tensor<256x512xbf16>):
// CHECK:           %[[WIDE:.*]] = tensor.expand_shape %[[A]]
// CHECK:           %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[WIDE]]
// CHECK-COUNT-2:   lowp.quantize
// CHECK:           linalg.generic {{.*}} ins(%[[A]], %[[B]]
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %[[SUM]]
// CHECK-COUNT-2:   lowp.quantize
// CHECK:           lowp.fusion_yield %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} : tensor<256x512xf8E4M3FN>
// CHECK:         } {lowp.stages = array<i64: 4, 4>}
// CHECK:         call @use(%[[BOTH]]#0, %[[BOTH]]#2)
// CHECK-NOT:     lowp.fusion
// CHECK:         return %[[BOTH]]#4, %[[BOTH]]#6
// KEPT:          } {lowp.stages = array<i64: 5, 4>}
// KEPT:          call @keep(%{{.*}}#0)
func.func private @use(tensor<256x512xf8E4M3FN>, tensor<512x256xf8E4M3FN>)
func.func private @keep(tensor<1x256x512xbf16>)
func.func @siblings(%x: tensor<256x512xbf16>, %y: tensor<256x512xbf16>)
    -> (tensor<256x512xf8E4M3FN>, tensor<512x256xf8E4M3FN>) {
  %xe = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 256, 512] : tensor<256x512xbf16> into tensor<1x256x512xbf16>
  %e = tensor.empty() : tensor<1x256x512xbf16>
  %d0 = tensor.empty() : tensor<256x512xf8E4M3FN>
  %s0 = tensor.empty() : tensor<256x4xf32>
  %d1 = tensor.empty() : tensor<512x256xf8E4M3FN>
  %s1 = tensor.empty() : tensor<2x512xf32>
  %0:5 = lowp.fusion ins(%xe : tensor<1x256x512xbf16>) outs(%e, %d0, %s0, %d1, %s1 : tensor<1x256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<1x256x512xbf16>):
    %i = tensor.empty() : tensor<1x256x512xbf16>
    %sum = linalg.generic {indexing_maps = [#batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%a : tensor<1x256x512xbf16>) outs(%i : tensor<1x256x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1 = arith.addf %in, %in : bf16
      linalg.yield %1 : bf16
    } -> tensor<1x256x512xbf16>
    %c = tensor.collapse_shape %sum [[0, 1], [2]] : tensor<1x256x512xbf16> into tensor<256x512xbf16>
    %q = lowp.quantize %c numerics <torchao> : tensor<256x512xbf16> -> !rows
    %r = lowp.quantize %c numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %sum, %qd, %qs, %rd, %rs : tensor<1x256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<1x256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  call @use(%0#1, %0#3) : (tensor<256x512xf8E4M3FN>, tensor<512x256xf8E4M3FN>) -> ()
  // KEPT call @keep(%0#0) : (tensor<1x256x512xbf16>) -> ()
  %d2 = tensor.empty() : tensor<256x512xf8E4M3FN>
  %s2 = tensor.empty() : tensor<256x4xf32>
  %d3 = tensor.empty() : tensor<512x256xf8E4M3FN>
  %s3 = tensor.empty() : tensor<2x512xf32>
  %2:4 = lowp.fusion ins(%x, %y, %0#0 : tensor<256x512xbf16>, tensor<256x512xbf16>, tensor<1x256x512xbf16>) outs(%d2, %s2, %d3, %s3 : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>, %sum: tensor<1x256x512xbf16>):
    %i = tensor.empty() : tensor<256x512xbf16>
    %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%i : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %other: bf16, %out: bf16):
      %1 = arith.mulf %in, %other : bf16
      linalg.yield %1 : bf16
    } -> tensor<256x512xbf16>
    %pe = tensor.expand_shape %p [[0, 1], [2]] output_shape [1, 256, 512] : tensor<256x512xbf16> into tensor<1x256x512xbf16>
    %w = tensor.empty() : tensor<1x256x512xbf16>
    %t = linalg.generic {indexing_maps = [#batch, #batch, #batch], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%pe, %sum : tensor<1x256x512xbf16>, tensor<1x256x512xbf16>) outs(%w : tensor<1x256x512xbf16>) {
    ^bb0(%in: bf16, %other: bf16, %out: bf16):
      %1 = arith.subf %in, %other : bf16
      linalg.yield %1 : bf16
    } -> tensor<1x256x512xbf16>
    %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<1x256x512xbf16> into tensor<256x512xbf16>
    %q = lowp.quantize %c numerics <torchao> : tensor<256x512xbf16> -> !rows
    %r = lowp.quantize %c numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %qd, %qs, %rd, %rs : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  return %2#0, %2#2 : tensor<256x512xf8E4M3FN>, tensor<512x256xf8E4M3FN>
}

// -----

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>

// They read other matrices: one launch less. What turns nothing has other tiles.
// REMARK: one launch makes what several would, of 2 stages
// CHECK-LABEL: func.func @strangers(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<256x512xbf16>, %[[Y:[^:]*]]: tensor<256x512xbf16>)
// CHECK:         lowp.fusion ins(%[[X]], %[[Y]] : tensor<256x512xbf16>, tensor<256x512xbf16>)
// CHECK:         } {lowp.stages = array<i64: 4, 4>}
// CHECK:         lowp.fusion ins(%[[Y]] : tensor<256x512xbf16>)
// CHECK-NOT:     lowp.stages
func.func @strangers(%x: tensor<256x512xbf16>, %y: tensor<256x512xbf16>)
    -> (tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>) {
  %d0 = tensor.empty() : tensor<256x512xf8E4M3FN>
  %s0 = tensor.empty() : tensor<256x4xf32>
  %d1 = tensor.empty() : tensor<512x256xf8E4M3FN>
  %s1 = tensor.empty() : tensor<2x512xf32>
  %0:4 = lowp.fusion ins(%x : tensor<256x512xbf16>) outs(%d0, %s0, %d1, %s1 : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<256x512xbf16> -> !rows
    %r = lowp.quantize %a numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %qd, %qs, %rd, %rs : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  %1:4 = lowp.fusion ins(%y : tensor<256x512xbf16>) outs(%d0, %s0, %d1, %s1 : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<256x512xbf16> -> !rows
    %r = lowp.quantize %a numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %qd, %qs, %rd, %rs : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  %2:2 = lowp.fusion ins(%y : tensor<256x512xbf16>) outs(%d0, %s0 : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) {
  ^bb0(%a: tensor<256x512xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<256x512xbf16> -> !rows
    %qd, %qs = lowp.split_scaled %q : !rows
    lowp.fusion_yield %qd, %qs : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>
  } -> tensor<256x512xf8E4M3FN>, tensor<256x4xf32>
  return %0#0, %1#0, %2#0 : tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Two sums of the same rows, as the gradient of a norm needs them: one kernel, which
// has no stages. A third one reads a copy.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: tensor<64x512xbf16>, %[[Y:.*]]: tensor<64x512xbf16>)
// CHECK:         %[[S:.*]]:2 = lowp.fusion ins(%[[X]], %[[Y]] :
// CHECK-COUNT-2:   iterator_types = ["parallel", "reduction"]
// CHECK:           lowp.fusion_yield
// CHECK-NOT:     lowp.stages
// CHECK:         lowp.fusion ins(
// CHECK:         return %[[S]]#0, %[[S]]#1
func.func @rows(%x: tensor<64x512xbf16>, %y: tensor<64x512xbf16>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %0 = lowp.fusion ins(%x : tensor<64x512xbf16>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: tensor<64x512xbf16>):
    %zero = arith.constant 0.0 : f32
    %i = tensor.empty() : tensor<64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<64x512xbf16>) outs(%f : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %w = arith.extf %in : bf16 to f32
      %t = arith.addf %w, %out : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %s : tensor<64xf32>
  } -> tensor<64xf32>
  %1 = lowp.fusion ins(%x, %y : tensor<64x512xbf16>, tensor<64x512xbf16>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: tensor<64x512xbf16>, %b: tensor<64x512xbf16>):
    %zero = arith.constant 0.0 : f32
    %i = tensor.empty() : tensor<64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    %s = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a, %b : tensor<64x512xbf16>, tensor<64x512xbf16>) outs(%f : tensor<64xf32>) {
    ^bb0(%in: bf16, %other: bf16, %out: f32):
      %u = arith.extf %in : bf16 to f32
      %v = arith.extf %other : bf16 to f32
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %p, %out : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %s : tensor<64xf32>
  } -> tensor<64xf32>
  %d = tensor.empty() : tensor<64x512xbf16>
  %c = linalg.copy ins(%y : tensor<64x512xbf16>) outs(%d : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  %2 = lowp.fusion ins(%c : tensor<64x512xbf16>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: tensor<64x512xbf16>):
    %zero = arith.constant 0.0 : f32
    %i = tensor.empty() : tensor<64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<64x512xbf16>) outs(%f : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %w = arith.extf %in : bf16 to f32
      %t = arith.addf %w, %out : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %s : tensor<64xf32>
  } -> tensor<64xf32>
  return %0, %1, %2 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// -----

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// Two norms of one matrix: the second fusion reads a number for each row that the
// first one computes. Others read that, too.
// CHECK-LABEL: func.func @norms(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<256x512xbf16>, %[[R:[^:]*]]: tensor<256xbf16>)
// CHECK:         %[[BOTH:.*]]:9 = lowp.fusion ins(%[[R]], %[[X]] : tensor<256xbf16>, tensor<256x512xbf16>)
// CHECK:         } {lowp.stages = array<i64: 5, 4>}
// CHECK-NOT:     lowp.fusion
// CHECK:         return %[[BOTH]]#0, %[[BOTH]]#5
func.func @norms(%x: tensor<256x512xbf16>, %r: tensor<256xbf16>) -> (tensor<256xbf16>, tensor<256x512xf8E4M3FN>) {
  %er = tensor.empty() : tensor<256xbf16>
  %d0 = tensor.empty() : tensor<256x512xf8E4M3FN>
  %s0 = tensor.empty() : tensor<256x4xf32>
  %d1 = tensor.empty() : tensor<512x256xf8E4M3FN>
  %s1 = tensor.empty() : tensor<2x512xf32>
  %0:5 = lowp.fusion ins(%x, %r : tensor<256x512xbf16>, tensor<256xbf16>) outs(%er, %d0, %s0, %d1, %s1 : tensor<256xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %b: tensor<256xbf16>):
    %i = tensor.empty() : tensor<256xbf16>
    %e = tensor.empty() : tensor<256x512xbf16>
    %f = linalg.add ins(%b, %b : tensor<256xbf16>, tensor<256xbf16>) outs(%i : tensor<256xbf16>) -> tensor<256xbf16>
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %f : tensor<256x512xbf16>, tensor<256xbf16>) outs(%e : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %other: bf16, %out: bf16):
      %2 = arith.mulf %in, %other : bf16
      linalg.yield %2 : bf16
    } -> tensor<256x512xbf16>
    %q = lowp.quantize %p numerics <torchao> : tensor<256x512xbf16> -> !rows
    %t = lowp.quantize %p numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %td, %ts = lowp.split_scaled %t : !columns
    lowp.fusion_yield %f, %qd, %qs, %td, %ts : tensor<256xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<256xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  %1:4 = lowp.fusion ins(%x, %0#0 : tensor<256x512xbf16>, tensor<256xbf16>) outs(%d0, %s0, %d1, %s1 : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>) {
  ^bb0(%a: tensor<256x512xbf16>, %f: tensor<256xbf16>):
    %e = tensor.empty() : tensor<256x512xbf16>
    %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %f : tensor<256x512xbf16>, tensor<256xbf16>) outs(%e : tensor<256x512xbf16>) {
    ^bb0(%in: bf16, %other: bf16, %out: bf16):
      %2 = arith.subf %in, %other : bf16
      linalg.yield %2 : bf16
    } -> tensor<256x512xbf16>
    %q = lowp.quantize %p numerics <torchao> : tensor<256x512xbf16> -> !rows
    %t = lowp.quantize %p numerics <torchao> : tensor<256x512xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %td, %ts = lowp.split_scaled %t : !columns
    lowp.fusion_yield %qd, %qs, %td, %ts : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  } -> tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  return %0#0, %1#0 : tensor<256xbf16>, tensor<256x512xf8E4M3FN>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// What only computes elements joins the one that makes what it reads, beside a
// concat as well, and what nobody else reads is not written.
// REMARK: one kernel computes what reads the other's results
// CHECK-LABEL: func.func @elements(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<64x256xbf16>, %[[Y:[^:]*]]: tensor<64x256xbf16>)
// CHECK:         %[[BOTH:.*]]:2 = lowp.fusion ins(%[[X]], %[[Y]] : tensor<64x256xbf16>, tensor<64x256xbf16>)
// CHECK:           linalg.tanh
// CHECK:           tensor.concat
// CHECK:           linalg.mul
// CHECK:           lowp.fusion_yield %{{[^,]*}}, %{{[^,]*}} : tensor<64x512xbf16>, tensor<64x256xbf16>
// CHECK-NOT:     lowp.fusion
// CHECK:         return %[[BOTH]]#0, %[[BOTH]]#1
func.func @elements(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>) -> (tensor<64x512xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %w = tensor.empty() : tensor<64x512xbf16>
  %0:2 = lowp.fusion ins(%x, %y : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e, %w : tensor<64x256xbf16>, tensor<64x512xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %b: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.tanh ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %s = linalg.sub ins(%b, %t : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    %c = tensor.concat dim(1) %t, %s : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x512xbf16>
    lowp.fusion_yield %t, %c : tensor<64x256xbf16>, tensor<64x512xbf16>
  } -> tensor<64x256xbf16>, tensor<64x512xbf16>
  %1 = lowp.fusion ins(%0#0, %y : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %b: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %p = linalg.mul ins(%a, %b : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %p : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %0#1, %1 : tensor<64x512xbf16>, tensor<64x256xbf16>
}

// -----

// Long fusions that only read the same stay apart: the second one may run much
// later, and its results would be kept. Neither does one join that reads a concat.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-3: lowp.fusion ins(
func.func @apart(%x: tensor<16384x768xbf16>) -> (tensor<16384x1536xbf16>, tensor<16384x1536xbf16>, tensor<16384x768xbf16>) {
  %e = tensor.empty() : tensor<16384x768xbf16>
  %w = tensor.empty() : tensor<16384x1536xbf16>
  %0 = lowp.fusion ins(%x : tensor<16384x768xbf16>) outs(%w : tensor<16384x1536xbf16>) {
  ^bb0(%a: tensor<16384x768xbf16>):
    %i = tensor.empty() : tensor<16384x768xbf16>
    %t = linalg.tanh ins(%a : tensor<16384x768xbf16>) outs(%i : tensor<16384x768xbf16>) -> tensor<16384x768xbf16>
    %c = tensor.concat dim(1) %t, %a : (tensor<16384x768xbf16>, tensor<16384x768xbf16>) -> tensor<16384x1536xbf16>
    lowp.fusion_yield %c : tensor<16384x1536xbf16>
  } -> tensor<16384x1536xbf16>
  %1 = lowp.fusion ins(%0 : tensor<16384x1536xbf16>) outs(%w : tensor<16384x1536xbf16>) {
  ^bb0(%a: tensor<16384x1536xbf16>):
    %i = tensor.empty() : tensor<16384x1536xbf16>
    %t = linalg.exp ins(%a : tensor<16384x1536xbf16>) outs(%i : tensor<16384x1536xbf16>) -> tensor<16384x1536xbf16>
    lowp.fusion_yield %t : tensor<16384x1536xbf16>
  } -> tensor<16384x1536xbf16>
  %2 = lowp.fusion ins(%x : tensor<16384x768xbf16>) outs(%e : tensor<16384x768xbf16>) {
  ^bb0(%a: tensor<16384x768xbf16>):
    %i = tensor.empty() : tensor<16384x768xbf16>
    %t = linalg.exp ins(%a : tensor<16384x768xbf16>) outs(%i : tensor<16384x768xbf16>) -> tensor<16384x768xbf16>
    lowp.fusion_yield %t : tensor<16384x768xbf16>
  } -> tensor<16384x768xbf16>
  return %0, %1, %2 : tensor<16384x1536xbf16>, tensor<16384x1536xbf16>, tensor<16384x768xbf16>
}

// -----

// Small results may wait in a cache.
// CHECK-LABEL: func.func @small(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<64x256xbf16>)
// CHECK:         %[[BOTH:.*]]:2 = lowp.fusion ins(%[[X]] : tensor<64x256xbf16>)
// CHECK-NOT:     lowp.fusion ins
// CHECK:         return %[[BOTH]]#0, %[[BOTH]]#1
func.func @small(%x: tensor<64x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.tanh ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %1 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.exp ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %0, %1 : tensor<64x256xbf16>, tensor<64x256xbf16>
}

// -----

!rows = !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>

// A launch is nothing of what takes long, and much would be kept.
// CHECK-LABEL: func.func @long(
// CHECK-COUNT-2: lowp.fusion ins(
// CHECK-NOT:     lowp.stages
func.func @long(%x: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>) -> (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>) {
  %d0 = tensor.empty() : tensor<4096x4096xf8E4M3FN>
  %s0 = tensor.empty() : tensor<4096x32xf32>
  %d1 = tensor.empty() : tensor<4096x4096xf8E4M3FN>
  %s1 = tensor.empty() : tensor<32x4096xf32>
  %0:4 = lowp.fusion ins(%x : tensor<4096x4096xbf16>) outs(%d0, %s0, %d1, %s1 : tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>) {
  ^bb0(%a: tensor<4096x4096xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<4096x4096xbf16> -> !rows
    %r = lowp.quantize %a numerics <torchao> : tensor<4096x4096xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %qd, %qs, %rd, %rs : tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>
  } -> tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>
  %1:4 = lowp.fusion ins(%y : tensor<4096x4096xbf16>) outs(%d0, %s0, %d1, %s1 : tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>) {
  ^bb0(%a: tensor<4096x4096xbf16>):
    %q = lowp.quantize %a numerics <torchao> : tensor<4096x4096xbf16> -> !rows
    %r = lowp.quantize %a numerics <torchao> : tensor<4096x4096xbf16> -> !columns
    %qd, %qs = lowp.split_scaled %q : !rows
    %rd, %rs = lowp.split_scaled %r : !columns
    lowp.fusion_yield %qd, %qs, %rd, %rs : tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>
  } -> tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>, tensor<32x4096xf32>
  return %0#0, %1#0 : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>

// Elements of other matrices are one launch, in the place of the second where what
// it reads is not there before; the reshape of a result waits.
// REMARK: one launch makes what several would, of 1 stages
// CHECK-LABEL: func.func @waits(
// CHECK:         %[[READ:.*]] = call @make()
// CHECK:         %[[BOTH:.*]]:2 = lowp.fusion ins(%{{.*}}, %[[READ]] :
// CHECK-NOT:     lowp.fusion ins
// CHECK:         tensor.expand_shape %[[BOTH]]#0
func.func private @make() -> tensor<64x256xf32>
func.func @waits(%x: tensor<64x256xf32>) -> (tensor<1x64x256xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %0 = lowp.fusion ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xf32>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xf32>) outs(%i : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %r = arith.truncf %in : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %wide = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 64, 256] : tensor<64x256xbf16> into tensor<1x64x256xbf16>
  %y = call @make() : () -> tensor<64x256xf32>
  %1 = lowp.fusion ins(%y : tensor<64x256xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xf32>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xf32>) outs(%i : tensor<64x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %r = arith.truncf %in : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %wide, %1 : tensor<1x64x256xbf16>, tensor<64x256xbf16>
}

// -----

// Nothing waits that is read before the second one can begin.
// CHECK-LABEL: func.func @cannot_wait(
// CHECK-COUNT-2: lowp.fusion ins(
func.func private @use(tensor<64x256xbf16>) -> tensor<64x256xbf16>
func.func @cannot_wait(%x: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  %e = tensor.empty() : tensor<64x256xbf16>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.tanh ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %y = call @use(%0) : (tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %1 = lowp.fusion ins(%y : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.exp ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %1 : tensor<64x256xbf16>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// The fusion that makes what the second one reads runs before both, where it can.
// REMARK: one launch makes what several would, of 1 stages
// CHECK-LABEL: func.func @goes_first(
// CHECK:         %[[SUMS:.*]] = lowp.fusion ins(%{{.*}} : tensor<64x256xbf16>)
// CHECK:         %[[BOTH:.*]]:2 = lowp.fusion ins({{.*}}%[[SUMS]] :
// CHECK:         call @use(%[[BOTH]]#0)
// CHECK-NOT:     lowp.fusion ins
func.func private @use(tensor<64x256xbf16>) -> tensor<64x256xbf16>
func.func @goes_first(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>, %z: tensor<64x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.tanh ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %used = call @use(%0) : (tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %n = tensor.empty() : tensor<64xf32>
  %1 = lowp.fusion ins(%y : tensor<64x256xbf16>) outs(%n : tensor<64xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %zero = arith.constant 0.0 : f32
    %i = tensor.empty() : tensor<64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    %t = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<64x256xbf16>) outs(%f : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %w = arith.extf %in : bf16 to f32
      %s = arith.addf %out, %w : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %t : tensor<64xf32>
  } -> tensor<64xf32>
  %2 = lowp.fusion ins(%z, %1 : tensor<64x256xbf16>, tensor<64xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %b: tensor<64xf32>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<64x256xbf16>, tensor<64xf32>) outs(%i : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %sum: f32, %out: bf16):
      %w = arith.extf %in : bf16 to f32
      %p = arith.mulf %w, %sum : f32
      %r = arith.truncf %p : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %used, %2 : tensor<64x256xbf16>, tensor<64x256xbf16>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// It cannot where it follows the first one itself.
// CHECK-LABEL: func.func @cannot_go_first(
// CHECK-COUNT-3: lowp.fusion ins(
func.func private @use(tensor<64x256xbf16>) -> tensor<64x256xbf16>
func.func @cannot_go_first(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>, %z: tensor<64x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xbf16>) {
  %e = tensor.empty() : tensor<64x256xbf16>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.tanh ins(%a : tensor<64x256xbf16>) outs(%i : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %used = call @use(%0) : (tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %n = tensor.empty() : tensor<64xf32>
  %1 = lowp.fusion ins(%used : tensor<64x256xbf16>) outs(%n : tensor<64xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %zero = arith.constant 0.0 : f32
    %i = tensor.empty() : tensor<64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    %t = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<64x256xbf16>) outs(%f : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %w = arith.extf %in : bf16 to f32
      %s = arith.addf %out, %w : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %t : tensor<64xf32>
  } -> tensor<64xf32>
  %2 = lowp.fusion ins(%z, %1 : tensor<64x256xbf16>, tensor<64xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %b: tensor<64xf32>):
    %i = tensor.empty() : tensor<64x256xbf16>
    %t = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<64x256xbf16>, tensor<64xf32>) outs(%i : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %sum: f32, %out: bf16):
      %w = arith.extf %in : bf16 to f32
      %p = arith.mulf %w, %sum : f32
      %r = arith.truncf %p : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %t : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  return %used, %2 : tensor<64x256xbf16>, tensor<64x256xbf16>
}
