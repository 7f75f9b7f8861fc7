// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --allow-emulation --remarks 2>&1 | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --allow-emulation 2>&1 | count 0

// A format that the chip lacks is refused, or emulated with a remark.
// REFUSED: error: 'lowp.gemm' op expected f32 lhs scales for a kernel of this chip, got 'f8E8M0FNU'; the option allow-emulation
// CHECK: allow-emulation.mlir:[[#@LINE+3]]:{{.*}}remark: [Passed] format-emulated {{.*}}"lhs f8E4M3FN with #lowp.mx<1x32> is emulated by f8E4M3FN with #lowp.block<1x32>"
!x = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>
func.func @f(%x: !x) -> tensor<64x64xbf16> {
  %y = lowp.scaled_matmul %x, %x : !x, !x -> tensor<64x64xbf16>
  return %y : tensor<64x64xbf16>
}
