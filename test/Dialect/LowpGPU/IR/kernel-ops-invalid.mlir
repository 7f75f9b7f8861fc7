// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected no results: a kernel writes to its outputs}}
"lowp_gpu.kernel"() <{
  sym_name = "f", function_type = () -> i32, chip = "sm_90a",
  config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}> ({
  "lowp_gpu.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{entry block must have 1 arguments to match function signature}}
"lowp_gpu.kernel"() <{
  sym_name = "f", function_type = (i32) -> (), chip = "sm_90a",
  config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>}> ({
  "lowp_gpu.return"() : () -> ()
}) : () -> ()

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
  lowp_gpu.role "load" warps 0 registers 0 {
  }
}

// -----

// expected-error @below {{'lowp_gpu.role' op expects parent op 'lowp_gpu.kernel'}}
lowp_gpu.role "load" warps 1 registers 0 {
}

// -----

lowp_gpu.kernel @f(%M: i32, %N: i32) chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  %tiles = lowp_gpu.tile_scheduler(%M, %N)
  // expected-error @below {{expected 2 induction variables, got 1}}
  lowp_gpu.for_each_tile %tiles : (%m) {
  }
}

// -----

lowp_gpu.kernel @f(%tiles: !lowp_gpu.tile_scheduler) chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{expected the tiles of a lowp_gpu.tile_scheduler, got a value from elsewhere}}
  lowp_gpu.for_each_tile %tiles : (%m, %n) {
  }
}

// -----

lowp_gpu.kernel @f(%K: i32, %x: f32) chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{expected as many types as carried values}}
  %0:2 = lowp_gpu.for_each_k %K : (%k) iter_args(%y = %x) -> (f32, f32) {
    lowp_gpu.yield %y, %y : f32, f32
  }
}

// -----

lowp_gpu.kernel @f(%K: i32, %x: f32) chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{expected initial, carried, yielded and result types to agree}}
  %0 = lowp_gpu.for_each_k %K : (%k) iter_args(%y = %x) -> f32 {
    lowp_gpu.yield %k : i32
  }
}

// -----

lowp_gpu.kernel @f(%K: i32) chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{expected 1 region arguments, got 2}}
  "lowp_gpu.for_each_k"(%K) ({
  ^bb0(%k: i32, %x: f32):
    lowp_gpu.yield
  }) : (i32) -> ()
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
  lowp_gpu.role "load" warps 9223372036854775807 registers 0 {
  }
}

// -----

lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  // expected-error @below {{attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
  lowp_gpu.role "load" warps -1 registers 0 {
  }
}

// -----

// expected-error @below {{'lowp_gpu.kernel' op attribute 'shared_bytes' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> attributes {shared_bytes = 2147483648 : i64} {
}

// -----

// expected-error @below {{'lowp_gpu.kernel' op attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> attributes {warps = 2147483647 : i64} {
}

// -----

// expected-error @below {{'lowp_gpu.kernel' op attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 1 whose maximum value is 256}}
lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> attributes {warps = 0 : i64} {
}

// -----

// expected-error @below {{'lowp_gpu.kernel' op attribute 'tensor_columns' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> attributes {tensor_columns = -1 : i64} {
}

// -----

// expected-error @below {{'lowp_gpu.kernel' op attribute 'tensor_address' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0 whose maximum value is 2147483647}}
lowp_gpu.kernel @f() chip "sm_90a" config <tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> attributes {tensor_address = -8 : i64} {
}
