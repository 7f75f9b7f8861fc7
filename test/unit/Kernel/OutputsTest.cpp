//===- OutputsTest.cpp - Kernels of several results -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
class Outputs : public GemmFixture {
protected:
  /// A gemm of 4096 x n x k without scales, whose sums are as many results.
  FailureOr<GemmKernelSpec> parseSums(unsigned results, const std::string &n,
                                      const std::string &k = "4096") {
    std::string type = "memref<4096x" + n + "xf32>", x = "memref<4096x" + k,
                w = "memref<" + n + "x" + k, map = "affine_map<(m, n, k) -> ";
    auto repeat = [&](const std::string &text) {
      std::string all;
      for (unsigned number = 0; number < results; ++number)
        all += (number ? ", " : "") + text;
      return all;
    };
    std::string arguments;
    for (unsigned number = 0; number < results; ++number)
      arguments += ", %y" + std::to_string(number) + ": " + type;
    std::string names;
    for (unsigned number = 0; number < results; ++number)
      names += (number ? ", %y" : "%y") + std::to_string(number);
    return parse("module attributes {lowp_gpu.chip = \"sm_90a\"} {\n"
                 "func.func @f(%x: " +
                 x + "xbf16>, %w: " + w + "xbf16>" + arguments +
                 ") {\n  lowp.gemm lhs(%x : " + x + "xbf16>) rhs(%w : " + w +
                 "xbf16>) outs(" + names + " : " + repeat(type) +
                 ") {indexing_maps = [" + map + "(m, k)>, " + map +
                 "(n, k)>, " + map + "(m, n)>]} epilogue {\n" +
                 "  ^bb0(%sum: f32):\n    lowp.epilogue_yield " +
                 repeat("%sum") + " : " + repeat("f32") +
                 "\n  }\n  return\n}}");
  }

  ConfigAttr getConfig(std::array<int64_t, 3> tile, bool overlapStore = false) {
    ConfigChoices choices;
    choices.tile = {tile[0], tile[1], tile[2]};
    choices.stages = 3;
    TargetChoices own;
    own.epilogueStages = 2;
    own.overlapStore = overlapStore;
    return write(choices, own);
  }

  bool isLegal(GemmKernelSpec spec, int64_t columns, bool overlapStore) {
    spec.config = getConfig({128, columns, 64}, overlapStore);
    return isLegalConfig(spec);
  }
};
} // namespace

TEST_F(Outputs, EachHasAnArgumentBehindTheOther) {
  FailureOr<GemmKernelSpec> spec = parseSums(3, "4096");
  ASSERT_TRUE(succeeded(spec));
  spec->config = getConfig({128, 64, 64});
  SmallVector<KernelArgumentInfo> arguments =
      describeKernelArguments(*spec, &context);
  for (unsigned output = 0; output < 3; ++output) {
    EXPECT_EQ(arguments[2 + output].argument, KernelArgument::Output);
    EXPECT_EQ(arguments[2 + output].index, output);
  }
}

// Stores by TMA follow each other in one place, those of threads in another.
TEST_F(Outputs, StagingIsShared) {
  FailureOr<GemmKernelSpec> one = parseSums(1, "4096");
  FailureOr<GemmKernelSpec> two = parseSums(2, "4096");
  ASSERT_TRUE(succeeded(one) && succeeded(two));
  one->config = two->config = getConfig({128, 64, 64});
  EXPECT_EQ(estimateSharedBytes(*one), estimateSharedBytes(*two));
  two->problem.outputTypes[1] = BFloat16Type::get(&context);
  EXPECT_EQ(estimateSharedBytes(*one), estimateSharedBytes(*two));
  two->storedRows = {MemRefType(),
                     MemRefType::get({4096, 4096}, Float32Type::get(&context))};
  EXPECT_EQ(estimateSharedBytes(*two),
            estimateSharedBytes(*one) + 2 * countStagedBytes(*one));
}

// Rows of subtiles are as long in all outputs, or warpgroups would stage where
// others do.
TEST_F(Outputs, SubtilesHaveRowsOfOneLength) {
  FailureOr<GemmKernelSpec> spec = parseSums(2, "4096");
  ASSERT_TRUE(succeeded(spec));
  spec->problem.outputTypes[1] = BFloat16Type::get(&context);
  for (int64_t columns : {64, 80, 96, 112, 144}) {
    spec->config = getConfig({128, columns, 64});
    TileType wide = getOutputSubtile(*spec, 0),
             half = getOutputSubtile(*spec, 1);
    EXPECT_EQ(wide.getBytes(), half.getBytes()) << columns;
    EXPECT_EQ(wide.getSwizzle(), half.getSwizzle()) << columns;
    EXPECT_EQ(columns % half.getShape()[1], 0) << columns;
  }
}

// Elements that wait for the first store, or for the next tile, need registers.
TEST_F(Outputs, RegistersLimitColumns) {
  FailureOr<GemmKernelSpec> spec = parseSums(2, "4096");
  ASSERT_TRUE(succeeded(spec));
  Type half = BFloat16Type::get(&context);
  EXPECT_TRUE(isLegal(*spec, 192, /*overlapStore=*/false));
  EXPECT_FALSE(isLegal(*spec, 208, /*overlapStore=*/false));
  EXPECT_TRUE(isLegal(*spec, 128, /*overlapStore=*/true));
  EXPECT_FALSE(isLegal(*spec, 144, /*overlapStore=*/true));
  spec->problem.outputTypes = {half, half};
  EXPECT_TRUE(isLegal(*spec, 256, /*overlapStore=*/false));
  EXPECT_TRUE(isLegal(*spec, 192, /*overlapStore=*/true));
  EXPECT_FALSE(isLegal(*spec, 208, /*overlapStore=*/true));
  for (const ConfigCost &choice : rankConfigs(*spec, &context, 4096)) {
    spec->config = choice.config;
    EXPECT_TRUE(isLegalConfig(*spec));
  }
}

// A second result is stored, and passes the memory: a short K cannot hide it.
TEST_F(Outputs, EachTakesItsTime) {
  auto predict = [&](unsigned results, const std::string &k) {
    FailureOr<GemmKernelSpec> spec = parseSums(results, "4096", k);
    EXPECT_TRUE(succeeded(spec));
    return rankConfigs(*spec, &context, 4096).front().cycles;
  };
  EXPECT_GT(predict(2, "128"), 1.5 * predict(1, "128"));
  EXPECT_GT(predict(2, "8192"), predict(1, "8192"));
  EXPECT_LT(predict(2, "8192"), 1.2 * predict(1, "8192"));
}
