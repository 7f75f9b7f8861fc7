// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic --mlir-print-debuginfo | lowp-opt | FileCheck %s

!map_a = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!map_b = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.stage<sb: 56x2xf32>

// CHECK-LABEL: lowp_gpu.kernel @fill
// CHECK:         %operands = lowp_gpu.pipeline "operands" : !pipeline_a_b
// CHECK-NEXT:    %scales = lowp_gpu.pipeline "scales" : !pipeline_sb
// CHECK:           %stage = lowp_gpu.acquire %operands : !pipeline_a_b
// CHECK-NEXT:      lowp_gpu.load %A[%M, %K] to %stage["a"] : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:      lowp_gpu.load %B[%N, %K] to %stage["b"] multicast : !map_64x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:      lowp_gpu.commit %stage : !stage_a_b
// CHECK:           %stage = lowp_gpu.acquire %scales : !pipeline_sb
// CHECK-NEXT:      lowp_gpu.copy_rows %SB[%N] rows %M length %K to %stage["sb"] : memref<?x56xf32> to !stage_sb
// CHECK-NEXT:      lowp_gpu.commit %stage : !stage_sb
// CHECK:           lowp_gpu.copy_rows %SB[%N] rows %M length %K to %{{.*}}["sb"] {block = 128 : i64, group = 64 : i64} : memref<?x56xf32> to !stage_sb
lowp_gpu.kernel @fill(%A: !map_a, %B: !map_b, %SB: memref<?x56xf32>, %M: i32, %N: i32, %K: i32)
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  %1 = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !scales>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %2 = lowp_gpu.acquire %0 : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %A[%M, %K] to %2["a"] : !map_a to !operands
    lowp_gpu.load %B[%N, %K] to %2["b"] multicast : !map_b to !operands
    lowp_gpu.commit %2 : !operands
  }
  lowp_gpu.role "load_scales" warps 1 registers 40 {
    %2 = lowp_gpu.acquire %1 : !lowp_gpu.pipeline<2 x !scales>
    lowp_gpu.copy_rows %SB[%N] rows %M length %K to %2["sb"] : memref<?x56xf32> to !scales
    lowp_gpu.commit %2 : !scales
    %3 = lowp_gpu.acquire %1 : !lowp_gpu.pipeline<2 x !scales>
    lowp_gpu.copy_rows %SB[%N] rows %M length %K to %3["sb"] {group = 64 : i64, block = 128 : i64} : memref<?x56xf32> to !scales
    lowp_gpu.commit %3 : !scales
  }
}

// CHECK-LABEL: lowp_gpu.kernel @drain
// CHECK:         %stage = lowp_gpu.wait %operands : !pipeline_a_b
// CHECK-NEXT:    %a = lowp_gpu.view %stage["a"] : !stage_a_b -> !tile_128x128_f8E4M3FN
// CHECK-NEXT:    %b = lowp_gpu.view %stage["b"] row 64 : !stage_a_b -> !tile_64x128_f8E4M3FN
// CHECK-NEXT:    lowp_gpu.release %stage : !stage_a_b
lowp_gpu.kernel @drain()
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.role "mma" warps 8 registers 232 {
    %1 = lowp_gpu.wait %0 : !lowp_gpu.pipeline<3 x !operands>
    %2 = lowp_gpu.view %1["a"] row 0 : !operands -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
    %3 = lowp_gpu.view %1["b"] row 64 : !operands -> !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
    lowp_gpu.release %1 : !operands
  }
}

// Two M tiles of a field, of which only some rows move.
// CHECK-LABEL: lowp_gpu.kernel @m_tiles
// CHECK:         lowp_gpu.load %B[%M, %M] to %stage["b"] tile_m %tile_m : !map_64x128_f8E4M3FN to !stage_a_b
lowp_gpu.kernel @m_tiles(%B: !map_b, %M: i32, %tile_m: i32)
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %1 = lowp_gpu.acquire %0 : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %B[%M, %M] to %1["b"] tile_m %tile_m : !map_b to !operands
    lowp_gpu.commit %1 : !operands
  }
}

// A stage may hold other fields than its pipeline says.
// CHECK-LABEL: lowp_gpu.kernel @other_fields
// CHECK:         lowp_gpu.prefetch %C[%M, %M] : !map_128x64_bf16
// CHECK-NEXT:    %stage = lowp_gpu.acquire %operands : !pipeline_a_b as !stage_c0
// CHECK-NEXT:    lowp_gpu.load %C[%M, %M] to %stage["c0"] : !map_128x64_bf16 to !stage_c0
// CHECK-NEXT:    lowp_gpu.commit %stage : !stage_c0
// CHECK:         %stage = lowp_gpu.wait %operands : !pipeline_a_b as !stage_c0
// CHECK:         lowp_gpu.release %stage : !stage_c0
!map_c = !lowp_gpu.tensor_map<128x64xbf16 swizzle 128>
!addend = !lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>
lowp_gpu.kernel @other_fields(%C: !map_c, %M: i32)
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.prefetch %C[%M, %M] : !map_c
    %1 = lowp_gpu.acquire %0 : !lowp_gpu.pipeline<3 x !operands> as !addend
    lowp_gpu.load %C[%M, %M] to %1["c0"] : !map_c to !addend
    lowp_gpu.commit %1 : !addend
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %1 = lowp_gpu.wait %0 : !lowp_gpu.pipeline<3 x !operands> as !addend
    lowp_gpu.release %1 : !addend
  }
}

// After pipelines are materialised.
// CHECK-LABEL: lowp_gpu.kernel @barriers
// CHECK:         lowp_gpu.pipeline "operands" {barrier_offset = 98304 : i64, clustered, empty_arrivals = 16 : i64, field_offsets = array<i64: 0, 16384>, full_arrivals = 1 : i64, offset = 0 : i64, stage_bytes = 32768 : i64}
// CHECK-NEXT:    lowp_gpu.barrier_init %operands : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.barrier_wait empty %operands[%index] parity %phase : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.barrier_expect %operands[%index] bytes 32768 : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.barrier_expect %operands[%index] bytes 16384 plus %more : !pipeline_a_b
// CHECK-NEXT:    %stage = lowp_gpu.stage_at %operands[%index] : !pipeline_a_b
// CHECK-NEXT:    %[[INDEX:.*]] = lowp_gpu.stage_index %stage : !stage_a_b
// CHECK-NEXT:    lowp_gpu.barrier_arrive full %operands[%[[INDEX]]] : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.barrier_arrive full %operands[%index] at leader : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.barrier_arrive empty %operands[%index] by products at pair : !pipeline_a_b
// CHECK-NEXT:    lowp_gpu.stage_at %operands[%index] : !pipeline_a_b as !stage_c0
lowp_gpu.kernel @barriers(%index: i32, %phase: i32, %more: i32)
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 98304 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 32768 : i64, full_arrivals = 1 : i64, empty_arrivals = 16 : i64, clustered} : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_init %0 : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_wait empty %0[%index] parity %phase : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_expect %0[%index] bytes 32768 : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_expect %0[%index] bytes 16384 plus %more : !lowp_gpu.pipeline<3 x !operands>
  %1 = lowp_gpu.stage_at %0[%index] : !lowp_gpu.pipeline<3 x !operands>
  %2 = lowp_gpu.stage_index %1 : !operands
  lowp_gpu.barrier_arrive full %0[%2] at own : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_arrive full %0[%index] at leader : !lowp_gpu.pipeline<3 x !operands>
  lowp_gpu.barrier_arrive empty %0[%index] by products at pair : !lowp_gpu.pipeline<3 x !operands>
  %3 = lowp_gpu.stage_at %0[%index] : !lowp_gpu.pipeline<3 x !operands> as !addend
}

// Copies that signal the leader of a pair of CTAs, and a place in tensor memory.
// CHECK-LABEL: lowp_gpu.kernel @pairs
// CHECK:         lowp_gpu.pipeline "sums" {tensor_column = 128 : i64} : !pipeline_sums
// CHECK-NEXT:    lowp_gpu.pipeline "wide" {overlap = 64 : i64} : !pipeline_sums
// CHECK:         lowp_gpu.load %A[%M, %M] to %stage["a"] pair : !map_128x128_f8E4M3FN to !stage_a_b
// CHECK-NEXT:    lowp_gpu.load %A[%M, %M] to %stage["b"] tile_m %M pair : !map_128x128_f8E4M3FN to !stage_a_b
lowp_gpu.kernel @pairs(%A: !map_a, %M: i32)
    chip "sm_90a" config <tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %0 = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  %1 = lowp_gpu.pipeline "sums" {tensor_column = 128 : i64} : !lowp_gpu.pipeline<2 x <sums: 128x64xf32 in tensor>>
  %wide = lowp_gpu.pipeline "wide" {overlap = 64 : i64} : !lowp_gpu.pipeline<1 x <sums: 128x256xf32 in tensor>>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %2 = lowp_gpu.acquire %0 : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %A[%M, %M] to %2["a"] pair : !map_a to !operands
    lowp_gpu.load %A[%M, %M] to %2["b"] tile_m %M pair : !map_a to !operands
    lowp_gpu.commit %2 : !operands
  }
}
