// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected one to three dimensions, got 4}}
func.func private @f(!lowp_gpu.tile<2x2x128x128xf8E4M3FN>)

// -----

// expected-error @below {{expected positive sizes, got 0}}
func.func private @f(!lowp_gpu.tensor_map<0x128xf8E4M3FN>)

// -----

// expected-error @below {{expected integer or float elements, got 'index'}}
func.func private @f(!lowp_gpu.tile<128xindex>)

// -----

// expected-error @below {{expected a swizzle of 0, 32, 64 or 128 bytes, got 256}}
func.func private @f(!lowp_gpu.tile<8x128xbf16 swizzle 256>)

// -----

// expected-error @below {{expected rows of 128 bytes, as wide as the swizzle, got 256}}
func.func private @f(!lowp_gpu.tensor_map<64x128xbf16 swizzle 128>)

// -----

// expected-error @below {{expected valid keyword or string}}
func.func private @f(!lowp_gpu.stage<>)

// -----

// expected-error @below {{expected distinct fields, got "a" twice}}
func.func private @f(!lowp_gpu.stage<a: 128xf32, a: 64xf32>)

// -----

// expected-error @below {{expected at least one stage, got 0}}
func.func private @f(!lowp_gpu.pipeline<0 x <a: 128xf32>>)

// -----

// expected-error @below {{expected two dimensions, got 1}}
func.func private @f(!lowp_gpu.accumulator<128xf32>)

// -----

// expected-error @below {{expected positive sizes, got 0}}
func.func private @f(!lowp_gpu.accumulator<128x0xf32>)

// -----

// expected-error @below {{expected f32, f16 or bf16 elements, got 'f64'}}
func.func private @f(!lowp_gpu.accumulator<128x256xf64>)

// -----

// expected-error @below {{expected at least one row, got 0}}
func.func private @f(!lowp_gpu.rows<0 x f32>)

// -----

// expected-error @below {{expected f32 elements, got 'bf16'}}
func.func private @f(!lowp_gpu.rows<128 x bf16>)

// -----

// expected-error @below {{expected at least two parts, got 1}}
func.func private @f(!lowp_gpu.exchange<1 x <64x32xf32>>)

// -----

func.func private @f(!lowp_gpu.exchange<2 x <64x256xf32>>)
// expected-error @below {{expected at most 512 columns in all parts, got 4 parts of 300}}
func.func private @g(!lowp_gpu.exchange<4 x <64x300xf32>>)

// -----

// expected-error @below {{expected parts of f32, got '!lowp_gpu.accumulator<64x32xbf16>'}}
func.func private @f(!lowp_gpu.exchange<2 x <64x32xbf16>>)

// -----

// expected-error @below {{expected 'tile' to be three positive sizes, [M, N, K]}}
#c = #lowp_gpu.config<tile = [128, 256], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'cluster' to be two positive sizes, [along M, along N]}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 0], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'stages' to be positive, got 0}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 0, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'unroll' to be positive, got -1}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = -1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'group_m' to be positive, got 0}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 0, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'epilogue_stages' to be positive, got 0}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 0>

// -----

// expected-error @below {{expected 'split_k' to be positive, got 0}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 0>

// -----

// expected-error @below {{expected 'warpgroups' to be positive, got 0}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [2, 0]>

// -----

// expected-error @below {{expected 'unroll', 'group_m', 'epilogue_stages', 'split_k', 'warpgroups', 'overlap_store', 'pdl' or 'target'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, ctas = 2>

// -----

// expected-error @below {{expected 'group_m'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'unroll' once}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, target = {unroll = 2}>

// -----

// expected-error @below {{expected 'unroll' to be of type i64, got "two"}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {unroll = "two"}>

// -----

// expected-error @below {{expected 'epilogue_stages' to be of type i64, got 2 : i32}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {epilogue_stages = 2 : i32}>

// -----

// expected-error @below {{expected 'overlap_store' without a value, got true}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, group_m = 8, target = {overlap_store = true}>

// -----

// expected-error @below {{expected elements of 4 or 6 bits to spread to a byte each, got 'f8E4M3FN'}}
func.func private @f(!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128 spread>)

// -----

// expected-error @below {{expected rows of a multiple of 16 elements to spread, got 24}}
func.func private @f(!lowp_gpu.tensor_map<128x24xf4E2M1FN spread>)

// -----

// expected-error @below {{expected rows of 128 bytes, as wide as the swizzle, got 64}}
func.func private @f(!lowp_gpu.tile<128x128xf4E2M1FN swizzle 128>)

// -----

// expected-error @below {{expected 'split_k' once}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2, split_k = 4>

// -----

// expected-error @below {{expected 'overlap_store' once}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store, overlap_store>

// -----

// expected-error @below {{expected 'pdl' once}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, pdl = late, pdl = late>

// -----

// It is there or not.
// expected-error @below {{expected '>'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store = 1>

// -----

// expected-error @below {{expected sizes of at most 65536, got 65537}}
#c = #lowp_gpu.config<tile = [65537, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected sizes of at most 65536, got 4611686018427387904}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [4611686018427387904, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'stages' to be at most 256, got 4611686018427387904}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 4611686018427387904, unroll = 1, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'unroll' to be at most 256, got 2147483647}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 2147483647, group_m = 8, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'group_m' to be at most 65536, got 65537}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 65537, epilogue_stages = 1>

// -----

// expected-error @below {{expected 'epilogue_stages' to be at most 256, got 257}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 257>

// -----

// expected-error @below {{expected sizes of at most 65536, got 65537}}
func.func private @f(!lowp_gpu.tile<65537x128xf8E4M3FN>)

// -----

// expected-error @below {{expected elements of at most 64 bits, got 'i16777215'}}
func.func private @f(!lowp_gpu.tile<128xi16777215>)

// -----

// expected-error @below {{expected at most 256 stages, got 257}}
func.func private @f(!lowp_gpu.pipeline<257 x <a: 128xf32>>)

// -----

// expected-error @below {{expected sizes of at most 512, got 1024}}
func.func private @f(!lowp_gpu.accumulator<128x1024xf32>)

// -----

// expected-error @below {{expected sizes of at most 512, got 513}}
func.func private @f(!lowp_gpu.rows<513 x f32>)

// -----

// expected-error @below {{expected 'lowp_gpu.config' to be a #lowp_gpu.config or a #lowp_gpu.config_table, got 3 : i64}}
func.func private @f() attributes {lowp_gpu.config = 3}

// -----

// expected-error @below {{expected 'lowp_gpu.chip' to be a string, got 90 : i64}}
module attributes {lowp_gpu.chip = 90} {
}

// -----

// expected-error @below {{expected warpgroups along N that divide 96 columns, got 5}}
func.func private @f(!lowp_gpu.accumulator<64x96xf32, warpgroups_n = 5>)

// -----

// expected-error @below {{expected warpgroups along N that divide 96 columns, got 0}}
func.func private @f(!lowp_gpu.accumulator<64x96xf32, warpgroups_n = 0>)

// -----

// expected-error @below {{expected 'warpgroups_n'}}
func.func private @f(!lowp_gpu.accumulator<64x96xf32, row_groups = 2>)

// -----

// expected-error @+2 {{expected warpgroups along N that divide 32 columns, got 3}}
// expected-error @below {{failed to parse LowpGPU_ExchangeType parameter 'part'}}
func.func private @f(!lowp_gpu.exchange<4 x <64x32xf32, warpgroups_n = 3>>)

// -----

// expected-error @below {{expected 'warpgroups' to be at most 256, got 257}}
#c = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 257]>

// -----

// expected-error @below {{expected 1 warpgroups along M for tiles of 64 rows, got 2}}
#c = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [2, 2]>

// -----

// expected-error @below {{expected 2 warpgroups along M for tiles of 128 rows, got 1}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 1]>

// -----

// expected-error @below {{expected 'early' or 'late'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, pdl = always>

// -----

// expected-error @below {{expected 'unroll', 'group_m', 'epilogue_stages', 'split_k', 'warpgroups', 'overlap_store', 'pdl' or 'target'}}
#c = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_n = 8, epilogue_stages = 1>
