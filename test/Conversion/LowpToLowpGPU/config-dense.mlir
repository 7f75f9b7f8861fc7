// Configs of gemms without scales: the search, the file, the ranking.
// RUN: lowp-opt %s --lowp-select-kernel-config | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config=config-file=%S/Inputs/tuned-dense.json | FileCheck %s --check-prefix=TUNED
// RUN: lowp-opt %s --lowp-select-kernel-config=ranking-file=- -o /dev/null | FileCheck %s --check-prefix=RANKING

module attributes {lowp_gpu.chip = "sm_90a"} {
  // A K block is 64 elements, and the tile's columns are whole panels.
  // CHECK-LABEL: func.func @values
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], {{.*}}, unroll = 1
  // TUNED-LABEL: func.func @values
  // TUNED:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 64], {{.*}} group_m = 7,
  // RANKING:       "batch": 32
  // RANKING:       "lhs": {
  // RANKING-NEXT:    "mn_major": false,
  // RANKING-NEXT:    "type": "bf16"
  // RANKING:       "rhs": {
  // RANKING-NEXT:    "mn_major": true,
  // RANKING-NEXT:    "type": "bf16"
  func.func @values(%p: memref<32x2048x2048xbf16>, %v: memref<32x2048x64xbf16>, %y: memref<32x2048x64xbf16>) {
    lowp.gemm lhs(%p : memref<32x2048x2048xbf16>) rhs(%v : memref<32x2048x64xbf16>) outs(%y : memref<32x2048x64xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]}
    return
  }

  // One matrix is another problem than a batch.
  // CHECK-LABEL: func.func @matrix
  // TUNED-LABEL: func.func @matrix
  // TUNED-NOT:     group_m = 7
  func.func @matrix(%p: memref<2048x2048xbf16>, %v: memref<2048x64xbf16>, %y: memref<2048x64xbf16>) {
    lowp.gemm lhs(%p : memref<2048x2048xbf16>) rhs(%v : memref<2048x64xbf16>) outs(%y : memref<2048x64xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
  // A K block of f32, which is multiplied as tf32, has 32 elements.
  // CHECK-LABEL: func.func @wide
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [{{[0-9]+}}, {{[0-9]+}}, 32],
  func.func @wide(%p: memref<2048x2048xf32>, %v: memref<1024x2048xf32>, %y: memref<2048x1024xf32>) {
    lowp.gemm lhs(%p : memref<2048x2048xf32>) rhs(%v : memref<1024x2048xf32>) outs(%y : memref<2048x1024xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }
}
