// RUN: lowp-opt %s --lowp-form-fusions=only=recompute-results --split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=recompute-results --split-input-file --remark-policy=all --remarks-filter=lowp-recompute-results -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#row = affine_map<(d0, d1) -> (d0, d1)>
#sum = affine_map<(d0, d1) -> (d0)>

// The widened row is half as large as what is stored; the sum stays.
// REMARK: 1 of 1 readers compute a result of tensor<64x256xf32> again {{.*}}98304 bytes
// CHECK-LABEL: @widened
// CHECK: %[[SUM:.*]] = lowp.fusion ins(%[[X:[^ ]*]] : tensor<64x256xbf16>) outs({{.*}} : tensor<64xf32>)
// CHECK: lowp.fusion_yield {{.*}} : tensor<64xf32>
// CHECK: lowp.fusion ins(%[[X]], %[[SUM]] : tensor<64x256xbf16>, tensor<64xf32>)
// CHECK: arith.extf
// CHECK: arith.mulf
func.func @widened(%x: tensor<64x256xbf16>) -> tensor<64x256xf32> {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %0:2 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0, %e1 : tensor<64x256xf32>, tensor<64xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %c0 = arith.constant 0.0 : f32
    %wide = tensor.empty() : tensor<64x256xf32>
    %rows = tensor.empty() : tensor<64xf32>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    %init = linalg.fill ins(%c0 : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
        ins(%w : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %in, %out : f32
      linalg.yield %1 : f32
    } -> tensor<64xf32>
    lowp.fusion_yield %w, %s : tensor<64x256xf32>, tensor<64xf32>
  } -> tensor<64x256xf32>, tensor<64xf32>
  %2 = lowp.fusion ins(%0#0, %0#1 : tensor<64x256xf32>, tensor<64xf32>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xf32>, %s: tensor<64xf32>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #sum, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w, %s : tensor<64x256xf32>, tensor<64xf32>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: f32, %factor: f32, %out: f32):
      %1 = arith.mulf %in, %factor : f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2 : tensor<64x256xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0, d1)>
#sum = affine_map<(d0, d1) -> (d0)>

// A sum that nobody had becomes a result, of dynamic size; the reader sees the
// rows through a reshape.
// REMARK: 1 of 1 readers compute a result of tensor<?x256xf32> again
// CHECK-LABEL: @new_result
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X:[^ ]*]], %c0
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[ROWS]]) : tensor<?xf32>
// CHECK: %[[SUM:.*]] = lowp.fusion ins(%[[X]], %{{.*}} : tensor<?x256xbf16>, index) outs(%[[EMPTY]] : tensor<?xf32>)
// CHECK: lowp.fusion ins(%[[X]], %{{.*}}, %[[SUM]] : tensor<?x256xbf16>, index, tensor<?xf32>)
// CHECK: arith.extf
// CHECK: arith.subf
// CHECK: tensor.expand_shape
func.func @new_result(%x: tensor<?x256xbf16>, %rows: index) -> tensor<1x?x256xbf16> {
  %e0 = tensor.empty(%rows) : tensor<?x256xf32>
  %e1 = tensor.empty(%rows) : tensor<1x?x256xbf16>
  %0 = lowp.fusion ins(%x, %rows : tensor<?x256xbf16>, index) outs(%e0 : tensor<?x256xf32>) {
  ^bb0(%a: tensor<?x256xbf16>, %n: index):
    %c0 = arith.constant 0.0 : f32
    %wide = tensor.empty(%n) : tensor<?x256xf32>
    %few = tensor.empty(%n) : tensor<?xf32>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<?x256xbf16>) outs(%wide : tensor<?x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<?x256xf32>
    %init = linalg.fill ins(%c0 : f32) outs(%few : tensor<?xf32>) -> tensor<?xf32>
    %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
        ins(%w : tensor<?x256xf32>) outs(%init : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %in, %out : f32
      linalg.yield %1 : f32
    } -> tensor<?xf32>
    %d = linalg.generic {indexing_maps = [#row, #sum, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w, %s : tensor<?x256xf32>, tensor<?xf32>) outs(%wide : tensor<?x256xf32>) {
    ^bb0(%in: f32, %mean: f32, %out: f32):
      %1 = arith.subf %in, %mean : f32
      linalg.yield %1 : f32
    } -> tensor<?x256xf32>
    lowp.fusion_yield %d : tensor<?x256xf32>
  } -> tensor<?x256xf32>
  %view = tensor.cast %0 : tensor<?x256xf32> to tensor<?x256xf32>
  %2 = lowp.fusion ins(%view, %rows : tensor<?x256xf32>, index) outs(%e1 : tensor<1x?x256xbf16>) {
  ^bb0(%w: tensor<?x256xf32>, %n: index):
    %narrow = tensor.empty(%n) : tensor<?x256xbf16>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w : tensor<?x256xf32>) outs(%narrow : tensor<?x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1 = arith.truncf %in : f32 to bf16
      linalg.yield %1 : bf16
    } -> tensor<?x256xbf16>
    %z = tensor.expand_shape %y [[0, 1], [2]] output_shape [1, %n, 256] : tensor<?x256xbf16> into tensor<1x?x256xbf16>
    lowp.fusion_yield %z : tensor<1x?x256xbf16>
  } -> tensor<1x?x256xbf16>
  return %2 : tensor<1x?x256xbf16>
}

// -----

#row = affine_map<(d0, d1) -> (d0, d1)>

// The result is returned too, so that it is written all the same; but reading
// 16 bits is less than reading 32.
// REMARK: 1 of 1 readers compute a result of tensor<64x256xf32> again {{.*}}32768 bytes
// CHECK-LABEL: @returned
// CHECK: %[[WIDE:.*]] = lowp.fusion ins(%[[X:[^ ]*]] : tensor<64x256xbf16>)
// CHECK: lowp.fusion ins(%[[X]] : tensor<64x256xbf16>)
// CHECK: return %{{.*}}, %[[WIDE]]
func.func @returned(%x: tensor<64x256xbf16>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %w : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  %2 = lowp.fusion ins(%0 : tensor<64x256xf32>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xf32>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.square ins(%w : tensor<64x256xf32>) outs(%wide : tensor<64x256xf32>) -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2, %0 : tensor<64x256xf32>, tensor<64x256xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0, d1)>

// Two functions are computed while the other bytes move.
// REMARK: 1 of 1 readers compute a result of tensor<64x256xbf16> again {{.*}}12926 bytes
// CHECK-LABEL: @meanwhile
// CHECK: lowp.fusion ins(%{{.*}} : tensor<64x256xbf16>) outs(%{{.*}} : tensor<64x256xf32>)
// CHECK: math.exp
// CHECK: arith.divf
// CHECK-NOT: lowp.fusion ins
func.func @meanwhile(%x: tensor<64x256xbf16>) -> tensor<64x256xf32> {
  %e0 = tensor.empty() : tensor<64x256xbf16>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0 : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %empty = tensor.empty() : tensor<64x256xbf16>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%empty : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1 = math.exp %in : bf16
      %3 = arith.divf %in, %1 : bf16
      linalg.yield %3 : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %w : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %2 = lowp.fusion ins(%0 : tensor<64x256xbf16>) outs(%e1 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2 : tensor<64x256xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0, d1)>
#tall = affine_map<(d0, d1) -> (d0)>

// Where it stays: three functions take longer than 16 bits; what is read would be
// overwritten; the reader would compute each number 256 times.
// REMARK-NOT: remark
// CHECK-LABEL: @slow
// CHECK: %[[R:.*]] = lowp.fusion
// CHECK: lowp.fusion ins(%[[R]] : tensor<64x256xbf16>)
func.func @slow(%x: tensor<64x256xbf16>) -> tensor<64x256xf32> {
  %e0 = tensor.empty() : tensor<64x256xbf16>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0 : tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %empty = tensor.empty() : tensor<64x256xbf16>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%empty : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1 = math.exp %in : bf16
      %3 = arith.divf %in, %1 : bf16
      %4 = math.exp %3 : bf16
      linalg.yield %4 : bf16
    } -> tensor<64x256xbf16>
    lowp.fusion_yield %w : tensor<64x256xbf16>
  } -> tensor<64x256xbf16>
  %2 = lowp.fusion ins(%0 : tensor<64x256xbf16>) outs(%e1 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2 : tensor<64x256xf32>
}

// CHECK-LABEL: @overwritten
// CHECK: %[[R:.*]] = lowp.fusion
// CHECK: lowp.fusion ins(%[[R]] : tensor<64x256xf32>)
func.func @overwritten(%x: tensor<64x256xbf16>, %v: bf16) -> (tensor<64x256xf32>, tensor<64x256xbf16>) {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %w : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  %3 = linalg.fill ins(%v : bf16) outs(%x : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %2 = lowp.fusion ins(%0 : tensor<64x256xf32>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xf32>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.square ins(%w : tensor<64x256xf32>) outs(%wide : tensor<64x256xf32>) -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2, %3 : tensor<64x256xf32>, tensor<64x256xbf16>
}

// CHECK-LABEL: @broadcast
// CHECK: %[[R:.*]] = lowp.fusion
// CHECK: lowp.fusion ins(%{{.*}}, %[[R]] : tensor<4096x256xbf16>, tensor<4096xf32>)
func.func @broadcast(%x: tensor<4096xbf16>, %z: tensor<4096x256xbf16>) -> tensor<4096x256xf32> {
  %e0 = tensor.empty() : tensor<4096xf32>
  %e1 = tensor.empty() : tensor<4096x256xf32>
  %0 = lowp.fusion ins(%x : tensor<4096xbf16>) outs(%e0 : tensor<4096xf32>) {
  ^bb0(%a: tensor<4096xbf16>):
    %wide = tensor.empty() : tensor<4096xf32>
    %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%a : tensor<4096xbf16>) outs(%wide : tensor<4096xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<4096xf32>
    lowp.fusion_yield %w : tensor<4096xf32>
  } -> tensor<4096xf32>
  %2 = lowp.fusion ins(%z, %0 : tensor<4096x256xbf16>, tensor<4096xf32>) outs(%e1 : tensor<4096x256xf32>) {
  ^bb0(%b: tensor<4096x256xbf16>, %w: tensor<4096xf32>):
    %wide = tensor.empty() : tensor<4096x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #tall, #row], iterator_types = ["parallel", "parallel"]}
        ins(%b, %w : tensor<4096x256xbf16>, tensor<4096xf32>) outs(%wide : tensor<4096x256xf32>) {
    ^bb0(%in: bf16, %factor: f32, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      %3 = arith.mulf %1, %factor : f32
      linalg.yield %3 : f32
    } -> tensor<4096x256xf32>
    lowp.fusion_yield %y : tensor<4096x256xf32>
  } -> tensor<4096x256xf32>
  return %2 : tensor<4096x256xf32>
}

// Rows are gathered of it, which are read from memory.
// CHECK-LABEL: @gathered
// CHECK: %[[R:.*]] = lowp.fusion
// CHECK: lowp.fusion ins(%{{.*}}, %[[R]] : tensor<64xi32>, tensor<64x256xf32>)
func.func @gathered(%x: tensor<64x256xbf16>, %p: tensor<64xi32>) -> tensor<64x256xf32> {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %0 = lowp.fusion ins(%x : tensor<64x256xbf16>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%a: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1 = arith.extf %in : bf16 to f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %w : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  %2 = lowp.fusion ins(%p, %0 : tensor<64xi32>, tensor<64x256xf32>) outs(%e0 : tensor<64x256xf32>) {
  ^bb0(%n: tensor<64xi32>, %w: tensor<64x256xf32>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.generic {indexing_maps = [#tall, #row], iterator_types = ["parallel", "parallel"]}
        ins(%n : tensor<64xi32>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: i32, %out: f32):
      %i = arith.index_cast %in : i32 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %w[%i, %j] : tensor<64x256xf32>
      linalg.yield %v : f32
    } -> tensor<64x256xf32>
    %z = linalg.add ins(%y, %w : tensor<64x256xf32>, tensor<64x256xf32>) outs(%wide : tensor<64x256xf32>) -> tensor<64x256xf32>
    lowp.fusion_yield %z : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %2 : tensor<64x256xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0, d1)>

// What the kernel of the producer, which writes something else, too, may compute as well reads it there.
// REMARK-NOT: remark
// CHECK-LABEL: @joins
// CHECK: %[[BOTH:.*]]:2 = lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<64x256xbf16>, tensor<64x256xbf16>)
// CHECK: lowp.fusion ins(%[[BOTH]]#0, %{{.*}} : tensor<64x256xbf16>, tensor<64x256xbf16>)
func.func @joins(%x: tensor<64x256xbf16>, %g: tensor<64x256xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xf32>) {
  %e0 = tensor.empty() : tensor<64x256xbf16>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %0:2 = lowp.fusion ins(%x, %g : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e0, %e0 : tensor<64x256xbf16>, tensor<64x256xbf16>) {
  ^bb0(%a: tensor<64x256xbf16>, %b: tensor<64x256xbf16>):
    %empty = tensor.empty() : tensor<64x256xbf16>
    %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<64x256xbf16>) outs(%empty : tensor<64x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1 = math.exp %in : bf16
      %3 = arith.divf %in, %1 : bf16
      linalg.yield %3 : bf16
    } -> tensor<64x256xbf16>
    %v = linalg.mul ins(%w, %b : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%empty : tensor<64x256xbf16>) -> tensor<64x256xbf16>
    lowp.fusion_yield %w, %v : tensor<64x256xbf16>, tensor<64x256xbf16>
  } -> tensor<64x256xbf16>, tensor<64x256xbf16>
  %2 = lowp.fusion ins(%0#0, %x : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e1 : tensor<64x256xf32>) {
  ^bb0(%w: tensor<64x256xbf16>, %a: tensor<64x256xbf16>):
    %wide = tensor.empty() : tensor<64x256xf32>
    %y = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%w, %a : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %other: bf16, %out: f32):
      %1 = arith.mulf %in, %other : bf16
      %4 = arith.extf %1 : bf16 to f32
      linalg.yield %4 : f32
    } -> tensor<64x256xf32>
    lowp.fusion_yield %y : tensor<64x256xf32>
  } -> tensor<64x256xf32>
  return %0#1, %2 : tensor<64x256xbf16>, tensor<64x256xf32>
}

// -----

// What no kernel computes at once stays as it is.
// CHECK-LABEL: @no_space
// CHECK: lowp.fusion ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<64x256xf32>, tensor<32xf32>)
func.func @no_space(%x: tensor<64x256xf32>, %y: tensor<32xf32>) -> (tensor<64x256xf32>, tensor<32xf32>) {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<32xf32>
  %0:2 = lowp.fusion ins(%x, %y : tensor<64x256xf32>, tensor<32xf32>) outs(%e0, %e1 : tensor<64x256xf32>, tensor<32xf32>) {
  ^bb0(%a: tensor<64x256xf32>, %b: tensor<32xf32>):
    %f0 = tensor.empty() : tensor<64x256xf32>
    %f1 = tensor.empty() : tensor<32xf32>
    %p = linalg.exp ins(%a : tensor<64x256xf32>) outs(%f0 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %q = linalg.exp ins(%b : tensor<32xf32>) outs(%f1 : tensor<32xf32>) -> tensor<32xf32>
    lowp.fusion_yield %p, %q : tensor<64x256xf32>, tensor<32xf32>
  } -> tensor<64x256xf32>, tensor<32xf32>
  return %0#0, %0#1 : tensor<64x256xf32>, tensor<32xf32>
}
