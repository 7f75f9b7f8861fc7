// REQUIRES: cuda-sm90
// MX and NVFP4 on a chip without them, against generic kernels that multiply the original formats in f64.
// RUN: lowp-run %s --function=mxfp8_mxfp4 --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=mxfp6 --allow-emulation --device=gpu --check --shape M=130
// RUN: lowp-run %s --function=mxfp8_tiles --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=nvfp4 --allow-emulation --device=gpu --check --shape M=1
// RUN: lowp-run %s --function=nvfp4 --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=nvfp4_mxfp8 --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=nvfp4_accumulated --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=encoded --allow-emulation --device=gpu --check --shape M=257
// RUN: lowp-run %s --function=nvfp4 --allow-emulation --device=gpu --check --shape M=0
// Whole functions: quantization, widening, the gemm.
// RUN: lowp-run %s --function=linear --allow-emulation --device=gpu --check --shape M=257 --recipe=mxfp8
// RUN: lowp-run %s --function=linear --allow-emulation --device=gpu --check --shape M=257 --recipe=mxfp6
// RUN: lowp-run %s --function=linear --allow-emulation --device=gpu --check --shape M=257 --recipe=mxfp4
// RUN: lowp-run %s --function=linear --allow-emulation --device=gpu --check --shape M=257 --recipe=mxfp8_mxfp4
// RUN: lowp-run %s --function=linear --allow-emulation --device=gpu --check --shape M=257 --recipe=nvfp4
// RUN: not lowp-run %s --function=linear --device=gpu --check --shape M=257 --recipe=nvfp4

func.func @mxfp8_mxfp4(%a: !lowp.scaled<?x416xf8E4M3FN, #lowp.mx<1x32>>, %b: !lowp.scaled<520x416xf4E2M1FN, #lowp.mx<1x32>, packing = dense>) -> tensor<?x520xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x416xf8E4M3FN, #lowp.mx<1x32>>, !lowp.scaled<520x416xf4E2M1FN, #lowp.mx<1x32>, packing = dense> -> tensor<?x520xbf16>
  return %0 : tensor<?x520xbf16>
}

func.func @mxfp6(%a: !lowp.scaled<?x416xf6E2M3FN, #lowp.mx<1x32>, packing = dense>, %b: !lowp.scaled<264x416xf6E3M2FN, #lowp.mx<32x32>, packing = dense>) -> tensor<?x264xf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x416xf6E2M3FN, #lowp.mx<1x32>, packing = dense>, !lowp.scaled<264x416xf6E3M2FN, #lowp.mx<32x32>, packing = dense> -> tensor<?x264xf16>
  return %0 : tensor<?x264xf16>
}

func.func @mxfp8_tiles(%a: !lowp.scaled<?x400xf8E5M2, #lowp.mx<1x32>>, %b: !lowp.scaled<264x400xf8E4M3FN, #lowp.block<128x128>>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x400xf8E5M2, #lowp.mx<1x32>>, !lowp.scaled<264x400xf8E4M3FN, #lowp.block<128x128>> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @nvfp4(%a: !lowp.scaled<?x408xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, %b: !lowp.scaled<264x408xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x408xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, !lowp.scaled<264x408xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @nvfp4_mxfp8(%a: !lowp.scaled<?x408xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, %b: !lowp.scaled<264x408xf8E4M3FN, #lowp.mx<1x32>>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x408xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, !lowp.scaled<264x408xf8E4M3FN, #lowp.mx<1x32>> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @nvfp4_accumulated(%a: !lowp.scaled<?x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, %b: !lowp.scaled<264x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, %c: tensor<?x264xf32>) -> tensor<?x264xf32> {
  %0 = lowp.scaled_matmul %a, %b accumulate %c : !lowp.scaled<?x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, !lowp.scaled<264x1024xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>, tensor<?x264xf32> -> tensor<?x264xf32>
  return %0 : tensor<?x264xf32>
}

func.func @encoded(%a: !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x128>>, %b: !lowp.scaled<264x512xf8E4M3FN, #lowp.block<1x256>, convention = encode>) -> tensor<?x264xbf16> {
  %0 = lowp.scaled_matmul %a, %b : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x128>>, !lowp.scaled<264x512xf8E4M3FN, #lowp.block<1x256>, convention = encode> -> tensor<?x264xbf16>
  return %0 : tensor<?x264xbf16>
}

func.func @linear(%x: tensor<?x576xbf16>, %w: tensor<1096x576xbf16>) -> tensor<?x1096xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x576xbf16>
  %empty = tensor.empty(%m) : tensor<?x1096xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x1096xbf16>) -> tensor<?x1096xbf16>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                      affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<?x576xbf16>, tensor<1096x576xbf16>)
    outs(%init : tensor<?x1096xbf16>) -> tensor<?x1096xbf16>
  return %y : tensor<?x1096xbf16>
}
