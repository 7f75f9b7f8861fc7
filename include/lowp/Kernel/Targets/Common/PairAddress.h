//===- PairAddress.h - The CTAs of a pair -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_PAIRADDRESS_H
#define LOWP_KERNEL_TARGETS_COMMON_PAIRADDRESS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// The rank of the CTA that leads this one's pair.
inline Value getLeaderRank(DeviceBuilder &builder, const KernelFrame &frame) {
  if (frame.config.getClusterSize() == PairRankOp::kCTAs)
    return builder.constant(0);
  return builder.bitAnd(ClusterRankOp::create(builder), -PairRankOp::kCTAs);
}

/// Where `address`, of shared memory, lies in the CTA that leads the pair.
inline Value mapToLeader(DeviceBuilder &builder, const KernelFrame &frame,
                         Value address) {
  return builder.mapToCluster(address, getLeaderRank(builder, frame));
}

/// A bit for each CTA of the pair, as masks of multicast have them.
inline Value getPairMask(DeviceBuilder &builder, const KernelFrame &frame) {
  Value both = builder.constant((1 << PairRankOp::kCTAs) - 1);
  Value mask =
      LLVM::ShlOp::create(builder, both, getLeaderRank(builder, frame));
  return LLVM::TruncOp::create(builder, builder.getI16Type(), mask);
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_PAIRADDRESS_H
