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
