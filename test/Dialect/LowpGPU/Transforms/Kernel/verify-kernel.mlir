// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map_a = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!map_b = !lowp_gpu.tensor_map<64x128xf8E5M2 swizzle 128>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 128x128xf8E5M2 swizzle 128>
!tile_a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!tile_b = !lowp_gpu.tile<128x128xf8E5M2 swizzle 128>
!sum = !lowp_gpu.accumulator<128x128xf32>

// A share of `b` per CTA of the cluster, and 128 * 40 + 256 * 232 registers.
// CHECK-LABEL: lowp_gpu.kernel @legal
lowp_gpu.kernel @legal(%A: !map_a, %B: !map_b, %M: i32, %N: i32, %K: i32)
    chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !stage>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x !stage>
        lowp_gpu.load %A[%m, %k] to %s["a"] : !map_a to !stage
        lowp_gpu.load %B[%n, %k] to %s["b"] multicast : !map_b to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%c = %zero) -> !sum {
        %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x !stage>
        %a = lowp_gpu.view %s["a"] : !stage -> !tile_a
        %b = lowp_gpu.view %s["b"] : !stage -> !tile_b
        %0 = lowp_gpu.mma %a, %b into %c : !tile_a, !tile_b into !sum
        %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
        lowp_gpu.release %s : !stage
        lowp_gpu.yield %1 : !sum
      }
    }
  }
}

// After the blocks of K the ring carries something else; as many of its
// turns as there are stages may be open at a time.
!addend = !lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>
!map_c = !lowp_gpu.tensor_map<128x64xbf16 swizzle 128>
// CHECK-LABEL: lowp_gpu.kernel @other_fields
lowp_gpu.kernel @other_fields(%A: !map_a, %B: !map_b, %C: !map_c, %M: i32, %N: i32, %K: i32)
    chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<2 x !stage>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<2 x !stage>
        lowp_gpu.load %A[%m, %k] to %s["a"] : !map_a to !stage
        lowp_gpu.load %B[%n, %k] to %s["b"] multicast : !map_b to !stage
        lowp_gpu.commit %s : !stage
      }
      %c = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<2 x !stage> as !addend
      lowp_gpu.load %C[%m, %n] to %c["c0"] : !map_c to !addend
      lowp_gpu.commit %c : !addend
      %d = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<2 x !stage> as !addend
      lowp_gpu.load %C[%m, %n] to %d["c0"] : !map_c to !addend
      lowp_gpu.commit %d : !addend
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<2 x !stage>
        lowp_gpu.release %s : !stage
      }
      %c = lowp_gpu.wait %operands : !lowp_gpu.pipeline<2 x !stage> as !addend
      %d = lowp_gpu.wait %operands : !lowp_gpu.pipeline<2 x !stage> as !addend
      lowp_gpu.release %c : !addend
      lowp_gpu.release %d : !addend
    }
  }
}

// CTAs that split K exchange their sums once per tile, and a field is loaded in
// two M tiles, as each warpgroup has some rows.
#split = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
!m_tile = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!a = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
!exchange = !lowp_gpu.exchange<2 x <128x64xf32>>
// CHECK-LABEL: lowp_gpu.kernel @split
lowp_gpu.kernel @split(%A: !m_tile, %M: i32, %N: i32, %K: i32, %tile_m: i32)
    chip "sm_90a" config #split {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !a>
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x !a>
        lowp_gpu.load %A[%m, %k] to %s["a"] tile_m %tile_m : !m_tile to !a
        lowp_gpu.commit %s : !a
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %zero = lowp_gpu.accumulator zero : !sum
      lowp_gpu.for_each_k %K : (%k) {
        %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x !a>
        lowp_gpu.release %s : !a
      }
      %share = lowp_gpu.reduce_scatter %exchange, %zero : !exchange, !sum
    }
  }
}

// Two warpgroups of the same 64 rows, with half of 384 columns each: more than
// one instruction has.
#divided = #lowp_gpu.config<tile = [64, 384, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
!lhs = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!rhs = !lowp_gpu.tile<384x128xf8E4M3FN swizzle 128>
!columns = !lowp_gpu.accumulator<64x384xf32, warpgroups_n = 2>
// CHECK-LABEL: lowp_gpu.kernel @warpgroups_n
lowp_gpu.kernel @warpgroups_n(%a: !lhs, %b: !rhs) chip "sm_90a" config #divided {
  lowp_gpu.role "mma" warps 8 registers 0 {
    %0 = lowp_gpu.accumulator zero : !columns
    %1 = lowp_gpu.mma %a, %b into %0 : !lhs, !rhs into !columns
  }
}

// K blocks that the place of a tile tells: its row is another value in each
// role, and the same number.
// CHECK-LABEL: lowp_gpu.kernel @as_many_as_rows
lowp_gpu.kernel @as_many_as_rows(%A: !map_a, %M: i32, %N: i32)
    chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128>>
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %m : (%k) {
        %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128>>
        lowp_gpu.load %A[%m, %k] to %s["a"] : !map_a to !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
        lowp_gpu.commit %s : !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %m : (%k) {
        %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128>>
        lowp_gpu.release %s : !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
      }
    }
  }
}
