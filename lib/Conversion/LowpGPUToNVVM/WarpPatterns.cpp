//===- WarpPatterns.cpp - Warps, clusters and their synchronisation -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
struct WarpIndexLowering : public FramePattern<WarpIndexOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(WarpIndexOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, frame.warp);
    return success();
  }
};

/// An index that is a special register in a cluster launch and another one, or
/// zero, without clusters.
template <typename OpT, typename ClusterRegister, typename GridRegister>
struct IndexLowering : public FramePattern<OpT> {
  using FramePattern<OpT>::FramePattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    if (this->frame.config.getClusterSize() > 1)
      rewriter.replaceOpWithNewOp<ClusterRegister>(op, i32);
    else if constexpr (std::is_void_v<GridRegister>)
      rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
          op, i32, rewriter.getI32IntegerAttr(0));
    else
      rewriter.replaceOpWithNewOp<GridRegister>(op, i32);
    return success();
  }
};

struct ElectLowering : public ConvertOpToLLVMPattern<ElectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   Value());
    return success();
  }
};

struct SetRegistersLowering : public ConvertOpToLLVMPattern<SetRegistersOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(SetRegistersOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto action = op.getGrow() ? NVVM::SetMaxRegisterAction::increase
                               : NVVM::SetMaxRegisterAction::decrease;
    rewriter.replaceOpWithNewOp<NVVM::SetMaxRegisterOp>(op, op.getCount(),
                                                        action);
    return success();
  }
};

struct SyncWarpLowering : public ConvertOpToLLVMPattern<SyncWarpOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(SyncWarpOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    builder.syncWarp();
    rewriter.eraseOp(op);
    return success();
  }
};

struct FinishReadsLowering : public ConvertOpToLLVMPattern<FinishReadsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(FinishReadsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    builder.fenceSharedForCopies();
    // One lane speaks for all.
    builder.syncWarp();
    rewriter.eraseOp(op);
    return success();
  }
};

struct SyncClusterLowering : public FramePattern<SyncClusterOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(SyncClusterOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    // Lanes that took different branches must meet before an aligned barrier.
    builder.syncWarp();
    if (frame.config.getClusterSize() > 1) {
      NVVM::ClusterArriveOp::create(builder, builder.getUnitAttr());
      NVVM::ClusterWaitOp::create(builder, builder.getUnitAttr());
    } else {
      NVVM::Barrier0Op::create(builder);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

template <typename OpT, NVVM::GridDepActionKind kAction>
struct GridDependencyLowering : public ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::GriddepcontrolOp>(op, kAction);
    return success();
  }
};

struct ReturnLowering : public ConvertOpToLLVMPattern<ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(ReturnOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateWarpPatterns(const LLVMTypeConverter &converter,
                                          const KernelFrame &frame,
                                          RewritePatternSet &patterns) {
  patterns
      .add<ElectLowering, FinishReadsLowering, ReturnLowering,
           SetRegistersLowering, SyncWarpLowering,
           GridDependencyLowering<LaunchDependentsOp,
                                  NVVM::GridDepActionKind::launch_dependents>,
           GridDependencyLowering<GridDependencyWaitOp,
                                  NVVM::GridDepActionKind::wait>>(converter);
  patterns
      .add<SyncClusterLowering, WarpIndexLowering,
           IndexLowering<ClusterIndexOp, NVVM::ClusterIdXOp, NVVM::BlockIdXOp>,
           IndexLowering<ClusterCountOp, NVVM::ClusterDimXOp, NVVM::GridDimXOp>,
           IndexLowering<ClusterRankOp, NVVM::ClusterId, void>>(converter,
                                                                frame);
}
