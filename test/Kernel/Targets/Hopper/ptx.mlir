// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=.local --implicit-check-not=wgmma.mma_async

// What decides the speed of a kernel, in PTX: registers that stay where they
// are, and nothing kept in local memory.

// CHECK:      .visible .entry {{.*}}gemm_{{.*}}(
// CHECK:      .maxntid 384
// CHECK:      .minnctapersm 1
// CHECK:      .reqnctapercluster 2, 1, 1

// The warp that loads gives registers away.
// CHECK:      setmaxnreg.dec.sync.aligned.u32 40;
// CHECK:      mbarrier.try_wait.parity
// CHECK:      cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [
// CHECK:      cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [
// CHECK:      setmaxnreg.inc.sync.aligned.u32 232;

// The first K block replaces the sums; no register moves within a group.
// CHECK:      wgmma.fence.sync.aligned;
// CHECK-NOT:  mov.
// CHECK:      setp.ne.b32 p, 0, 0;
// CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM:r[0-9]+]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK:      wgmma.commit_group.sync.aligned;

// The loop adds to the same registers and keeps one group in flight.
// CHECK:      wgmma.fence.sync.aligned;
// CHECK-NOT:  mov.
// CHECK:      setp.ne.b32 p, 1, 0;
// CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 {%[[SUM]],
// CHECK:      wgmma.commit_group.sync.aligned;
// CHECK:      wgmma.wait_group.sync.aligned 1;
// CHECK:      mbarrier.arrive.shared::cluster
// CHECK:      wgmma.wait_group.sync.aligned 0;
// CHECK:      stmatrix.sync.aligned
// CHECK:      cp.async.bulk.tensor.2d.global.shared::cta

func.func @f(%a: memref<?x512xf8E4M3FN>, %sa: memref<1x1xf32>, %b: memref<1024x512xf8E5M2>, %sb: memref<1x1xf32>, %d: memref<?x1024xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %sb : memref<1024x512xf8E5M2>, memref<1x1xf32>) outs(%d : memref<?x1024xbf16>)
    {lhs_type = !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>, rhs_type = !lowp.scaled<1024x512xf8E5M2, #lowp.tensorwise>, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 4>}
  return
}
