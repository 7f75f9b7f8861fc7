// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// Old names are refused, and the new ones named.

// expected-error @below {{'raster' is now called 'group_m'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, raster = 8, epilogue_stages = 1>

// -----

// expected-error @below {{'store_slots' is now called 'epilogue_stages'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, store_slots = 1>

// -----

// expected-error @below {{'column_groups' is now called 'warpgroups = [m, n]'}}
#c = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, column_groups = 2>

// -----

// expected-error @below {{'late_next_grid' is now called 'pdl = late'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, late_next_grid>

// -----

// expected-error @below {{'column_groups' is now called 'warpgroups_n'}}
func.func private @f(!lowp_gpu.accumulator<64x96xf32, column_groups = 2>)

// -----

func.func @f() {
  // expected-error @below {{'allow_next_grid' is now called 'launch_dependents'}}
  lowp_gpu.allow_next_grid
  return
}

// -----

func.func @f() {
  // expected-error @below {{'wait_for_previous_grid' is now called 'grid_dependency_wait'}}
  lowp_gpu.wait_for_previous_grid
  return
}
