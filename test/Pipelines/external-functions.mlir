// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=0 traffic-file=-" -o /dev/null | FileCheck %s --check-prefix=TRAFFIC
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=0 reference=1 traffic-file=-" -o /dev/null | FileCheck %s --check-prefix=REFERENCE
// RUN: lowp-opt %s --lowp-to-cpu="recipe=rowwise" -o /dev/null

// The call is between two kernels; the reference runs the body, whose matmul
// has no recipe.
// TRAFFIC: function 'layer': launches: 3 (2 gemm, 1 external)
// TRAFFIC: 1 {{ *}}external {{ *}}1 {{ *}}65536 {{ *}}32768 {{ *}}? {{ *}}attend
// REFERENCE: function 'layer'
// REFERENCE-NOT: {{ external }}

!t = tensor<64x256xbf16>
!s = tensor<64x64xf32>
func.func private @attention(%q: !t, %k: !t) -> !t attributes {lowp.external = "attend"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !s
  %i = linalg.fill ins(%zero : f32) outs(%e : !s) -> !s
  %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : !t, !t) outs(%i : !s) -> !s
  %zb = arith.constant 0.0 : bf16
  %eb = tensor.empty() : !t
  %ib = linalg.fill ins(%zb : bf16) outs(%eb : !t) -> !t
  %p = arith.truncf %s : !s to tensor<64x64xbf16>
  %o = linalg.matmul ins(%p, %k : tensor<64x64xbf16>, !t) outs(%ib : !t) -> !t
  return %o : !t
}
func.func @layer(%x: !t, %w: tensor<256x256xbf16>) -> !t {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : !t
  %i = linalg.fill ins(%zero : bf16) outs(%e : !t) -> !t
  %q = linalg.matmul ins(%x, %w : !t, tensor<256x256xbf16>) outs(%i : !t) -> !t
  %o = call @attention(%q, %x) : (!t, !t) -> !t
  %y = linalg.matmul ins(%o, %w : !t, tensor<256x256xbf16>) outs(%i : !t) -> !t
  return %y : !t
}
