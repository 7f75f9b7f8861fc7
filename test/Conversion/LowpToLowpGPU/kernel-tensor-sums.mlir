// RUN: lowp-test-opt %s --convert-lowp-to-lowp-gpu -split-input-file | FileCheck %s
// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel(lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-unroll-k,lowp-gpu-defer-stores,lowp-gpu-materialize-pipelines,lowp-gpu-schedule-tiles,lowp-gpu-specialize-warps)))' -split-input-file -o /dev/null

// A target that lowp does not know keeps sums in tensor memory: one lane
// multiplies, the tensor core itself says when it has read and summed up, and a
// role of its own stores. Scales of rows reach the role that stores.

// CHECK-DAG: !stage_a_b = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
// CHECK-DAG: !stage_sa_sb = !lowp_gpu.stage<sa: 128xf32, sb: 128xf32>
// CHECK-DAG: !stage_sums = !lowp_gpu.stage<sums: 128x128xf32 in tensor>
// CHECK-DAG: !pipeline_sums = !lowp_gpu.pipeline<2 x !stage_sums>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK-NEXT:      chip "tensor_1" config <{{.*}}, target = {sum_stages = 2 : i64}> {
// CHECK-NEXT:    %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK-NEXT:    %scales = lowp_gpu.pipeline "scales" : !pipeline_sa_sb
// CHECK-NEXT:    %sums = lowp_gpu.pipeline "sums" : !pipeline_sums
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%M, %N)
// CHECK-NEXT:    lowp_gpu.role "load" warps 1 single_lane registers 0 {
// CHECK:           lowp_gpu.load %SA
// CHECK:           lowp_gpu.load %A
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane registers 0 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %stage = lowp_gpu.acquire %sums : !pipeline_sums
// CHECK-NEXT:        %[[SUMS:.*]] = lowp_gpu.view %stage["sums"] : !stage_sums -> !tile_128x128_f32
// CHECK-NEXT:        lowp_gpu.for_each_k %K : (%k) {
// CHECK-NEXT:          %[[STAGE:.*]] = lowp_gpu.wait %operands : !pipeline_a_b
// CHECK-NEXT:          %a = lowp_gpu.view %[[STAGE]]["a"]
// CHECK-NEXT:          %b = lowp_gpu.view %[[STAGE]]["b"]
// CHECK-NEXT:          %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:          %[[MORE:.*]] = arith.cmpi ne, %k, %[[ZERO]] : i32
// CHECK-NEXT:          lowp_gpu.mma_into %a, %b to %[[SUMS]] accumulate %[[MORE]]
// CHECK-NEXT:          lowp_gpu.release %[[STAGE]] by products : !stage_a_b
// CHECK-NEXT:        }
// CHECK-NEXT:        lowp_gpu.commit %stage by products : !stage_sums
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    lowp_gpu.role "store" warps 4 registers 0 {
// CHECK-NEXT:      lowp_gpu.for_each_tile %tiles : (%m, %n) {
// CHECK-NEXT:        %[[SCALES:.*]] = lowp_gpu.wait %scales : !pipeline_sa_sb
// CHECK:             %[[COLUMNS:.*]] = lowp_gpu.view %[[SCALES]]["sb"]
// CHECK:             %[[STAGE:.*]] = lowp_gpu.wait %sums : !pipeline_sums
// CHECK-NEXT:        %[[SUMS:.*]] = lowp_gpu.view %[[STAGE]]["sums"]
// CHECK-NEXT:        %[[LEFT:.*]] = lowp_gpu.read_sums %[[SUMS]] : !tile_128x128_f32 -> !accumulator_128x64
// CHECK-NEXT:        %[[OF_LEFT:.*]] = lowp_gpu.slice_columns %[[COLUMNS]] column 0
// CHECK-NEXT:        %[[OUT:.*]] = lowp_gpu.epilogue %[[LEFT]] rows {{.*}} columns %[[OF_LEFT]]
// CHECK:             lowp_gpu.store_tile %[[OUT]] to %D[%m, %n] stages 2 place 0 of 2
// CHECK-NEXT:        %[[RIGHT:.*]] = lowp_gpu.read_sums %[[SUMS]] column 64 : !tile_128x128_f32 -> !accumulator_128x64
// CHECK-NEXT:        lowp_gpu.release %[[STAGE]] by warps : !stage_sums
// CHECK:             %[[NEXT:.*]] = arith.addi %n, %{{.*}} : i32
// CHECK-NEXT:        %[[OF_RIGHT:.*]] = lowp_gpu.slice_columns %[[COLUMNS]] column 64
// CHECK-NEXT:        %[[OUT:.*]] = lowp_gpu.epilogue %[[RIGHT]] rows {{.*}} columns %[[OF_RIGHT]]
// CHECK:             lowp_gpu.release %[[SCALES]]
// CHECK-NEXT:        lowp_gpu.store_tile %[[OUT]] to %D[%m, %[[NEXT]]] stages 2 place 1 of 2
// CHECK:           lowp_gpu.drain_stores

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_1"} {
func.func @rowwise(%a: memref<256x512xf8E4M3FN>, %sa: memref<256x1xf32>, %b: memref<256x512xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<256x1xf32>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !a,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, epilogue_stages = 2, target = {sum_stages = 2 : i64}>}
  return
}
}

// -----

// Scales of blocks of K are operands of products.

// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128, sa: 1x512xf8E8M0FNU, sb: 1x512xf8E8M0FNU>
// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane registers 0 {
// CHECK:             %sa = lowp_gpu.view
// CHECK:             %sb = lowp_gpu.view
// CHECK:             lowp_gpu.mma_into %a, %b scales %sa, %sb : !tile_1x512_f8E8M0FNU, !tile_1x512_f8E8M0FNU to
// CHECK:         lowp_gpu.role "store" warps 4 registers 0 {

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "tensor_1"} {
func.func @mx(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %b: memref<256x512xf8E4M3FN>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !a,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>}
  return
}
}

// -----

// Beside scales two stages of 256 columns are places of one that share the columns of an N subtile, which is read first; then the stage
// is given back.

// CHECK-DAG: !stage_sums = !lowp_gpu.stage<sums: 128x256xf32 in tensor>
// CHECK-DAG: !pipeline_sums = !lowp_gpu.pipeline<1 x !stage_sums>
// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:         %sums = lowp_gpu.pipeline "sums" {overlap = 64 : i64} : !pipeline_sums
// CHECK:         lowp_gpu.role "store" warps 4 registers 0 {
// CHECK:             %[[STAGE:.*]] = lowp_gpu.wait %sums : !pipeline_sums
// CHECK-NEXT:        %[[SUMS:.*]] = lowp_gpu.view %[[STAGE]]["sums"]
// CHECK-NEXT:        %[[FIRST:.*]] = lowp_gpu.overlap_column %[[STAGE]]["sums"] first 0 columns 64 : !stage_sums
// CHECK-NEXT:        lowp_gpu.read_sums %[[SUMS]] at %[[FIRST]] : !tile_128x256_f32 -> !accumulator_128x64
// CHECK-NEXT:        lowp_gpu.release %[[STAGE]] by warps : !stage_sums
// CHECK-NEXT:        %[[COLUMN:.*]] = arith.addi %n, %[[FIRST]] : i32
// CHECK:             lowp_gpu.store_tile %{{.*}} to %D[%m, %[[COLUMN]]] stages 2 place 0 of 2
// CHECK-NEXT:        %[[SECOND:.*]] = lowp_gpu.overlap_column %[[STAGE]]["sums"] first 64 columns 64 : !stage_sums
// CHECK-NEXT:        lowp_gpu.read_sums %[[SUMS]] at %[[SECOND]]
// CHECK-COUNT-2:     lowp_gpu.read_sums
// CHECK-NOT:         lowp_gpu.release

!a = !lowp.scaled<256x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @overlap(%a: memref<256x512xf8E4M3FN>, %sa: memref<2x4x32x4x4xf8E8M0FNU>, %b: memref<256x512xf8E4M3FN>, %sb: memref<2x4x32x4x4xf8E8M0FNU>, %d: memref<256x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<256x512xf8E4M3FN>, memref<2x4x32x4x4xf8E8M0FNU>) outs(%d : memref<256x256xbf16>)
    {lhs_type = !a, rhs_type = !a,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 2, target = {sum_stages = 2 : i64}>}
  return
}
}
