//===- BarrierPatterns.cpp - Pipelines, stages and barriers ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Kernel/Targets/Common/ForwardPattern.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "lowp/Kernel/Targets/Common/LoweredPipeline.h"
#include "lowp/Kernel/Targets/Common/PairAddress.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
struct BarrierInitLowering : public ConvertOpToLLVMPattern<BarrierInitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(BarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
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
    rewriter.eraseOp(op);
    return success();
  }
};

/// What the other CTA of a pair has done to the sums is before the wait, too.
/// Copies and products come in an order of their own: a wider scope would empty
/// L1 in each block of K.
struct BarrierWaitLowering : public FramePattern<BarrierWaitOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(BarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // How long the hardware may sleep before it tries again, nanoseconds.
    constexpr int64_t kSuspendHint = 10000000;
    DeviceBuilder builder(op.getLoc(), rewriter);
    LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
    Value barrier = pipeline.barrier(builder, op.getKind(), adaptor.getIndex());
    Value hint = builder.constant(kSuspendHint);
    bool isOfSums =
        op.getPipeline().getType().getStage().countTensorColumns() > 0;
    if (frame.choices.pair && isOfSums)
      builder.assembly("{ .reg .pred done; WAIT: "
                       "mbarrier.try_wait.parity.acquire.cluster.shared::cta."
                       "b64 done, [$0], $1, $2; @!done bra WAIT; }",
                       "r,r,r", {barrier, adaptor.getParity(), hint});
    else
      NVVM::MBarrierTryWaitParityOp::create(
          builder, builder.sharedPointer(barrier), adaptor.getParity(), hint);
    rewriter.eraseOp(op);
    return success();
  }
};

struct BarrierExpectLowering : public ConvertOpToLLVMPattern<BarrierExpectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(BarrierExpectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
    Value barrier =
        pipeline.barrier(builder, BarrierKind::Full, adaptor.getIndex());
    Value bytes = builder.constant(op.getBytes());
    if (op.getMoreBytes())
      bytes = builder.add(bytes, adaptor.getMoreBytes());
    NVVM::MBarrierArriveExpectTxOp::create(builder, Type(),
                                           builder.sharedPointer(barrier),
                                           bytes, NVVM::MemScopeKind::CTA,
                                           /*relaxed=*/false, Value());
    rewriter.eraseOp(op);
    return success();
  }
};

/// An empty stage is announced by one lane of each warp to every CTA that
/// copies into it: lane r to the CTA of rank r. Where lanes write it each lane
/// that has read it arrives itself.
struct BarrierArriveLowering : public FramePattern<BarrierArriveOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(BarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // How the tensor core arrives is the target's business.
    if (op.getByProducts())
      return failure();
    DeviceBuilder builder(op.getLoc(), rewriter);
    LoweredPipeline pipeline(op.getPipeline(), adaptor.getPipeline());
    Value barrier = pipeline.barrier(builder, op.getKind(), adaptor.getIndex());
    if (op.getPlace() == ArrivalPlace::Pair)
      return op.emitOpError("expected products to arrive at the barriers of "
                            "both CTAs of a pair, got lanes");
    if (op.getPlace() == ArrivalPlace::Leader)
      arriveAtLeader(builder, op, barrier);
    else if (op.getKind() == BarrierKind::Full || pipeline.isFilledByLanes())
      builder.assembly("mbarrier.arrive.shared::cta.b64 _, [$0];", "r",
                       barrier);
    else if (pipeline.op.getClustered())
      builder.arriveInCluster(barrier, frame.lane,
                              frame.config.getClusterSize());
    else
      builder.assembly("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p "
                       "mbarrier.arrive.shared::cta.b64 _, [$0]; }",
                       "r,r", {barrier, frame.lane});
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// One lane of each warp tells the CTA that leads the pair.
  void arriveAtLeader(DeviceBuilder &builder, BarrierArriveOp op,
                      Value barrier) const {
    std::string arrive =
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];";
    Value remote = mapToLeader(builder, frame, barrier);
    if (op.getKind() == BarrierKind::Full)
      builder.assembly(arrive, "r", remote);
    else
      builder.assembly("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p " + arrive +
                           " }",
                       "r,r", {remote, frame.lane});
  }
};
} // namespace

void mlir::lowp_gpu::populateBarrierPatterns(const LLVMTypeConverter &converter,
                                             const KernelFrame &frame,
                                             RewritePatternSet &patterns) {
  // A stage is its index.
  patterns.add<BarrierExpectLowering, BarrierInitLowering,
               ForwardPattern<StageAtOp, /*operand=*/1>,
               ForwardPattern<StageIndexOp>>(converter);
  patterns.add<BarrierArriveLowering, BarrierWaitLowering,
               SharedAddressPattern<PipelineOp>>(converter, frame);
}
