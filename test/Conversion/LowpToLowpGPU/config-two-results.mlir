// Configs of gemms of several results: the search knows what their elements take of
// registers, a file their types.
// RUN: lowp-opt %s --lowp-select-kernel-config | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config=config-file=%S/Inputs/tuned-two-results.json | FileCheck %s --check-prefix=TUNED
// RUN: lowp-opt %s --lowp-select-kernel-config=ranking-file=- -o /dev/null | FileCheck %s --check-prefix=RANKING

module attributes {lowp_gpu.chip = "sm_90a"} {
  // TUNED-LABEL: func.func @two_types
  // TUNED:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 64], {{.*}} group_m = 7,
  // RANKING:       "result": [
  // RANKING-NEXT:    "f32",
  // RANKING-NEXT:    "bf16"
  func.func @two_types(%x: memref<256x1024xbf16>, %w: memref<512x1024xbf16>, %y: memref<256x512xf32>, %z: memref<256x512xbf16>) {
    lowp.gemm lhs(%x : memref<256x1024xbf16>) rhs(%w : memref<512x1024xbf16>) outs(%y, %z : memref<256x512xf32>, memref<256x512xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %sum, %h : f32, bf16
    }
    return
  }

  // TUNED-LABEL: func.func @one_type
  // TUNED-NOT:     group_m = 7
  func.func @one_type(%x: memref<256x1024xbf16>, %w: memref<512x1024xbf16>, %y: memref<256x512xf32>, %z: memref<256x512xf32>) {
    lowp.gemm lhs(%x : memref<256x1024xbf16>) rhs(%w : memref<512x1024xbf16>) outs(%y, %z : memref<256x512xf32>, memref<256x512xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
    ^bb0(%sum: f32):
      lowp.epilogue_yield %sum, %sum : f32, f32
    }
    return
  }

  // TUNED-LABEL: func.func @one_result
  // TUNED-NOT:     group_m = 7
  // RANKING:       "result": "bf16"
  func.func @one_result(%x: memref<256x1024xbf16>, %w: memref<512x1024xbf16>, %y: memref<256x512xbf16>) {
    lowp.gemm lhs(%x : memref<256x1024xbf16>) rhs(%w : memref<512x1024xbf16>) outs(%y : memref<256x512xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      lowp.epilogue_yield %h : bf16
    }
    return
  }

  // Wide tiles of two results in f32 have no registers.
  // CHECK-LABEL: func.func @large
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128, {{192|1[0-8][0-9]|[0-9][0-9]}}, 64]
  func.func @large(%x: memref<8192x1024xbf16>, %w: memref<8192x1024xbf16>, %y: memref<8192x8192xf32>, %z: memref<8192x8192xf32>) {
    lowp.gemm lhs(%x : memref<8192x1024xbf16>) rhs(%w : memref<8192x1024xbf16>) outs(%y, %z : memref<8192x8192xf32>, memref<8192x8192xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} epilogue {
    ^bb0(%sum: f32):
      %n = arith.negf %sum : f32
      lowp.epilogue_yield %sum, %n : f32, f32
    }
    return
  }
}
