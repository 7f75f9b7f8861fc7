//===- ConfigTableTest.cpp - Configs of a gemm for any M ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"

#include "lowp/Kernel/Config/ConfigTable.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
class ConfigTable : public GemmFixture {
protected:
  /// A gemm with a scale for 128 elements of rows of the lhs and for tiles of
  /// the rhs.
  FailureOr<GemmKernelSpec> parseBlocks(const std::string &m, int64_t n,
                                        int64_t k) {
    std::string columns = std::to_string(n), row = "x" + std::to_string(k),
                blocks = std::to_string(k / 128);
    return parseProduct(
        {m + row + "xf8E4M3FN", blocks + "x" + m + "xf32",
         "block<1x128>, scales = #lowp.mn_major"},
        {columns + row + "xf8E4M3FN",
         std::to_string((n + 127) / 128) + "x" + blocks + "xf32",
         "block<128x128>"},
        m + "x" + columns + "xbf16", "");
  }

  /// A gemm of bf16 without scales.
  FailureOr<GemmKernelSpec> parseDense(const std::string &m, int64_t n,
                                       int64_t k) {
    std::string row = "x" + std::to_string(k) + "xbf16>",
                a = "memref<" + m + row,
                b = "memref<" + std::to_string(n) + row,
                d = "memref<" + m + "x" + std::to_string(n) + "xbf16>";
    return parse("module attributes {lowp_gpu.chip = \"sm_90a\"} {\n"
                 "func.func @f(%a: " +
                 a + ", %b: " + b + ", %d: " + d +
                 ") {\n"
                 "  lowp.gemm lhs(%a : " +
                 a + ") rhs(%b : " + b + ") outs(%d : " + d +
                 ")\n"
                 "    {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,\n"
                 "                      affine_map<(m, n, k) -> (n, k)>,\n"
                 "                      affine_map<(m, n, k) -> (m, n)>]}\n"
                 "  return\n}}");
  }

  FailureOr<GemmKernelSpec> parseTensors(const std::string &m, int64_t n,
                                         int64_t k) {
    return parseTensorwise(m, std::to_string(n), std::to_string(k));
  }

  /// What the rows for `spec` lose to the best config of M = `m`.
  double measureLoss(GemmKernelSpec spec, ArrayRef<ConfigRow> rows, int64_t m) {
    const ConfigRow *row = llvm::find_if(
        rows, [&](const ConfigRow &one) { return m <= one.most; });
    EXPECT_LE(row->least, m);
    spec.config = row->config;
    EXPECT_TRUE(isLegalConfig(spec));
    double best = rankConfigs(spec, &context, m, kAssumedSize).front().cycles;
    return predictCycles(spec, m, kAssumedSize) / best - 1;
  }

  std::vector<double> measureLosses(const GemmKernelSpec &spec,
                                    ArrayRef<ConfigRow> rows) {
    std::vector<double> losses;
    for (int64_t m : listM())
      losses.push_back(measureLoss(spec, rows, m));
    return losses;
  }

  /// Appends what the model's rows for `spec` lose.
  void addLosses(const FailureOr<GemmKernelSpec> &spec,
                 std::vector<double> &losses) {
    ASSERT_TRUE(succeeded(spec));
    ConfigRows choice = chooseConfigRows(*spec, &context, kAssumedSize);
    std::vector<double> some = measureLosses(*spec, choice.rows);
    EXPECT_NEAR(choice.meanLoss, getMean(some), 0.01);
    losses.insert(losses.end(), some.begin(), some.end());
  }

  static double getMean(ArrayRef<double> losses) {
    double sum = 0;
    for (double loss : losses)
      sum += loss;
    return sum / static_cast<double>(losses.size());
  }

  /// Checks the promise of docs/Tuning.md.
  static void expectSmall(std::vector<double> losses, const std::string &what) {
    llvm::sort(losses);
    EXPECT_LE(getMean(losses), 0.02) << what;
    EXPECT_LE(losses[losses.size() * 95 / 100], 0.08) << what;
    EXPECT_LE(losses.back(), 0.2) << what;
  }

  ConfigAttr getConfig(int64_t tileN) {
    ConfigChoices choices;
    choices.tile = {64, tileN, 128};
    choices.stages = 3;
    return choices.get(&context);
  }

private:
  /// In even steps of the logarithm, and just above tiles.
  static std::set<int64_t> listM() {
    std::set<int64_t> all;
    for (double m = 1; m <= kMostTableM; m *= 1.07)
      all.insert(static_cast<int64_t>(m));
    for (int64_t m = 64; m < kMostTableM; m *= 2)
      all.insert({m, m + 1, m + m / 2 + 1});
    return all;
  }
};
} // namespace

using Sizes = std::pair<int64_t, int64_t>;

// N and K of one weight.
TEST_F(ConfigTable, LosesLittleAtAnyM) {
  for (auto [n, k] : {Sizes(4096, 4096), {28672, 4096}, {7168, 2048}}) {
    std::string what = std::to_string(n) + "x" + std::to_string(k);
    std::vector<double> tensors, blocks;
    addLosses(parseTensors("?", n, k), tensors);
    expectSmall(tensors, what + " tensorwise");
    addLosses(parseBlocks("?", n, k), blocks);
    expectSmall(blocks, what + " 1x128.128x128");
  }
}

// The weights of the set any-m of lowp.bench, narrow ones too, together; one of
// three without LOWP_LONG_TESTS.
TEST_F(ConfigTable, LosesLittleOverManyWeights) {
  const Sizes all[] = {
      {2112, 7168}, {24576, 1536}, {32768, 512},  {7168, 16384}, {4096, 7168},
      {7168, 2048}, {18432, 7168}, {7168, 18432}, {1024, 8192},  {128, 8192},
      {8192, 8192}, {28672, 8192}, {8192, 28672}, {576, 2048},   {10944, 2048}};
  const size_t step = std::getenv("LOWP_LONG_TESTS") ? 1 : 3;
  std::vector<double> tensors, blocks, dense;
  for (size_t place = 0; place < std::size(all); place += step) {
    auto [n, k] = all[place];
    addLosses(parseTensors("?", n, k), tensors);
    addLosses(parseBlocks("?", n, k), blocks);
    addLosses(parseDense("?", n, k), dense);
  }
  expectSmall(tensors, "tensorwise");
  expectSmall(blocks, "1x128.128x128");
  expectSmall(dense, "bf16");
}

// Where rows of tiles fill one more wave another config is the best, of tiles
// of 64 rows and of 128.
TEST_F(ConfigTable, RangesEndWhereWavesDo) {
  FailureOr<GemmKernelSpec> spec = parseTensors("?", 1024, 8192);
  ASSERT_TRUE(succeeded(spec));
  SmallVector<ConfigRow> rows =
      chooseConfigRows(*spec, &context, kAssumedSize).rows;
  for (int64_t m : {6272, 6273, 12608, 12672, 12673, 16320})
    EXPECT_LE(measureLoss(*spec, rows, m), 0.12) << m;
}

// Neighbours of narrow tiles would wait for rows that only L2 can send.
TEST_F(ConfigTable, NarrowTilesComeInLowGroups) {
  FailureOr<GemmKernelSpec> spec = parseTensors("?", 2112, 7168);
  ASSERT_TRUE(succeeded(spec));
  int64_t narrow = 0;
  for (const ConfigRow &row :
       chooseConfigRows(*spec, &context, kAssumedSize).rows) {
    ArrayRef<int64_t> tile = row.config.getTile();
    if (tile[1] > 128 || row.least <= 8 * tile[0])
      continue;
    EXPECT_LE(row.config.getGroupM(), 8) << row.least;
    ++narrow;
  }
  EXPECT_GT(narrow, 0);
}

TEST_F(ConfigTable, RowsFollowEachOtherWithFewConfigs) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  SmallVector<ConfigRow> rows =
      chooseConfigRows(*spec, &context, kAssumedSize).rows;
  int64_t next = 1;
  for (const ConfigRow &row : rows) {
    EXPECT_EQ(row.least, next);
    EXPECT_GE(row.most, row.least);
    next = row.most + 1;
  }
  EXPECT_EQ(rows.back().most, GemmKernelSpec::kMaxSize);
  EXPECT_GT(countConfigs(rows), 1u);
  EXPECT_LE(countConfigs(rows), static_cast<size_t>(kMostModelConfigs));
}

// One kernel is as good as several where rows never fill a tile's columns.
TEST_F(ConfigTable, KernelsThatGainNothingAreLeftOut) {
  auto count = [&](int64_t n, int64_t k) {
    FailureOr<GemmKernelSpec> spec = parseBlocks("?", n, k);
    EXPECT_TRUE(succeeded(spec));
    return countConfigs(chooseConfigRows(*spec, &context, kAssumedSize).rows);
  };
  EXPECT_LT(count(28672, 4096), count(4096, 4096));
}

TEST_F(ConfigTable, FixedRowsReplaceOthers) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  ConfigAttr few = getConfig(48), many = getConfig(80);
  SmallVector<ConfigRow> fixed{{1, 64, few}, {100, 100, many}};
  SmallVector<ConfigRow> rows =
      chooseConfigRows(*spec, &context, kAssumedSize, fixed).rows;
  auto configs = cast<ConfigTableAttr>(makeConfigTable(rows, &context));
  EXPECT_EQ(configs.lookup(1), few);
  EXPECT_EQ(configs.lookup(64), few);
  EXPECT_EQ(configs.lookup(100), many);
  for (int64_t m : {65, 99, 101, 65536})
    EXPECT_TRUE(configs.lookup(m) != few && configs.lookup(m) != many);
}

// Kernels for M that others have decided on are not compiled.
TEST_F(ConfigTable, NothingIsChosenForFixedRows) {
  FailureOr<GemmKernelSpec> spec = parseRowwise("?");
  ASSERT_TRUE(succeeded(spec));
  auto count = [&](int64_t most) {
    return countConfigs(chooseConfigRows(*spec, &context, kAssumedSize,
                                         {{1, most, getConfig(48)}})
                            .rows);
  };
  EXPECT_EQ(count(GemmKernelSpec::kMaxSize), 1u);
  EXPECT_LE(count(8192), 3u);
  EXPECT_LT(count(8192), count(16));
}

TEST_F(ConfigTable, OneConfigIsNoTable) {
  ConfigAttr config = getConfig(48);
  EXPECT_EQ(makeConfigTable({{1, 64, config}, {65, 128, config}}, &context),
            config);
}

// Sizes beside M that only the run time knows are assumed, those of M are not.
TEST_F(ConfigTable, OtherSizesMayBeUnknown) {
  FailureOr<GemmKernelSpec> unknown = parseTensorwise("?", "?", "4096");
  FailureOr<GemmKernelSpec> known =
      parseTensorwise("?", std::to_string(kAssumedSize), "4096");
  ASSERT_TRUE(succeeded(unknown) && succeeded(known));
  EXPECT_EQ(chooseConfigRows(*unknown, &context, kAssumedSize).meanLoss,
            chooseConfigRows(*known, &context, kAssumedSize).meanLoss);
}
