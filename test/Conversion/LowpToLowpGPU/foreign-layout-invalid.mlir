// RUN: lowp-test-opt %s --lowp-select-kernel-config -split-input-file -verify-diagnostics

// A storage that this project does not know is asked for its map.

!x = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise, scales = #lowp_test.row_tiles>
module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @f(%a: memref<64x512xf8E4M3FN>, %sa: memref<16x1x4xf32>, %d: memref<64x64xbf16>) {
    // expected-error @below {{expected lhs scales = #lowp.compact for sm_90a, got '!lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise, scales = #lowp_test.row_tiles>'; insert lowp.relayout or run lowp-propagate-layouts}}
    lowp.gemm lhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<16x1x4xf32>) rhs(%a, %sa : memref<64x512xf8E4M3FN>, memref<16x1x4xf32>) outs(%d : memref<64x64xbf16>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation}
    return
  }
}
