// REQUIRES: cuda-sm90
// Gemms whose scales are finer or coarser than the 128 elements of K of a stage, of one number or two, against generic kernels
// that multiply in f64: ragged tiles, one row, no row, ragged blocks of K, stages that end beyond K, all outputs;
// warpgroups that divide columns.
// RUN: lowp-run %s --function=fine --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=fine --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=fine --device=gpu --check --shape M=129
// RUN: lowp-run %s --function=fine --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=fine_short --device=gpu --check --shape M=70
// RUN: lowp-run %s --function=fine_mixed --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_accumulated --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_rows --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_rows_tiles --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_columns --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=coarse --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=coarse_rows --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=coarse_tiles --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_warpgroups_n --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=fine_warpgroups_n --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=fine_warpgroups_n --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_rows_tiles_warpgroups_n --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=fine_rows_tiles_warpgroups_n --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=fine_rows_tiles_warpgroups_n --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=fine_warpgroups_n_split --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=fine_warpgroups_n_split --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=fine_warpgroups_n_split --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=coarse_warpgroups_n_split --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=coarse_warpgroups_n_split --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=coarse_warpgroups_n_split --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=large --device=gpu --check

func.func @fine(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}

func.func @fine_short(%a: !lowp.scaled<?x16xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<8x16xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x8xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x16xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<8x16xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}

func.func @fine_mixed(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x264xf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x264xf16>
  return %0 : tensor<?x264xf16>
}

func.func @fine_accumulated(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %c: tensor<?x264xf32>) -> tensor<?x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c : !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, tensor<?x264xf32> -> tensor<?x264xf32>
  return %0 : tensor<?x264xf32>
}

func.func @fine_rows(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @fine_rows_tiles(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @fine_columns(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @coarse(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @coarse_rows(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @coarse_tiles(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x256>>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<128x256>> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @large(%a: !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<4096x4096xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<4096x4096xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// Warpgroups that divide columns: 128 of them each, promoted four times a stage.
func.func @fine_warpgroups_n(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Each half has scales of its own tiles.
func.func @fine_rows_tiles_warpgroups_n(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x360xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x360xbf16>
  return %0 : tensor<?x360xbf16>
}

// The same, and two CTAs that split K.
func.func @fine_warpgroups_n_split(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, %b: !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>) -> tensor<?x360xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major>, !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<1x32>, scales = #lowp.mn_major> -> tensor<?x360xbf16>
  return %0 : tensor<?x360xbf16>
}

// Three CTAs that split K, once in the middle of a block of 256.
func.func @coarse_warpgroups_n_split(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 3, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x256>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}
