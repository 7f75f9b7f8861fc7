// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --emit-bytecode | lowp-opt | FileCheck %s

!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<256x128xf8E4M3FN swizzle 128>
!sa = !lowp_gpu.tile<1x512xf8E8M0FNU>
!sb = !lowp_gpu.tile<1x512xf8E8M0FNU>
!stage = !lowp_gpu.stage<sums: 128x256xf32 in tensor>
!sums = !lowp_gpu.tile<128x256xf32 in tensor>

// CHECK-LABEL: lowp_gpu.kernel @f
// CHECK-NEXT:    {{.*}}pdl = late, target = {sum_stages = 2 : i64}>
lowp_gpu.kernel @f(%a: !a, %b: !b, %sa: !sa, %sb: !sb, %more: i1, %i: i32) chip "sm_90a"
    config <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, pdl = late, target = {sum_stages = 2 : i64}> {
  // CHECK: lowp_gpu.pipeline "ring" : !pipeline_sums
  %p = lowp_gpu.pipeline "ring" : !lowp_gpu.pipeline<2 x !stage>
  // CHECK: lowp_gpu.allocate_columns 264
  lowp_gpu.allocate_columns 264
  // CHECK: lowp_gpu.release_columns 264
  lowp_gpu.release_columns 264
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<2 x !stage>
    %d = lowp_gpu.view %s["sums"] : !stage -> !sums
    // CHECK: lowp_gpu.mma_into %a, %b to %sums accumulate %more : !tile_128x128_f8E4M3FN, !tile_256x128_f8E4M3FN to !tile_128x256_f32
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !a, !b to !sums
    // CHECK: lowp_gpu.mma_into %a, %b scales %sa, %sb : !tile_1x512_f8E8M0FNU, !tile_1x512_f8E8M0FNU to %sums accumulate %more
    lowp_gpu.mma_into %a, %b scales %sa, %sb : !sa, !sb to %d accumulate %more : !a, !b to !sums
    // CHECK: lowp_gpu.mma_into %a, %b scales %sa, %sb : {{.*}} accumulate %more {scale_column = 256 : i64}
    lowp_gpu.mma_into %a, %b scales %sa, %sb : !sa, !sb to %d accumulate %more {scale_column = 256 : i64} : !a, !b to !sums
    // CHECK: lowp_gpu.mma_into %a, %b scales %sa, %sb from %i set %i : {{.*}} accumulate %more {scale_column = 256 : i64, scale_sets = 2 : i64}
    lowp_gpu.mma_into %a, %b scales %sa, %sb from %i set %i : !sa, !sb to %d accumulate %more {scale_column = 256 : i64, scale_sets = 2 : i64} : !a, !b to !sums
    // CHECK: lowp_gpu.mma_into %a, %a to %sums accumulate %more pair : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN to !tile_128x256_f32
    lowp_gpu.mma_into %a, %a to %d accumulate %more pair : !a, !a to !sums
    // CHECK: lowp_gpu.mma_into %a, %b slice 3 of 4 to %sums accumulate %more : !tile_128x128_f8E4M3FN
    lowp_gpu.mma_into %a, %b slice 3 of 4 to %d accumulate %more : !a, !b to !sums
    // CHECK: lowp_gpu.commit %stage by products : !stage_sums
    lowp_gpu.commit %s by products : !stage
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<2 x !stage>
    %d = lowp_gpu.view %s["sums"] : !stage -> !sums
    // CHECK: lowp_gpu.read_sums %sums : !tile_128x256_f32 -> !accumulator_128x64
    %0 = lowp_gpu.read_sums %d : !sums -> !lowp_gpu.accumulator<128x64xf32>
    // CHECK: lowp_gpu.read_sums %sums column 192 : !tile_128x256_f32 -> !accumulator_128x64
    %1 = lowp_gpu.read_sums %d column 192 : !sums -> !lowp_gpu.accumulator<128x64xf32>
    // CHECK: lowp_gpu.read_sums %sums column 64 by 16 : !tile_128x256_f32 -> !accumulator_128x64
    %2 = lowp_gpu.read_sums %d column 64 by 16 : !sums -> !lowp_gpu.accumulator<128x64xf32>
    // CHECK: %column = lowp_gpu.overlap_column %stage["sums"] first 64 columns 128 : !stage_sums
    %column = lowp_gpu.overlap_column %s["sums"] first 64 columns 128 : !stage
    // CHECK: lowp_gpu.read_sums %sums at %column : !tile_128x256_f32 -> !accumulator_128x128
    %3 = lowp_gpu.read_sums %d at %column : !sums -> !lowp_gpu.accumulator<128x128xf32>
    // CHECK: lowp_gpu.release %stage by warps : !stage_sums
    lowp_gpu.release %s by warps : !stage
  }
}
