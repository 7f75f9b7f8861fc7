// RUN: lowp-opt %s --lowp-select-kernel-config=config-file=%S/Inputs/tuned-groups.json | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config="ranking-file=-" -o /dev/null | FileCheck %s --check-prefix=KEY

// A file tells groups of rows, counts and whole batches apart, and so does what
// lowp.tune reads.

// KEY-DAG: "groups": "rows"
// KEY-DAG: "groups": "counts"
// KEY-DAG: "groups": "k"

!x = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
!xb = !lowp.scaled<8x100x512xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8x512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @rows
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], {{.*}} group_m = 7,
  func.func @rows(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<8x512x512xf8E4M3FN>, %sb: memref<8x512x1xf32>, %ends: memref<8xi32>, %d: memref<256x512xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%b, %sb : memref<8x512x512xf8E4M3FN>, memref<8x512x1xf32>) groups(%ends : memref<8xi32>) outs(%d : memref<256x512xbf16>)
      {lhs_type = !x, rhs_type = !w}
    return
  }

  // CHECK-LABEL: func.func @counts
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 128], {{.*}} group_m = 7,
  func.func @counts(%a: memref<8x100x512xf8E4M3FN>, %sa: memref<8x100x1xf32>, %b: memref<8x512x512xf8E4M3FN>, %sb: memref<8x512x1xf32>, %counts: memref<8xi32>, %d: memref<8x100x512xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<8x100x512xf8E4M3FN>, memref<8x100x1xf32>) rhs(%b, %sb : memref<8x512x512xf8E4M3FN>, memref<8x512x1xf32>) groups(%counts : memref<8xi32>) outs(%d : memref<8x100x512xbf16>)
      {lhs_type = !xb, rhs_type = !w}
    return
  }

  // CHECK-LABEL: func.func @batch
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], {{.*}} group_m = 7,
  func.func @batch(%a: memref<8x100x512xf8E4M3FN>, %sa: memref<8x100x1xf32>, %b: memref<8x512x512xf8E4M3FN>, %sb: memref<8x512x1xf32>, %d: memref<8x100x512xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<8x100x512xf8E4M3FN>, memref<8x100x1xf32>) rhs(%b, %sb : memref<8x512x512xf8E4M3FN>, memref<8x512x1xf32>) outs(%d : memref<8x100x512xbf16>)
      {lhs_type = !xb, rhs_type = !w}
    return
  }

  // Groups of many rows get the tiles of one matrix, those of few rows tiles of 64.
  // CHECK-LABEL: func.func @many
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128,
  func.func @many(%a: memref<16640x5120xbf16>, %b: memref<16x8192x5120xbf16>, %ends: memref<16xi32>, %d: memref<16640x8192xbf16>) {
    lowp.gemm lhs(%a : memref<16640x5120xbf16>) rhs(%b : memref<16x8192x5120xbf16>) groups(%ends : memref<16xi32>) outs(%d : memref<16640x8192xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>]}
    return
  }
  // CHECK-LABEL: func.func @few
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64,
  func.func @few(%a: memref<1024x5120xbf16>, %b: memref<64x8192x5120xbf16>, %ends: memref<64xi32>, %d: memref<1024x8192xbf16>) {
    lowp.gemm lhs(%a : memref<1024x5120xbf16>) rhs(%b : memref<64x8192x5120xbf16>) groups(%ends : memref<64xi32>) outs(%d : memref<1024x8192xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (m, n)>]}
    return
  }

  // Groups of much K get the tiles of a batch of such matrices.
  // CHECK-LABEL: func.func @sums
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], {{.*}} pdl = late>
  func.func @sums(%a: memref<16640x5120xbf16>, %b: memref<16640x8192xbf16>, %ends: memref<16xi32>, %d: memref<16x5120x8192xbf16>) {
    lowp.gemm lhs(%a : memref<16640x5120xbf16>) rhs(%b : memref<16640x8192xbf16>) groups(%ends : memref<16xi32>) outs(%d : memref<16x5120x8192xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]}
    return
  }
}
