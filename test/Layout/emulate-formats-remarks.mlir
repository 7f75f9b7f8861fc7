// RUN: lowp-opt %s --lowp-legalize-formats=only=emulate-formats --remarks-filter=lowp-emulate-formats --remark-format=emitRemark --verify-diagnostics -o /dev/null

module attributes {lowp_gpu.chip = "sm_90a"} {
  // Reads 64 x 512 codes, 64 x 32 scales and the global one, writes 64 x 1024
  // elements and 64 x 32 scales of f32: 32768 + 2048 + 4 + 65536 + 8192 bytes.
  func.func @nvfp4(%a: !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>>, %b: !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>>) -> tensor<64x?xbf16> {
    // expected-remark @below {{"lhs f4E2M1FN with #lowp.nvfp4<1x16> is emulated by f8E4M3FN with #lowp.block<1x32>", converted-bytes=108548, multiplications=2x, promotions=4x}}
    // expected-remark @below {{"rhs f4E2M1FN with #lowp.nvfp4<1x16> is emulated by f8E4M3FN with #lowp.block<1x32>", converted-bytes=unknown, multiplications=2x, promotions=4x}}
    %y = lowp.scaled_matmul %a, %b : !lowp.scaled<64x512xf4E2M1FN, #lowp.nvfp4<1x16>>, !lowp.scaled<?x512xf4E2M1FN, #lowp.nvfp4<1x16>> -> tensor<64x?xbf16>
    return %y : tensor<64x?xbf16>
  }

  // Elements that stay are not moved: 64 x 16 scales of one byte become ones of
  // four.
  func.func @mxfp8(%a: !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, %b: !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>>) -> tensor<64x64xbf16> {
    // expected-remark @below {{"lhs f8E4M3FN with #lowp.mx<1x32> is emulated by f8E4M3FN with #lowp.block<1x32>", converted-bytes=5120, multiplications=1x, promotions=4x}}
    %y = lowp.scaled_matmul %a, %b : !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>, !lowp.scaled<64x512xf8E4M3FN, #lowp.block<1x128>> -> tensor<64x64xbf16>
    return %y : tensor<64x64xbf16>
  }
}
