// A norm of one row and its quantize are one kernel, whose bits are those of the CPU; the row of a matrix times a vector
// is quantized by one kernel, too.
// REQUIRES: ptxas
// RUN: lowp-run %s --device=cpu --dump-outputs=%t.cpu
// RUN: %run_ptx lowp-run %s --dump-outputs=%t.gpu
// RUN: diff -r %t.cpu %t.gpu
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false host=false" | FileCheck %s --implicit-check-not=gpu.launch_func

// CHECK:     gpu.launch_func
func.func @main(%x: tensor<1x4096xbf16>, %g: tensor<4096xbf16>) -> (tensor<1x4096xf8E4M3FN>, tensor<1x1xf32>, tensor<1x4096xbf16>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4096.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x4096xbf16>) outs(%i1 : tensor<1xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %q = arith.mulf %w, %w : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %e2 = tensor.empty() : tensor<1x4096xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %g : tensor<1x4096xbf16>, tensor<1xf32>, tensor<4096xbf16>) outs(%e2 : tensor<1x4096xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %d = arith.divf %b, %n : f32
    %p = arith.addf %d, %eps : f32
    %r = math.rsqrt %p : f32
    %w = arith.extf %a : bf16 to f32
    %v = arith.extf %c : bf16 to f32
    %t = arith.mulf %w, %r : f32
    %u = arith.mulf %t, %v : f32
    %z = arith.truncf %u : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<1x4096xbf16>
  %0 = lowp.quantize %y numerics <torchao_rowwise> : tensor<1x4096xbf16> -> !lowp.scaled<1x4096xf8E4M3FN, #lowp.rowwise>
  %data, %scales = lowp.split_scaled %0 : !lowp.scaled<1x4096xf8E4M3FN, #lowp.rowwise>
  return %data, %scales, %y : tensor<1x4096xf8E4M3FN>, tensor<1x1xf32>, tensor<1x4096xbf16>
}
