// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a part=h200 recipe=block_1x128_128x128 traffic-file=%t" -o /dev/null --remark-format=emitRemark \
// RUN:   --remarks-filter=lowp-form-epilogues 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

// Rows of tiles vary, and the places of a bias and a residual leave registers to tiles of 192 columns, not 256. Products are so
// short that a launch for the residual would take longer.
// CHECK: function 'short': launches: 3 (1 gemm, 2 fusion)
func.func @short(%x: tensor<8200x4096xbf16>, %w: tensor<4096x4096xbf16>, %b: tensor<4096xbf16>, %r: tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8200x4096xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  %y = linalg.matmul indexing_maps = [#lhs, #rhs, #out]
    ins(%x, %w : tensor<8200x4096xbf16>, tensor<4096x4096xbf16>) outs(%z : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  %s = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %b : tensor<8200x4096xbf16>, tensor<4096xbf16>) outs(%e : tensor<8200x4096xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %t = arith.addf %p, %q : bf16
    linalg.yield %t : bf16
  } -> tensor<8200x4096xbf16>
  %u = linalg.add ins(%s, %r : tensor<8200x4096xbf16>, tensor<8200x4096xbf16>) outs(%e : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  return %u : tensor<8200x4096xbf16>
}

// Here they take so long that it does not: bias and residual have a launch.
// CHECK: function 'long': launches: 4 (1 gemm, 3 fusion)
func.func @long(%x: tensor<8200x16384xbf16>, %w: tensor<4096x16384xbf16>, %b: tensor<4096xbf16>, %r: tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8200x4096xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  %y = linalg.matmul indexing_maps = [#lhs, #rhs, #out]
    ins(%x, %w : tensor<8200x16384xbf16>, tensor<4096x16384xbf16>) outs(%z : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  // REMARK: :[[@LINE+1]]:8: remark: {{.*}}slower-epilogue{{.*}} us are predicted of the gemm with it
  %s = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %b : tensor<8200x4096xbf16>, tensor<4096xbf16>) outs(%e : tensor<8200x4096xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %t = arith.addf %p, %q : bf16
    linalg.yield %t : bf16
  } -> tensor<8200x4096xbf16>
  %u = linalg.add ins(%s, %r : tensor<8200x4096xbf16>, tensor<8200x4096xbf16>) outs(%e : tensor<8200x4096xbf16>) -> tensor<8200x4096xbf16>
  return %u : tensor<8200x4096xbf16>
}

// Where all tiles have as many rows, they have 256 columns beside both.
// CHECK: function 'even': launches: 3 (1 gemm, 2 fusion)
// REMARK-NOT: slower-epilogue
func.func @even(%x: tensor<8192x16384xbf16>, %w: tensor<4096x16384xbf16>, %b: tensor<4096xbf16>, %r: tensor<8192x4096xbf16>) -> tensor<8192x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8192x4096xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<8192x4096xbf16>) -> tensor<8192x4096xbf16>
  %y = linalg.matmul indexing_maps = [#lhs, #rhs, #out]
    ins(%x, %w : tensor<8192x16384xbf16>, tensor<4096x16384xbf16>) outs(%z : tensor<8192x4096xbf16>) -> tensor<8192x4096xbf16>
  %s = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
    ins(%y, %b : tensor<8192x4096xbf16>, tensor<4096xbf16>) outs(%e : tensor<8192x4096xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %t = arith.addf %p, %q : bf16
    linalg.yield %t : bf16
  } -> tensor<8192x4096xbf16>
  %u = linalg.add ins(%s, %r : tensor<8192x4096xbf16>, tensor<8192x4096xbf16>) outs(%e : tensor<8192x4096xbf16>) -> tensor<8192x4096xbf16>
  return %u : tensor<8192x4096xbf16>
}
