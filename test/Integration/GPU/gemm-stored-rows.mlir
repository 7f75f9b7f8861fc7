// REQUIRES: cuda-sm90
// Results whose rows begin where TMA cannot write, by kernels of every kind, against generic kernels that multiply in f64:
// accesses of 2, 4 and 8 bytes, several tiles, ragged rows and columns, clusters, CTAs that split K,
// sums onto a tensor, batches, an epilogue, sizes that are not known.
// RUN: lowp-run %s --function=odd --device=gpu --check
// RUN: lowp-run %s --function=pairs --device=gpu --check
// RUN: lowp-run %s --function=quads --device=gpu --check
// RUN: lowp-run %s --function=divided --device=gpu --check
// RUN: lowp-run %s --function=many --device=gpu --check
// RUN: lowp-run %s --function=any_number --device=gpu --check --shape M=33
// RUN: lowp-run %s --function=accumulated --device=gpu --check
// RUN: lowp-run %s --function=biased --device=gpu --check
// RUN: lowp-run %s --function=unknown --device=gpu --check --shape argument0.0=1 --shape argument1.0=1 --shape result0.0=1 --shape result0.1=1
// RUN: lowp-run %s --function=unknown --device=gpu --check --shape argument0.0=77 --shape argument1.0=131 --shape result0.0=77 --shape result0.1=131
// RUN: lowp-run %s --function=unknown --device=gpu --check --shape argument0.0=130 --shape argument1.0=128 --shape result0.0=130 --shape result0.1=128
// RUN: lowp-run %s --function=unknown --device=gpu --check --shape argument0.0=0 --shape argument1.0=9 --shape result0.0=0 --shape result0.1=9

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#bnk = affine_map<(b, m, n, k) -> (b, n, k)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>

func.func @odd(%x: tensor<200x136xbf16>, %w: tensor<263x136xbf16>) -> tensor<200x263xbf16> {
  %e = tensor.empty() : tensor<200x263xbf16>
  %y = lowp.gemm lhs(%x : tensor<200x136xbf16>) rhs(%w : tensor<263x136xbf16>) outs(%e : tensor<200x263xbf16>)
    {indexing_maps = [#mk, #nk, #mn],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 2>} -> tensor<200x263xbf16>
  return %y : tensor<200x263xbf16>
}

// Subtiles of 32 columns.
func.func @pairs(%x: tensor<200x136xf16>, %w: tensor<250x136xf16>) -> tensor<200x250xf16> {
  %e = tensor.empty() : tensor<200x250xf16>
  %y = lowp.gemm lhs(%x : tensor<200x136xf16>) rhs(%w : tensor<250x136xf16>) outs(%e : tensor<200x250xf16>)
    {indexing_maps = [#mk, #nk, #mn],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 96, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 1>} -> tensor<200x250xf16>
  return %y : tensor<200x250xf16>
}

// A cluster along M.
func.func @quads(%x: tensor<520x136xbf16>, %w: tensor<252x136xbf16>) -> tensor<520x252xbf16> {
  %e = tensor.empty() : tensor<520x252xbf16>
  %y = lowp.gemm lhs(%x : tensor<520x136xbf16>) rhs(%w : tensor<252x136xbf16>) outs(%e : tensor<520x252xbf16>)
    {indexing_maps = [#mk, #nk, #mn],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [2, 1], stages = 3, unroll = 1, group_m = 4, epilogue_stages = 2>} -> tensor<520x252xbf16>
  return %y : tensor<520x252xbf16>
}

// Each CTA of a cluster has columns of its own.
func.func @divided(%x: tensor<40x520xbf16>, %w: tensor<133x520xbf16>) -> tensor<40x133xbf16> {
  %e = tensor.empty() : tensor<40x133xbf16>
  %y = lowp.gemm lhs(%x : tensor<40x520xbf16>) rhs(%w : tensor<133x520xbf16>) outs(%e : tensor<40x133xbf16>)
    {indexing_maps = [#mk, #nk, #mn],
     lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>} -> tensor<40x133xbf16>
  return %y : tensor<40x133xbf16>
}

// More tiles than multiprocessors.
func.func @many(%x: tensor<1100x256xbf16>, %w: tensor<2047x256xbf16>) -> tensor<1100x2047xbf16> {
  %e = tensor.empty() : tensor<1100x2047xbf16>
  %y = lowp.gemm lhs(%x : tensor<1100x256xbf16>) rhs(%w : tensor<2047x256xbf16>) outs(%e : tensor<1100x2047xbf16>)
    {indexing_maps = [#mk, #nk, #mn],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1>} -> tensor<1100x2047xbf16>
  return %y : tensor<1100x2047xbf16>
}

func.func @any_number(%x: tensor<?x200x256xbf16>, %w: tensor<?x131x256xbf16>) -> tensor<?x200x131xf32> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x200x256xbf16>
  %e = tensor.empty(%b) : tensor<?x200x131xf32>
  %y = lowp.gemm lhs(%x : tensor<?x200x256xbf16>) rhs(%w : tensor<?x131x256xbf16>) outs(%e : tensor<?x200x131xf32>)
    {indexing_maps = [#bmk, #bnk, #bmn],
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1>} -> tensor<?x200x131xf32>
  return %y : tensor<?x200x131xf32>
}

func.func @accumulated(%x: tensor<3x70x136xbf16>, %w: tensor<3x66x136xbf16>, %init: tensor<3x70x66xf32>) -> tensor<3x70x66xf32> {
  %y = lowp.gemm lhs(%x : tensor<3x70x136xbf16>) rhs(%w : tensor<3x66x136xbf16>) outs(%init : tensor<3x70x66xf32>)
    {indexing_maps = [#bmk, #bnk, #bmn], accumulate} -> tensor<3x70x66xf32>
  return %y : tensor<3x70x66xf32>
}

func.func @biased(%x: tensor<200x136xbf16>, %w: tensor<131x136xbf16>, %bias: tensor<131xf32>) -> tensor<200x131xbf16> {
  %e = tensor.empty() : tensor<200x131xbf16>
  %y = lowp.gemm lhs(%x : tensor<200x136xbf16>) rhs(%w : tensor<131x136xbf16>) ins(%bias : tensor<131xf32>) outs(%e : tensor<200x131xbf16>)
    {indexing_maps = [#mk, #nk, #mn], input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<200x131xbf16> epilogue {
  ^bb0(%sum: f32, %b: f32):
    %added = arith.addf %sum, %b : f32
    %rounded = arith.truncf %added : f32 to bf16
    lowp.epilogue_yield %rounded : bf16
  }
  return %y : tensor<200x131xbf16>
}

func.func @unknown(%x: tensor<?x136xbf16>, %w: tensor<?x136xbf16>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x136xbf16>
  %n = tensor.dim %w, %c0 : tensor<?x136xbf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %y = lowp.gemm lhs(%x : tensor<?x136xbf16>) rhs(%w : tensor<?x136xbf16>) outs(%e : tensor<?x?xbf16>)
    {indexing_maps = [#mk, #nk, #mn]} -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}
