// A recipe that rounds a weight a second time says so, in the form too in which a front end dequantizes it.
// RUN: lowp-opt %s --lowp-explain="chip=sm_90a recipe=tensorwise file=-" -o /dev/null | FileCheck %s
// The recipe of its format takes it as it is.
// RUN: lowp-opt %s --lowp-explain="chip=sm_90a recipe=rowwise file=-" -o /dev/null | FileCheck %s --check-prefix=SAME --implicit-check-not=rounded

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, k) -> (n, k)>
#row = affine_map<(n, k) -> (n, 0)>

// CHECK: 64x256x512 {{.*}}tensorwise{{.*}}the recipe of all; !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise> is rounded a second time
// SAME:  64x256x512 {{.*}}rowwise{{.*}}the recipe of all
func.func @linear(%x: tensor<64x512xbf16>, %d: tensor<256x512xf8E4M3FN>, %s: tensor<256x1xf32>, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<256x512xbf16>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s : tensor<256x512xf8E4M3FN>, tensor<256x1xf32>) outs(%e : tensor<256x512xbf16>) {
  ^bb0(%code: f8E4M3FN, %scale: f32, %old: bf16):
    %wide = arith.extf %code : f8E4M3FN to f32
    %product = arith.mulf %wide, %scale : f32
    %r = arith.truncf %product : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
