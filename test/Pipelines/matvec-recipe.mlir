// A recipe on a matrix times a vector takes three kernels: both operands are quantized, then multiplied.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false host=false" --remark-format=emitRemark --remarks-filter=lowp-report-traffic -o /dev/null 2>&1 | FileCheck %s

// CHECK: function | {{.*}}launches=3,
func.func @f(%x: tensor<4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096xbf16> {
  %e = tensor.empty() : tensor<4096xbf16>
  %z = arith.constant 0.0 : bf16
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<4096xbf16>) -> tensor<4096xbf16>
  %r = linalg.matvec {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%w, %x : tensor<4096x4096xbf16>, tensor<4096xbf16>) outs(%f : tensor<4096xbf16>) -> tensor<4096xbf16>
  return %r : tensor<4096xbf16>
}
