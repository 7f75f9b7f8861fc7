// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a part=h100 serialize=false traffic-file=%t.txt" -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A product takes its bytes.
// CHECK: function 'plain'
// CHECK: 0 {{ *}}fusion {{ *}}1 {{ *}}[[#]] {{ *}}[[#]] {{ *}}[[US:[0-9.]+]] {{ *}}plain
func.func @plain(%x: tensor<8192x4096xbf16>, %r: tensor<8192xbf16>) -> tensor<8192x4096xbf16> {
  %e = tensor.empty() : tensor<8192x4096xbf16>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<8192x4096xbf16>, tensor<8192xbf16>) outs(%e : tensor<8192x4096xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %c = arith.mulf %a, %b : bf16
    linalg.yield %c : bf16
  } -> tensor<8192x4096xbf16>
  return %y : tensor<8192x4096xbf16>
}

// Functions of a row's number are computed once a row, as is its reciprocal.
// CHECK: function 'shared'
// CHECK: 0 {{ *}}fusion {{ *}}1 {{ *}}[[#]] {{ *}}[[#]] {{ *}}[[US]] {{ *}}shared
func.func @shared(%x: tensor<8192x4096xbf16>, %r: tensor<8192xbf16>) -> tensor<8192x4096xbf16> {
  %e = tensor.empty() : tensor<8192x4096xbf16>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<8192x4096xbf16>, tensor<8192xbf16>) outs(%e : tensor<8192x4096xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %w = arith.extf %b : bf16 to f32
    %exp = math.exp %w : f32
    %v = arith.extf %a : bf16 to f32
    %q = arith.divf %v, %exp : f32
    %c = arith.truncf %q : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<8192x4096xbf16>
  return %y : tensor<8192x4096xbf16>
}

// Functions of each element take time.
// CHECK: function 'own'
// CHECK-NOT: fusion {{ *}}1 {{ *}}[[#]] {{ *}}[[#]] {{ *}}[[US]] {{ *}}own
// CHECK: fusion
func.func @own(%x: tensor<8192x4096xbf16>, %r: tensor<8192xbf16>) -> tensor<8192x4096xbf16> {
  %e = tensor.empty() : tensor<8192x4096xbf16>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<8192x4096xbf16>, tensor<8192xbf16>) outs(%e : tensor<8192x4096xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %exp = math.exp %w : f32
    %v = arith.extf %b : bf16 to f32
    %q = arith.divf %v, %exp : f32
    %c = arith.truncf %q : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<8192x4096xbf16>
  return %y : tensor<8192x4096xbf16>
}

// Maxima of whole columns are combined in memory, which a launch of 1.2 us clears; those of blocks are stored.
// CHECK: function 'columns'
// CHECK: 0 {{ *}}fusion {{ *}}1 {{ *}}67108864 {{ *}}16384 {{ *}}25.4 {{ *}}columns
func.func @columns(%x: tensor<8192x4096xbf16>) -> tensor<1x4096xf32> {
  %a = lowp.amax %x recipe(#lowp.rowwise<axis = 0>) : tensor<8192x4096xbf16> -> tensor<1x4096xf32>
  return %a : tensor<1x4096xf32>
}
// CHECK: function 'blocks'
// CHECK: 0 {{ *}}fusion {{ *}}1 {{ *}}67108864 {{ *}}8192 {{ *}}24.2 {{ *}}blocks
func.func @blocks(%x: tensor<8192x4096xbf16>) -> tensor<64x32xf32> {
  %a = lowp.amax %x recipe(#lowp.block<128x128>) : tensor<8192x4096xbf16> -> tensor<64x32xf32>
  return %a : tensor<64x32xf32>
}
