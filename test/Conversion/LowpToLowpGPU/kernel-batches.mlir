// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Scales of tiles lie one matrix below the other; scales along K have the matrix
// as a coordinate, as data do.
// CHECK-LABEL: func.func @tiles(
// CHECK:         %[[SB:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : memref<4x3x4xf32> into memref<12x4xf32>
// CHECK:         lowp_gpu.launch {{.*}}args({{.*}}, %[[SB]],

// One vector for each matrix, and one for all.
// CHECK-LABEL: func.func @rows(
// CHECK:         memref.collapse_shape %{{.*}} {{\[\[}}0, 1]] : memref<200x1xf32> into memref<200xf32>
// CHECK:         memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : memref<4x384x1xf32> into memref<4x384xf32>

// CHECK-LABEL: func.func @matrices(
// CHECK:         memref.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : memref<4x1x1xf32> into memref<4xf32>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0({{.*}}%SA: !map_1x1x64_f32, %SB: memref<12x4xf32>,
// CHECK:         lowp_gpu.role "load"
// CHECK:           %[[BATCH:.*]] = arith.divui %m, %batch_m
// CHECK:           %[[ROW:.*]] = arith.remui %m, %batch_m
// CHECK:           lowp_gpu.load %A[%[[BATCH]], %[[ROW]], %{{.*}}] to
// CHECK:           lowp_gpu.load %B[%[[BATCH]], %n, %{{.*}}] to
// CHECK:           lowp_gpu.load %SA[%[[BATCH]], %k, %[[ROW]]] to
// CHECK:         lowp_gpu.role "load_scales"
// CHECK:           %[[BLOCKS:.*]] = arith.ceildivui %N,
// CHECK:           %[[BATCH:.*]] = arith.divui %m, %batch_m
// CHECK:           %[[FIRST:.*]] = arith.muli %[[BATCH]], %[[BLOCKS]]
// CHECK:           %[[END:.*]] = arith.addi %[[FIRST]], %[[BLOCKS]]
// CHECK:           %[[BLOCK:.*]] = arith.divui %n,
// CHECK:           %[[OWN:.*]] = arith.addi %[[FIRST]], %[[BLOCK]]
// CHECK:           lowp_gpu.copy_rows %SB[%[[OWN]]] rows %[[END]]

// CHECK-LABEL: lowp_gpu.kernel @gemm_1({{.*}}%SA: !map_64_f32, %SB: !map_1x128_f32,
// CHECK:           %[[BATCH:.*]] = arith.divui %m, %batch_m
// CHECK:           %[[ROW:.*]] = arith.remui %m, %batch_m
// CHECK:           lowp_gpu.load %SA[%[[ROW]]] to
// CHECK:           lowp_gpu.load %SB[%[[BATCH]], %n] to
// CHECK:           lowp_gpu.load %A[%[[ROW]], %{{.*}}] to

// A scale for each matrix is read once per tile, ahead of the products.
// CHECK-LABEL: lowp_gpu.kernel @gemm_2({{.*}}%SA: memref<4xf32>, %SB: memref<1x1xf32>,
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.for_each_tile
// CHECK:             %[[BATCH:.*]] = arith.divui %m, %batch_m
// CHECK:             %[[OWN:.*]] = lowp_gpu.load_scalar %SA[%[[BATCH]]] : memref<4xf32>
// CHECK:             %[[ALL:.*]] = lowp_gpu.load_scalar %SB : memref<1x1xf32>
// CHECK:             %[[ALPHA:.*]] = arith.mulf %[[OWN]], %[[ALL]]
// CHECK:             lowp_gpu.for_each_k
// CHECK:             arith.mulf %x, %[[ALPHA]]

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @tiles(%xd: memref<4x200x512xf8E4M3FN>, %xs: memref<4x4x200xf32>, %wd: memref<4x384x512xf8E4M3FN>, %ws: memref<4x3x4xf32>, %y: memref<4x200x384xbf16>) {
    lowp.gemm lhs(%xd, %xs : memref<4x200x512xf8E4M3FN>, memref<4x4x200xf32>) rhs(%wd, %ws : memref<4x384x512xf8E4M3FN>, memref<4x3x4xf32>) outs(%y : memref<4x200x384xbf16>)
      {lhs_type = !lowp.scaled<4x200x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<4x384x512xf8E4M3FN, #lowp.block<128x128>>,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
  func.func @rows(%xd: memref<200x512xf8E4M3FN>, %xs: memref<200x1xf32>, %wd: memref<4x384x512xf8E4M3FN>, %ws: memref<4x384x1xf32>, %y: memref<4x200x384xbf16>) {
    lowp.gemm lhs(%xd, %xs : memref<200x512xf8E4M3FN>, memref<200x1xf32>) rhs(%wd, %ws : memref<4x384x512xf8E4M3FN>, memref<4x384x1xf32>) outs(%y : memref<4x200x384xbf16>)
      {fast_accumulation, lhs_type = !lowp.scaled<200x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<4x384x512xf8E4M3FN, #lowp.rowwise>,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
  func.func @matrices(%xd: memref<4x200x512xf8E4M3FN>, %xs: memref<4x1x1xf32>, %wd: memref<384x512xf8E4M3FN>, %ws: memref<1x1xf32>, %y: memref<4x200x384xbf16>) {
    lowp.gemm lhs(%xd, %xs : memref<4x200x512xf8E4M3FN>, memref<4x1x1xf32>) rhs(%wd, %ws : memref<384x512xf8E4M3FN>, memref<1x1xf32>) outs(%y : memref<4x200x384xbf16>)
      {fast_accumulation, lhs_type = !lowp.scaled<4x200x512xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<384x512xf8E4M3FN, #lowp.tensorwise>,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
    return
  }
}
