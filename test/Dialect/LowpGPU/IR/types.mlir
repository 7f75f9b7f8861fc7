// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic | lowp-opt | FileCheck %s

// Long types are spelled out once and called by an alias.

// CHECK-DAG: !map_64x64_bf16 = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
// CHECK-DAG: !map_64x128_f4E2M1FN = !lowp_gpu.tensor_map<64x128xf4E2M1FN swizzle 128 spread>
// CHECK-DAG: !tile_64x128_f6E3M2FN = !lowp_gpu.tile<64x128xf6E3M2FN swizzle 128 spread>
// CHECK-DAG: !map_128_f32 = !lowp_gpu.tensor_map<128xf32>
// CHECK-DAG: !tile_128x128_f8E5M2 = !lowp_gpu.tile<128x128xf8E5M2 swizzle 128>
// CHECK-DAG: !stage_a_scales = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, scales: 1x128xf32>
// CHECK-DAG: !pipeline_a_scales = !lowp_gpu.pipeline<3 x !stage_a_scales>
// CHECK-DAG: !accumulator_128x256 = !lowp_gpu.accumulator<128x256xf32>
// CHECK-DAG: !accumulator_128x256_bf16 = !lowp_gpu.accumulator<128x256xbf16>
// CHECK-DAG: !accumulator_128x256_f16 = !lowp_gpu.accumulator<128x256xf16>
// CHECK-DAG: !rows_128 = !lowp_gpu.rows<128 x f32>
// CHECK-DAG: !exchange_4x64x32 = !lowp_gpu.exchange<4 x !accumulator_64x32>
// CHECK-DAG: ![[DIVIDED:.*]] = !lowp_gpu.accumulator<64x96xf32, warpgroups_n = 2>
// CHECK-DAG: ![[NOT_DIVIDED:.*]] = !lowp_gpu.accumulator<64x48xf32>
// CHECK-DAG: !exchange_2x64x96 = !lowp_gpu.exchange<2 x ![[DIVIDED]]>

// CHECK-LABEL: func.func private @maps(!map_64x64_bf16, !map_128_f32)
func.func private @maps(!lowp_gpu.tensor_map<64x64xbf16 swizzle 128>,
                        !lowp_gpu.tensor_map<128xf32>)

// CHECK-LABEL: func.func private @shared_memory(!tile_128x128_f8E5M2, !stage_a_scales, !pipeline_a_scales)
func.func private @shared_memory(
    !lowp_gpu.tile<128x128xf8E5M2 swizzle 128>,
    !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, scales: 1x128xf32>,
    !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128, scales: 1x128xf32>>)

// CHECK-LABEL: func.func private @spread(!map_64x128_f4E2M1FN, !tile_64x128_f6E3M2FN)
func.func private @spread(!lowp_gpu.tensor_map<64x128xf4E2M1FN swizzle 128 spread>,
                          !lowp_gpu.tile<64x128xf6E3M2FN swizzle 128 spread>)

// CHECK-LABEL: func.func private @registers(!accumulator_128x256, !rows_128, !lowp_gpu.tile_scheduler)
func.func private @registers(!lowp_gpu.accumulator<128x256xf32>,
                             !lowp_gpu.rows<128 x f32>,
                             !lowp_gpu.tile_scheduler)

// Results of an epilogue say their elements, sums do not.
// CHECK-LABEL: func.func private @results(!accumulator_128x256_bf16, !accumulator_128x256_f16)
func.func private @results(!lowp_gpu.accumulator<128x256xbf16>,
                           !lowp_gpu.accumulator<128x256xf16>)

// CHECK-LABEL: func.func private @distributed_memory(!exchange_4x64x32)
func.func private @distributed_memory(!lowp_gpu.exchange<4 x <64x32xf32>>)

// Warpgroups along N are mentioned where there are some.
// CHECK-LABEL: func.func private @warpgroups_n(
// CHECK-SAME:      ![[DIVIDED]], ![[NOT_DIVIDED]], !exchange_2x64x96)
func.func private @warpgroups_n(
    !lowp_gpu.accumulator<64x96xf32, warpgroups_n = 2>,
    !lowp_gpu.accumulator<64x48xf32, warpgroups_n = 1>,
    !lowp_gpu.exchange<2 x <64x96xf32, warpgroups_n = 2>>)

// Two types with the same name in short get a number.
// CHECK-LABEL: func.func private @alike(!{{map_128x64_bf16.*}}, !{{map_128x64_bf16.*}})
func.func private @alike(!lowp_gpu.tensor_map<128x64xbf16 swizzle 128>,
                         !lowp_gpu.tensor_map<128x64xbf16>)

// CHECK-LABEL: func.func private @config()
// CHECK-SAME: #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 4>
func.func private @config() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8,
  epilogue_stages = 4>}

// CTAs that split K are mentioned where there are some.
// CHECK-LABEL: func.func private @split()
// CHECK-SAME: #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4>
func.func private @split() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, split_k = 4>}

// CHECK-LABEL: func.func private @not_split()
// CHECK-SAME: epilogue_stages = 1>
func.func private @not_split() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, split_k = 1>}

// CHECK-LABEL: func.func private @neighbours()
// CHECK-SAME: epilogue_stages = 1, warpgroups = [1, 2]>
func.func private @neighbours() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, warpgroups = [1, 2]>}

// CHECK-LABEL: func.func private @split_neighbours()
// CHECK-SAME: epilogue_stages = 1, split_k = 4, warpgroups = [1, 2]>
func.func private @split_neighbours() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, warpgroups = [1, 2], split_k = 4>}

// CHECK-LABEL: func.func private @overlapped()
// CHECK-SAME: epilogue_stages = 1, overlap_store>
func.func private @overlapped() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, overlap_store>}

// CHECK-LABEL: func.func private @late()
// CHECK-SAME: epilogue_stages = 1, pdl = late>
func.func private @late() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, pdl = late>}

// In any order.
// CHECK-LABEL: func.func private @all()
// CHECK-SAME: epilogue_stages = 1, split_k = 4, warpgroups = [1, 2], overlap_store, pdl = late>
func.func private @all() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8,
  epilogue_stages = 1, pdl = late, overlap_store, warpgroups = [1, 2],
  split_k = 4>}

// Words of targets that have places of their own are words of the dictionary;
// others are printed there, and a word that says what is so anyway is left out.
// CHECK-LABEL: func.func private @target_words()
// CHECK-SAME: #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 3, warpgroups = [1, 2], overlap_store, target = {sum_stages = 2 : i64}>
func.func private @target_words() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, group_m = 8,
  target = {epilogue_stages = 3, overlap_store, sum_stages = 2, unroll = 2, warpgroups = 2}>}

// CHECK-LABEL: func.func private @no_target_words()
// CHECK-SAME: #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, group_m = 8>
func.func private @no_target_words() attributes {lowp_gpu.config = #lowp_gpu.config<
  tile = [64, 128, 128], cluster = [1, 1], stages = 4, group_m = 8, warpgroups = [1, 1], target = {}>}

// CHECK-LABEL: func.func private @config_table()
// CHECK-SAME: #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], {{.*}}>, <tile = [128, 256, 128], {{.*}} pdl = late>], rows = [64 : 0, 128 : 1, 192 : 0, more : 1]>
func.func private @config_table() attributes {lowp_gpu.config = #lowp_gpu.config_table<
  configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>,
             <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, pdl = late>],
  rows = [64 : 0, 128 : 1, 192 : 0, more : 1]>}

// CHECK-LABEL: func.func private @one_row()
// CHECK-SAME: rows = [more : 0]>
func.func private @one_row() attributes {lowp_gpu.config = #lowp_gpu.config_table<
  configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [more : 0]>}
