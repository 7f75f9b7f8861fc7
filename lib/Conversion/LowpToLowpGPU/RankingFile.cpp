//===- RankingFile.cpp - Writes the ranking of configs --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankingFile.h"
#include "lowp/Dialect/Common/SourceFile.h"
#include "lowp/Files/OutputSet.h"
#include "lowp/Kernel/Config/ProblemKey.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp_gpu;
namespace json = llvm::json;

static constexpr StringLiteral kFormat = "lowp-ranking 1";

void RankingFile::add(const GemmKernelSpec &spec, int64_t leastM, int64_t mostM,
                      ArrayRef<ConfigCost> ranked, ConfigAttr choice) {
  json::Array configs;
  for (auto [place, cost] : llvm::enumerate(ranked)) {
    json::Object config{{"config", debugString(cost.config)},
                        {"cycles", static_cast<int64_t>(cost.cycles)}};
    if (variants < 0 || static_cast<int64_t>(place) < variants) {
      json::Array others;
      for (ConfigAttr variant : listConfigVariants(spec, cost.config))
        others.push_back(debugString(variant));
      config["variants"] = std::move(others);
    }
    configs.push_back(std::move(config));
  }
  gemms.push_back(
      json::Object{{"problem", toJSON(getProblemKey(spec), leastM, mostM)},
                   {"choice", debugString(choice)},
                   {"configs", std::move(configs)}});
}

LogicalResult RankingFile::write(StringRef path, Location loc) {
  json::Value content =
      json::Object{{"format", kFormat}, {"gemms", std::move(gemms)}};
  llvm::Error error =
      lowp::writeReport(lowp::getSourceFile(loc), {"the ranking", path},
                        llvm::formatv("{0:2}\n", content).str());
  if (!error)
    return success();
  return emitError(loc) << "the ranking is lost: "
                        << llvm::toString(std::move(error));
}
