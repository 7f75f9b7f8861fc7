//===- FittedCosts.h - What kernels take on a card --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_FITTEDCOSTS_H
#define LOWP_KERNEL_TARGETS_COMMON_FITTEDCOSTS_H

#include "lowp/Cost/GemmCost.h"

namespace mlir::lowp_gpu {

/// Fitted to kernels of all kinds and many tiles, measured on an H200
/// (docs/PerformanceNotes.md).
inline constexpr lowp::GemmCosts kFittedCosts = {
    /*productShare=*/0.97483,
    /*cacheBytesPerCycle=*/13950.0,
    /*loadPerRow=*/1.78,
    /*unalignedLoad=*/0.49,
    /*loadPerMissingRow=*/4.0,
    /*blockOverhead=*/80.0,
    /*lateLaunch=*/2300.0,
    /*earlyLaunch=*/650.0,
    /*tileOverhead=*/1580.0,
    /*storePerColumn=*/4.05,
    /*overlappedStorePerColumn=*/0.25,
    /*narrowStore=*/3.0,
    /*exchangeBytesPerCycle=*/6.3,
    /*perLastStep=*/30.0,
    /*addendReads=*/1.3,
    /*rhsMisses=*/0.032,
    /*unalignedWait=*/0.263,
    /*mostWaitingRows=*/32,
    /*unalignedLhs=*/1.82,
    /*unalignedRhs=*/0.95,
    /*promotion=*/{0, 40, 95, 0.44, 104},
    /*columnPromotion=*/{0.213, 187, 0, 1.2, 137},
    /*loadedClock16=*/0.94,
    /*loadedClock8=*/0.89};

/// The same for kernels that no card has timed, which reach such a share of the
/// rates of a part and keep its clock.
constexpr lowp::GemmCosts getUntimedCosts(double productShare) {
  lowp::GemmCosts costs = kFittedCosts;
  costs.productShare = productShare;
  costs.loadedClock16 = costs.loadedClock8 = 1;
  return costs;
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_FITTEDCOSTS_H
