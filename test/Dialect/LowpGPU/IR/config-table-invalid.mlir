// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// Rows that go down.
func.func private @f() attributes {
  // expected-error @below {{expected the M of rows to ascend from 1, got 64 after 128}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [128 : 0, 64 : 1, more : 0]>}

// -----

// No M is 0.
func.func private @f() attributes {
  // expected-error @below {{expected the M of rows to ascend from 1, got 0 after 0}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [0 : 0, more : 1]>}

// -----

// Rows beyond any M.
func.func private @f() attributes {
  // expected-error @below {{expected an M of at most 2147483647, which kernels count in 32 bits, got 2147483648}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [2147483648 : 0, more : 1]>}

// -----

// A config that is not there.
func.func private @f() attributes {
  // expected-error @below {{expected rows to name configs from 0 to 1, got 2}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [64 : 0, 128 : 1, more : 2]>}

// -----

// A kernel that nothing would launch.
func.func private @f() attributes {
  // expected-error @below {{expected a row for each config, got none for config 1}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [more : 0]>}

// -----

// The same kernel twice.
func.func private @f() attributes {
  // expected-error @below {{expected each config once, got config 1 again}}
  lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [64 : 0, more : 1]>}

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
