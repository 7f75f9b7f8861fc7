// RUN: %twins %s | lowp-test-opt --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
!map = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %i: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.load %A[%i] to %s["a"] : !map to !stage
    lowp_gpu.commit %s by copies : !stage
  }
  lowp_gpu.role "mma" warps 4 registers 232 {
    %s = lowp_gpu.wait %p : !pipeline
    lowp_gpu.release %s by warps : !stage
  }
}

// TWIN: Copies that lanes are said to have made.
//   copies => lanes
//   error at lowp_gpu.commit: expected arrivals by copies, as the operations on the stages of the pipeline tell, got by lanes

// TWIN: A stage that no product reads.
//   by warps => by products
//   error at lowp_gpu.release: expected arrivals by warps, as the operations on the stages of the pipeline tell, got by products

// -----

// Operands that are released before products have read them.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
lowp_gpu.kernel @f(%A: !map, %i: i32, %more: i1) chip "tensor_1" config #config {
  %p = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  %q = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x !sums>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %q : !lowp_gpu.pipeline<2 x !sums>
    %dv = lowp_gpu.view %d["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<3 x !operands>
    %a = lowp_gpu.view %s["a"] : !operands -> !tile
    lowp_gpu.mma_into %a, %a to %dv accumulate %more : !tile, !tile to !d
    // expected-error @below {{expected arrivals by products, as the operations on the stages of the pipeline tell, got by warps}}
    lowp_gpu.release %s by warps : !operands
    lowp_gpu.commit %d : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %q : !lowp_gpu.pipeline<2 x !sums>
    lowp_gpu.release %d : !sums
  }
}

// -----

// Lanes that read what products release.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, s: 128xf32>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!vector = !lowp_gpu.tensor_map<128xf32>
lowp_gpu.kernel @f(%A: !map, %S: !vector, %i: i32, %more: i1) chip "tensor_1" config #config {
  %p = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  %q = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x !sums>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !operands
    lowp_gpu.load %S[%i] to %s["s"] : !vector to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %q : !lowp_gpu.pipeline<2 x !sums>
    %dv = lowp_gpu.view %d["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<3 x !operands>
    %a = lowp_gpu.view %s["a"] : !operands -> !tile
    lowp_gpu.mma_into %a, %a to %dv accumulate %more : !tile, !tile to !d
    %v = lowp_gpu.view %s["s"] : !operands -> !lowp_gpu.tile<128xf32>
    // expected-error @below {{expected nothing but products to read a stage that products release; put what lanes read into a pipeline of its own}}
    %rows = lowp_gpu.read_rows %v : !lowp_gpu.tile<128xf32> -> !lowp_gpu.rows<128 x f32>
    lowp_gpu.release %s : !operands
    lowp_gpu.commit %d : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %q : !lowp_gpu.pipeline<2 x !sums>
    lowp_gpu.release %d : !sums
  }
}

// -----

// Scales that are kept are for products alone, too.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!operands = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, s: 2x1x512xf8E8M0FNU>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
!atoms = !lowp_gpu.tile<2x1x512xf8E8M0FNU>
!map = !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>
!vector = !lowp_gpu.tensor_map<2x1x512xf8E8M0FNU>
lowp_gpu.kernel @f(%A: !map, %S: !vector, %i: i32, %more: i1) chip "tensor_1" config #config {
  %p = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !operands>
  %q = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x !sums>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %s = lowp_gpu.acquire %p : !lowp_gpu.pipeline<3 x !operands>
    lowp_gpu.load %A[%i, %i] to %s["a"] : !map to !operands
    lowp_gpu.load %S[%i, %i, %i] to %s["s"] : !vector to !operands
    lowp_gpu.commit %s : !operands
  }
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %q : !lowp_gpu.pipeline<2 x !sums>
    %dv = lowp_gpu.view %d["d"] : !sums -> !d
    %s = lowp_gpu.wait %p : !lowp_gpu.pipeline<3 x !operands>
    %a = lowp_gpu.view %s["a"] : !operands -> !tile
    lowp_gpu.mma_into %a, %a to %dv accumulate %more : !tile, !tile to !d
    %v = lowp_gpu.view %s["s"] : !operands -> !atoms
    %kept = lowp_gpu.keep_scales %v, %i in 0 : !atoms
    // expected-error @below {{expected nothing but products to read a stage that products release; put what lanes read into a pipeline of its own}}
    %here = lowp_gpu.skip_rows %kept, %i : !atoms -> !lowp_gpu.tile<1x512xf8E8M0FNU>
    lowp_gpu.release %s : !operands
    lowp_gpu.commit %d : !sums
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %q : !lowp_gpu.pipeline<2 x !sums>
    lowp_gpu.release %d : !sums
  }
}

// -----

// Sums that are given away before the last product into them.
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!sums = !lowp_gpu.stage<d: 128x128xf32 in tensor>
!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!d = !lowp_gpu.tile<128x128xf32 in tensor>
lowp_gpu.kernel @f(%a: !tile, %more: i1) chip "tensor_1" config #config {
  %q = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x !sums>
  lowp_gpu.role "mma" warps 1 single_lane registers 0 {
    %d = lowp_gpu.acquire %q : !lowp_gpu.pipeline<2 x !sums>
    %dv = lowp_gpu.view %d["d"] : !sums -> !d
    // expected-note @below {{the stage is given away here}}
    lowp_gpu.commit %d by products : !sums
    // expected-error @below {{expected to fill the stage before lowp_gpu.commit}}
    lowp_gpu.mma_into %a, %a to %dv accumulate %more : !tile, !tile to !d
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %d = lowp_gpu.wait %q : !lowp_gpu.pipeline<2 x !sums>
    lowp_gpu.release %d : !sums
  }
}
