// REQUIRES: cuda-sm90
// A gemm with sums promoted every 128 of K, scales of rows and of columns, against generic kernels that multiply in f64:
// ragged tiles, one row, no row, ragged blocks of K, all outputs; CTAs that split K, few and odd rows;
// warpgroups that divide columns.
// RUN: lowp-run %s --function=ragged --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=ragged --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=ragged --device=gpu --check --shape M=129
// RUN: lowp-run %s --function=ragged --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=mixed --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=accumulated --device=gpu --check --shape M=260
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=5
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=split --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=split_wide --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=split_wide --device=gpu --check --shape M=5
// RUN: lowp-run %s --function=split_wide --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=split_wide --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=split_wide --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=few --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=few --device=gpu --check --shape M=5
// RUN: lowp-run %s --function=few --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=few --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=5
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=63
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=warpgroups_n --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=warpgroups_n_of_96 --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=warpgroups_n_of_96 --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=warpgroups_n_of_96 --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=5
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=63
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=warpgroups_n_split --device=gpu --check --shape M=300
// RUN: lowp-run %s --function=warpgroups_n_accumulated --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=warpgroups_n_accumulated --device=gpu --check --shape M=65
// RUN: lowp-run %s --function=warpgroups_n_accumulated --device=gpu --check --shape M=260

func.func @ragged(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}

func.func @mixed(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x264xf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x264xf16>
  return %0 : tensor<?x264xf16>
}

func.func @accumulated(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %c: tensor<?x264xf32>) -> tensor<?x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c : !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, tensor<?x264xf32> -> tensor<?x264xf32>
  return %0 : tensor<?x264xf32>
}

// Four CTAs share 9 K blocks, the last one ragged.
func.func @split(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 4>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Two warpgroups, each with its share of few rows, and two CTAs that split K.
func.func @split_wide(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 2>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Tiles lower than the config's, in a cluster that shares the other operand.
func.func @few(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1>} : !lowp.scaled<?x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<520x400xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}

// Two warpgroups divide the columns of 64 rows. N ends in the first half of the last tile.
func.func @warpgroups_n(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Halves of 96 columns, which cross the borders of blocks of 128, in a cluster that shares the rhs.
func.func @warpgroups_n_of_96(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<520x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x520xf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 192, 128], cluster = [2, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<520x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x520xf16>
  return %0 : tensor<?x520xf16>
}

// Each of two CTAs that split K stores a part of both halves. N ends in a second half.
func.func @warpgroups_n_split(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>) -> tensor<?x360xbf16> {
  %0 = lowp.scaled_matmul %a, %b {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<360x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<?x360xbf16>
  return %0 : tensor<?x360xbf16>
}

// Four CTAs that split K, onto an accumulator.
func.func @warpgroups_n_accumulated(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, %c: tensor<?x264xf32>) -> tensor<?x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c {lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 4, warpgroups = [1, 2]>} : !lowp.scaled<?x1040xf8E5M2, #lowp.block<1x128>, scales = #lowp.mn_major>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>, tensor<?x264xf32> -> tensor<?x264xf32>
  return %0 : tensor<?x264xf32>
}
