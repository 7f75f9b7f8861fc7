// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 16x128xf8E5M2 swizzle 128>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<16x128xf8E5M2 swizzle 128>
!sum = !lowp_gpu.accumulator<128x16xf32>
#divided = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
!columns_stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128, b: 32x128xf8E5M2 swizzle 128>
!columns_pipeline = !lowp_gpu.pipeline<2 x !columns_stage>
!columns_a = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!columns_b = !lowp_gpu.tile<32x128xf8E5M2 swizzle 128>
!columns_sum = !lowp_gpu.accumulator<64x32xf32, warpgroups_n = 2>
#panels = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!panels = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!panel_stage = !lowp_gpu.stage<a: 2x64x64xbf16 swizzle 128, b: 2x64x64xbf16 swizzle 128>
!panel_pipeline = !lowp_gpu.pipeline<2 x !panel_stage>
!panel_sum = !lowp_gpu.accumulator<128x128xf32>
!half_rows = !lowp_gpu.tile<128x64xf16 swizzle 128>
!half_panels = !lowp_gpu.tile<2x64x64xf16 swizzle 128>
!half_stage = !lowp_gpu.stage<a: 128x64xf16 swizzle 128, b: 2x64x64xf16 swizzle 128>
!half_pipeline = !lowp_gpu.pipeline<2 x !half_stage>
!wide = !lowp_gpu.tile<128x32xtf32 swizzle 128>
!wide_stage = !lowp_gpu.stage<a: 128x32xtf32 swizzle 128, b: 128x32xtf32 swizzle 128>
!wide_pipeline = !lowp_gpu.pipeline<2 x !wide_stage>

gpu.module @kernels {
  // A descriptor is address / 16 with offsets and swizzle of the layout. Four
  // instructions of 32 bytes of K make one group; the first replaces what the
  // registers held, so that they need not be cleared.

  // CHECK-LABEL: llvm.func @overwrite(
  // CHECK-DAG:     %[[LAYOUT:.*]] = llvm.mlir.constant(4611686293305294848 : i64)
  // CHECK-DAG:     %[[UNDEFINED:.*]] = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[WARPGROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // Each warpgroup multiplies 64 rows of its own.
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[WARPGROUP]], %c8192_i32
  // CHECK:         %[[ROWS:.*]] = arith.addi %{{.*}}, %[[SKIPPED]]
  // CHECK:         %[[UNITS:.*]] = arith.shrui %[[ROWS]], %c4_i32
  // CHECK:         %[[LOW:.*]] = arith.ori %[[UNITS]], %c65536_i32
  // CHECK:         nvvm.wgmma.fence.aligned
  // CHECK:         %[[WIDE:.*]] = llvm.zext %[[LOW]] : i32 to i64
  // CHECK:         %[[A:.*]] = llvm.or %[[WIDE]], %[[LAYOUT]]
  // CHECK:         %[[B:.*]] = llvm.or %{{.*}}, %[[LAYOUT]]
  // CHECK:         %[[K0:.*]] = nvvm.wgmma.mma_async %[[A]], %[[B]], %[[UNDEFINED]], <m = 64, n = 16, k = 32>, D[<f32>, <zero>], A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
  // CHECK:         arith.addi %[[LOW]], %c2_i32
  // CHECK:         %[[K1:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[K0]], {{.*}} D[<f32>, <one>]
  // CHECK:         %[[K2:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[K1]], {{.*}} D[<f32>, <one>]
  // CHECK:         %[[K3:.*]] = nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[K2]], {{.*}} D[<f32>, <one>]
  // CHECK-NEXT:    nvvm.wgmma.commit.group.sync.aligned

  // The wait takes the accumulator through its registers, so that nothing reads
  // them earlier.
  // CHECK:         %[[FIRST:.*]] = llvm.extractvalue %[[K3]][0]
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,~{memory}" %[[FIRST]],
  lowp_gpu.kernel @overwrite(%index: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 36896 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 36864 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 18432 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %a = lowp_gpu.view %s["a"] : !stage -> !a
    %b = lowp_gpu.view %s["b"] : !stage -> !b
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %b into %0 overwrite : !a, !b into !sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
  }

  // CHECK-LABEL: llvm.func @add(
  // CHECK:         %[[ZERO:.*]] = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  // CHECK-NOT:     D[<f32>, <zero>]
  // CHECK:         nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[ZERO]], {{.*}} D[<f32>, <one>]
  // CHECK-NOT:     D[<f32>, <zero>]
  // CHECK:         "wgmma.wait_group.sync.aligned 1;"
  lowp_gpu.kernel @add(%index: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 36896 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 36864 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 18432 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %a = lowp_gpu.view %s["a"] : !stage -> !a
    %b = lowp_gpu.view %s["b"] : !stage -> !b
    %0 = lowp_gpu.accumulator zero : !sum
    %1 = lowp_gpu.mma %a, %b into %0 : !a, !b into !sum
    %2 = lowp_gpu.mma_wait %1 pending 1 : !sum
  }

  // The last 32 of 128 bytes of K: 96 bytes after the first, in units of 16.

  // CHECK-LABEL: llvm.func @slice(
  // CHECK:         %[[LOW:.*]] = arith.ori %{{.*}}, %c65536_i32
  // CHECK:         nvvm.wgmma.fence.aligned
  // CHECK:         arith.addi %[[LOW]], %c6_i32
  // CHECK:         nvvm.wgmma.mma_async {{.*}} D[<f32>, <zero>]
  // CHECK-NEXT:    nvvm.wgmma.commit.group.sync.aligned
  lowp_gpu.kernel @slice(%index: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 36896 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 36864 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 18432 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    %a = lowp_gpu.view %s["a"] : !stage -> !a
    %b = lowp_gpu.view %s["b"] : !stage -> !b
    %0 = lowp_gpu.accumulator : !sum
    %1 = lowp_gpu.mma %a, %b slice 3 of 4 into %0 overwrite : !a, !b into !sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
  }

  // Warpgroups that divide columns: each multiplies all rows of the lhs with 16
  // rows of the rhs, and has as many columns.

  // CHECK-LABEL: llvm.func @warpgroups_n(
  // CHECK-DAG:     %[[LAYOUT:.*]] = llvm.mlir.constant(4611686293305294848 : i64)
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[WARPGROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[FIRST:.*]] = arith.muli %{{.*}}, %c12288_i32
  // CHECK:         %[[LHS:.*]] = arith.addi %{{.*}}, %[[FIRST]]
  // CHECK:         %[[RHS:.*]] = arith.addi %[[LHS]], %c8192_i32
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[WARPGROUP]], %c2048_i32
  // CHECK:         %[[ROWS:.*]] = arith.addi %[[RHS]], %[[SKIPPED]]
  // CHECK:         %[[LHS_UNITS:.*]] = arith.shrui %[[LHS]], %c4_i32
  // CHECK:         %[[LHS_LOW:.*]] = arith.ori %[[LHS_UNITS]], %c65536_i32
  // CHECK:         %[[RHS_UNITS:.*]] = arith.shrui %[[ROWS]], %c4_i32
  // CHECK:         %[[RHS_LOW:.*]] = arith.ori %[[RHS_UNITS]], %c65536_i32
  // CHECK:         %[[LHS_WIDE:.*]] = llvm.zext %[[LHS_LOW]] : i32 to i64
  // CHECK:         %[[A:.*]] = llvm.or %[[LHS_WIDE]], %[[LAYOUT]]
  // CHECK:         %[[RHS_WIDE:.*]] = llvm.zext %[[RHS_LOW]] : i32 to i64
  // CHECK:         %[[B:.*]] = llvm.or %[[RHS_WIDE]], %[[LAYOUT]]
  // CHECK:         nvvm.wgmma.mma_async %[[A]], %[[B]], %{{.*}}, <m = 64, n = 16, k = 32>
  // CHECK:         nvvm.wgmma.commit.group.sync.aligned
  lowp_gpu.kernel @warpgroups_n(%index: i32) chip "sm_90a" config #divided
      attributes {shared_bytes = 24608 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 24576 : i64, field_offsets = array<i64: 0, 8192>, stage_bytes = 12288 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !columns_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !columns_pipeline
    %a = lowp_gpu.view %s["a"] : !columns_stage -> !columns_a
    %b = lowp_gpu.view %s["b"] : !columns_stage -> !columns_b
    %0 = lowp_gpu.accumulator : !columns_sum
    %1 = lowp_gpu.mma %a, %b into %0 overwrite : !columns_a, !columns_b into !columns_sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !columns_sum
  }

  // 16 elements of K of 16 bits. Rows of an MN-major tile lie in panels: an
  // instruction of 16 elements of K is 2048 bytes further on, panels are 8192
  // bytes apart.

  // CHECK-LABEL: llvm.func @panels(
  // CHECK-DAG:     %[[K_STEP:.*]] = arith.constant 128 : i32
  // CHECK-DAG:     %[[PANEL:.*]] = arith.constant 33554432 : i32
  // CHECK:         %[[LHS:.*]] = arith.ori %{{.*}}, %[[PANEL]]
  // CHECK:         %[[RHS:.*]] = arith.ori %{{.*}}, %[[PANEL]]
  // CHECK:         nvvm.wgmma.mma_async %{{.*}}, <m = 64, n = 128, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <col>], B[<bf16>, <one>, <row>]
  // CHECK:         arith.addi %[[LHS]], %[[K_STEP]]
  // CHECK:         arith.addi %[[RHS]], %[[K_STEP]]
  // CHECK-COUNT-3: nvvm.wgmma.mma_async {{.*}} D[<f32>, <one>], A[<bf16>, <one>, <col>], B[<bf16>, <one>, <row>]
  // CHECK-NEXT:    nvvm.wgmma.commit.group.sync.aligned
  lowp_gpu.kernel @panels(%index: i32) chip "sm_90a" config #panels
      attributes {shared_bytes = 65568 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 65536 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 32768 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !panel_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !panel_pipeline
    %a = lowp_gpu.view %s["a"] : !panel_stage -> !panels
    %b = lowp_gpu.view %s["b"] : !panel_stage -> !panels
    %0 = lowp_gpu.accumulator : !panel_sum
    %1 = lowp_gpu.mma %a, %b into %0 overwrite : !panels, !panels into !panel_sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !panel_sum
  }

  // CHECK-LABEL: llvm.func @halves(
  // CHECK:         nvvm.wgmma.mma_async %{{.*}}, <m = 64, n = 128, k = 16>, D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
  lowp_gpu.kernel @halves(%index: i32) chip "sm_90a" config #panels
      attributes {shared_bytes = 65568 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 65536 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 32768 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !half_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !half_pipeline
    %a = lowp_gpu.view %s["a"] : !half_stage -> !half_rows
    %b = lowp_gpu.view %s["b"] : !half_stage -> !half_panels
    %0 = lowp_gpu.accumulator : !panel_sum
    %1 = lowp_gpu.mma %a, %b into %0 overwrite : !half_rows, !half_panels into !panel_sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !panel_sum
  }
  // tf32 takes words: 8 of K an instruction.
  // CHECK-LABEL: llvm.func @tf32(
  // CHECK:         nvvm.wgmma.mma_async %{{.*}}, <m = 64, n = 128, k = 8>, D[<f32>, <zero>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  // CHECK-COUNT-3: nvvm.wgmma.mma_async {{.*}} D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  // CHECK-NEXT:    nvvm.wgmma.commit.group.sync.aligned
  lowp_gpu.kernel @tf32(%index: i32) chip "sm_90a" config #panels
      attributes {shared_bytes = 65568 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 65536 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 32768 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !wide_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !wide_pipeline
    %a = lowp_gpu.view %s["a"] : !wide_stage -> !wide
    %b = lowp_gpu.view %s["b"] : !wide_stage -> !wide
    %0 = lowp_gpu.accumulator : !panel_sum
    %1 = lowp_gpu.mma %a, %b into %0 overwrite : !wide, !wide into !panel_sum
    %2 = lowp_gpu.mma_wait %1 pending 0 : !panel_sum
  }
}
