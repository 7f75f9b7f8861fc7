// RUN: lowp-test-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-verify-kernel))' -split-input-file -verify-diagnostics

// Words of configs belong to the target, which knows its own alone.

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
// expected-error @below {{expected no other words of the target's than unroll, epilogue_stages, warpgroups and overlap_store for a kernel on sm_90a, got {epilogue_stages = 1 : i64, sum_stages = 2 : i64, unroll = 1 : i64}}}
lowp_gpu.kernel @other() chip "sm_90a" config #config {
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 4, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
// expected-error @below {{expected target = {sum_stages = N : i64}, stages of sums in tensor memory, and no other words than epilogue_stages and pair for a kernel on tensor_1, got {epilogue_stages = 1 : i64, sum_stages = 2 : i64, unroll = 4 : i64}}}
lowp_gpu.kernel @unrolled() chip "tensor_1" config #config {
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, overlap_store, target = {sum_stages = 2 : i64}>
// expected-error @below {{got {overlap_store, sum_stages = 2 : i64}}}
lowp_gpu.kernel @overlapped() chip "tensor_1" config #config {
}

// -----

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8>
// expected-error @below {{got no words of the target's}}
lowp_gpu.kernel @none() chip "tensor_1" config #config {
}
