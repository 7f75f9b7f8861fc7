// RUN: lowp-opt %s --lowp-expand-quantize="only-wide max-row=1024" | FileCheck %s

// Blocks that no CTA holds: the matrix, columns, rows of unknown or great length.
// CHECK-LABEL: @tensorwise
// CHECK: lowp.amax
// CHECK: lowp.compute_scale
// CHECK: lowp.quantize {{.*}} scales(
func.func @tensorwise(%x: tensor<64x256xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
}

// CHECK-LABEL: @columns
// CHECK: lowp.amax {{.*}} -> tensor<1x256xf32>
func.func @columns(%x: tensor<64x256xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
}

// CHECK-LABEL: @long_rows
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
func.func @long_rows(%x: tensor<64x2048xbf16>) -> !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x2048xbf16> -> !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise>
}

// CHECK-LABEL: @unknown_rows
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
func.func @unknown_rows(%x: tensor<64x?xbf16>) -> !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x?xbf16> -> !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
}

// The scale of the matrix comes before those of blocks.
// CHECK-LABEL: @two_levels
// CHECK: lowp.amax {{.*}} -> tensor<1x1xf32>
// CHECK: %[[FACTOR:.*]], %[[GLOBAL:.*]] = lowp.compute_global_scale
// CHECK: lowp.amax {{.*}} -> tensor<64x16xf32>
// CHECK: lowp.compute_scale %{{.*}} global(%[[FACTOR]]
// CHECK: lowp.quantize {{.*}} scales(%{{.*}}, %{{.*}}, %[[GLOBAL]]
func.func @two_levels(%x: tensor<64x256xbf16>) -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>> {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
}

// The others are faster in one step, or no fusion could do the steps.
// CHECK-NOT: lowp.amax
func.func @rows(%x: tensor<64x1024xbf16>) -> !lowp.scaled<64x1024xf8E4M3FN, #lowp.rowwise> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x1024xbf16> -> !lowp.scaled<64x1024xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<64x1024xf8E4M3FN, #lowp.rowwise>
}
func.func @blocks(%x: tensor<64x256xbf16>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
}

// Where another quantize of the matrix takes two phases, rows that a CTA holds share them.
// CHECK-LABEL: @rows_and_columns
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
// CHECK: lowp.quantize {{.*}} scales({{.*}} tensor<64x1xf32>
// CHECK: lowp.amax {{.*}} -> tensor<1x256xf32>
// CHECK: lowp.quantize {{.*}} scales({{.*}} tensor<1x256xf32>
func.func @rows_and_columns(%x: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<256x64xf8E4M3FN, #lowp.rowwise>) {
  %e = tensor.empty() : tensor<256x64xbf16>
  %t = linalg.transpose ins(%x : tensor<64x256xbf16>) outs(%e : tensor<256x64xbf16>) permutation = [1, 0]
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %t numerics <torchao> : tensor<256x64xbf16> -> !lowp.scaled<256x64xf8E4M3FN, #lowp.rowwise>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<256x64xf8E4M3FN, #lowp.rowwise>
}

// CHECK-LABEL: @rows_and_matrix
// CHECK: lowp.amax {{.*}} -> tensor<1x1xf32>
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
func.func @rows_and_matrix(%x: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>
  %r = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
}

// A matrix that follows from sums of its rows is read once more for them: not where a kernel that
// reduces rows and quantizes them reads more than the matrix, which is stored anyway; else so.
// CHECK-LABEL: @rows_of_sums
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]
// CHECK: lowp.quantize %[[Y]] numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
// CHECK: lowp.amax %[[Y]] {{.*}} -> tensor<1x256xf32>
func.func @rows_of_sums(%x: tensor<64x256xbf16>, %g: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>, tensor<64x256xbf16>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %g : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%none : tensor<64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %p = arith.mulf %a, %b : bf16
    %w = arith.extf %p : bf16 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<64x256xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<64x256xbf16>, tensor<64xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %s: f32, %o: bf16):
    %t = arith.truncf %s : f32 to bf16
    %p = arith.mulf %a, %t : bf16
    linalg.yield %p : bf16
  } -> tensor<64x256xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q, %r, %y : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>, tensor<64x256xbf16>
}

// CHECK-LABEL: @rows_of_small_sums
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
// CHECK: lowp.amax {{.*}} -> tensor<1x256xf32>
func.func @rows_of_small_sums(%x: tensor<64x256xbf16>, %g: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>, tensor<64x256xbf16>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x256xbf16>) outs(%none : tensor<64xf32>) {
  ^bb0(%a: bf16, %s: f32):
    %w = arith.extf %a : bf16 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<64x256xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<64x256xbf16>, tensor<64xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %s: f32, %o: bf16):
    %t = arith.truncf %s : f32 to bf16
    %p = arith.mulf %a, %t : bf16
    linalg.yield %p : bf16
  } -> tensor<64x256xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q, %r, %y : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>, tensor<64x256xbf16>
}

// CHECK-LABEL: @rows_of_sums_alone
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
// CHECK: lowp.amax {{.*}} -> tensor<1x256xf32>
func.func @rows_of_sums_alone(%x: tensor<64x256xbf16>, %g: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %g : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%none : tensor<64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %p = arith.mulf %a, %b : bf16
    %w = arith.extf %p : bf16 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<64x256xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<64x256xbf16>, tensor<64xf32>) outs(%e : tensor<64x256xbf16>) {
  ^bb0(%a: bf16, %s: f32, %o: bf16):
    %t = arith.truncf %s : f32 to bf16
    %p = arith.mulf %a, %t : bf16
    linalg.yield %p : bf16
  } -> tensor<64x256xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
}

// Nor where the other quantize reads its matrix once, or has another one.
// CHECK-LABEL: @rows_and_given
// CHECK-NOT: lowp.amax
func.func @rows_and_given(%x: tensor<64x256xbf16>, %s: tensor<1x256xf32>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %x numerics <torchao> scales(%s, %s : tensor<1x256xf32>, tensor<1x256xf32>) : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
}

// CHECK-LABEL: @rows_and_blocks
// CHECK-NOT: lowp.amax
func.func @rows_and_blocks(%x: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>>
}

// CHECK-LABEL: @rows_of_others
// CHECK: lowp.quantize %{{.*}} numerics <torchao> : {{.*}} #lowp.rowwise>
// CHECK: lowp.amax {{.*}} -> tensor<1x256xf32>
func.func @rows_of_others(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
  %r = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
  return %q, %r : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise<axis = 0>>
}

// Groups of rows divide no block of a row: a fusion may quantize, and the scales get
// their places afterwards.
// CHECK-LABEL: @groups_of_rows
// CHECK-SAME: %[[X:.*]]: tensor<?x256xbf16>, %[[ENDS:.*]]: tensor<4xi32>
// CHECK: %[[Q:.*]] = lowp.quantize %[[X]] numerics <{{.*}}> : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK: %[[R:.*]] = lowp.relayout %[[Q]] ends(%[[ENDS]] : tensor<4xi32>)
// CHECK: %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
// CHECK: %{{.*}}, %[[SCALES:.*]] = lowp.split_scaled %[[R]]
// CHECK: %[[MADE:.*]] = lowp.make_scaled %[[DATA]], %[[SCALES]]
// CHECK: return %[[MADE]]
func.func @groups_of_rows(%x: tensor<?x256xbf16>, %ends: tensor<4xi32>)
    -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <4, axis = 0, alignment = 4>> {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<?x256xbf16>
    -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <4, axis = 0, alignment = 4>>
  return %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <4, axis = 0, alignment = 4>>
}

// What is then a row of great length takes two phases.
// CHECK-LABEL: @groups_of_long_rows
// CHECK: lowp.amax {{.*}} -> tensor<64x1xf32>
// CHECK: lowp.quantize {{.*}} scales(
// CHECK: lowp.relayout
func.func @groups_of_long_rows(%x: tensor<64x2048xbf16>, %ends: tensor<4xi32>)
    -> !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 0>> {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x2048xbf16>
    -> !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 0>>
  return %q : !lowp.scaled<64x2048xf8E4M3FN, #lowp.rowwise, groups = <4, axis = 0>>
}

// Borders of groups cut these blocks; and random bits, and scales of two levels, are
// those of a group.
// CHECK-LABEL: @groups_with_blocks
// CHECK-NOT: lowp.relayout
// CHECK: return
func.func @groups_with_blocks(%x: tensor<64x256xbf16>, %ends: tensor<4xi32>, %seed: i64)
    -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>, groups = <4, axis = 0>>,
        !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>,
        !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <4, axis = 0>>) {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x256xbf16>
    -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>, groups = <4, axis = 0>>
  %r = lowp.quantize %x numerics <torchao, rounding = stochastic> seed %seed ends(%ends : tensor<4xi32>) : tensor<64x256xbf16>
    -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>
  %t = lowp.quantize %x numerics <transformer_engine> ends(%ends : tensor<4xi32>) : tensor<64x256xbf16>
    -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <4, axis = 0>>
  return %q, %r, %t : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<32x1>, groups = <4, axis = 0>>,
        !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 0>>,
        !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <4, axis = 0>>
}

// A transposed copy that nobody else reads is not one: columns of what it is a copy of are quantized.
// CHECK-LABEL: @transposed
// CHECK-SAME: %[[W:.*]]: tensor<4x256x64xbf16>
// CHECK: %[[AMAX:.*]] = lowp.amax %[[W]] recipe(#lowp.rowwise<axis = 0>) {{.*}} -> tensor<4x1x64xf32>
// CHECK: %[[Q:.*]] = lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<4x256x64xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK: %[[T:.*]] = lowp.transpose %[[Q]]
// CHECK: return %[[T]] : !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise>
func.func @transposed(%w: tensor<4x256x64xbf16>) -> !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise> {
  %e = tensor.empty() : tensor<4x64x256xbf16>
  %t = linalg.transpose ins(%w : tensor<4x256x64xbf16>) outs(%e : tensor<4x64x256xbf16>) permutation = [0, 2, 1]
  %q = lowp.quantize %t numerics <torchao> : tensor<4x64x256xbf16> -> !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<4x64x256xf8E4M3FN, #lowp.rowwise>
}

// Blocks that a CTA holds in either order, copies that others read and random bits, which belong to positions, are left.
// CHECK-LABEL: @transposed_blocks
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK-NEXT: lowp.quantize %[[T]]
func.func @transposed_blocks(%w: tensor<256x128xbf16>) -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block<1x128>> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x128xbf16>) outs(%e : tensor<128x256xbf16>) permutation = [1, 0]
  %q = lowp.quantize %t numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<128x256xf8E4M3FN, #lowp.block<1x128>>
}

// CHECK-LABEL: @transposed_for_others
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK-NEXT: lowp.quantize %[[T]]
func.func @transposed_for_others(%w: tensor<256x128xbf16>) -> (!lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>, tensor<128x256xbf16>) {
  %e = tensor.empty() : tensor<128x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x128xbf16>) outs(%e : tensor<128x256xbf16>) permutation = [1, 0]
  %q = lowp.quantize %t numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
  return %q, %t : !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>, tensor<128x256xbf16>
}

// CHECK-LABEL: @transposed_at_random
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: lowp.quantize %[[T]] {{.*}} seed
func.func @transposed_at_random(%w: tensor<256x128xbf16>, %seed: i64) -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x128xbf16>) outs(%e : tensor<128x256xbf16>) permutation = [1, 0]
  %q = lowp.quantize %t numerics <torchao, rounding = stochastic> seed %seed : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
  return %q : !lowp.scaled<128x256xf8E4M3FN, #lowp.rowwise>
}

// Groups that begin where blocks do have the scales that there are without groups.
// CHECK-LABEL: @spread_groups
// CHECK:         %[[Q:.*]] = lowp.quantize %{{.*}} numerics <torchao> : tensor<2048x64xbf16> -> !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
// CHECK-NOT:     lowp.relayout
// CHECK:         %[[DATA:.*]], %{{.*}} = lowp.split_scaled %[[Q]]
// CHECK:         %{{.*}}, %[[SCALES:.*]] = lowp.split_scaled %[[Q]]
// CHECK:         lowp.make_scaled %[[DATA]], %[[SCALES]]
func.func @spread_groups(%x: tensor<2048x64xbf16>, %ends: tensor<8xi32>)
    -> !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], groups = <8, axis = 0, start = 128>> {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<8xi32>) : tensor<2048x64xbf16>
    -> !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], groups = <8, axis = 0, start = 128>>
  return %q : !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], groups = <8, axis = 0, start = 128>>
}
