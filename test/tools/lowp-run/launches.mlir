// The whole GPU path up to the driver, on any machine: a driver without a device
// takes notes of what the compiled program asks it for.
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %s \
// RUN:   --device=gpu --chip=sm_90a --shape M=300 2>&1 | FileCheck %s
// No tokens: nothing is launched that depends on them.
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %s \
// RUN:   --device=gpu --chip=sm_90a --shape M=0 2>&1 | FileCheck %s --check-prefix=EMPTY
// The function compares the result's size with its own.
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda not lowp-run %s --device=gpu --chip=sm_90a \
// RUN:   --shape M=300 --shape result0.0=299 2>&1 | FileCheck %s --check-prefix=SIZE

// x: 300 rows of 256 bytes in fp8 (type 0), K innermost.
// CHECK-DAG: tensor map type 0 sizes 256 300 strides 256 box 128 {{[0-9]+}} swizzle
// CHECK-DAG: tensor map type 0 sizes 256 512 strides 256 box 128 {{[0-9]+}} swizzle
// The result: bf16 (type 9), stored without a copy.
// CHECK-DAG: tensor map type 9 sizes 512 300 strides 1024 box {{[0-9]+ [0-9]+}} swizzle
// CHECK-DAG: launch linear_reduce_quantize_f8E4M3FN_rowwise grid 75x1x1 block 128x1x1
// CHECK:     launch linear_gemm_f8E4M3FN_rowwise_bf16_{{[0-9]+x[0-9]+}} grid {{[1-9][0-9]*}}x1x1 block {{[0-9]+}}x1x1 cluster {{[0-9]}}x{{[0-9]}}x{{[0-9]}} shared {{[1-9][0-9]*}}
// CHECK:     result0: 300x512xbf16

// EMPTY-NOT: launch {{.*}}gemm_
// EMPTY:     result0: 0x512xbf16

// SIZE: lowp-run: error: LOWP_ERROR_INVALID_ARGUMENT: 'linear', result0: expected dimension 0 to be 300, which follows from dimension 0 of argument0, got 299

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
