// REQUIRES: ptxas
// FP4 beside fp8 that copies spread in shared memory: on the right, given as packed bytes; on the left, of any M; in a batch. The last
// tiles of M and N are ragged; K is a multiple of 128.
// RUN: env LOWP_SIMULATOR_CHIP=sm_100a %run_ptx lowp-run %s --function=products --device=gpu --check --tolerance=1e-6 --shape=M=150

!e4m3 = !lowp.scaled<131x384xf8E4M3FN, #lowp.mx<1x32>>
!packed = !lowp.scaled<136x384xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
!tokens = !lowp.scaled<?x256xf4E2M1FN, #lowp.mx<1x32>>
!e5m2 = !lowp.scaled<72x256xf8E5M2, #lowp.mx<1x32>>
!some = !lowp.scaled<2x70x128xf8E4M3FN, #lowp.mx<1x32>>
!others = !lowp.scaled<2x40x128xf4E2M1FN, #lowp.mx<1x32>>
func.func @products(%x: tensor<131x384xbf16>, %w: tensor<136x192xi8>, %s: tensor<136x12xf8E8M0FNU>, %any: tensor<?x256xbf16>, %v: tensor<72x256xbf16>,
                    %p: tensor<2x70x128xbf16>, %q: tensor<2x40x128xbf16>) -> (tensor<131x136xf32>, tensor<?x72xf32>, tensor<2x70x40xf32>) {
  %a = lowp.quantize %x numerics <mx_rceil> : tensor<131x384xbf16> -> !e4m3
  %b = lowp.make_scaled %w, %s : tensor<136x192xi8>, tensor<136x12xf8E8M0FNU> -> !packed
  %right = lowp.scaled_matmul %a, %b : !e4m3, !packed -> tensor<131x136xf32>
  %c = lowp.quantize %any numerics <mx_rceil> : tensor<?x256xbf16> -> !tokens
  %d = lowp.quantize %v numerics <mx_rceil> : tensor<72x256xbf16> -> !e5m2
  %left = lowp.scaled_matmul %c, %d : !tokens, !e5m2 -> tensor<?x72xf32>
  %e = lowp.quantize %p numerics <mx_rceil> : tensor<2x70x128xbf16> -> !some
  %f = lowp.quantize %q numerics <mx_rceil> : tensor<2x40x128xbf16> -> !others
  %batch = lowp.scaled_matmul %e, %f : !some, !others -> tensor<2x70x40xf32>
  return %right, %left, %batch : tensor<131x136xf32>, tensor<?x72xf32>, tensor<2x70x40xf32>
}
