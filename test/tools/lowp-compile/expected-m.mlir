// Where the module does not say M there are kernels for any, or one for the M that
// is expected.
// RUN: %if long %{ lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks 2>&1 | FileCheck %s --check-prefix=ANY %}
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks --expected-m=8192 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: %if long %{ lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks --expected-m=16 2>&1 | FileCheck %s --check-prefix=FEW %}
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false" | FileCheck %s --check-prefix=PIPELINE-ANY
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false expected-m=8192" | FileCheck %s --check-prefix=PIPELINE-MANY
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a serialize=false expected-m=16" | FileCheck %s --check-prefix=PIPELINE-FEW
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --remarks --expected-m=0 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --expected-m=-8 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --expected-m=2147483648 2>&1 | FileCheck %s --check-prefix=LARGE

// ANY: config-selected {{.*}}config_table<configs = [<tile = [64, {{.*}}<tile = [128, {{.*}}by the model about {{[0-9.]+}} % slower than the best config of each M
// MANY: config-selected {{.*}}<tile = [128,
// FEW: config-selected {{.*}}<tile = [64,
// Two warpgroups multiply, or one.
// PIPELINE-ANY: llvm.func @{{[a-z]+}}_gemm_{{.*}}_64x{{.*}} nvvm.maxntid = array<i32: 256>
// PIPELINE-ANY: llvm.func @{{[a-z]+}}_gemm_{{.*}}_128x{{.*}} nvvm.maxntid = array<i32: 384>
// PIPELINE-MANY: llvm.func @{{[a-z]+}}_gemm_{{.*}} nvvm.maxntid = array<i32: 384>
// PIPELINE-FEW: llvm.func @{{[a-z]+}}_gemm_{{.*}} nvvm.maxntid = array<i32: 256>
// NEGATIVE: error: expected option 'expected-m' to be 1 to 2147483647, or 0 for any M, got -8
// LARGE: error: expected option 'expected-m' to be 1 to 2147483647, or 0 for any M, got 2147483648
!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<?x8192xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}
