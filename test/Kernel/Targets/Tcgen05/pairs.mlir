// RUN: lowp-compile %s --chip=sm_100a -o %t.ptx && FileCheck %s < %t.ptx

// Both CTAs meet before a warp of each takes columns of tensor memory, and again when barriers are
// there. Copies of both tell the barrier of the leader; each loads half of the scales of columns
// and sends it to both. Reads of the sums are told to the leader, products to both.

// CHECK:       .visible .entry {{.*}}gemm_
// CHECK:       .reqnctapercluster 2
// CHECK:       barrier.cluster.arrive
// CHECK:       barrier.cluster.wait
// CHECK:       tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32
// CHECK-SAME:  tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned
// CHECK:       barrier.cluster.arrive
// CHECK:       barrier.cluster.wait
// CHECK-DAG:   mapa.shared::cluster.u32
// CHECK-DAG:   cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.cta_group::2 [
// CHECK-DAG:   cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2 [
// CHECK-DAG:   mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
// CHECK-DAG:   mbarrier.arrive.release.cluster.shared::cluster.b64 _, [
// CHECK-DAG:   tcgen05.cp.cta_group::2.32x128b.warpx4
// CHECK-DAG:   tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.block32
// CHECK-DAG:   tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64
// CHECK-DAG:   tcgen05.dealloc.cta_group::2.sync.aligned.b32

func.func @mxfp8(%0: memref<1024x1024xf8E4M3FN>, %1: memref<8x8x32x4x4xf8E8M0FNU>, %2: memref<1024x1024xbf16>) {
  lowp.gemm lhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    rhs(%0, %1 : memref<1024x1024xf8E4M3FN>, memref<8x8x32x4x4xf8E8M0FNU>)
    outs(%2 : memref<1024x1024xbf16>)
    {lhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     rhs_type = !lowp.scaled<1024x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 128], cluster = [2, 1], stages = 5, group_m = 8, target = {epilogue_stages = 3 : i64, pair, sum_stages = 2 : i64}>}
  return
}
