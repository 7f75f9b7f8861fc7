//===- GpuTestKernels.h - Small kernels for the GPU tests -------*- C++ -*-===//

#ifndef LOWP_TEST_UNIT_RUNTIME_GPUTESTKERNELS_H
#define LOWP_TEST_UNIT_RUNTIME_GPUTESTKERNELS_H

namespace mlir::lowp::runtime::test {

/// ranks(out): thread 0 of each block writes its rank in the cluster to
/// out[block]; on the way it goes through the last 4 bytes of 100 KiB of
/// dynamic shared memory.
///
/// copyTile(map, out, x, y): one warp loads the box of 64 x 8 bytes at (x, y)
/// by TMA and writes it to out, 16 bytes per lane.
constexpr char kKernels[] = R"(
.version 8.0
.target sm_90
.address_size 64

.extern .shared .align 128 .b8 dynamicShared[];

.visible .entry ranks(.param .u64 out)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .reg .pred %p<2>;
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 bra done;
  mov.u32 %r1, %cluster_ctarank;
  mov.u32 %r2, dynamicShared;
  st.shared.u32 [%r2 + 102396], %r1;
  ld.shared.u32 %r3, [%r2 + 102396];
  mov.u32 %r4, %ctaid.x;
  ld.param.u64 %rd0, [out];
  cvta.to.global.u64 %rd1, %rd0;
  mul.wide.u32 %rd2, %r4, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
done:
  ret;
}

.visible .entry copyTile(.param .align 64 .b8 map[128], .param .u64 out,
                         .param .u32 x, .param .u32 y)
{
  .reg .b32 %r<12>;
  .reg .b64 %rd<8>;
  .reg .pred %p<3>;
  .shared .align 128 .b8 tile[512];
  .shared .align 8 .b64 full;
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p0, %r0, 0;
  mov.u32 %r1, full;
  @%p0 bra initialised;
  mbarrier.init.shared.b64 [%r1], 1;
  fence.proxy.async.shared::cta;
initialised:
  bar.sync 0;
  @%p0 bra wait;
  mov.b64 %rd0, map;
  cvta.param.u64 %rd0, %rd0;
  ld.param.u32 %r2, [x];
  ld.param.u32 %r3, [y];
  mov.u32 %r4, tile;
  mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 512;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd0, {%r2, %r3}], [%r1];
wait:
  mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
  @!%p1 bra wait;
  mov.u32 %r4, tile;
  shl.b32 %r5, %r0, 4;
  add.u32 %r6, %r4, %r5;
  ld.shared.v4.u32 {%r7, %r8, %r9, %r10}, [%r6];
  ld.param.u64 %rd2, [out];
  cvta.to.global.u64 %rd3, %rd2;
  cvt.u64.u32 %rd4, %r5;
  add.u64 %rd5, %rd3, %rd4;
  st.global.v4.u32 [%rd5], {%r7, %r8, %r9, %r10};
  ret;
}
)";

/// PTX with a mistake in it.
constexpr char kBrokenKernel[] = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry broken() { add.u32 %undeclared, 1, 2; ret; }
)";

} // namespace mlir::lowp::runtime::test

#endif // LOWP_TEST_UNIT_RUNTIME_GPUTESTKERNELS_H
