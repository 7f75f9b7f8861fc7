// RUN: lowp-opt %s --lowp-apply-recipes -split-input-file -verify-diagnostics | FileCheck %s

// Groups of rows are quantized as one matrix, and each matrix of weights alone.
// CHECK-LABEL: func.func @rows(
// CHECK:         %[[X:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
// CHECK:         %[[W:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>>
// CHECK:         lowp.grouped_scaled_matmul %[[X]], %[[W]] ends(%{{.*}} : tensor<8xi32>) {layer = "experts"} :
func.func @rows(%x: tensor<?x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     {layer = "experts", lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// CHECK-LABEL: func.func @counts(
// CHECK:         lowp.grouped_scaled_matmul %{{.*}}, %{{.*}} counts(%{{.*}} : tensor<8xi32>) accumulate(%{{.*}}) fast_accumulation :
func.func @counts(%x: tensor<8x64x256xbf16>, %w: tensor<8x512x256xbf16>, %counts: tensor<8xi32>, %c: tensor<8x64x512xf32>) -> tensor<8x64x512xf32> {
  %y = lowp.grouped_matmul %x, %w counts(%counts : tensor<8xi32>) accumulate(%c : tensor<8x64x512xf32>)
     {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<8x64x256xbf16>, tensor<8x512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// Weights that are transposed are quantized as they lie: nobody reads the copy.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xbf16>, %[[W:.*]]: tensor<8x256x512xbf16>
// CHECK:         lowp.quantize %[[X]] {{.*}} -> !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
// CHECK:         %[[Q:.*]] = lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<8x256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK:         %[[T:.*]] = lowp.transpose %[[Q]]
// CHECK:         lowp.grouped_scaled_matmul %{{.*}}, %[[T]] ends
func.func @turned(%x: tensor<?x256xbf16>, %w: tensor<8x256x512xbf16>, %ends: tensor<8xi32>) -> tensor<?x512xbf16> {
  %e = tensor.empty() : tensor<8x512x256xbf16>
  %t = linalg.transpose ins(%w : tensor<8x256x512xbf16>) outs(%e : tensor<8x512x256xbf16>) permutation = [0, 2, 1]
  %y = lowp.grouped_matmul %x, %t ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise_grad>}
     : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

// Rows that are transposed lie as their copy is a copy of them, too; one that is turned twice lies as it is read.
// CHECK-LABEL: func.func @turned_rows(
// CHECK-SAME:    %[[X:.*]]: tensor<256x96xbf16>, %[[W:.*]]: tensor<8x512x256xbf16>
// CHECK:         %[[Q:.*]] = lowp.quantize %[[X]] {{.*}} -> !lowp.scaled<256x96xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>>
// CHECK:         lowp.transpose %[[Q]]
// CHECK:         lowp.quantize %[[W]] {{.*}} -> !lowp.scaled<8x512x256xf8E4M3FN, #lowp.block<128x128>>
func.func @turned_rows(%x: tensor<256x96xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<96x512xbf16> {
  %e = tensor.empty() : tensor<96x256xbf16>
  %t = linalg.transpose ins(%x : tensor<256x96xbf16>) outs(%e : tensor<96x256xbf16>) permutation = [1, 0]
  %e0 = tensor.empty() : tensor<8x256x512xbf16>
  %w0 = linalg.transpose ins(%w : tensor<8x512x256xbf16>) outs(%e0 : tensor<8x256x512xbf16>) permutation = [0, 2, 1]
  %e1 = tensor.empty() : tensor<8x512x256xbf16>
  %w1 = linalg.transpose ins(%w0 : tensor<8x256x512xbf16>) outs(%e1 : tensor<8x512x256xbf16>) permutation = [0, 2, 1]
  %y = lowp.grouped_matmul %t, %w1 ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
     : tensor<96x256xbf16>, tensor<8x512x256xbf16> -> tensor<96x512xbf16>
  return %y : tensor<96x512xbf16>
}

// A matrix that is repeated for all groups, elements of another type and experts in another order are not among these.
// CHECK-LABEL: func.func @others(
// CHECK:         %[[WIDE:.*]] = linalg.generic
// CHECK:         lowp.quantize %[[WIDE]]
// CHECK:         %[[MOVED:.*]] = linalg.transpose
// CHECK:         lowp.quantize %[[MOVED]]
func.func @others(%x: tensor<?x256xf32>, %w: tensor<8x256x512xbf16>, %v: tensor<512x8x256xf32>, %ends: tensor<8xi32>) -> (tensor<?x512xf32>, tensor<?x512xf32>) {
  %e = tensor.empty() : tensor<8x512x256xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(g, n, k) -> (g, k, n)>, affine_map<(g, n, k) -> (g, n, k)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<8x256x512xbf16>) outs(%e : tensor<8x512x256xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x512x256xf32>
  %y = lowp.grouped_matmul %x, %t ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<?x256xf32>, tensor<8x512x256xf32> -> tensor<?x512xf32>
  %m = linalg.transpose ins(%v : tensor<512x8x256xf32>) outs(%e : tensor<8x512x256xf32>) permutation = [1, 0, 2]
  %z = lowp.grouped_matmul %x, %m ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<?x256xf32>, tensor<8x512x256xf32> -> tensor<?x512xf32>
  return %y, %z : tensor<?x512xf32>, tensor<?x512xf32>
}

// -----

// Groups of K are quantized where each begins with a block.
// CHECK-LABEL: func.func @gradients(
// CHECK-SAME:    %[[DY:.*]]: tensor<1040x64xbf16>, %[[X:.*]]: tensor<1040x96xbf16>, %[[ENDS:.*]]: tensor<8xi32>
// CHECK:         %[[SPREAD:.*]] = lowp.spread_rows %[[DY]] ends(%[[ENDS]] : tensor<8xi32>) start 128 : tensor<1040x64xbf16> -> tensor<2048x64xbf16>
// CHECK:         %[[Q:.*]] = lowp.quantize %[[SPREAD]] {{.*}} ends(%[[ENDS]] : tensor<8xi32>) : {{.*}} -> !lowp.scaled<2048x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.compact<transposed = true>, groups = <8, axis = 0, start = 128>>
// CHECK:         %[[LHS:.*]] = lowp.transpose %[[Q]]
// CHECK:         lowp.spread_rows %[[X]]
// CHECK:         %[[RHS:.*]] = lowp.transpose
// CHECK:         lowp.grouped_scaled_matmul %[[LHS]], %[[RHS]] ends(%[[ENDS]] : tensor<8xi32>) : !lowp.scaled<64x2048xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 128>>
func.func @gradients(%dy: tensor<1040x64xbf16>, %x: tensor<1040x96xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x96xf32> {
  %dye = tensor.empty() : tensor<64x1040xbf16>
  %dyt = linalg.transpose ins(%dy : tensor<1040x64xbf16>) outs(%dye : tensor<64x1040xbf16>) permutation = [1, 0]
  %xe = tensor.empty() : tensor<96x1040xbf16>
  %xt = linalg.transpose ins(%x : tensor<1040x96xbf16>) outs(%xe : tensor<96x1040xbf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %dyt, %xt ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>}
     : tensor<64x1040xbf16>, tensor<96x1040xbf16> -> tensor<8x64x96xf32>
  return %dw : tensor<8x64x96xf32>
}

// -----

// A scale of a row is one for each group.
// CHECK-LABEL: func.func @rows_of_groups(
// CHECK:         lowp.grouped_scaled_matmul {{.*}} fast_accumulation : !lowp.scaled<64x1152xf8E4M3FN, #lowp.rowwise, groups = <8, axis = 1, start = 128>>
func.func @rows_of_groups(%x: tensor<64x256xbf16>, %w: tensor<512x256xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<64x256xbf16>, tensor<512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

// Each group has a scale beside those of its blocks.
// CHECK-LABEL: func.func @two_levels(
// CHECK:         lowp.grouped_scaled_matmul {{.*}} : !lowp.scaled<64x2048xf4E2M1FN, #lowp.nvfp4<1x16>, groups = <8, axis = 1, start = 256>>, !lowp.scaled<512x2048xf4E2M1FN, #lowp.nvfp4<16x16>, groups = <8, axis = 1, start = 256>>
func.func @two_levels(%x: tensor<64x256xbf16>, %w: tensor<512x256xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<nvfp4>}
     : tensor<64x256xbf16>, tensor<512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

func.func @k(%x: tensor<64x256xbf16>, %w: tensor<512x256xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x512xf32> {
  // expected-error @below {{cannot take its recipe: groups of K, at whose borders a Hadamard transform would begin anew}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<nvfp4_wgrad>}
     : tensor<64x256xbf16>, tensor<512x256xbf16> -> tensor<8x64x512xf32>
  return %y : tensor<8x64x512xf32>
}

// -----

func.func @unknown_count(%x: tensor<64x256xbf16>, %w: tensor<512x256xbf16>, %ends: tensor<?xi32>) -> tensor<?x64x512xf32> {
  // expected-error @below {{cannot take its recipe: expected 'ends' of a static number of groups of K, got tensor<?xi32>}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<?xi32>) {lowp.recipe = #lowp.matmul_recipe<rowwise>}
     : tensor<64x256xbf16>, tensor<512x256xbf16> -> tensor<?x64x512xf32>
  return %y : tensor<?x64x512xf32>
}

// -----

func.func @seed(%x: tensor<64x256xbf16>, %w: tensor<8x512x256xbf16>, %ends: tensor<8xi32>) -> tensor<64x512xbf16> {
  // expected-error @below {{expected a seed for stochastic rounding}}
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<nvfp4_dgrad>}
     : tensor<64x256xbf16>, tensor<8x512x256xbf16> -> tensor<64x512xbf16>
  return %y : tensor<64x512xbf16>
}

// -----

// A copy has 256 elements of 4 bits.
// CHECK-LABEL: func.func @narrow(
// CHECK-COUNT-2: lowp.spread_rows {{.*}} start 256 : tensor<1040x64xbf16> -> tensor<3072x64xbf16>
// CHECK:         lowp.grouped_scaled_matmul {{.*}} : !lowp.scaled<64x3072xf4E2M1FN, #lowp.mx<1x32>, {{.*}}groups = <8, axis = 1, start = 256>>
func.func @narrow(%x: tensor<1040x64xbf16>, %ends: tensor<8xi32>) -> tensor<8x64x64xf32> {
  %e = tensor.empty() : tensor<64x1040xbf16>
  %t = linalg.transpose ins(%x : tensor<1040x64xbf16>) outs(%e : tensor<64x1040xbf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %t, %t ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<mxfp4>}
     : tensor<64x1040xbf16>, tensor<64x1040xbf16> -> tensor<8x64x64xf32>
  return %dw : tensor<8x64x64xf32>
}
