//===- ConfigSearchTest.cpp - The ranking of kernel configs ---------------===//
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
class ConfigSearch : public GemmFixture {};
} // namespace

TEST_F(ConfigSearch, RanksLegalConfigsByPredictedTime) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("4096");
  ASSERT_TRUE(succeeded(spec));
  SmallVector<ConfigCost> ranked = rankConfigs(*spec, &context, 4096);
  ASSERT_GT(ranked.size(), 1u);
  for (size_t i = 0; i < ranked.size(); ++i) {
    spec->config = ranked[i].config;
    EXPECT_TRUE(isLegalConfig(*spec));
    EXPECT_GT(ranked[i].cycles, 0);
    EXPECT_TRUE(i == 0 || ranked[i - 1].cycles <= ranked[i].cycles);
  }
}

TEST_F(ConfigSearch, KnownRowsAreNotAssumed) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("16");
  ASSERT_TRUE(succeeded(spec));
  EXPECT_EQ(rankConfigs(*spec, &context, 16).front().config,
            rankConfigs(*spec, &context, 8192).front().config);
}

TEST_F(ConfigSearch, AssumedRowsDecideTheTile) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  EXPECT_EQ(rankConfigs(*spec, &context, 16).front().config.getTile()[0], 64);
  EXPECT_EQ(rankConfigs(*spec, &context, 8192).front().config.getTile()[0],
            128);
}

// Clusters of eight lie within parts of the chip: fewer of them run at once
// than there are multiprocessors for, and K is not split where some would wait.
TEST_F(ConfigSearch, KIsSplitWhereAllClustersRunAtOnce) {
  auto countWide = [&](const std::string &n) {
    FailureOr<GemmKernelSpec> spec = parseTensorwise("16", n, "8192");
    EXPECT_TRUE(succeeded(spec));
    return llvm::count_if(rankConfigs(*spec, &context, 1),
                          [](const ConfigCost &choice) {
                            return choice.config.getSplitK() == 8 &&
                                   choice.config.getTile()[1] == 128;
                          });
  };
  EXPECT_GT(countWide("1792"), 0);
  EXPECT_EQ(countWide("1920"), 0);
}

// Sums in place leave the tensor core no gaps that a second warpgroup fills.
TEST_F(ConfigSearch, WarpgroupsAlongNAreForPromotedSums) {
  FailureOr<GemmKernelSpec> inPlace = parseRowwise("?");
  ASSERT_TRUE(succeeded(inPlace));
  for (const ConfigCost &choice : rankConfigs(*inPlace, &context, 64))
    EXPECT_EQ(read(choice.config).warpgroupsN, 1);

  FailureOr<GemmKernelSpec> promoted = parseRowwise("?", /*accumulation=*/"");
  ASSERT_TRUE(succeeded(promoted));
  int64_t divided = 0, dividedAndSplit = 0;
  for (const ConfigCost &choice : rankConfigs(*promoted, &context, 64)) {
    ConfigAttr config = choice.config;
    if (read(config).warpgroupsN == 1)
      continue;
    EXPECT_EQ(read(config).warpgroupsN, 2);
    EXPECT_EQ(config.getTile()[0], 64);
    EXPECT_EQ(config.getTile()[1] % (2 * 16 * config.getSplitK()), 0);
    ++divided;
    dividedAndSplit += config.getSplitK() > 1;
  }
  EXPECT_GT(divided, 0);
  EXPECT_GT(dividedAndSplit, 0);
}

// The store of a tile can wait for the products of the next one where these sum
// up in place; each config is offered with and without that.
TEST_F(ConfigSearch, StoresOverlapSumsInPlace) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  std::set<std::vector<int64_t>> atOnce, deferred;
  for (const ConfigCost &choice : rankConfigs(*spec, &context, 8192)) {
    ConfigAttr config = choice.config;
    std::vector<int64_t> division = config.getTile().vec();
    division.push_back(config.getClusterSize());
    (read(config).overlapStore ? deferred : atOnce).insert(division);
    if (read(config).overlapStore)
      EXPECT_EQ(config.getSplitK(), 1);
  }
  EXPECT_FALSE(deferred.empty());
  EXPECT_TRUE(std::includes(atOnce.begin(), atOnce.end(), deferred.begin(),
                            deferred.end()));

  FailureOr<GemmKernelSpec> promoted = parseRowwise("?", /*accumulation=*/"");
  ASSERT_TRUE(succeeded(promoted));
  for (const ConfigCost &choice : rankConfigs(*promoted, &context, 8192))
    EXPECT_FALSE(read(choice.config).overlapStore);
}

// Each step of a deferred store needs a block of K, and as many must be known.
TEST_F(ConfigSearch, DeferredStoresNeedBlocksOfK) {
  // The most steps of a deferred store; 0 where none is deferred.
  auto countSteps = [&](const std::string &k) {
    FailureOr<GemmKernelSpec> spec = parseTensorwise("8192", "8192", k);
    EXPECT_TRUE(succeeded(spec));
    uint64_t most = 0;
    for (const ConfigCost &choice : rankConfigs(*spec, &context, 8192)) {
      spec->config = choice.config;
      if (read(spec->config).overlapStore)
        most =
            std::max(most, llvm::divideCeil(countStoreSubtiles(*spec),
                                            read(spec->config).epilogueStages));
    }
    return most;
  };
  EXPECT_EQ(countSteps("?"), 0u);
  EXPECT_EQ(countSteps("128"), 1u);
  EXPECT_EQ(countSteps("256"), 2u);
  EXPECT_GT(countSteps("1024"), 2u);
  EXPECT_LE(countSteps("1024"), 8u);
}

// Promotion is worth dividing; loads are where narrow tiles would not fill
// the chip, and share no columns.
TEST_F(ConfigSearch, SumsInPlaceAreSplitForFewTiles) {
  auto countSplits = [&](const std::string &m, const std::string &n,
                         const std::string &accumulation) {
    FailureOr<GemmKernelSpec> spec =
        parseProduct({m + "x8192xf8E4M3FN", m + "x1xf32", "rowwise"},
                     {n + "x8192xf8E4M3FN", n + "x1xf32", "rowwise"},
                     m + "x" + n + "xbf16", accumulation);
    EXPECT_TRUE(succeeded(spec));
    return llvm::count_if(
        rankConfigs(*spec, &context, 1),
        [](const ConfigCost &choice) { return choice.config.getSplitK() > 1; });
  };
  const std::string inPlace = ", fast_accumulation", promoted;
  EXPECT_GT(countSplits("64", "3152", inPlace), 0);
  EXPECT_EQ(countSplits("64", "3168", inPlace), 0);
  EXPECT_EQ(countSplits("256", "1024", inPlace), 0);
  EXPECT_GT(countSplits("64", "3168", promoted), 0);
  EXPECT_GT(countSplits("256", "1024", promoted), 0);
}

// Only a tile that follows can hide a store.
TEST_F(ConfigSearch, DeferredStoresNeedSeveralTiles) {
  FailureOr<GemmKernelSpec> spec = parseTensorwise("128", "128", "4096");
  ASSERT_TRUE(succeeded(spec));
  for (const ConfigCost &choice : rankConfigs(*spec, &context, 128))
    EXPECT_FALSE(read(choice.config).overlapStore);
}

// CTAs that load the same columns are to be neighbours; others are offered both
// starts.
TEST_F(ConfigSearch, NextGridsAreLateWhereColumnsAreShared) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  for (int64_t m : {64, 65, 128, 129}) {
    int64_t late = 0, early = 0;
    for (const ConfigCost &choice : rankConfigs(*spec, &context, m)) {
      ConfigAttr config = choice.config;
      bool shares = config.getTile()[0] < m;
      EXPECT_TRUE(config.getLatePdl() || !shares);
      late += !shares && config.getLatePdl();
      early += !config.getLatePdl();
    }
    EXPECT_EQ(late, early) << "M = " << m;
  }
}

// Groups of tile rows are higher where there are so many and their rows are few
// bytes.
TEST_F(ConfigSearch, GroupsOfRowsAreHigherWhereKIsSmall) {
  auto getGroupM = [&](const std::string &m, const std::string &k) {
    FailureOr<GemmKernelSpec> spec = parseTensorwise(m, m, k);
    EXPECT_TRUE(succeeded(spec));
    ConfigAttr best = rankConfigs(*spec, &context, 8192).front().config;
    EXPECT_EQ(best.getTile()[0], 128);
    return best.getGroupM() * best.getCluster()[0];
  };
  EXPECT_EQ(getGroupM("8192", "2048"), 32);
  EXPECT_EQ(getGroupM("8192", "2176"), 16);
  EXPECT_EQ(getGroupM("?", "512"), 32);
}

// Groups of tile rows are low where the rhs is narrow, and stays in L2.
TEST_F(ConfigSearch, GroupsOfRowsAreLowWhereTheRhsIsNarrow) {
  auto getGroupM = [&](const std::string &m, const std::string &n) {
    FailureOr<GemmKernelSpec> spec = parseTensorwise(m, n, "4096");
    EXPECT_TRUE(succeeded(spec));
    return rankConfigs(*spec, &context, 8192).front().config.getGroupM();
  };
  EXPECT_EQ(getGroupM("8192", "1024"), 4);
  EXPECT_EQ(getGroupM("8192", "8192"), 16);
  EXPECT_EQ(getGroupM("128", "1024"), 16);
}

// Neither high nor low are groups of narrow tiles, unless rows are few.
TEST_F(ConfigSearch, GroupsOfRowsAreLowerWhereTilesAreNarrow) {
  FailureOr<GemmKernelSpec> spec = parseTensorwise("2049", "4096", "7168");
  ASSERT_TRUE(succeeded(spec));
  std::set<int64_t> narrow, wide;
  for (const ConfigCost &choice : rankConfigs(*spec, &context, 1)) {
    int64_t columns = choice.config.getTile()[1];
    (columns <= 128 ? narrow : wide).insert(choice.config.getGroupM());
  }
  EXPECT_EQ(narrow, std::set<int64_t>{8});
  EXPECT_EQ(wide, (std::set<int64_t>{4, 16}));
}

// Whatever else is equal, the order of equal costs is not left to the host.
TEST_F(ConfigSearch, EqualCostsGoToFewerWarpgroupsAlongN) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?", /*accumulation=*/"");
  ASSERT_TRUE(succeeded(spec));
  SmallVector<ConfigCost> ranked = rankConfigs(*spec, &context, 64);
  for (size_t i = 1; i < ranked.size(); ++i) {
    ConfigAttr before = ranked[i - 1].config, config = ranked[i].config;
    if (ranked[i - 1].cycles == ranked[i].cycles &&
        before.getTile() == config.getTile() &&
        before.getClusterSize() == config.getClusterSize())
      EXPECT_LE(read(before).warpgroupsN, read(config).warpgroupsN);
  }
}

// Each group has its own part of the columns: scales from the first part to
// the last are needed, and those between come along.
TEST_F(ConfigSearch, ScaleColumnsSpanAllGroups) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?", /*accumulation=*/"");
  ASSERT_TRUE(succeeded(spec));
  auto count = [&](int64_t splitK, int64_t groups) {
    ConfigChoices choices;
    choices.tile = {64, 128, 128};
    choices.splitK = splitK;
    TargetChoices division;
    division.warpgroupsN = groups;
    spec->config = write(choices, division);
    return spec->getScaleColumns();
  };
  EXPECT_EQ(count(1, 1), 128);
  EXPECT_EQ(count(1, 2), 128);
  EXPECT_EQ(count(4, 1), 32);
  EXPECT_EQ(count(4, 2), 64 + 16);
}

// What the search believes to fit is what the kernel needs in the end.
TEST_F(ConfigSearch, EstimateCountsWholeStages) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("4096");
  ASSERT_TRUE(succeeded(spec));
  ConfigAttr best = rankConfigs(*spec, &context, 4096).front().config;
  spec->config = best;
  int64_t bytes = estimateSharedBytes(*spec);
  ConfigChoices deeper = best.getChoices();
  ++deeper.stages;
  spec->config = deeper.get(&context);
  int64_t stage = best.getTile()[2] * (best.getTile()[0] + best.getTile()[1]);
  constexpr int64_t kBarriers = 16;
  EXPECT_EQ(estimateSharedBytes(*spec), bytes + stage + kBarriers);
}
