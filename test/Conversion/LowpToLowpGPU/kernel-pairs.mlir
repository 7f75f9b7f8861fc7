// RUN: lowp-test-opt %s --convert-lowp-to-lowp-gpu -split-input-file | FileCheck %s
// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(convert-lowp-to-lowp-gpu,gpu.module(lowp_gpu.kernel(lowp-gpu-verify-kernel,lowp-gpu-plan-shared-memory,lowp-gpu-plan-tensor-memory,lowp-gpu-unroll-k,lowp-gpu-defer-stores,lowp-gpu-materialize-pipelines,lowp-gpu-schedule-tiles,lowp-gpu-specialize-warps)))' -split-input-file | FileCheck %s --check-prefix=LOW

// Two CTAs along M multiply together: each loads its rows and half of the columns, the
// first of them issues the products of both, and both store their tiles. Its barriers
// expect the bytes of both, 2 x 32768. Scales of rows and columns are not shared.

// CHECK-DAG: !stage_a_b = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
// CHECK-DAG: !stage_sums = !lowp_gpu.stage<sums: 128x256xf32 in tensor>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK-NEXT:      chip "tensor_2" config <tile = [128, 256, 128], cluster = [2, 1], {{.*}}target = {pair, sum_stages = 2 : i64}> {
// CHECK:         lowp_gpu.role "load" warps 1 single_lane registers 0 {
// CHECK:           lowp_gpu.load %SA[%m] to %{{.*}}["sa"] : !map_128_f32 to !stage_sa_sb
// CHECK-NEXT:      lowp_gpu.load %SB[%n] to %{{.*}}["sb"] : !map_256_f32 to !stage_sa_sb
// CHECK:           lowp_gpu.load %A[%m, %[[K:.*]]] to %[[STAGE:.*]]["a"] pair : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:      %place = lowp_gpu.pair_rank
// CHECK-NEXT:      %[[HALF:.*]] = arith.constant 128 : i32
// CHECK-NEXT:      %[[COLUMNS:.*]] = arith.muli %place, %[[HALF]] : i32
// CHECK-NEXT:      %[[N:.*]] = arith.addi %n, %[[COLUMNS]] : i32
// CHECK-NEXT:      lowp_gpu.load %B[%[[N]], %[[K]]] to %[[STAGE]]["b"] pair : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:      lowp_gpu.commit %[[STAGE]] : !stage_a_b
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
// CHECK:           lowp_gpu.mma_into %a, %b to %{{.*}} accumulate %{{.*}} pair : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN to !tile_128x256_f32
// CHECK-NEXT:      lowp_gpu.release %{{.*}} by products : !stage_a_b
// CHECK:         lowp_gpu.role "store" warps 4 registers 0 {
// CHECK:           lowp_gpu.store_tile {{.*}} to %D[%m, %n]

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW-NEXT:      {{.*}}tensor_columns = 512 : i64
// LOW:         %operands = lowp_gpu.pipeline "operands" {{.*}}empty_arrivals = 1 : i64{{.*}}full_arrivals = 1 : i64
// LOW:         %scales = lowp_gpu.pipeline "scales" {{.*}}empty_arrivals = 4 : i64{{.*}}full_arrivals = 1 : i64
// LOW:         %sums = lowp_gpu.pipeline "sums" {{.*}}empty_arrivals = 8 : i64{{.*}}full_arrivals = 1 : i64{{.*}}tensor_column = 0 : i64
// LOW:         lowp_gpu.barrier_expect %scales[%{{.*}}] bytes 1536
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 65536
// LOW:         lowp_gpu.barrier_arrive empty %operands[%{{.*}}] by products at pair
// LOW:         lowp_gpu.barrier_arrive full %sums[%{{.*}}] by products at pair
// LOW:         lowp_gpu.barrier_arrive empty %sums[%{{.*}}] at leader
// LOW:         lowp_gpu.barrier_arrive empty %scales[%{{[a-z0-9_]*}}] :

!a = !lowp.scaled<512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_2"} {
func.func @rowwise(%a: memref<512x512xf8E4M3FN>, %sa: memref<512x1xf32>, %b: memref<512x512xf8E4M3FN>, %sb: memref<512x1xf32>, %d: memref<512x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x512xf8E4M3FN>, memref<512x1xf32>) rhs(%b, %sb : memref<512x512xf8E4M3FN>, memref<512x1xf32>) outs(%d : memref<512x512xbf16>)
    {lhs_type = !a, rhs_type = !a,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>}
  return
}
}

// -----

// Each CTA has the scales of its rows and of all columns, and they tell the leader, too:
// 2 x (16384 + 8192 + 2 x 512) bytes. A cluster may be of several pairs.

// CHECK-DAG: !stage_a_b_sa_sb = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 64x128xf8E4M3FN swizzle 128, sa: 1x512xf8E8M0FNU, sb: 1x512xf8E8M0FNU>
// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:           lowp_gpu.load %SA[{{.*}}] to %{{.*}}["sa"] pair
// CHECK-NEXT:      arith.
// CHECK:           lowp_gpu.load %SB[{{.*}}] to %{{.*}}["sb"] pair
// CHECK:           lowp_gpu.mma_into %a, %b scales %sa, %sb : {{.*}} pair : !tile_128x128_f8E4M3FN, !tile_64x128_f8E4M3FN to !tile_128x128_f32

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 51200

!a = !lowp.scaled<512x512xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
module attributes {lowp_gpu.chip = "tensor_2"} {
func.func @mx(%a: memref<512x512xf8E4M3FN>, %sa: memref<4x4x32x4x4xf8E8M0FNU>, %b: memref<512x512xf8E4M3FN>, %sb: memref<4x4x32x4x4xf8E8M0FNU>, %d: memref<512x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<512x512xf8E4M3FN>, memref<4x4x32x4x4xf8E8M0FNU>) rhs(%b, %sb : memref<512x512xf8E4M3FN>, memref<4x4x32x4x4xf8E8M0FNU>) outs(%d : memref<512x512xbf16>)
    {lhs_type = !a, rhs_type = !a,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [4, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>}
  return
}
}

// -----

// Rows that do not exist are expected of neither CTA.

// CHECK-LABEL: lowp_gpu.kernel @gemm_0
// CHECK:           lowp_gpu.load %A[%m, %{{.*}}] to %{{.*}}["a"] tile_m %tile_m pair

// LOW-LABEL: lowp_gpu.kernel @gemm_0
// LOW:         lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 32768 plus %

!a = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<512x512xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "tensor_2"} {
func.func @rows(%a: memref<?x512xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<512x512xf8E4M3FN>, %sb: memref<512x1xf32>, %d: memref<?x512xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<512x512xf8E4M3FN>, memref<512x1xf32>) outs(%d : memref<?x512xbf16>)
    {lhs_type = !a, rhs_type = !b,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, group_m = 8, epilogue_stages = 1, target = {pair, sum_stages = 2 : i64}>}
  return
}
}
