//===- ConfigVariantsTest.cpp - Configs beside one config -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"

#include <set>

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
class ConfigVariants : public GemmFixture {
protected:
  /// A gemm of M = `m`, N = 2048 and K = 1024, with a scale
  /// per row.
  GemmKernelSpec getSpec(const std::string &m, bool fast) {
    FailureOr<GemmKernelSpec> spec =
        parseProduct({m + "x1024xf8E4M3FN", m + "x1xf32", "rowwise"},
                     {"2048x1024xf8E4M3FN", "2048x1xf32", "rowwise"},
                     m + "x2048xbf16", fast ? ", fast_accumulation" : "");
    EXPECT_TRUE(succeeded(spec));
    return *spec;
  }
};
} // namespace

TEST_F(ConfigVariants, AreLegalDistinctAndOfTheSameTile) {
  for (bool fast : {true, false}) {
    GemmKernelSpec spec = getSpec("?", fast);
    for (const ConfigCost &cost : rankConfigs(spec, &context, 8192)) {
      std::set<const void *> seen = {cost.config.getAsOpaquePointer()};
      for (ConfigAttr variant : listConfigVariants(spec, cost.config)) {
        spec.config = variant;
        EXPECT_TRUE(isLegalConfig(spec));
        EXPECT_TRUE(seen.insert(variant.getAsOpaquePointer()).second);
        EXPECT_EQ(variant.getTile(), cost.config.getTile());
      }
    }
  }
}

TEST_F(ConfigVariants, GroupsHigherThanTheOutputAreTheSame) {
  auto countTileOrders = [&](const std::string &m) {
    GemmKernelSpec spec = getSpec(m, /*fast=*/true);
    ConfigAttr best = rankConfigs(spec, &context, 8192).front().config;
    return llvm::count_if(listConfigVariants(spec, best),
                          [&](ConfigAttr variant) {
                            return variant.getGroupM() != best.getGroupM() &&
                                   variant.getCluster() == best.getCluster();
                          });
  };
  EXPECT_EQ(countTileOrders("?"), 3);
  EXPECT_EQ(countTileOrders("8192"), 3);
  EXPECT_EQ(countTileOrders("64"), 0);
}

TEST_F(ConfigVariants, TheNextGridMayStartAtTheOtherTime) {
  for (const std::string m : {"16", "8192"}) {
    GemmKernelSpec spec = getSpec(m, /*fast=*/true);
    ConfigAttr best = rankConfigs(spec, &context, 8192).front().config;
    EXPECT_EQ(llvm::count_if(listConfigVariants(spec, best),
                             [&](ConfigAttr variant) {
                               return variant.getLatePdl() != best.getLatePdl();
                             }),
              1)
        << m;
  }
}

TEST_F(ConfigVariants, ClustersMayShareEitherOperand) {
  GemmKernelSpec spec = getSpec("8192", /*fast=*/true);
  ConfigAttr best = rankConfigs(spec, &context, 8192).front().config;
  std::set<std::pair<int64_t, int64_t>> clusters;
  for (ConfigAttr variant : listConfigVariants(spec, best))
    clusters.insert({variant.getCluster()[0], variant.getCluster()[1]});
  EXPECT_EQ(clusters.size(), 3u);
  EXPECT_TRUE(clusters.count({1, 2}) && clusters.count({2, 1}));
}

TEST_F(ConfigVariants, OnlyPromotedProductsAreUnrolled) {
  auto countUnrolls = [&](bool fast) {
    GemmKernelSpec spec = getSpec("4096", fast);
    ConfigAttr best = rankConfigs(spec, &context, 4096).front().config;
    std::set<int64_t> unrolls;
    for (ConfigAttr variant : listConfigVariants(spec, best))
      unrolls.insert(read(variant).unroll);
    return unrolls.size();
  };
  EXPECT_EQ(countUnrolls(/*fast=*/true), 1u);
  EXPECT_EQ(countUnrolls(/*fast=*/false), 4u);
}

TEST_F(ConfigVariants, FewerEpilogueStagesLeaveRoomForStages) {
  GemmKernelSpec spec = getSpec("4096", /*fast=*/true);
  SmallVector<ConfigCost> ranked = rankConfigs(spec, &context, 4096);
  auto *found = llvm::find_if(ranked, [&](const ConfigCost &cost) {
    return read(cost.config).epilogueStages > 1 &&
           !read(cost.config).overlapStore;
  });
  ASSERT_NE(found, ranked.end());
  int64_t fewer = 0;
  for (ConfigAttr variant : listConfigVariants(spec, found->config)) {
    if (read(variant).epilogueStages >= read(found->config).epilogueStages)
      continue;
    EXPECT_GE(variant.getStages(), found->config.getStages());
    ++fewer;
  }
  EXPECT_GT(fewer, 0);
}

// K = 1024 has 8 blocks to hide steps behind.
TEST_F(ConfigVariants, StepsOfDeferredStoresAreHiddenBehindBlocks) {
  GemmKernelSpec spec = getSpec("4096", /*fast=*/true);
  ConfigChoices choices;
  choices.tile = {128, 208, 128};
  choices.stages = 4;
  TargetChoices own;
  own.epilogueStages = 4;
  own.overlapStore = true;
  // 13 boxes of 16 columns: 13 steps are too many.
  std::set<int64_t> stages;
  for (ConfigAttr variant : listConfigVariants(spec, write(choices, own))) {
    EXPECT_TRUE(read(variant).overlapStore);
    stages.insert(read(variant).epilogueStages);
  }
  EXPECT_EQ(stages.count(1), 0u);
  EXPECT_EQ(stages.count(2), 1u);
}
