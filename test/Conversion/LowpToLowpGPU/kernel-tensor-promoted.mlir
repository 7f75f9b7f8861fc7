// RUN: lowp-test-opt %s --convert-lowp-to-lowp-gpu -split-input-file | FileCheck %s
// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel(lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-plan-tensor-memory,lowp-gpu-unroll-k,lowp-gpu-materialize-pipelines,lowp-gpu-schedule-tiles,lowp-gpu-specialize-warps)))' -split-input-file -o /dev/null

// Scales that change along K, where sums lie in tensor memory: the product of each K block has a stage of its own, which warps that store add,
// scaled, to sums in registers. Scales of rows come in stages beside those of operands, which nobody but products reads; those of tiles are
// copied by a warp of their own.

// CHECK-DAG: !stage_a_b = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
// CHECK-DAG: !stage_sa = !lowp_gpu.stage<sa: 1x128xf32>
// CHECK-DAG: !stage_sb = !lowp_gpu.stage<sb: 8x1xf32>
// CHECK-DAG: !pipeline_sa = !lowp_gpu.pipeline<6 x !stage_sa>
// CHECK-DAG: !pipeline_sums = !lowp_gpu.pipeline<4 x !stage_sums>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:         lowp_gpu.role "load" warps 1 single_lane
// CHECK:           lowp_gpu.commit %{{.*}} : !stage_a_b
// CHECK-NEXT:      %[[FACTORS:.*]] = lowp_gpu.acquire %factors
// CHECK-NEXT:      lowp_gpu.load %SA[%k, %m] to %[[FACTORS]]["sa"]
// CHECK-NEXT:      lowp_gpu.commit %[[FACTORS]]
// CHECK:         lowp_gpu.role "load_scales" warps 1 registers 0 {
// CHECK:           lowp_gpu.copy_rows %SB
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane
// CHECK-NEXT:      lowp_gpu.for_each_tile
// CHECK-NEXT:        lowp_gpu.for_each_k %K
// CHECK-NEXT:          %[[OPERANDS:.*]] = lowp_gpu.wait %operands
// CHECK:               %[[PARTIAL:.*]] = lowp_gpu.acquire %sums
// CHECK-NEXT:          %[[SUMS:.*]] = lowp_gpu.view %[[PARTIAL]]["sums"]
// CHECK-NEXT:          %[[NO:.*]] = arith.constant false
// CHECK-NEXT:          lowp_gpu.mma_into %a, %b to %[[SUMS]] accumulate %[[NO]] :
// CHECK-NEXT:          lowp_gpu.release %[[OPERANDS]] by products
// CHECK-NEXT:          lowp_gpu.commit %[[PARTIAL]] by products
// CHECK:         lowp_gpu.role "store" warps 4
// CHECK-NEXT:      lowp_gpu.for_each_tile
// CHECK-NEXT:        %[[TILE_SCALES:.*]] = lowp_gpu.wait %scales
// CHECK-COUNT-2:     lowp_gpu.accumulator zero : !accumulator_128x64
// CHECK:             lowp_gpu.for_each_k %K : (%k) iter_args(
// One scale for all columns.
// CHECK:               %[[SCALE:.*]] = lowp_gpu.read_element
// CHECK-NOT:           lowp_gpu.read_element
// CHECK:               %[[ROWS:.*]] = lowp_gpu.read_rows
// CHECK-NEXT:          %[[DONE:.*]] = lowp_gpu.wait %sums
// CHECK:               %[[FIRST:.*]] = lowp_gpu.read_sums %{{.*}} by 16
// CHECK-NEXT:          lowp_gpu.promote %[[FIRST]] into %{{.*}} rows %[[ROWS]] : !rows_128 scale %[[SCALE]]
// CHECK:               %[[LAST:.*]] = lowp_gpu.read_sums %{{.*}} column 64 by 16
// CHECK-NEXT:          lowp_gpu.release %[[DONE]] by warps
// CHECK-NEXT:          lowp_gpu.promote %[[LAST]]
// CHECK-NEXT:          lowp_gpu.release %{{.*}} : !stage_sa
// CHECK:             lowp_gpu.release %[[TILE_SCALES]]
// CHECK-COUNT-2:     lowp_gpu.epilogue
module attributes {lowp_gpu.chip = "tensor_1"} {
func.func @tiles(%a: memref<512x1024xf8E4M3FN>, %sa: memref<8x512xf32>, %b: memref<1024x1024xf8E4M3FN>, %sb: memref<8x8xf32>, %d: memref<512x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x1024xf8E4M3FN>, memref<8x512xf32>) rhs(%b, %sb : memref<1024x1024xf8E4M3FN>, memref<8x8xf32>) outs(%d : memref<512x1024xbf16>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.block<128x128>>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 4 : i64}>}
  return
}
}

// -----

// Scales finer than a K block: a product of each slice. Scales of columns are read while sums are promoted.

// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK-NOT:     "load_scales"
// CHECK:         lowp_gpu.mma_into %a, %b slice 0 of 4 to
// CHECK:         lowp_gpu.mma_into %a, %b slice 3 of 4 to
// CHECK:         lowp_gpu.role "store"
// CHECK:           lowp_gpu.read_rows
// CHECK-NEXT:      lowp_gpu.wait %sums
// CHECK:           lowp_gpu.promote %{{.*}} columns
// CHECK-COUNT-3:   lowp_gpu.read_rows
module attributes {lowp_gpu.chip = "tensor_1"} {
func.func @slices(%a: memref<512x1024xf8E4M3FN>, %sa: memref<32x512xf32>, %d: memref<512x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x1024xf8E4M3FN>, memref<32x512xf32>) rhs(%a, %sa : memref<512x1024xf8E4M3FN>, memref<32x512xf32>) outs(%d : memref<512x512xbf16>)
    {lhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, rhs_type = !lowp.scaled<512x1024xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 32, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 1 : i64, sum_stages = 4 : i64}>}
  return
}
}
