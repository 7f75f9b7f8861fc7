// One matmul with a recipe: a fusion quantizes each operand, then the gemm, all in
// one image; the host calls the runtime.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false reference=true" \
// RUN:   | FileCheck %s --check-prefix=REFERENCE
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a format=isa" | FileCheck %s --check-prefix=HOST

// CHECK:       module attributes {{.*}}lowp_gpu.chip = "sm_90a"
// CHECK-LABEL: func.func @linear(
// CHECK:         gpu.launch_func @linear_0_reduce_quantize_kernels::@linear_reduce_quantize_f8E4M3FN_rowwise
// CHECK:         lowp_gpu.encode_tensor_map
// CHECK:         lowp_gpu.launch @lowp_gemms::@[[GEMM:linear_gemm_f8E4M3FN_rowwise_bf16_64x16]] tiles
// CHECK-DAG:   llvm.func @linear_reduce_quantize_f8E4M3FN_rowwise{{.*}} attributes {{.*}}nvvm.kernel
// CHECK-DAG:   llvm.func @[[GEMM]]{{.*}} attributes {{.*}}nvvm.kernel

// REFERENCE-NOT: lowp_gpu.launch
// REFERENCE:     gpu.launch_func {{.*}} args({{.*}}memref<?x512xf64>
// REFERENCE-NOT: gemm_

// HOST:      llvm.func @linear(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// HOST-NOT:  = memref.
// HOST-NOT:  unrealized_conversion_cast
// HOST:      llvm.call @lowpLaunchKernel
// HOST:      llvm.mlir.global internal constant @{{.*}}_data("{{.*}}.target sm_90a

func.func @linear(%x: tensor<?x256xbf16>, %w: tensor<512x256xbf16>) -> tensor<?x512xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x256xbf16>
  %empty = tensor.empty(%m) : tensor<?x512xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x512xbf16>) -> tensor<?x512xbf16>
  %y = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<?x256xbf16>, tensor<512x256xbf16>)
      outs(%init : tensor<?x512xbf16>) -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}
