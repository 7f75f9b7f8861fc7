// A tuned config decides over the kernel; without an entry the model does.
// RUN: split-file %s %t
// RUN: lowp-compile %t/gemm.mlir --chip=sm_90a --emit=ptx -o %t/kernel.ptx \
// RUN:   --config-file=%t/tuned.json --remarks --print-kernels 2>&1 | FileCheck %s
// RUN: lowp-compile %t/gemm.mlir --chip=sm_90a --emit=ptx -o %t/kernel.ptx \
// RUN:   --ranking-file=%t/ranking.json --ranking-variants=1
// RUN: FileCheck %s --check-prefix=RANKING --input-file=%t/ranking.json
// RUN: lowp-opt %t/gemm.mlir --lowp-to-nvvm="chip=sm_90a serialize=false config-file=%t/tuned.json" \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/function.mlir \
// RUN:   --device=gpu --chip=sm_90a --config-file=%t/tuned.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LAUNCH
// RUN: not lowp-compile %t/gemm.mlir --chip=sm_90a --emit=ptx -o %t/kernel.ptx \
// RUN:   --config-file=%t/gemm.mlir 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda not lowp-run %t/function.mlir --device=gpu \
// RUN:   --chip=sm_90a --config-file=%t/gemm.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD

// CHECK: remark: {{.*}}group_m = 7, {{.*}}: entry 1 of config file '{{.*}}tuned.json'
// CHECK: {{[a-z]+}}_gemm_{{.*}} {{.*}} 256x1x1

// RANKING: "variants"

// PIPELINE: llvm.func @{{[a-z]+}}_gemm_{{.*}} nvvm.maxntid = array<i32: 256>

// LAUNCH: box 128 64
// LAUNCH: box 128 80
// LAUNCH: launch {{[a-z]+}}_gemm_{{.*}} grid {{.*}} block 256x1x1

// BAD: error: {{.*}}config file '{{.*}}gemm.mlir': expected JSON, got

//--- tuned.json
{"format": "lowp-configs 1", "configs": [{
  "chip": "sm_90a", "m": [1, 64], "n": 320, "k": 256,
  "lhs": {"type": "f8E4M3FN", "scales": "f32", "block": [1, "all"]},
  "rhs": {"type": "f8E4M3FN", "scales": "f32", "block": [1, "all"]},
  "result": "bf16", "accumulate": false, "fast_accumulation": true,
  "config": "#lowp_gpu.config<tile = [64, 80, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 7, epilogue_stages = 1>"}]}

//--- gemm.mlir
!x = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<320x256xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<64x320xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<64x320xbf16>
  return %y : tensor<64x320xbf16>
}

//--- function.mlir
func.func @linear(%x: tensor<64x256xbf16>, %w: tensor<320x256xbf16>) -> tensor<64x320xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<64x320xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<64x320xbf16>) -> tensor<64x320xbf16>
  %y = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<64x256xbf16>, tensor<320x256xbf16>)
      outs(%init : tensor<64x320xbf16>) -> tensor<64x320xbf16>
  return %y : tensor<64x320xbf16>
}
