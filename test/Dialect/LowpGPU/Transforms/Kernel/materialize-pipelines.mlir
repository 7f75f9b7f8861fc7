// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-materialize-pipelines))' | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
#shared = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
!operands = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!half = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!scales = !lowp_gpu.stage<sb: 56x2xf32>
!scale_pipeline = !lowp_gpu.pipeline<2 x !scales>

// One lane arrives at the full barrier with the bytes to expect, eight warps at
// the empty one. The producer waits for the phase before the first, which
// counts as complete. Index and phase travel through the loop and wrap at 3.

// CHECK-LABEL: lowp_gpu.kernel @loaded
// CHECK:         %operands = lowp_gpu.pipeline "operands" {empty_arrivals = 8 : i64, full_arrivals = 1 : i64}
// CHECK:         lowp_gpu.role "load"
// CHECK:           %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:           scf.for %{{.*}} iter_args(%[[INDEX:.*]] = %[[ZERO]], %[[PHASE:.*]] = %[[ZERO]])
// CHECK:             %[[BEFORE:.*]] = arith.xori %[[PHASE]], %{{.*}}
// CHECK-NEXT:        lowp_gpu.barrier_wait empty %operands[%[[INDEX]]] parity %[[BEFORE]]
// CHECK-NEXT:        lowp_gpu.barrier_expect %operands[%[[INDEX]]] bytes 16384
// CHECK-NEXT:        %[[STAGE:.*]] = lowp_gpu.stage_at %operands[%[[INDEX]]]
// CHECK:             %[[NEXT:.*]] = arith.addi %[[INDEX]], %{{.*}}
// CHECK-NEXT:        %[[STAGES:.*]] = arith.constant 3 : i32
// CHECK-NEXT:        %[[WRAPS:.*]] = arith.cmpi eq, %[[NEXT]], %[[STAGES]]
// CHECK:             %[[FLIPPED:.*]] = arith.xori %[[PHASE]], %{{.*}}
// CHECK:             %[[NEXT_INDEX:.*]] = arith.select %[[WRAPS]], %{{.*}}, %[[NEXT]]
// CHECK-NEXT:        %[[NEXT_PHASE:.*]] = arith.select %[[WRAPS]], %[[FLIPPED]], %[[PHASE]]
// CHECK-NEXT:        lowp_gpu.load %{{.*}} to %[[STAGE]]["a"]
// TMA arrives by itself.
// CHECK-NOT:         barrier_arrive
// CHECK:             scf.yield %[[NEXT_INDEX]], %[[NEXT_PHASE]]
// CHECK:         lowp_gpu.role "mma"
// CHECK:           scf.for %{{.*}} iter_args(%[[INDEX:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}})
// CHECK-NEXT:        lowp_gpu.barrier_wait full %operands[%[[INDEX]]] parity %[[PHASE]]
// CHECK-NEXT:        %[[STAGE:.*]] = lowp_gpu.stage_at %operands[%[[INDEX]]]
// CHECK:             %[[DONE:.*]] = lowp_gpu.stage_index %[[STAGE]]
// CHECK-NEXT:        lowp_gpu.barrier_arrive empty %operands[%[[DONE]]]
lowp_gpu.kernel @loaded(%A: !map, %i: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    scf.for %k = %i to %i step %i : i32 {
      %s = lowp_gpu.acquire %operands : !operands
      lowp_gpu.load %A[%k, %k] to %s["a"] : !map to !stage
      lowp_gpu.commit %s : !stage
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    scf.for %k = %i to %i step %i : i32 {
      %s = lowp_gpu.wait %operands : !operands
      lowp_gpu.release %s : !stage
    }
  }
}

// Warps of both CTAs release a stage that both of them write.

// CHECK-LABEL: lowp_gpu.kernel @multicast
// CHECK:         lowp_gpu.pipeline "operands" {clustered, empty_arrivals = 16 : i64, full_arrivals = 1 : i64}
lowp_gpu.kernel @multicast(%A: !half, %i: i32) chip "sm_90a" config #shared {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %operands : !operands
    lowp_gpu.load %A[%i, %i] to %s["a"] multicast : !half to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %s = lowp_gpu.wait %operands : !operands
    lowp_gpu.release %s : !stage
  }
}

// Lanes that copy arrive one by one and expect no bytes.

// CHECK-LABEL: lowp_gpu.kernel @copied
// CHECK:         lowp_gpu.pipeline "scales" {empty_arrivals = 256 : i64, full_arrivals = 32 : i64}
// CHECK-NOT:     barrier_expect
// CHECK:         lowp_gpu.copy_rows %{{.*}} to %[[STAGE:.*]]["sb"]
// CHECK-NEXT:    %[[INDEX:.*]] = lowp_gpu.stage_index %[[STAGE]]
// CHECK-NEXT:    lowp_gpu.barrier_arrive full %scales[%[[INDEX]]]
lowp_gpu.kernel @copied(%SB: memref<?x56xf32>, %i: i32) chip "sm_90a" config #config {
  %scales = lowp_gpu.pipeline "scales" : !scale_pipeline
  lowp_gpu.role "load_scales" warps 1 registers 40 {
    %s = lowp_gpu.acquire %scales : !scale_pipeline
    lowp_gpu.copy_rows %SB[%i] rows %i length %i to %s["sb"] : memref<?x56xf32> to !scales
    lowp_gpu.commit %s : !scales
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %s = lowp_gpu.wait %scales : !scale_pipeline
    lowp_gpu.release %s : !scales
  }
}

// A stage that a loop carries is released by its own index, not by the next
// one; the ring position goes on after the loops.

// CHECK-LABEL: lowp_gpu.kernel @carried
// CHECK:         lowp_gpu.role "mma"
// CHECK:           %[[TILES:.*]]:2 = lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%[[I:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}) -> (i32, i32)
// CHECK-NEXT:        lowp_gpu.barrier_wait full %operands[%[[I]]] parity %[[P]]
// CHECK-NEXT:        %[[FIRST:.*]] = lowp_gpu.stage_at %operands[%[[I]]]
// CHECK:             %[[LOOP:.*]]:3 = scf.for %{{.*}} iter_args(%[[PREVIOUS:.*]] = %[[FIRST]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (!stage_a, i32, i32)
// CHECK:               %[[OLD:.*]] = lowp_gpu.stage_index %[[PREVIOUS]]
// CHECK-NEXT:          lowp_gpu.barrier_arrive empty %operands[%[[OLD]]]
// CHECK:             %[[LAST:.*]] = lowp_gpu.stage_index %[[LOOP]]#0
// CHECK-NEXT:        lowp_gpu.barrier_arrive empty %operands[%[[LAST]]]
// CHECK-NEXT:        lowp_gpu.yield %[[LOOP]]#1, %[[LOOP]]#2
lowp_gpu.kernel @carried(%A: !map, %i: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  %tiles = lowp_gpu.tile_scheduler(%i, %i)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      scf.for %k = %i to %i step %i : i32 {
        %s = lowp_gpu.acquire %operands : !operands
        lowp_gpu.load %A[%m, %k] to %s["a"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %first = lowp_gpu.wait %operands : !operands
      %last = scf.for %k = %i to %i step %i iter_args(%previous = %first) -> !stage : i32 {
        %s = lowp_gpu.wait %operands : !operands
        lowp_gpu.release %previous : !stage
        scf.yield %s : !stage
      }
      lowp_gpu.release %last : !stage
    }
  }
}

// Only the rows that move are expected of a field that is loaded in M tiles, here
// 128 bytes of each of two M tiles; the other field arrives whole.

// CHECK-LABEL: lowp_gpu.kernel @m_tiles
// CHECK-SAME:      %[[TILE_M:[a-z_]+]]: i32)
// CHECK:         lowp_gpu.barrier_wait empty
// CHECK-NEXT:    %[[BYTES:.*]] = arith.constant 256 : i32
// CHECK-NEXT:    %[[MORE:.*]] = arith.muli %[[TILE_M]], %[[BYTES]] : i32
// CHECK-NEXT:    lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 512 plus %[[MORE]]
!some = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, sa: 128xf32>
!vector = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @m_tiles(%A: !half, %SA: !vector, %i: i32, %tile_m: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !some>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x !some>
    lowp_gpu.load %A[%i, %i] to %s["a"] tile_m %tile_m : !half to !some
    lowp_gpu.load %SA[%i] to %s["sa"] : !vector to !some
    lowp_gpu.commit %s : !some
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x !some>
    lowp_gpu.release %s : !some
  }
}

// Elements that copies spread lie in a byte each, 16384 of them, and half as many
// bytes arrive; those of 6 bits are 3/4 of what lies there.

// CHECK-LABEL: lowp_gpu.kernel @spread
// CHECK:         barrier_expect %operands[%{{.*}}] bytes 20480
!spread = !lowp_gpu.stage<a: 128x128xf4E2M1FN swizzle 128 spread, b: 128x128xf6E3M2FN swizzle 128 spread>
!of_four = !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 128 spread>
!of_six = !lowp_gpu.tensor_map<128x128xf6E3M2FN swizzle 128 spread>
lowp_gpu.kernel @spread(%A: !of_four, %B: !of_six, %i: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !spread>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x !spread>
    lowp_gpu.load %A[%i, %i] to %s["a"] : !of_four to !spread
    lowp_gpu.load %B[%i, %i] to %s["b"] : !of_six to !spread
    lowp_gpu.commit %s : !spread
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x !spread>
    lowp_gpu.release %s : !spread
  }
}

// Two fields in M tiles.

// CHECK-LABEL: lowp_gpu.kernel @all_in_m_tiles
// CHECK:         %[[ONE:.*]] = arith.muli %tile_m, %{{.*}} : i32
// CHECK:         %[[OTHER:.*]] = arith.muli %tile_m, %{{.*}} : i32
// CHECK-NEXT:    %[[BOTH:.*]] = arith.addi %[[ONE]], %[[OTHER]] : i32
// CHECK-NEXT:    lowp_gpu.barrier_expect %operands[%{{.*}}] bytes 0 plus %[[BOTH]]
!two = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, b: 64x128xf8E4M3FN swizzle 128>
lowp_gpu.kernel @all_in_m_tiles(%A: !half, %i: i32, %tile_m: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !two>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<3 x !two>
    lowp_gpu.load %A[%i, %i] to %s["a"] tile_m %tile_m : !half to !two
    lowp_gpu.load %A[%i, %i] to %s["b"] tile_m %tile_m : !half to !two
    lowp_gpu.commit %s : !two
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %s = lowp_gpu.wait %operands : !lowp_gpu.pipeline<3 x !two>
    lowp_gpu.release %s : !two
  }
}

// An exchange is a ring of one stage: its phase changes with every tile.

// CHECK-LABEL: lowp_gpu.kernel @exchange
// CHECK:         lowp_gpu.role "mma"
// CHECK-NEXT:      %[[FIRST:.*]] = arith.constant 0 : i32
// CHECK:           lowp_gpu.for_each_tile %tiles : (%m, %n) iter_args(%{{.*}} = %{{.*}}, %[[PHASE:.*]] = %[[FIRST]])
// CHECK:             %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT:        %[[NEXT:.*]] = arith.xori %[[PHASE]], %[[ONE]] : i32
// CHECK-NEXT:        lowp_gpu.reduce_scatter %exchange, %zero phase %[[PHASE]]
// CHECK-NEXT:        lowp_gpu.yield %{{.*}}, %[[NEXT]] : i32, i32
#split = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @exchange(%M: i32, %N: i32) chip "sm_90a" config #split {
  %exchange = lowp_gpu.exchange : !exchange
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  lowp_gpu.role "mma" warps 4 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %sum = lowp_gpu.accumulator zero : !sum
      %share = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}

// An arrival overtakes reads that are under way, so that lanes wait for theirs
// before they release a stage they read, or a part of a part of it: after the
// last read, where a product hides the wait. A product that reads a stage has
// been waited for.

// CHECK-LABEL: lowp_gpu.kernel @read_by_lanes
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.mma
// CHECK:           lowp_gpu.read_rows
// CHECK-NEXT:      lowp_gpu.finish_reads
// CHECK-NEXT:      lowp_gpu.mma_wait
// CHECK-NEXT:      %[[INDEX:.*]] = lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty %scales[%[[INDEX]]]
// CHECK:           lowp_gpu.promote
// CHECK-NEXT:      lowp_gpu.finish_reads
// CHECK-NEXT:      %[[INDEX:.*]] = lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty %columns[%[[INDEX]]]
// CHECK-NEXT:      %[[INDEX:.*]] = lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty %operands[%[[INDEX]]]
!row_scales = !lowp_gpu.stage<sa: 128xf32>
!column_scales = !lowp_gpu.stage<sb: 1x256xf32>
!strip = !lowp_gpu.tensor_map<1x256xf32>
!added = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @read_by_lanes(%A: !map, %SA: !vector, %SB: !strip, %i: i32) chip "sm_90a" config #config {
  %scales = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !row_scales>
  %columns = lowp_gpu.pipeline "columns" : !lowp_gpu.pipeline<2 x !column_scales>
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %scales : !lowp_gpu.pipeline<2 x !row_scales>
    lowp_gpu.load %SA[%i] to %s["sa"] : !vector to !row_scales
    lowp_gpu.commit %s : !row_scales
    %c = lowp_gpu.acquire %columns : !lowp_gpu.pipeline<2 x !column_scales>
    lowp_gpu.load %SB[%i, %i] to %c["sb"] : !strip to !column_scales
    lowp_gpu.commit %c : !column_scales
    %o = lowp_gpu.acquire %operands : !operands
    lowp_gpu.load %A[%i, %i] to %o["a"] : !map to !stage
    lowp_gpu.commit %o : !stage
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %zero = lowp_gpu.accumulator zero : !added
    %o = lowp_gpu.wait %operands : !operands
    %a = lowp_gpu.view %o["a"] : !stage -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
    %product = lowp_gpu.mma %a, %a into %zero overwrite : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>, !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> into !added
    %s = lowp_gpu.wait %scales : !lowp_gpu.pipeline<2 x !row_scales>
    %sa = lowp_gpu.view %s["sa"] : !row_scales -> !lowp_gpu.tile<128xf32>
    %rows = lowp_gpu.read_rows %sa : !lowp_gpu.tile<128xf32> -> !lowp_gpu.rows<128 x f32>
    %finished = lowp_gpu.mma_wait %product pending 0 : !added
    lowp_gpu.release %s : !row_scales
    %c = lowp_gpu.wait %columns : !lowp_gpu.pipeline<2 x !column_scales>
    %all = lowp_gpu.view %c["sb"] : !column_scales -> !lowp_gpu.tile<1x256xf32>
    %sb = lowp_gpu.slice_columns %all column 128 : !lowp_gpu.tile<1x256xf32> -> !lowp_gpu.tile<1x128xf32>
    %scaled = lowp_gpu.promote %finished into %zero rows %rows : !lowp_gpu.rows<128 x f32> columns %sb : !lowp_gpu.tile<1x128xf32> : !added
    lowp_gpu.release %c : !column_scales
    lowp_gpu.release %o : !stage
  }
}

// Where a loop carries the stage that has been read, the lanes wait at its
// release.

// CHECK-LABEL: lowp_gpu.kernel @carried_read
// CHECK:           lowp_gpu.read_rows
// CHECK-NEXT:      %[[OLD:.*]] = lowp_gpu.stage_index %{{.*}}
// CHECK-NEXT:      lowp_gpu.finish_reads
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty %scales[%[[OLD]]]
// CHECK:         }
// CHECK-NEXT:    %[[LAST:.*]] = lowp_gpu.stage_index %{{.*}}
// CHECK-NEXT:    lowp_gpu.finish_reads
// CHECK-NEXT:    lowp_gpu.barrier_arrive empty %scales[%[[LAST]]]
lowp_gpu.kernel @carried_read(%SA: !vector, %i: i32) chip "sm_90a" config #config {
  %scales = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x !row_scales>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    scf.for %k = %i to %i step %i : i32 {
      %s = lowp_gpu.acquire %scales : !lowp_gpu.pipeline<2 x !row_scales>
      lowp_gpu.load %SA[%k] to %s["sa"] : !vector to !row_scales
      lowp_gpu.commit %s : !row_scales
    }
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %first = lowp_gpu.wait %scales : !lowp_gpu.pipeline<2 x !row_scales>
    %last = scf.for %k = %i to %i step %i iter_args(%previous = %first) -> !row_scales : i32 {
      %s = lowp_gpu.wait %scales : !lowp_gpu.pipeline<2 x !row_scales>
      %sa = lowp_gpu.view %s["sa"] : !row_scales -> !lowp_gpu.tile<128xf32>
      %rows = lowp_gpu.read_rows %sa : !lowp_gpu.tile<128xf32> -> !lowp_gpu.rows<128 x f32>
      lowp_gpu.release %previous : !row_scales
      scf.yield %s : !row_scales
    }
    lowp_gpu.release %last : !row_scales
  }
}

// A stage of other fields is a turn of the same ring: its own bytes are expected.
// Lanes that read two of them at once wait once for their reads; a product's stage
// is released as it is.

// CHECK-LABEL: lowp_gpu.kernel @other_fields
// CHECK:         lowp_gpu.role "load"
// CHECK:           lowp_gpu.barrier_expect %operands[%[[FIRST:.*]]] bytes 16384
// CHECK-NEXT:      lowp_gpu.stage_at %operands[%[[FIRST]]] : !pipeline_a{{$}}
// CHECK:           %[[NEXT:.*]] = arith.select
// CHECK:           lowp_gpu.barrier_wait empty %operands[%[[NEXT]]]
// CHECK-NEXT:      lowp_gpu.barrier_expect %operands[%[[NEXT]]] bytes 8192
// CHECK-NEXT:      lowp_gpu.stage_at %operands[%[[NEXT]]] : !pipeline_a as !stage_c0
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.mma_wait
// CHECK-NEXT:      lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty
// CHECK:           lowp_gpu.barrier_wait full
// CHECK-NEXT:      lowp_gpu.stage_at %operands[%{{.*}}] : !pipeline_a as !stage_c0
// CHECK:           lowp_gpu.epilogue
// CHECK:           lowp_gpu.finish_reads
// CHECK-NEXT:      lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty
// CHECK-NEXT:      lowp_gpu.stage_index
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty
!addend = !lowp_gpu.stage<c0: 64x64xbf16 swizzle 128>
!panel = !lowp_gpu.tile<64x64xbf16 swizzle 128>
!panel_map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!low = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @other_fields(%A: !map, %C: !panel_map, %sum: !low, %i: i32) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %operands : !operands
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s : !stage
    %c = lowp_gpu.acquire %operands : !operands as !addend
    lowp_gpu.load %C[%i, %i] to %c["c0"] : !panel_map to !addend
    lowp_gpu.commit %c : !addend
    %d = lowp_gpu.acquire %operands : !operands as !addend
    lowp_gpu.load %C[%i, %i] to %d["c0"] : !panel_map to !addend
    lowp_gpu.commit %d : !addend
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %zero = lowp_gpu.accumulator zero : !added
    %s = lowp_gpu.wait %operands : !operands
    %a = lowp_gpu.view %s["a"] : !stage -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
    %product = lowp_gpu.mma %a, %a into %zero overwrite : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>, !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> into !added
    %finished = lowp_gpu.mma_wait %product pending 0 : !added
    lowp_gpu.release %s : !stage
    %c = lowp_gpu.wait %operands : !operands as !addend
    %d = lowp_gpu.wait %operands : !operands as !addend
    %left = lowp_gpu.view %c["c0"] : !addend -> !panel
    %right = lowp_gpu.view %d["c0"] : !addend -> !panel
    %output = lowp_gpu.epilogue %sum panels %left, %right : !panel, !panel {
    ^bb0(%x: f32, %y: bf16):
      lowp_gpu.yield %x : f32
    } : !low -> !low
    lowp_gpu.release %c : !addend
    lowp_gpu.release %d : !addend
  }
}

// A read after the release may be the last op of its role.
// CHECK-LABEL: lowp_gpu.kernel @read_last
// CHECK: lowp_gpu.role "mma"
// CHECK: lowp_gpu.barrier_arrive
// CHECK: lowp_gpu.read_rows
lowp_gpu.kernel @read_last(%A: !lowp_gpu.tensor_map<128xf32>, %i: i32) chip "sm_90a"
    config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %p = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x <a: 128xf32>>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<3 x <a: 128xf32>>
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<3 x <a: 128xf32>>
    %a = lowp_gpu.view %s["a"] : !lowp_gpu.stage<a: 128xf32> -> !lowp_gpu.tile<128xf32>
    lowp_gpu.release %s : !lowp_gpu.stage<a: 128xf32>
    %rows = lowp_gpu.read_rows %a : !lowp_gpu.tile<128xf32> -> !lowp_gpu.rows<128 x f32>
  }
}

// Stages of operands and sums that the tensor core gives away itself: one
// arrival each. What warps read of sums is finished before they release them.

// CHECK-LABEL: lowp_gpu.kernel @products
// CHECK:         lowp_gpu.pipeline "operands" {empty_arrivals = 1 : i64, full_arrivals = 1 : i64}
// CHECK:         lowp_gpu.pipeline "sums" {empty_arrivals = 4 : i64, full_arrivals = 1 : i64}
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.barrier_wait empty %sums
// CHECK:           lowp_gpu.barrier_wait full %operands
// CHECK:           lowp_gpu.mma_into
// CHECK:           lowp_gpu.barrier_arrive empty %operands[%{{.*}}] by products
// CHECK:           lowp_gpu.barrier_arrive full %sums[%{{.*}}] by products
// CHECK:         lowp_gpu.role "store"
// CHECK:           lowp_gpu.barrier_wait full %sums
// CHECK-NOT:       lowp_gpu.barrier_expect
// CHECK:           lowp_gpu.read_sums
// CHECK-NEXT:      lowp_gpu.finish_reads
// CHECK:           lowp_gpu.barrier_arrive empty %sums[%{{.*}}] :
lowp_gpu.kernel @products(%A: !map, %i: i32, %more: i1) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !operands
  %sums = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x <d: 128x128xf32 in tensor>>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %operands : !operands
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %sums : !lowp_gpu.pipeline<2 x <d: 128x128xf32 in tensor>>
    %to = lowp_gpu.view %d["d"] : !lowp_gpu.stage<d: 128x128xf32 in tensor> -> !lowp_gpu.tile<128x128xf32 in tensor>
    %s = lowp_gpu.wait %operands : !operands
    %a = lowp_gpu.view %s["a"] : !stage -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
    lowp_gpu.mma_into %a, %a to %to accumulate %more : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>, !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128> to !lowp_gpu.tile<128x128xf32 in tensor>
    lowp_gpu.release %s by products : !stage
    lowp_gpu.commit %d : !lowp_gpu.stage<d: 128x128xf32 in tensor>
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %sums : !lowp_gpu.pipeline<2 x <d: 128x128xf32 in tensor>>
    %from = lowp_gpu.view %d["d"] : !lowp_gpu.stage<d: 128x128xf32 in tensor> -> !lowp_gpu.tile<128x128xf32 in tensor>
    %0 = lowp_gpu.read_sums %from : !lowp_gpu.tile<128x128xf32 in tensor> -> !lowp_gpu.accumulator<128x128xf32>
    lowp_gpu.release %d : !lowp_gpu.stage<d: 128x128xf32 in tensor>
  }
}

// A product takes the set of scales of its stage. Where two alternate, it waits until the products are done that took the same one two
// blocks before: of this lap, or of the lap before. In a ring of an odd number of stages laps begin with the other set.

!scaled = !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128, s: 1x512xf8E8M0FNU>>
!scaled_stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, s: 1x512xf8E8M0FNU>
!fp8 = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!atom = !lowp_gpu.tile<1x512xf8E8M0FNU>
!in_tensor = !lowp_gpu.tile<128x128xf32 in tensor>
// CHECK-LABEL: lowp_gpu.kernel @set_of_stage
// CHECK:         lowp_gpu.barrier_wait full %operands[%[[INDEX:.*]]] parity
// CHECK-NOT:     lowp_gpu.barrier_wait
// CHECK:         lowp_gpu.mma_into {{.*}} set %[[INDEX]] :
lowp_gpu.kernel @set_of_stage(%A: !map, %S: !lowp_gpu.tensor_map<1x512xf8E8M0FNU>, %i: i32, %d: !in_tensor, %more: i1) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !scaled
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %operands : !scaled
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !scaled_stage
    lowp_gpu.load %S[%i, %i] to %s["s"] : !lowp_gpu.tensor_map<1x512xf8E8M0FNU> to !scaled_stage
    lowp_gpu.commit %s : !scaled_stage
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %s = lowp_gpu.wait %operands : !scaled
    %a = lowp_gpu.view %s["a"] : !scaled_stage -> !fp8
    %scales = lowp_gpu.view %s["s"] : !scaled_stage -> !atom
    lowp_gpu.mma_into %a, %a scales %scales, %scales : !atom, !atom to %d accumulate %more {scale_column = 128 : i64, scale_sets = 3 : i64} : !fp8, !fp8 to !in_tensor
    lowp_gpu.release %s by products : !scaled_stage
  }
}

// CHECK-LABEL: lowp_gpu.kernel @alternating_sets
// CHECK:         lowp_gpu.barrier_wait full %operands[%[[INDEX:.*]]] parity %[[PHASE:.*]] :
// CHECK:         %[[BEFORE:.*]] = arith.subi %[[INDEX]], %c2_i32
// CHECK:         %[[WRAPS:.*]] = arith.cmpi slt, %[[BEFORE]], %c0_i32
// CHECK:         %[[LAST:.*]] = arith.addi %[[BEFORE]], %c3_i32
// CHECK:         %[[OTHER:.*]] = arith.xori %[[PHASE]], %c1_i32
// CHECK:         %[[STAGE:.*]] = arith.select %[[WRAPS]], %[[LAST]], %[[BEFORE]]
// CHECK:         %[[PARITY:.*]] = arith.select %[[WRAPS]], %[[OTHER]], %[[PHASE]]
// CHECK:         lowp_gpu.barrier_wait empty %operands[%[[STAGE]]] parity %[[PARITY]]
// CHECK:         %[[TURN:.*]] = arith.xori %[[INDEX]], %[[PHASE]]
// CHECK:         %[[SET:.*]] = arith.andi %[[TURN]], %c1_i32
// CHECK:         lowp_gpu.mma_into {{.*}} set %[[SET]] :
lowp_gpu.kernel @alternating_sets(%A: !map, %S: !lowp_gpu.tensor_map<1x512xf8E8M0FNU>, %i: i32, %d: !in_tensor, %more: i1) chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !scaled
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %operands : !scaled
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !scaled_stage
    lowp_gpu.load %S[%i, %i] to %s["s"] : !lowp_gpu.tensor_map<1x512xf8E8M0FNU> to !scaled_stage
    lowp_gpu.commit %s : !scaled_stage
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %s = lowp_gpu.wait %operands : !scaled
    %a = lowp_gpu.view %s["a"] : !scaled_stage -> !fp8
    %scales = lowp_gpu.view %s["s"] : !scaled_stage -> !atom
    lowp_gpu.mma_into %a, %a scales %scales, %scales : !atom, !atom to %d accumulate %more {scale_column = 128 : i64, scale_sets = 2 : i64} : !fp8, !fp8 to !in_tensor
    lowp_gpu.release %s by products : !scaled_stage
  }
}

// Places of one stage take turns with its phases. In the first one columns are read from the last that it shares with the other down.

!place = !lowp_gpu.stage<d: 128x256xf32 in tensor>
!places = !lowp_gpu.pipeline<1 x !place>
!wide = !lowp_gpu.tile<128x256xf32 in tensor>
!part = !lowp_gpu.accumulator<128x64xf32>
// CHECK-LABEL: lowp_gpu.kernel @overlap
// CHECK:         lowp_gpu.role "mma"
// CHECK:           lowp_gpu.barrier_wait empty %sums[%c0_i32{{.*}}] parity
// CHECK:           lowp_gpu.stage_at %sums[%[[PHASE:.*]]] :
// CHECK:           lowp_gpu.barrier_arrive full %sums[%c0_i32{{.*}}] by products
// CHECK:         lowp_gpu.role "store"
// CHECK:           lowp_gpu.barrier_wait full %sums[%c0_i32{{.*}}] parity %[[PHASE:.*]] :
// CHECK:           lowp_gpu.stage_at %sums[%[[PHASE]]] :
// CHECK:           %[[IS_SECOND:.*]] = arith.cmpi ne, %[[PHASE]], %c0_i32
// CHECK:           %[[SHARED:.*]] = arith.select %[[IS_SECOND]], %c0_i32{{.*}}, %c192_i32
// CHECK-NEXT:      lowp_gpu.read_sums %{{.*}} at %[[SHARED]] :
// CHECK-NEXT:      lowp_gpu.finish_reads
// CHECK:           lowp_gpu.barrier_arrive empty %sums[%c0_i32{{.*}}]
// CHECK:           %[[OWN:.*]] = arith.select %{{.*}}, %c64_i32{{.*}}, %c128_i32
// CHECK-NEXT:      lowp_gpu.read_sums %{{.*}} at %[[OWN]] :
lowp_gpu.kernel @overlap(%a: !fp8, %b: !lowp_gpu.tile<256x128xf8E4M3FN swizzle 128>, %more: i1) chip "sm_90a" config #config {
  %sums = lowp_gpu.pipeline "sums" {overlap = 64 : i64} : !places
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %sums : !places
    %to = lowp_gpu.view %d["d"] : !place -> !wide
    lowp_gpu.mma_into %a, %b to %to accumulate %more : !fp8, !lowp_gpu.tile<256x128xf8E4M3FN swizzle 128> to !wide
    lowp_gpu.commit %d : !place
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %sums : !places
    %from = lowp_gpu.view %d["d"] : !place -> !wide
    %shared = lowp_gpu.overlap_column %d["d"] first 0 columns 64 : !place
    %0 = lowp_gpu.read_sums %from at %shared : !wide -> !part
    lowp_gpu.release %d : !place
    %own = lowp_gpu.overlap_column %d["d"] first 64 columns 64 : !place
    %1 = lowp_gpu.read_sums %from at %own : !wide -> !part
  }
}
