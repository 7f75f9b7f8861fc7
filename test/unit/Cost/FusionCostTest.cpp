//===- FusionCostTest.cpp - Fusions against measured ones --------------- -===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/FusionCost.h"
#include "Parts.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace mlir::lowp;

namespace {
/// A row of the table in docs/Performance.md, of `elements` elements: bytes per
/// element, and microseconds on a part. Functions in mode exact are of the
/// kernels that keep them apart from branches, which an H100 has run.
struct Measured {
  const char *name;
  double elements;
  double read, written, turned;
  int64_t functions, rowSums, launches;
  double microseconds;
  const char *part = "h200";
};
} // namespace

static constexpr double kMatrix = 16384.0 * 7168;
static constexpr double kBlocks = 1 + 4.0 / 128, kMX = 1 + 1.0 / 32;

static const Measured kTable[] = {
    {"1x128", kMatrix, 2, kBlocks, 0, 0, 0, 1, 84.2},
    {"128x1, transposed", kMatrix, 2, kBlocks, kBlocks, 0, 0, 1, 89.3},
    {"both", kMatrix, 2, 2 * kBlocks, kBlocks, 0, 0, 1, 125.6},
    {"128x128", 8.0 * 4096 * 7168, 2, 1, 0, 0, 0, 1, 163.8},
    {"rowwise", kMatrix, 2, 1, 0, 0, 0, 1, 82.5},
    {"MX", kMatrix, 2, kMX, 0, 0, 0, 1, 84.1},
    {"MX, transposed", kMatrix, 2, kMX, kMX, 0, 0, 1, 91.0},
    {"MX both", kMatrix, 2, 2 * kMX, kMX, 0, 0, 1, 132.6},
    {"SwiGLU + 1x128", kMatrix, 4, kBlocks, 0, 2, 0, 1, 193.0, "h100"},
    {"RMSNorm + 1x128", kMatrix, 2, kBlocks, 0, 0, 1, 1, 105.8},
    {"residual + RMSNorm + 1x128", kMatrix, 4, 2 + kBlocks, 0, 0, 1, 1, 216.6},
    {"softmax", 32.0 * 2048 * 2048, 2, 2, 0, 2, 1, 1, 212.9, "h100"},
    {"bias + GELU", kMatrix, 2, 2, 0, 2, 0, 1, 169.8, "h100"},
};

TEST(FusionCost, IsNearWhatWasMeasured) {
  std::vector<double> errors;
  for (const Measured &row : kTable) {
    const PartFacts &part = *getPartTable().lookup(row.part);
    FusionWork work;
    work.elements = row.elements;
    work.bytesRead = row.read * row.elements;
    work.bytesWritten = row.written * row.elements;
    work.bytesTurned = row.turned * row.elements;
    work.functions = row.functions;
    work.rowSums = row.rowSums;
    work.launches = row.launches;
    double predicted = estimateMicroseconds(work, part, getFusionCosts());
    errors.push_back(std::abs(std::log(predicted / row.microseconds)));
    EXPECT_LT(errors.back(), 0.15) << row.name << ": predicted " << predicted
                                   << ", measured " << row.microseconds;
  }
  std::sort(errors.begin(), errors.end());
  EXPECT_LT(errors[errors.size() / 2], 0.05);
}

TEST(FusionCost, LaunchesCount) {
  const PartFacts &part = *getPartTable().lookup("h200");
  FusionWork once, twice;
  twice.launches = 2;
  EXPECT_EQ(estimateMicroseconds(twice, part, getFusionCosts()),
            2 * estimateMicroseconds(once, part, getFusionCosts()));
}

TEST(FusionCost, ApproximationsTakeLessThanFunctions) {
  const PartFacts &part = *getPartTable().lookup("h200");
  FusionWork none, exact;
  none.elements = exact.elements = kMatrix;
  none.bytesRead = exact.bytesRead = 2 * kMatrix;
  FusionWork fast = exact;
  exact.functions = fast.approximations = 2;
  double least = estimateMicroseconds(none, part, getFusionCosts());
  double between = estimateMicroseconds(fast, part, getFusionCosts());
  EXPECT_LT(least, between);
  EXPECT_LT(between, estimateMicroseconds(exact, part, getFusionCosts()));
}

TEST(FusionCost, ArithmeticHidesBehindMemoryInPart) {
  const PartFacts &part = *getPartTable().lookup("h200");
  FusionCosts costs = getFusionCosts();
  costs.launchMicroseconds = 0;
  FusionWork moves, computes;
  moves.elements = computes.elements = kMatrix;
  moves.bytesWritten = moves.bytesTurned = kMatrix;
  computes.functions = 2;
  FusionWork both = moves;
  both.functions = 2;
  double apart[] = {estimateMicroseconds(moves, part, costs),
                    estimateMicroseconds(computes, part, costs)};
  double together = estimateMicroseconds(both, part, costs);
  EXPECT_GT(together, std::max(apart[0], apart[1]));
  EXPECT_LT(together, apart[0] + apart[1]);
}
