// REQUIRES: plugin
// RUN: mlir-opt %load_lowp %s | FileCheck %s --check-prefix=PARSED
// RUN: mlir-opt %load_lowp %s \
// RUN:   --pass-pipeline='builtin.module(func.func(lowp-apply-recipes))' \
// RUN:   | FileCheck %s --check-prefix=PASS
// RUN: mlir-opt %load_lowp %s --pass-pipeline='builtin.module(lowp-to-cpu)' \
// RUN:   | FileCheck %s --check-prefix=CPU
// RUN: mlir-opt %load_lowp %s \
// RUN:   --pass-pipeline='builtin.module(lowp-to-nvvm{chip=sm_90a})' \
// RUN:   | FileCheck %s --check-prefix=GPU

// The packaged mlir-opt, which knows nothing of lowp, with the plugin.

// PARSED:   linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// PASS:     lowp.scaled_matmul {{.*}} !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
// CPU-NOT:  lowp.
// CPU:      llvm.func @_mlir_ciface_matmul
// GPU:      module attributes {{.*}}lowp_gpu.chip = "sm_90a"

func.func @matmul(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>)
    -> tensor<64x128xbf16> {
  %zero = arith.constant dense<0.0> : tensor<64x128xbf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x128xbf16>)
    outs(%zero : tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %y : tensor<64x128xbf16>
}
