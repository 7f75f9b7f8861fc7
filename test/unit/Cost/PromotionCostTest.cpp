//===- PromotionCostTest.cpp - What promotion apart from products takes ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/GemmCost.h"
#include "lowp/Kernel/Targets/Common/FittedCosts.h"
#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"

#include "gtest/gtest.h"

using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static constexpr GemmTypes kPlain = {/*lhsBits=*/8, /*rhsBits=*/8,
                                     /*resultBits=*/16};
static constexpr GemmSize kSize = {/*m=*/8192, /*n=*/8192, /*k=*/4096};

/// Cycles of a kernel of 128 x 128 tiles whose other warps promote, where they
/// do, in so many cycles a column.
static double estimate(bool isPromoted, double perColumn,
                       bool promotesApart = true) {
  GemmTypes types = kPlain;
  types.isPromoted = isPromoted;
  GemmTiling tiling = {};
  tiling.tileM = tiling.tileN = tiling.rhsRows = 128;
  tiling.tileK = tiling.bytesOfK = 128;
  tiling.mTiles = tiling.nSubtiles = tiling.promotionsPerStage = 1;
  tiling.clusterM = tiling.clusterN = tiling.splitK = tiling.storeSteps = 1;
  tiling.storedColumns = 128;
  tiling.loadsRows = tiling.multipliesAlone = tiling.overlapStore = true;
  tiling.latePdl = true;
  tiling.promotesApart = promotesApart;
  GemmCosts costs = kFittedCosts;
  costs.promotion = {/*share=*/0, /*perNSubtile=*/0, /*perBlock=*/0, perColumn,
                     /*perBlockAlone=*/0};
  return estimateCycles(types, tiling, kSize, getTcgen05Parts().front(), costs);
}

// Other warps promote while the next block is multiplied.
TEST(PromotionCost, IsHiddenWhereItIsShorterThanProducts) {
  EXPECT_EQ(estimate(/*isPromoted=*/true, /*perColumn=*/1),
            estimate(/*isPromoted=*/false, /*perColumn=*/1));
  EXPECT_GT(estimate(/*isPromoted=*/true, /*perColumn=*/1,
                     /*promotesApart=*/false),
            estimate(/*isPromoted=*/true, /*perColumn=*/1));
}

// Where it is longer products wait for it, and the store of a tile is no more
// hidden.
TEST(PromotionCost, BoundsProductsWhereItIsLonger) {
  double longer = estimate(/*isPromoted=*/true, /*perColumn=*/6);
  EXPECT_GT(longer, 1.5 * estimate(/*isPromoted=*/false, /*perColumn=*/6));
  EXPECT_LT(longer, estimate(/*isPromoted=*/true, /*perColumn=*/6,
                             /*promotesApart=*/false));
}
