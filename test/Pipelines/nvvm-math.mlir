// The mode of mathematics is about what the program computes; quantizes stay exact.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s --check-prefix=EXACT
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false math=exact" | FileCheck %s --check-prefix=EXACT
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false math=fast" | FileCheck %s --check-prefix=FAST
// The reference is exact in both modes.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false math=fast reference" | FileCheck %s --check-prefix=REFERENCE
// REFERENCE-NOT: nvvm.div

// EXACT-LABEL: llvm.func @swish_quantize_
// EXACT-NOT:     nvvm.div
// The whole exponent is a factor of its own.
// EXACT:         %[[REST:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
// EXACT:         llvm.shl
// EXACT:         llvm.fmul %[[REST]]
// EXACT-NOT:     nvvm.div
// EXACT:         llvm.fdiv %{{.*}} : vector<4xf32>
// EXACT-NOT:     nvvm.div
// FAST-LABEL:  llvm.func @swish_quantize_
// FAST:          llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
// FAST:          llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// FAST-NOT:      llvm.fdiv {{.*}} : vector
// The scale of a block and its encode factor.
// FAST-COUNT-2:  llvm.fdiv %{{[0-9]+}}, %{{[0-9]+}} : f32
// FAST-NOT:      llvm.fdiv
!q = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
func.func @swish(%x: tensor<256x512xf32>) -> !q {
  %empty = tensor.empty() : tensor<256x512xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xf32>) outs(%empty : tensor<256x512xf32>) {
  ^bb0(%a: f32, %old: f32):
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %a : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %z = arith.divf %a, %d : f32
    linalg.yield %z : f32
  } -> tensor<256x512xf32>
  %q = lowp.quantize %y numerics <transformer_engine> : tensor<256x512xf32> -> !q
  return %q : !q
}
