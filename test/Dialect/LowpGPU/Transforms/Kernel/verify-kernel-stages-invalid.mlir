// RUN: %twins %s | lowp-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// TWIN: A stage that is never committed.
//   lowp_gpu.commit %s : !stage =>
//   error at lowp_gpu.acquire: expected one lowp_gpu.commit of the stage in the same block, got 0

// TWIN: A stage that is released twice.
//   lowp_gpu.release %s : !stage =>
//     lowp_gpu.release %s : !stage
//     lowp_gpu.release %s : !stage
//   error at lowp_gpu.wait: expected one lowp_gpu.release of the stage in the same block, got 2

// TWIN: A path on which the stage is not released.
//   lowp_gpu.release %s : !stage =>
//     %last = arith.cmpi eq, %i, %i : i32
//     scf.if %last {
//       lowp_gpu.release %s : !stage
//     }
//   error at lowp_gpu.wait: expected one lowp_gpu.release of the stage in the same block, got 1 elsewhere

// TWIN: A read after the release.
//   lowp_gpu.release %s : !stage =>
//     %a = lowp_gpu.view %s["a"] : !stage -> !lowp_gpu.tile<128xf32>
//     lowp_gpu.release %s : !stage
//   lowp_gpu.release %s : !stage =>
//     lowp_gpu.release %s : !stage
//     %rows = lowp_gpu.read_rows %a : !lowp_gpu.tile<128xf32> -> !lowp_gpu.rows<128 x f32>
//   error at lowp_gpu.read_rows: expected to read the stage before lowp_gpu.release
//   note at lowp_gpu.release: the stage is given away here

// TWIN: A slice read after the release.
//   128xf32 => 1x128xf32
//   %i] => %i, %i]
//   lowp_gpu.release %s : !stage =>
//     %a = lowp_gpu.view %s["a"] : !stage -> !lowp_gpu.tile<1x128xf32>
//     %left = lowp_gpu.slice_columns %a column 0 : !lowp_gpu.tile<1x128xf32> -> !lowp_gpu.tile<1x64xf32>
//     lowp_gpu.release %s : !stage
//   lowp_gpu.release %s : !stage =>
//     lowp_gpu.release %s : !stage
//     %rows = lowp_gpu.read_rows %left : !lowp_gpu.tile<1x64xf32> -> !lowp_gpu.rows<64 x f32>
//   error at lowp_gpu.read_rows: expected to read the stage before lowp_gpu.release
//   note at lowp_gpu.release: the stage is given away here

// TWIN: A field that nothing fills.
//   : 128xf32 => : 128xf32, b: 128xf32
//   error at lowp_gpu.acquire: expected field "b" to be filled once, got 0 copies

// TWIN: A field that is filled twice.
//   lowp_gpu.commit %s : !stage =>
//     lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
//     lowp_gpu.commit %s : !stage
//   error at lowp_gpu.acquire: expected field "a" to be filled once, got 2 copies

// TWIN: Shares of two CTAs in a cluster of one: half of the bytes never arrive.
//   : 128xf32 => : 128x32xf32
//   <128xf32 => <64x32xf32
//   %i] => %i, %i]
//   ] : => ] multicast :
//   error at lowp_gpu.load: expected a box of 128 rows divided by 1 CTAs, got 64

// TWIN: M tiles of which all CTAs would receive a share.
//   cluster = [1, 1] => cluster = [2, 1]
//   : 128xf32 => : 128x32xf32
//   <128xf32 => <64x32xf32
//   %i] => %i, %i]
//   ] : => ] tile_m %i multicast :
//   error at lowp_gpu.load: expected either tile_m or multicast, got both

// TWIN: A stage that is read while it is filled.
//   lowp_gpu.commit %s : !stage =>
//     %a = lowp_gpu.view %s["a"] : !stage -> !lowp_gpu.tile<128xf32>
//     lowp_gpu.commit %s : !stage
//   error at lowp_gpu.view: expected a stage from lowp_gpu.wait of the same block, got one that is being filled

// TWIN: A stage more on one side.
//   lowp_gpu.release %s : !stage =>
//     lowp_gpu.release %s : !stage
//     %t = lowp_gpu.wait %p : !pipeline
//     lowp_gpu.release %t : !stage
//   error at %p =: expected "operands" to be filled and drained equally often in the same loops

// TWIN: Each lane would load and arrive.
//   single_lane registers => registers
//   error at lowp_gpu.load: expected a role of one lane of one warp, got "load": the stage counts each load once

// -----

// A copy after the commit.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    // expected-note @below {{the stage is given away here}}
    lowp_gpu.commit %s : !stage
    // expected-error @below {{expected to fill the stage before lowp_gpu.commit}}
    lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// -----

// A stage that is filled while it is read.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    // expected-error @below {{expected a stage from lowp_gpu.acquire of the same block, got one that is being read}}
    lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
    lowp_gpu.release %s : !stage
  }
}

// -----

// One side walks K, the other does not.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_k %i : (%k) {
      %s = lowp_gpu.acquire %p : !pipeline
      lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
      lowp_gpu.commit %s : !stage
    }
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// -----

// One side walks the row of a tile, the other its column.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  %tiles = lowp_gpu.tile_scheduler(%i, %i)
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %m : (%k) {
        %s = lowp_gpu.acquire %p : !pipeline
        lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
        lowp_gpu.commit %s : !stage
      }
    }
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      lowp_gpu.for_each_k %n : (%k) {
        %s = lowp_gpu.wait %p : !pipeline
        lowp_gpu.release %s : !stage
      }
    }
  }
}

// -----

// A condition that the other side does not know.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %some = arith.cmpi eq, %i, %i : i32
    scf.if %some {
      // expected-error @below {{expected to be inside a role, with only lowp_gpu.for_each_tile and lowp_gpu.for_each_k around it}}
      %s = lowp_gpu.acquire %p : !pipeline
      lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
      lowp_gpu.commit %s : !stage
    }
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// -----

// A stage outside of roles.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  // expected-error @below {{expected to be inside a role}}
  %s = lowp_gpu.acquire %p : !pipeline
  lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
  lowp_gpu.commit %s : !stage
}

// -----

// A stage that is released while a product reads it.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!tile = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!stage = !lowp_gpu.stage<a: 64x128xf8E4M3FN swizzle 128>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!sum = !lowp_gpu.accumulator<64x64xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %0 = lowp_gpu.accumulator zero : !sum
    %s = lowp_gpu.wait %p : !pipeline
    %a = lowp_gpu.view %s["a"] : !stage -> !tile
    // expected-error @below {{expected lowp_gpu.mma_wait on the product before its stage is released}}
    %1 = lowp_gpu.mma %a, %a into %0 : !tile, !tile into !sum
    lowp_gpu.release %s : !stage
    %2 = lowp_gpu.mma_wait %1 pending 0 : !sum
  }
}

// -----

// One lane would leave 31 out of 32 elements behind, and as many arrivals.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<sb: 56x2xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%SB: memref<?x56xf32>, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "scales" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    // expected-error @below {{expected a role of all lanes, got "load": the lanes share the copy}}
    lowp_gpu.copy_rows %SB[%i] rows %i length %i to %s["sb"] : memref<?x56xf32> to !stage
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s : !stage
  }
}

// -----

// A stage that holds something else on one side.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!other = !lowp_gpu.stage<c: 64xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
!half = !lowp_gpu.tensor_map<64xf32>
lowp_gpu.kernel @f(%A: !map, %C: !half, %i: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %c = lowp_gpu.acquire %p : !pipeline as !other
    lowp_gpu.load %C[%i] to %c["c"] : !half to !other
    lowp_gpu.commit %c : !other
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %a = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %a : !stage
  }
}

// -----

// The same stages in another order.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!other = !lowp_gpu.stage<c: 64xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
!half = !lowp_gpu.tensor_map<64xf32>
lowp_gpu.kernel @f(%A: !map, %C: !half, %i: i32) chip "sm_90a" config #config {
  // expected-error @below {{expected "operands" to be filled and drained equally often in the same loops, in the same order and with the same fields}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %a = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i] to %a["a"] : !map to !stage
    lowp_gpu.commit %a : !stage
    %c = lowp_gpu.acquire %p : !pipeline as !other
    lowp_gpu.load %C[%i] to %c["c"] : !half to !other
    lowp_gpu.commit %c : !other
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %c = lowp_gpu.wait %p : !pipeline as !other
    lowp_gpu.release %c : !other
    %a = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %a : !stage
  }
}

// -----

// The holder of the only stage waits for another one.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!other = !lowp_gpu.stage<c: 64xf32>
!pipeline = !lowp_gpu.pipeline<1 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
!half = !lowp_gpu.tensor_map<64xf32>
lowp_gpu.kernel @f(%A: !map, %C: !half, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %a = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i] to %a["a"] : !map to !stage
    lowp_gpu.commit %a : !stage
    %c = lowp_gpu.acquire %p : !pipeline as !other
    lowp_gpu.load %C[%i] to %c["c"] : !half to !other
    lowp_gpu.commit %c : !other
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %a = lowp_gpu.wait %p : !pipeline
    // expected-error @below {{expected at most 1 stages of the pipeline to be open at a time, got 2}}
    %c = lowp_gpu.wait %p : !pipeline as !other
    lowp_gpu.release %a : !stage
    lowp_gpu.release %c : !other
  }
}
