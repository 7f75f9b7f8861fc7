func.func @f(%xd: memref<64x256xf8E4M3FN>, %xs: memref<64x1xf32>, %wd: memref<32x256xf8E4M3FN>, %ws: memref<1x1xf32>,
             %y: memref<64x32xbf16>) {
  lowp.gemm lhs(%xd, %xs : memref<64x256xf8E4M3FN>, memref<64x1xf32>)
            rhs(%wd, %ws : memref<32x256xf8E4M3FN>, memref<1x1xf32>)
            outs(%y : memref<64x32xbf16>)
    {lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>,
     rhs_type = !lowp.scaled<32x256xf8E4M3FN, #lowp.tensorwise>}
  return
}

func.func @heads(%p: tensor<32x?x128xbf16>, %v: tensor<32x128x64xbf16>, %init: tensor<32x?x64xbf16>) -> tensor<32x?x64xbf16> {
  %y = lowp.gemm lhs(%p : tensor<32x?x128xbf16>) rhs(%v : tensor<32x128x64xbf16>) outs(%init : tensor<32x?x64xbf16>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>,
                      affine_map<(b, m, n, k) -> (b, m, n)>]} -> tensor<32x?x64xbf16>
  return %y : tensor<32x?x64xbf16>
}

func.func @bias(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>, %b: tensor<32xf32>, %init: tensor<?x32xbf16>)
    -> tensor<?x32xbf16> {
  %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>) ins(%b : tensor<32xf32>)
                 outs(%init : tensor<?x32xbf16>)
    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
     input_maps = [affine_map<(m, n) -> (n)>]} -> tensor<?x32xbf16> epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %added = arith.addf %sum, %bias : f32
    %rounded = arith.truncf %added : f32 to bf16
    lowp.epilogue_yield %rounded : bf16
  }
  return %y : tensor<?x32xbf16>
}
