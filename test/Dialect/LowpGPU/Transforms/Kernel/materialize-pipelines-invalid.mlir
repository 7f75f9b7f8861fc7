// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-materialize-pipelines))' -split-input-file -verify-diagnostics

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  // expected-error @below {{expected a role that fills the pipeline and one that drains it}}
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.commit %s : !stage
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f() chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 registers 40 {
    // expected-error @below {{expected one role to fill the pipeline; a second one needs a pipeline of its own}}
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.commit %s : !stage
  }
  lowp_gpu.role "load_too" warps 1 registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    lowp_gpu.commit %s : !stage
  }
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%K: i32) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "operands" : !pipeline
  lowp_gpu.role "load" warps 1 registers 40 {
    lowp_gpu.for_each_k %K : (%k) {
      // expected-error @below {{expected only lowp_gpu.for_each_tile and scf.for between it and its role, got lowp_gpu.for_each_k; run lowp-gpu-unroll-k first}}
      %s = lowp_gpu.acquire %p : !pipeline
      lowp_gpu.commit %s : !stage
    }
  }
}

// -----

// Whose stage is it?
#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>
!pipeline = !lowp_gpu.pipeline<3 x !stage>
lowp_gpu.kernel @f(%some: i1) chip "sm_90a" config #config {
  %p = lowp_gpu.pipeline "one" : !pipeline
  %q = lowp_gpu.pipeline "other" : !pipeline
  lowp_gpu.role "load" warps 1 registers 40 {
    %s = lowp_gpu.acquire %p : !pipeline
    %t = lowp_gpu.acquire %q : !pipeline
    %either = arith.select %some, %s, %t : !stage
    // expected-error @below {{expected a stage that can be followed to its pipeline}}
    lowp_gpu.commit %either : !stage
  }
}

// -----

// A phase of an exchange travels through loops alone.
#config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
!exchange = !lowp_gpu.exchange<4 x <64x32xf32>>
!sum = !lowp_gpu.accumulator<64x128xf32>
lowp_gpu.kernel @f(%some: i1) chip "sm_90a" config #config {
  %exchange = lowp_gpu.exchange : !exchange
  lowp_gpu.role "mma" warps 4 registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    scf.if %some {
      // expected-error @below {{expected only lowp_gpu.for_each_tile and scf.for between it and its role, got scf.if}}
      %0 = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
    }
  }
}
