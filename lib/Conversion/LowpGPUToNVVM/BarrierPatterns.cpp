//===- BarrierPatterns.cpp - Pipelines, stages and barriers ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Kernel/Targets/Common/LoweredPipeline.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/PairAddress.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static void lowerBarrierInit(LoweringBuilder &builder, BarrierInitOp op,
                             BarrierInitOp::Adaptor adaptor) {
  LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
  int64_t stages = op.getPipeline().getType().getStages();
  auto init = [&](BarrierKind kind, int64_t index, int64_t arrivals) {
    Value barrier = pipeline.barrier(builder, kind, builder.constant(index));
    NVVM::MBarrierInitOp::create(builder, builder.sharedPointer(barrier),
                                 builder.constant(arrivals), Value());
  };
  for (int64_t index = 0; index < stages; ++index) {
    init(BarrierKind::Full, index, *pipeline.op.getFullArrivals());
    init(BarrierKind::Empty, index, *pipeline.op.getEmptyArrivals());
  }
  NVVM::FenceMbarrierInitOp::create(builder);
}

/// What the other CTA of a pair has done to the sums is before the wait, too.
/// Copies and products come in an order of their own: a wider scope would empty
/// L1 in each block of K.
static void lowerBarrierWait(LoweringBuilder &builder, BarrierWaitOp op,
                             BarrierWaitOp::Adaptor adaptor) {
  // How long the hardware may sleep before it tries again, nanoseconds.
  constexpr int64_t kSuspendHint = 10000000;
  LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
  Value barrier = pipeline.barrier(builder, op.getKind(), adaptor.getIndex());
  Value hint = builder.constant(kSuspendHint);
  bool isOfSums =
      op.getPipeline().getType().getStage().countTensorColumns() > 0;
  if (builder.frame.choices.pair && isOfSums)
    builder.assembly("{ .reg .pred done; WAIT: "
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta."
                     "b64 done, [$0], $1, $2; @!done bra WAIT; }",
                     "r,r,r", {barrier, adaptor.getParity(), hint});
  else
    NVVM::MBarrierTryWaitParityOp::create(
        builder, builder.sharedPointer(barrier), adaptor.getParity(), hint);
}

static void lowerBarrierExpect(LoweringBuilder &builder, BarrierExpectOp op,
                               BarrierExpectOp::Adaptor adaptor) {
  LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
  Value barrier =
      pipeline.barrier(builder, BarrierKind::Full, adaptor.getIndex());
  Value bytes = builder.constant(op.getBytes());
  if (op.getMoreBytes())
    bytes = builder.add(bytes, adaptor.getMoreBytes());
  NVVM::MBarrierArriveExpectTxOp::create(
      builder, Type(), builder.sharedPointer(barrier), bytes,
      NVVM::MemScopeKind::CTA, /*relaxed=*/false, Value());
}

/// One lane of each warp tells the CTA that leads the pair.
static void arriveAtLeader(LoweringBuilder &builder, BarrierKind kind,
                           Value barrier) {
  std::string arrive =
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];";
  Value remote = mapToLeader(builder, builder.frame, barrier);
  if (kind == BarrierKind::Full)
    builder.assembly(arrive, "r", remote);
  else
    builder.assembly("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p " + arrive +
                         " }",
                     "r,r", {remote, builder.frame.lane});
}

/// An empty stage is announced by one lane of each warp to every CTA that
/// copies into it: lane r to the CTA of rank r. Where lanes write it each lane
/// that has read it arrives itself.
static LogicalResult lowerBarrierArrive(LoweringBuilder &builder,
                                        BarrierArriveOp op,
                                        BarrierArriveOp::Adaptor adaptor) {
  // How the tensor core arrives is the target's business.
  if (op.getByProducts())
    return failure();
  const KernelFrame &frame = builder.frame;
  LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
  Value barrier = pipeline.barrier(builder, op.getKind(), adaptor.getIndex());
  if (op.getPlace() == ArrivalPlace::Pair)
    return op.emitOpError("expected products to arrive at the barriers of "
                          "both CTAs of a pair, got lanes");
  if (op.getPlace() == ArrivalPlace::Leader)
    arriveAtLeader(builder, op.getKind(), barrier);
  else if (op.getKind() == BarrierKind::Full || pipeline.isFilledByLanes())
    builder.assembly("mbarrier.arrive.shared::cta.b64 _, [$0];", "r", barrier);
  else if (pipeline.op.getClustered())
    builder.arriveInCluster(barrier, frame.lane, frame.config.getClusterSize());
  else
    builder.assembly("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p "
                     "mbarrier.arrive.shared::cta.b64 _, [$0]; }",
                     "r,r", {barrier, frame.lane});
  return success();
}

void mlir::lowp_gpu::populateBarrierPatterns(const LLVMTypeConverter &converter,
                                             const KernelFrame &frame,
                                             RewritePatternSet &patterns) {
  // A stage is its index.
  addLowerings(
      patterns, converter, frame, lowerBarrierArrive, lowerBarrierExpect,
      lowerBarrierInit, lowerBarrierWait, locateInSharedMemory<PipelineOp>,
      takeOperand<StageAtOp, /*operand=*/1>, takeOperand<StageIndexOp>);
}
