// Where the bits of a row must not depend on the number of rows no config splits K,
// which others do where there are few rows.
// RUN: lowp-opt %s --lowp-attach-chip="chip=sm_90a batch-invariant" | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: lowp-opt %s --lowp-attach-chip="chip=sm_90a batch-invariant" --lowp-select-kernel-config | FileCheck %s --implicit-check-not=split_k
// RUN: lowp-opt %s --lowp-attach-chip="chip=sm_90a batch-invariant" --lowp-select-kernel-config=expected-m=1 | FileCheck %s --implicit-check-not=split_k
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-select-kernel-config | FileCheck %s --check-prefix=SPLIT
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-select-kernel-config=expected-m=1 | FileCheck %s --check-prefix=SPLIT

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
// ATTRIBUTE: module attributes {lowp_gpu.batch_invariant, lowp_gpu.chip = "sm_90a"}
// CHECK: lowp_gpu.config = #lowp_gpu.config
// SPLIT: lowp_gpu.config = #lowp_gpu.config{{.*}} split_k = 
func.func @f(%a: memref<?x4096xbf16>, %b: memref<64x4096xbf16>, %d: memref<?x64xbf16>) {
  lowp.gemm lhs(%a : memref<?x4096xbf16>) rhs(%b : memref<64x4096xbf16>) outs(%d : memref<?x64xbf16>)
    {indexing_maps = [#x, #w, #y]}
  return
}
