// A program whose formats a chip lacks, before and after they are emulated: the reference adds the same terms in the same
// order, so that results are equal bit by bit.
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-legalize-formats=only=emulate-formats -o %t.mlir
// RUN: grep -c lowp.widen %t.mlir | FileCheck %s
// CHECK: 13
// RUN: lowp-run --host-opt-level=0 %s --function=mxfp8_mxfp4 --shape M=37 --dump-outputs=%t/mxfp8_mxfp4.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=mxfp8_mxfp4 --shape M=37 --dump-outputs=%t/mxfp8_mxfp4.after > /dev/null
// RUN: cmp %t/mxfp8_mxfp4.before/result0.bin %t/mxfp8_mxfp4.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=mxfp6 --shape M=37 --dump-outputs=%t/mxfp6.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=mxfp6 --shape M=37 --dump-outputs=%t/mxfp6.after > /dev/null
// RUN: cmp %t/mxfp6.before/result0.bin %t/mxfp6.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=mxfp8_tiles --shape M=37 --dump-outputs=%t/mxfp8_tiles.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=mxfp8_tiles --shape M=37 --dump-outputs=%t/mxfp8_tiles.after > /dev/null
// RUN: cmp %t/mxfp8_tiles.before/result0.bin %t/mxfp8_tiles.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=nvfp4 --shape M=37 --dump-outputs=%t/nvfp4.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=nvfp4 --shape M=37 --dump-outputs=%t/nvfp4.after > /dev/null
// RUN: cmp %t/nvfp4.before/result0.bin %t/nvfp4.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=nvfp4_mxfp8 --shape M=37 --dump-outputs=%t/nvfp4_mxfp8.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=nvfp4_mxfp8 --shape M=37 --dump-outputs=%t/nvfp4_mxfp8.after > /dev/null
// RUN: cmp %t/nvfp4_mxfp8.before/result0.bin %t/nvfp4_mxfp8.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=nvfp4_accumulated --shape M=37 --dump-outputs=%t/nvfp4_accumulated.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=nvfp4_accumulated --shape M=37 --dump-outputs=%t/nvfp4_accumulated.after > /dev/null
// RUN: cmp %t/nvfp4_accumulated.before/result0.bin %t/nvfp4_accumulated.after/result0.bin
// RUN: lowp-run --host-opt-level=0 %s --function=encoded --shape M=37 --dump-outputs=%t/encoded.before > /dev/null
// RUN: lowp-run --host-opt-level=0 %t.mlir --function=encoded --shape M=37 --dump-outputs=%t/encoded.after > /dev/null
// RUN: cmp %t/encoded.before/result0.bin %t/encoded.after/result0.bin

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
