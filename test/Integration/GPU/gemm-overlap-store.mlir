// REQUIRES: cuda-sm90
// Stores that wait for the next tile's products, against generic kernels that multiply in f64: more tiles than
// the chip has CTAs, so that most of them do wait; ragged M, N and K, no row, one row, one tile, where none waits.
// RUN: lowp-run %s --function=tensorwise --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=tensorwise --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=tensorwise --device=gpu --check --shape M=2500
// RUN: lowp-run %s --function=tensorwise --device=gpu --check --shape M=2560
// RUN: lowp-run %s --function=tensorwise_narrow --device=gpu --check --shape M=100
// RUN: lowp-run %s --function=tensorwise_narrow --device=gpu --check --shape M=2000
// RUN: lowp-run %s --function=one_block --device=gpu --check --shape M=2000
// RUN: lowp-run %s --function=many_steps --device=gpu --check --shape M=1500
// RUN: lowp-run %s --function=rowwise --device=gpu --check --shape M=0
// RUN: lowp-run %s --function=rowwise --device=gpu --check --shape M=129
// RUN: lowp-run %s --function=rowwise --device=gpu --check --shape M=2500
// RUN: lowp-run %s --function=rowwise_mixed --device=gpu --check --shape M=2500
// RUN: lowp-run %s --function=rowwise_accumulated --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=rowwise_accumulated --device=gpu --check --shape M=2500
// RUN: lowp-run %s --function=static_rows --device=gpu --check
// RUN: lowp-run %s --function=short_k --device=gpu --check

// Four blocks of K, the last one ragged, hide four steps.
func.func @tensorwise(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<3000x400xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x3000xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>} : !lowp.scaled<?x400xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<3000x400xf8E4M3FN, #lowp.tensorwise> -> tensor<?x3000xbf16>
  return %0 : tensor<?x3000xbf16>
}

// One warpgroup, two steps, several tiles for each CTA.
func.func @tensorwise_narrow(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, %b: !lowp.scaled<1032x1040xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x1032xf32> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 6, unroll = 1, group_m = 4, epilogue_stages = 1, overlap_store>} : !lowp.scaled<?x1040xf8E5M2, #lowp.tensorwise>, !lowp.scaled<1032x1040xf8E4M3FN, #lowp.tensorwise> -> tensor<?x1032xf32>
  return %0 : tensor<?x1032xf32>
}

// A single block of K, and so a single step.
func.func @one_block(%a: !lowp.scaled<?x112xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<1032x112xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x1032xf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>} : !lowp.scaled<?x112xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<1032x112xf8E4M3FN, #lowp.tensorwise> -> tensor<?x1032xf16>
  return %0 : tensor<?x1032xf16>
}

// 13 steps of 16 columns, and as many blocks.
func.func @many_steps(%a: !lowp.scaled<?x1648xf8E4M3FN, #lowp.tensorwise>, %b: !lowp.scaled<2504x1648xf8E4M3FN, #lowp.tensorwise>) -> tensor<?x2504xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 208, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>} : !lowp.scaled<?x1648xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<2504x1648xf8E4M3FN, #lowp.tensorwise> -> tensor<?x2504xbf16>
  return %0 : tensor<?x2504xbf16>
}

// The scales of a tile are released before it is stored.
func.func @rowwise(%a: !lowp.scaled<?x400xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<3000x400xf8E4M3FN, #lowp.rowwise>) -> tensor<?x3000xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1, overlap_store>} : !lowp.scaled<?x400xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<3000x400xf8E4M3FN, #lowp.rowwise> -> tensor<?x3000xbf16>
  return %0 : tensor<?x3000xbf16>
}

// A cluster along N; steps of two boxes, and one of the third.
func.func @rowwise_mixed(%a: !lowp.scaled<?x1040xf8E5M2, #lowp.rowwise>, %b: !lowp.scaled<2504x1040xf8E4M3FN, #lowp.rowwise>) -> tensor<?x2504xf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [1, 2], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>} : !lowp.scaled<?x1040xf8E5M2, #lowp.rowwise>, !lowp.scaled<2504x1040xf8E4M3FN, #lowp.rowwise> -> tensor<?x2504xf16>
  return %0 : tensor<?x2504xf16>
}

// Nothing is added twice.
func.func @rowwise_accumulated(%a: !lowp.scaled<?x1040xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<2504x1040xf8E4M3FN, #lowp.rowwise>, %c: tensor<?x2504xf32>) -> tensor<?x2504xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 2, overlap_store>} : !lowp.scaled<?x1040xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<2504x1040xf8E4M3FN, #lowp.rowwise>, tensor<?x2504xf32> -> tensor<?x2504xf32>
  return %0 : tensor<?x2504xf32>
}

// Tiles of the config's rows.
func.func @static_rows(%a: !lowp.scaled<2560x512xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<3072x512xf8E4M3FN, #lowp.rowwise>) -> tensor<2560x3072xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1, overlap_store>} : !lowp.scaled<2560x512xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<3072x512xf8E4M3FN, #lowp.rowwise> -> tensor<2560x3072xbf16>
  return %0 : tensor<2560x3072xbf16>
}

// K is as long as the pipeline, and so the next scales are copied as soon as the last ones are released. Where lanes
// do not finish their reads before, some of 4096 tiles take scales of a later one, in nine of ten runs.
func.func @short_k(%a: !lowp.scaled<4096x512xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<32768x512xf8E4M3FN, #lowp.rowwise>) -> tensor<4096x32768xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation {lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 32, epilogue_stages = 1, overlap_store>} : !lowp.scaled<4096x512xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<32768x512xf8E4M3FN, #lowp.rowwise> -> tensor<4096x32768xbf16>
  return %0 : tensor<4096x32768xbf16>
}
