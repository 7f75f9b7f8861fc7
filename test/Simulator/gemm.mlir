// REQUIRES: ptxas
// A gemm of which a CTA computes several tiles, as it is, and with what orders it taken out of the
// PTX: the simulator says what is missing.
// Equal kernels are assembled once.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{filter} = cat
// DEFINE: %{run} = env LOWP_ONCE_FOLDER=%t LOWP_ONCE_PTXAS=%ptxas LOWP_SIMULATOR_PTXAS=%S/Inputs/ptxas_once.sh LOWP_SIMULATOR_SMS=3 LOWP_SIMULATOR_FILTER=%{filter} %lowp_tools_dir/lowp-simulate lowp-run %s --function=gemm --device=gpu --host-opt-level=0 --check
// RUN: %{run} | FileCheck %s
// CHECK: relative error to the reference

// In another order of warps and copies too.
// RUN: env LOWP_SIMULATOR_SEED=7 %{run} | FileCheck %s

// REDEFINE: %{filter} = 'sed /fence.proxy.async/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=PROXY
// PROXY: store by TMA of shared memory at +{{[0-9]+}} is asynchronous, and no fence.proxy.async of the writer is behind the write at PTX line

// REDEFINE: %{filter} = 'sed /cp.async.bulk.wait_group.read/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=STORE
// STORE: stmatrix to shared memory at +{{[0-9]+}}, which wgmma or a bulk copy still reads

// REDEFINE: %{filter} = 'sed /wgmma.fence/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: there was no wgmma.fence before

// REDEFINE: %{filter} = 'sed /wgmma.wait_group/y/01/22/'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=WAIT
// WAIT: a register is used while a wgmma or tcgen05.ld that writes it is in flight

// REDEFINE: %{filter} = 'sed /griddepcontrol.wait/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: has no order to the end of the kernel before; griddepcontrol.wait is missing before it

// REDEFINE: %{filter} = 'sed /expect_tx/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: no warp of kernel '{{.*}}gemm_{{.*}}' can go on
// BYTES: mbarrier.try_wait{{.*}} 1 of 1 arrivals and -

// REDEFINE: %{filter} = 'sed /stmatrix/d'
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: expected a relative error of at most {{.*}} to the reference, got more

func.func @gemm(%a: !lowp.scaled<140x400xf8E4M3FN, #lowp.rowwise>, %b: !lowp.scaled<136x400xf8E4M3FN, #lowp.rowwise>) -> tensor<140x136xbf16> {
  %0 = lowp.scaled_matmul %a, %b fast_accumulation : !lowp.scaled<140x400xf8E4M3FN, #lowp.rowwise>, !lowp.scaled<136x400xf8E4M3FN, #lowp.rowwise> -> tensor<140x136xbf16>
  return %0 : tensor<140x136xbf16>
}
