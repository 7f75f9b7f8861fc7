//===- FillBytesTest.cpp - Bytes that CTAs load from the cache ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmFixture.h"
#include "lowp/Kernel/Gemm/KernelParts.h"
#include "lowp/Kernel/Targets/Tcgen05/Tcgen05.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Products of 8192 x 8192 x 8192 on a B200, whose tensor cores wait for
/// what all CTAs load from the cache.
class FillBytes : public GemmFixture {
protected:
  FillBytes() {
    DialectRegistry registry;
    registerTcgen05Target(registry);
    context.appendDialectRegistry(registry);
  }

  /// An operand's data, as memory has them, and its type.
  GemmKernelSpec parseSquare(const std::string &data, const std::string &scales,
                             const std::string &type,
                             bool hasGlobalScale = false) {
    std::string buffers = "memref<" + data + ">", names = "%a";
    if (!scales.empty()) {
      buffers += ", memref<" + scales + ">";
      names += ", %s";
    }
    if (hasGlobalScale) {
      buffers += ", memref<1xf32>";
      names += ", %g";
    }
    std::string types =
        type.empty()
            ? "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
              "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, "
              "n)>]"
            : "lhs_type = " + type + ", rhs_type = " + type;
    std::string operand = "(" + names + " : " + buffers + ")";
    FailureOr<GemmKernelSpec> spec = parse(
        "module attributes {lowp_gpu.chip = \"sm_100a\"} {\n"
        "func.func @f(%a: memref<" +
        data + ">, %d: memref<8192x8192xbf16>" +
        (scales.empty() ? "" : ", %s: memref<" + scales + ">") +
        (hasGlobalScale ? ", %g: memref<1xf32>" : "") + ") {\n  lowp.gemm lhs" +
        operand + " rhs" + operand + " outs(%d : memref<8192x8192xbf16>) {" +
        types + "}\n  return\n}}");
    EXPECT_TRUE(succeeded(spec));
    return *spec;
  }

  /// Bytes of all stages that the kernel fills which is chosen for `spec`, of
  /// those whose clusters have `ctas` CTAs if it is not 0.
  double countBytes(GemmKernelSpec spec, int64_t ctas = 0) {
    SmallVector<ConfigCost> ranked = rankConfigs(spec, &context, 8192);
    const auto *chosen = llvm::find_if(ranked, [&](const ConfigCost &each) {
      return !ctas || each.config.getClusterSize() == ctas;
    });
    EXPECT_NE(chosen, ranked.end());
    spec.config = chosen->config;
    int64_t stage = 0;
    for (TileType tile : getOperandStage(&context, spec).getTiles())
      stage += tile.getBytes();
    auto count = [](int64_t size, int64_t tile) {
      return static_cast<double>(llvm::divideCeil(size, tile));
    };
    return count(8192, spec.getTileM()) * count(8192, spec.getTileN()) *
           count(8192, spec.getTileK()) * static_cast<double>(stage);
  }
};
} // namespace

TEST_F(FillBytes, OfMXFP8) {
  GemmKernelSpec spec =
      parseSquare("8192x8192xf8E4M3FN", "64x64x32x4x4xf8E8M0FNU",
                  "!lowp.scaled<8192x8192xf8E4M3FN, #lowp.mx<1x32>, scales = "
                  "#lowp.swizzled>");
  EXPECT_LE(countBytes(spec), 4.6e9);
  EXPECT_EQ(countBytes(spec), countBytes(spec, /*ctas=*/2));
  EXPECT_LE(countBytes(spec, /*ctas=*/1), 6.7e9);
}

TEST_F(FillBytes, OfMXFP4) {
  EXPECT_LE(
      countBytes(parseSquare(
          "8192x4096xi8", "64x64x32x4x4xf8E8M0FNU",
          "!lowp.scaled<8192x8192xf4E2M1FN, #lowp.mx<1x32>, packing = dense, "
          "scales = #lowp.swizzled>")),
      2.4e9);
}

TEST_F(FillBytes, OfNVFP4) {
  EXPECT_LE(countBytes(parseSquare(
                "8192x4096xi8", "64x128x32x4x4xf8E4M3FN",
                "!lowp.scaled<8192x8192xf4E2M1FN, #lowp.nvfp4<1x16>, packing = "
                "dense, scales = #lowp.swizzled>",
                /*hasGlobalScale=*/true)),
            2.6e9);
}

TEST_F(FillBytes, OfHalves) {
  EXPECT_LE(countBytes(parseSquare("8192x8192xbf16", "", "")), 8.6e9);
}
