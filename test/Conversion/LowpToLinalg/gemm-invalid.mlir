// RUN: lowp-opt %s --convert-lowp-to-linalg=convert-kernels --verify-diagnostics

!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @buffers(%d: memref<64x256xf8E4M3FN>, %s: memref<64x1xf32>, %c: memref<64x64xf16>) {
  // expected-error@below {{expected tensors, got buffers; convert formed kernels before bufferization}}
  // expected-error@below {{failed to legalize}}
  lowp.gemm lhs(%d, %s : memref<64x256xf8E4M3FN>, memref<64x1xf32>)
            rhs(%d, %s : memref<64x256xf8E4M3FN>, memref<64x1xf32>)
            outs(%c : memref<64x64xf16>) {lhs_type = !a, rhs_type = !a}
  return
}
