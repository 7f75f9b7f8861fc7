//===- WarpPatterns.cpp - Warps, clusters and their synchronisation -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static Value lowerWarpIndex(LoweringBuilder &builder, WarpIndexOp,
                            WarpIndexOp::Adaptor) {
  return builder.frame.warp;
}

/// An index that is a special register in a cluster launch and another one, or
/// zero, without clusters.
template <typename OpT, typename ClusterRegister, typename GridRegister>
static Value lowerIndex(LoweringBuilder &builder, OpT, typename OpT::Adaptor) {
  Type i32 = builder.getI32Type();
  if (builder.frame.config.getClusterSize() > 1)
    return ClusterRegister::create(builder, i32);
  if constexpr (std::is_void_v<GridRegister>)
    return LLVM::ConstantOp::create(builder, i32, builder.getI32IntegerAttr(0));
  else
    return GridRegister::create(builder, i32);
}

static Value lowerElect(LoweringBuilder &builder, ElectOp, ElectOp::Adaptor) {
  return NVVM::ElectSyncOp::create(builder, builder.getI1Type(), Value());
}

static void lowerSetRegisters(LoweringBuilder &builder, SetRegistersOp op,
                              SetRegistersOp::Adaptor) {
  NVVM::SetMaxRegisterOp::create(builder, op.getCount(),
                                 op.getGrow()
                                     ? NVVM::SetMaxRegisterAction::increase
                                     : NVVM::SetMaxRegisterAction::decrease);
}

static void lowerSyncWarp(LoweringBuilder &builder, SyncWarpOp,
                          SyncWarpOp::Adaptor) {
  builder.syncWarp();
}

static void lowerFinishReads(LoweringBuilder &builder, FinishReadsOp,
                             FinishReadsOp::Adaptor) {
  builder.fenceSharedForCopies();
  // One lane speaks for all.
  builder.syncWarp();
}

static void lowerSyncCluster(LoweringBuilder &builder, SyncClusterOp,
                             SyncClusterOp::Adaptor) {
  // Lanes that took different branches must meet before an aligned barrier.
  builder.syncWarp();
  if (builder.frame.config.getClusterSize() > 1) {
    NVVM::ClusterArriveOp::create(builder, builder.getUnitAttr());
    NVVM::ClusterWaitOp::create(builder, builder.getUnitAttr());
  } else {
    NVVM::Barrier0Op::create(builder);
  }
}

template <typename OpT, NVVM::GridDepActionKind kAction>
static void lowerGridDependency(LoweringBuilder &builder, OpT,
                                typename OpT::Adaptor) {
  NVVM::GriddepcontrolOp::create(builder, kAction);
}

static void lowerReturn(LoweringBuilder &builder, ReturnOp, ReturnOp::Adaptor) {
  LLVM::ReturnOp::create(builder, ValueRange());
}

void mlir::lowp_gpu::populateWarpPatterns(const LLVMTypeConverter &converter,
                                          const KernelFrame &frame,
                                          RewritePatternSet &patterns) {
  addLowerings(
      patterns, converter, frame, lowerElect, lowerFinishReads, lowerReturn,
      lowerSetRegisters, lowerSyncCluster, lowerSyncWarp, lowerWarpIndex,
      lowerGridDependency<LaunchDependentsOp,
                          NVVM::GridDepActionKind::launch_dependents>,
      lowerGridDependency<GridDependencyWaitOp, NVVM::GridDepActionKind::wait>,
      lowerIndex<ClusterIndexOp, NVVM::ClusterIdXOp, NVVM::BlockIdXOp>,
      lowerIndex<ClusterCountOp, NVVM::ClusterDimXOp, NVVM::GridDimXOp>,
      lowerIndex<ClusterRankOp, NVVM::ClusterId, void>);
}
