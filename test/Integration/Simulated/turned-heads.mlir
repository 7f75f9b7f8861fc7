// REQUIRES: ptxas
// The gradient of a rotary embedding in the kernel that quantizes it, of heads that lie before tokens: in both orders, and of 96
// rows, which are no whole tile.
// RUN: %run_ptx lowp-run %s --device=gpu --check --function=both
// RUN: %run_ptx lowp-run %s --device=gpu --check --function=few
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %s --device=gpu --check --function=both

#id = affine_map<(b, t, h, d) -> (b, t, h, d)>
#heads = affine_map<(b, t, h, d) -> (b, h, t, d)>
#table = affine_map<(b, t, h, d) -> (t, d)>

func.func @both(%x: tensor<2x4x64x64xbf16>, %cos: tensor<64x32xf32>, %sin: tensor<64x32xf32>) -> (tensor<128x256xf32>, tensor<128x256xf32>) {
  %low = tensor.extract_slice %x[0, 0, 0, 0] [2, 4, 64, 32] [1, 1, 1, 1] : tensor<2x4x64x64xbf16> to tensor<2x4x64x32xbf16>
  %high = tensor.extract_slice %x[0, 0, 0, 32] [2, 4, 64, 32] [1, 1, 1, 1] : tensor<2x4x64x64xbf16> to tensor<2x4x64x32xbf16>
  %e = tensor.empty() : tensor<2x64x4x32xbf16>
  %first = linalg.generic {indexing_maps = [#heads, #heads, #table, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%low, %high, %cos, %sin : tensor<2x4x64x32xbf16>, tensor<2x4x64x32xbf16>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<2x64x4x32xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %c: f32, %s: f32, %o: bf16):
    %v = arith.extf %p : bf16 to f32
    %w = arith.extf %q : bf16 to f32
    %y = arith.mulf %v, %c : f32
    %z = arith.mulf %w, %s : f32
    %r = arith.addf %y, %z : f32
    %t = arith.truncf %r : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x64x4x32xbf16>
  %second = linalg.generic {indexing_maps = [#heads, #heads, #table, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%high, %low, %cos, %sin : tensor<2x4x64x32xbf16>, tensor<2x4x64x32xbf16>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<2x64x4x32xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %c: f32, %s: f32, %o: bf16):
    %v = arith.extf %p : bf16 to f32
    %w = arith.extf %q : bf16 to f32
    %y = arith.mulf %v, %c : f32
    %z = arith.mulf %w, %s : f32
    %r = arith.subf %y, %z : f32
    %t = arith.truncf %r : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x64x4x32xbf16>
  %turned = tensor.concat dim(3) %first, %second : (tensor<2x64x4x32xbf16>, tensor<2x64x4x32xbf16>) -> tensor<2x64x4x64xbf16>
  %flat = tensor.collapse_shape %turned [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block_1x128>
  %d = lowp.dequantize %q : !lowp.scaled<128x256xf8E4M3FN, #lowp.block_1x128> -> tensor<128x256xf32>
  %r = lowp.quantize %flat numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
  %u = lowp.dequantize %r : !lowp.scaled<128x256xf8E4M3FN, #lowp.block_128x1, order = [1, 0]> -> tensor<128x256xf32>
  return %d, %u : tensor<128x256xf32>, tensor<128x256xf32>
}

func.func @few(%x: tensor<2x3x48x128xbf16>, %cos: tensor<48x64xf32>, %sin: tensor<48x64xf32>) -> (tensor<96x384xf32>) {
  %low = tensor.extract_slice %x[0, 0, 0, 0] [2, 3, 48, 64] [1, 1, 1, 1] : tensor<2x3x48x128xbf16> to tensor<2x3x48x64xbf16>
  %high = tensor.extract_slice %x[0, 0, 0, 64] [2, 3, 48, 64] [1, 1, 1, 1] : tensor<2x3x48x128xbf16> to tensor<2x3x48x64xbf16>
  %e = tensor.empty() : tensor<2x48x3x64xbf16>
  %first = linalg.generic {indexing_maps = [#heads, #heads, #table, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%low, %high, %cos, %sin : tensor<2x3x48x64xbf16>, tensor<2x3x48x64xbf16>, tensor<48x64xf32>, tensor<48x64xf32>) outs(%e : tensor<2x48x3x64xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %c: f32, %s: f32, %o: bf16):
    %v = arith.extf %p : bf16 to f32
    %w = arith.extf %q : bf16 to f32
    %y = arith.mulf %v, %c : f32
    %z = arith.mulf %w, %s : f32
    %r = arith.addf %y, %z : f32
    %t = arith.truncf %r : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x48x3x64xbf16>
  %second = linalg.generic {indexing_maps = [#heads, #heads, #table, #table, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%high, %low, %cos, %sin : tensor<2x3x48x64xbf16>, tensor<2x3x48x64xbf16>, tensor<48x64xf32>, tensor<48x64xf32>) outs(%e : tensor<2x48x3x64xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %c: f32, %s: f32, %o: bf16):
    %v = arith.extf %p : bf16 to f32
    %w = arith.extf %q : bf16 to f32
    %y = arith.mulf %v, %c : f32
    %z = arith.mulf %w, %s : f32
    %r = arith.subf %y, %z : f32
    %t = arith.truncf %r : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x48x3x64xbf16>
  %turned = tensor.concat dim(3) %first, %second : (tensor<2x48x3x64xbf16>, tensor<2x48x3x64xbf16>) -> tensor<2x48x3x128xbf16>
  %flat = tensor.collapse_shape %turned [[0, 1], [2, 3]] : tensor<2x48x3x128xbf16> into tensor<96x384xbf16>
  %q = lowp.quantize %flat numerics <torchao> : tensor<96x384xbf16> -> !lowp.scaled<96x384xf8E4M3FN, #lowp.block_1x128>
  %d = lowp.dequantize %q : !lowp.scaled<96x384xf8E4M3FN, #lowp.block_1x128> -> tensor<96x384xf32>
  return %d : tensor<96x384xf32>
}
