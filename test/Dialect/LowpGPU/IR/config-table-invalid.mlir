// RUN: %twins %s | lowp-opt -split-input-file -verify-diagnostics

func.func private @f() attributes {
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [64 : 0, more : 1]>}

// TWIN: Rows that go down.
//   rows = [64 : 0, more : 1] => rows = [128 : 0, 64 : 1, more : 0]
//   error at lowp_gpu.config: expected the M of rows to ascend from 1, got 64 after 128

// TWIN: No M is 0.
//   rows = [64 : 0, more : 1] => rows = [0 : 0, more : 1]
//   error at lowp_gpu.config: expected the M of rows to ascend from 1, got 0 after 0

// TWIN: Rows beyond any M.
//   rows = [64 : 0, more : 1] => rows = [2147483648 : 0, more : 1]
//   error at lowp_gpu.config: expected an M of at most 2147483647, which kernels count in 32 bits, got 2147483648

// TWIN: A config that is not there.
//   rows = [64 : 0, more : 1] => rows = [64 : 0, 128 : 1, more : 2]
//   error at lowp_gpu.config: expected rows to name configs from 0 to 1, got 2

// TWIN: A kernel that nothing would launch.
//   rows = [64 : 0, more : 1] => rows = [more : 0]
//   error at lowp_gpu.config: expected a row for each config, got none for config 1

// TWIN: The same kernel twice.
//   tile = [128, 32, 128] => tile = [64, 32, 128]
//   error at lowp_gpu.config: expected each config once, got config 1 again

// -----

// Too many to compile.
func.func private @f() attributes {
  // expected-error @below {{expected 1 to 16 configs, got 17}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 1, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 5, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 6, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 7, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 8, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 9, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 10, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 11, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 12, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 13, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 14, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 15, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 16, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 17, unroll = 1, group_m = 8, epilogue_stages = 1>], rows = [more : 0]>}

// -----

// A last row with a bound.
func.func private @f() attributes {
  // expected-error @below {{expected ','}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>], rows = [64 : 0]>}
