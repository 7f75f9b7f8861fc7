// REQUIRES: cuda-sm90
// A gemm with one scale per operand, against generic kernels that multiply in f64:
// ragged tiles, one row, no row, ragged blocks of K, all outputs; CTAs that split K, few and odd rows.
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

func.func @ragged(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<520x400xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation : !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<520x400xf8E4M3FN, #lowp.tensorwise> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}

func.func @mixed(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x264xf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation : !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise> -> tensor<?x264xf16>
  return %0 : tensor<?x264xf16>
}

func.func @accumulated(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise>, %c: tensor<?x264xf32>) -> tensor<?x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c fast_accumulation : !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise>, tensor<?x264xf32> -> tensor<?x264xf32>
  return %0 : tensor<?x264xf32>
}

// Four CTAs share 9 K blocks, the last one ragged.
func.func @split(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 4>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Two warpgroups, each with its share of few rows, and two CTAs that split K.
func.func @split_wide(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1, split_k = 2>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<264x1040xf8E4M3FN, #lowp.tensorwise> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

// Tiles lower than the config's, in a cluster that shares the other operand.
func.func @few(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<520x400xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 2, group_m = 8, epilogue_stages = 1>} : !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<520x400xf8E4M3FN, #lowp.tensorwise> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}
