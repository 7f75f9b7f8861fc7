!map_64x64_bf16 = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!rows_128 = !lowp_gpu.rows<128 x f32>
!tile_128x128_f8E5M2 = !lowp_gpu.tile<128x128xf8E5M2 swizzle 128>
!tile_128x256_f32 = !lowp_gpu.tile<128x256xf32 in tensor>
module {
  func.func private @plain() attributes {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 8, group_m = 8, epilogue_stages = 4>}
  func.func private @all() attributes {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4, warpgroups = [1, 2], overlap_store, pdl = late, target = {sum_stages = 2 : i64}>}
  func.func private @table() attributes {lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, 32, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>, <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 4, group_m = 8, epilogue_stages = 2, pdl = late>], rows = [64 : 0, more : 1]>}
  func.func private @types(!map_64x64_bf16, !tile_128x128_f8E5M2, !tile_128x256_f32, !rows_128)
}

