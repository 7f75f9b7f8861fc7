// RUN: lowp-opt %s --split-input-file --lowp-alternate-order | FileCheck %s

// An H200 has 50 MiB of L2. Each launch here touches more.

module attributes {lowp_gpu.chip = "sm_90a"} {
  module @fusions {
    func.func private @twice(%x: tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16>
    func.func private @few(%x: tensor<1024x4096xbf16>) -> tensor<1024x4096xbf16>
    func.func private @bytes(%x: tensor<8x4096x2048xf8E4M3FN>) -> tensor<8x4096x2048xf8E4M3FN>
    func.func private @any(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  }

  // The second begins with what the first wrote last, the third with what the
  // second wrote last.
  // CHECK-LABEL: func.func @chain(
  // CHECK: @twice ins(%arg0
  // CHECK-NOT: descending
  // CHECK: @twice ins(%arg1
  // CHECK-SAME: {lowp_gpu.descending}
  // CHECK: @twice ins(%arg2
  // CHECK-NOT: descending
  // CHECK: return
  func.func @chain(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %c: memref<16384x4096xbf16>, %d: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%b : memref<16384x4096xbf16>) outs(%c : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%c : memref<16384x4096xbf16>) outs(%d : memref<16384x4096xbf16>)
    return
  }

  // All else stays: what a sum begins with, too.
  // CHECK-LABEL: func.func @fills(
  // CHECK: linalg.fill
  // CHECK: linalg.reduce
  func.func @fills(%a: memref<64x64xf32>, %b: memref<64xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%b : memref<64xf32>)
    linalg.reduce {arith.addf} ins(%a : memref<64x64xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    return
  }

  // Through views of the same buffer, and after it was read.
  // CHECK-LABEL: func.func @view(
  // CHECK: @twice ins(%collapse_shape
  // CHECK-SAME: {lowp_gpu.descending}
  func.func @view(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %c: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    %e = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 4096, 4096] : memref<16384x4096xbf16> into memref<4x4096x4096xbf16>
    %f = memref.collapse_shape %e [[0, 1], [2]] : memref<4x4096x4096xbf16> into memref<16384x4096xbf16>
    lowp.launch_fusion @fusions::@twice ins(%f : memref<16384x4096xbf16>) outs(%c : memref<16384x4096xbf16>)
    return
  }

  // Launches that are joined walk in one order.
  // CHECK-LABEL: func.func @joined(
  // CHECK: @twice ins(%arg0
  // CHECK-NOT: descending
  // CHECK: @twice ins(%arg1
  // CHECK-SAME: {lowp_gpu.descending, lowp_gpu.leads
  // CHECK: @twice ins(%arg2
  // CHECK-SAME: {lowp_gpu.descending, lowp_gpu.follows
  func.func @joined(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %c: memref<16384x4096xbf16>, %d: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%b : memref<16384x4096xbf16>) outs(%c : memref<16384x4096xbf16>) {lowp_gpu.leads = 128 : i64}
    lowp.launch_fusion @fusions::@twice ins(%c : memref<16384x4096xbf16>) outs(%d : memref<16384x4096xbf16>) {lowp_gpu.follows = 9 : i64}
    return
  }

  // All of a small tensor is in the cache, in any order.
  // CHECK-LABEL: func.func @small(
  // CHECK-NOT: descending
  // CHECK: return
  func.func @small(%a: memref<1024x4096xbf16>, %b: memref<1024x4096xbf16>, %c: memref<1024x4096xbf16>) {
    lowp.launch_fusion @fusions::@few ins(%a : memref<1024x4096xbf16>) outs(%b : memref<1024x4096xbf16>)
    lowp.launch_fusion @fusions::@few ins(%b : memref<1024x4096xbf16>) outs(%c : memref<1024x4096xbf16>)
    return
  }

  // Nothing is left of what was touched before another large launch.
  // CHECK-LABEL: func.func @between(
  // CHECK-NOT: descending
  // CHECK: return
  func.func @between(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %c: memref<16384x4096xbf16>, %d: memref<16384x4096xbf16>, %e: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%c : memref<16384x4096xbf16>) outs(%d : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%b : memref<16384x4096xbf16>) outs(%e : memref<16384x4096xbf16>)
    return
  }

  // Sizes that only the caller knows have no say.
  // CHECK-LABEL: func.func @unknown(
  // CHECK-NOT: descending
  // CHECK: return
  func.func @unknown(%a: memref<?x4096xbf16>, %b: memref<?x4096xbf16>, %c: memref<?x4096xbf16>) {
    lowp.launch_fusion @fusions::@any ins(%a : memref<?x4096xbf16>) outs(%b : memref<?x4096xbf16>)
    lowp.launch_fusion @fusions::@any ins(%b : memref<?x4096xbf16>) outs(%c : memref<?x4096xbf16>)
    return
  }

  // A gemm walks through its left-hand side, and the next one through its result.
  // CHECK-LABEL: func.func @rows(
  // CHECK: lowp.gemm lhs(%arg1
  // CHECK-SAME: lowp_gpu.descending
  // CHECK: lowp.gemm lhs(%arg3
  // CHECK-NOT: descending
  // CHECK: return
  func.func @rows(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %w: memref<4096x4096xbf16>, %y: memref<16384x4096xbf16>, %z: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.gemm lhs(%b : memref<16384x4096xbf16>) rhs(%w : memref<4096x4096xbf16>) outs(%y : memref<16384x4096xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    lowp.gemm lhs(%y : memref<16384x4096xbf16>) rhs(%w : memref<4096x4096xbf16>) outs(%z : memref<16384x4096xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }

  // Each row of tiles reads the right-hand side from the front.
  // CHECK-LABEL: func.func @columns(
  // CHECK: lowp.gemm
  // CHECK-NOT: descending
  // CHECK: return
  func.func @columns(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %x: memref<4096x4096xbf16>, %y: memref<4096x16384xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.gemm lhs(%x : memref<4096x4096xbf16>) rhs(%b : memref<16384x4096xbf16>) outs(%y : memref<4096x16384xbf16>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
    return
  }

  // But of a batch each matrix has its own.
  // CHECK-LABEL: func.func @batch(
  // CHECK: lowp.gemm
  // CHECK-SAME: lowp_gpu.descending
  func.func @batch(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %x: memref<8x4096x2048xbf16>, %y: memref<8x4096x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    %e = memref.expand_shape %b [[0, 1], [2, 3]] output_shape [4, 4096, 2, 2048] : memref<16384x4096xbf16> into memref<4x4096x2x2048xbf16>
    %w = memref.collapse_shape %e [[0], [1, 2], [3]] : memref<4x4096x2x2048xbf16> into memref<4x8192x2048xbf16>
    %v = memref.expand_shape %w [[0], [1, 2], [3]] output_shape [4, 2, 4096, 2048] : memref<4x8192x2048xbf16> into memref<4x2x4096x2048xbf16>
    %r = memref.collapse_shape %v [[0, 1], [2], [3]] : memref<4x2x4096x2048xbf16> into memref<8x4096x2048xbf16>
    lowp.gemm lhs(%x : memref<8x4096x2048xbf16>) rhs(%r : memref<8x4096x2048xbf16>) outs(%y : memref<8x4096x4096xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]}
    return
  }

  // Scaled operands have no maps: a weight for all of a batch, and one for each.
  // CHECK-LABEL: func.func @scaled(
  // CHECK: @bytes
  // CHECK: lowp.gemm
  // CHECK-NOT: descending
  // CHECK: @bytes
  // CHECK: lowp.gemm
  // CHECK-SAME: lowp_gpu.descending
  func.func @scaled(%a: memref<8x4096x2048xf8E4M3FN>, %c: memref<8x4096x2048xf8E4M3FN>, %b: memref<8x4096x2048xf8E4M3FN>, %s: memref<1x1xf32>, %t: memref<8x1x1xf32>, %y: memref<8x4096x32768xbf16>, %z: memref<8x4096x4096xbf16>) {
    lowp.launch_fusion @fusions::@bytes ins(%a : memref<8x4096x2048xf8E4M3FN>) outs(%b : memref<8x4096x2048xf8E4M3FN>)
    %w = memref.collapse_shape %b [[0, 1], [2]] : memref<8x4096x2048xf8E4M3FN> into memref<32768x2048xf8E4M3FN>
    lowp.gemm lhs(%c, %t : memref<8x4096x2048xf8E4M3FN>, memref<8x1x1xf32>) rhs(%w, %s : memref<32768x2048xf8E4M3FN>, memref<1x1xf32>) outs(%y : memref<8x4096x32768xbf16>)
      {lhs_type = !lowp.scaled<8x4096x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<32768x2048xf8E4M3FN, #lowp.tensorwise>}
    lowp.launch_fusion @fusions::@bytes ins(%a : memref<8x4096x2048xf8E4M3FN>) outs(%b : memref<8x4096x2048xf8E4M3FN>)
    lowp.gemm lhs(%c, %t : memref<8x4096x2048xf8E4M3FN>, memref<8x1x1xf32>) rhs(%b, %t : memref<8x4096x2048xf8E4M3FN>, memref<8x1x1xf32>) outs(%z : memref<8x4096x4096xbf16>)
      {lhs_type = !lowp.scaled<8x4096x2048xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<8x4096x2048xf8E4M3FN, #lowp.tensorwise>}
    return
  }
}

// -----

// Nobody says how large the cache is.
module {
  module @fusions {
    func.func private @twice(%x: tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16>
  }
  // CHECK-LABEL: func.func @no_chip(
  // CHECK-NOT: descending
  // CHECK: return
  func.func @no_chip(%a: memref<16384x4096xbf16>, %b: memref<16384x4096xbf16>, %c: memref<16384x4096xbf16>) {
    lowp.launch_fusion @fusions::@twice ins(%a : memref<16384x4096xbf16>) outs(%b : memref<16384x4096xbf16>)
    lowp.launch_fusion @fusions::@twice ins(%b : memref<16384x4096xbf16>) outs(%c : memref<16384x4096xbf16>)
    return
  }
}
