//===- CostModelTest.cpp - What kernels are predicted to take -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
class CostModel : public GemmFixture {};
} // namespace

TEST_F(CostModel, MoreRowsNeverTakeLess) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  double previous = 0;
  for (int64_t m : {1, 64, 128, 1024, 8192, 65536}) {
    double cycles = rankConfigs(*spec, &context, m).front().cycles;
    EXPECT_GE(cycles, previous) << "M = " << m;
    previous = cycles;
  }
}

// Half of the rows of 2880 bytes begin in the middle of a line, and take two.
TEST_F(CostModel, RowsThatBeginWithinALineTakeLonger) {
  auto isWide = [](ConfigAttr config) {
    return config.getTile()[0] == 64 && config.getTile()[1] == 240 &&
           config.getSplitK() == 1;
  };
  FailureOr<GemmKernelSpec> within = parseTensorwise("320", "5120", "2880");
  ASSERT_TRUE(succeeded(within));
  double longer = findCycles(*within, isWide);
  FailureOr<GemmKernelSpec> aligned = parseTensorwise("320", "5120", "2944");
  ASSERT_TRUE(succeeded(aligned));
  EXPECT_GT(longer, 1.1 * findCycles(*aligned, isWide));
}

// On all multiprocessors an early start costs nothing, on some its CTAs lie
// anywhere, which costs a long kernel more than it gains.
TEST_F(CostModel, LongKernelsOnPartOfTheChipStartLate) {
  auto startsLate = [&](const std::string &n, const std::string &k) {
    FailureOr<GemmKernelSpec> spec = parseTensorwise("16", n, k);
    EXPECT_TRUE(succeeded(spec));
    ConfigAttr best;
    for (const ConfigCost &choice : rankConfigs(*spec, &context, 1))
      if (choice.config.getTile()[0] == 64 &&
          choice.config.getTile()[1] == 64 && choice.config.getSplitK() == 1) {
        best = choice.config;
        break;
      }
    return best && best.getLatePdl();
  };
  EXPECT_FALSE(startsLate("8192", "16384"));
  EXPECT_TRUE(startsLate("6144", "16384"));
  EXPECT_FALSE(startsLate("6144", "1024"));
}

// Twice as many bytes take twice as long, and longer than a copy of them.
TEST_F(CostModel, EpiloguesReadSlowerThanCopies) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("2048");
  ASSERT_TRUE(succeeded(spec));
  const lowp::GemmCosts &costs = spec->chip.part->gemms;
  const lowp::PartFacts &part = spec->chip.part->facts;
  constexpr double kBytes = 16e6, kKilo = 1e3;
  double once = lowp::estimateAddends(kBytes, part, costs);
  EXPECT_DOUBLE_EQ(lowp::estimateAddends(2 * kBytes, part, costs), 2 * once);
  EXPECT_GT(once, kBytes / (part.memoryGBPerSecond * kKilo));
}
