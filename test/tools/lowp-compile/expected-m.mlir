// Kernels are chosen for the rows that are expected where the module does not say.
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks --expected-m=16 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s --check-prefix=PIPELINE-MANY
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false expected-m=16" | FileCheck %s --check-prefix=PIPELINE-FEW
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --expected-m=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --expected-m=-8 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --expected-m=2147483648 2>&1 | FileCheck %s --check-prefix=LARGE

// MANY: config-selected {{.*}}<tile = [128,
// FEW: config-selected {{.*}}<tile = [64,
// Two warpgroups multiply, or one.
// PIPELINE-MANY: llvm.func @gemm_0{{.*}} nvvm.maxntid = array<i32: 384>
// PIPELINE-FEW: llvm.func @gemm_0{{.*}} nvvm.maxntid = array<i32: 256>
// ZERO: error: expected option 'expected-m' to be 1 to 2147483647, got 0
// NEGATIVE: error: expected option 'expected-m' to be 1 to 2147483647, got -8
// LARGE: error: expected option 'expected-m' to be 1 to 2147483647, got 2147483648
!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<?x8192xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}
