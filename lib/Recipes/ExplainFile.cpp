//===- ExplainFile.cpp - The table of recipes, for users ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplainFile.h"

#include "lowp/Dialect/Common/SourceFile.h"
#include "lowp/Files/OutputSet.h"
#include "lowp/Files/TextTable.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;
namespace json = llvm::json;

static constexpr StringLiteral kFormat = "lowp-recipes 1";

static std::string format(double microseconds) {
  return llvm::formatv("{0:F1}", microseconds);
}

/// "tensorwise (12.3 us), mxfp8 (no kernel)".
static std::string describeOthers(ArrayRef<ExplainedRecipe> others) {
  std::string text;
  for (const ExplainedRecipe &other : others) {
    if (!text.empty())
      text += ", ";
    text += other.recipe + " (" +
            (other.microseconds ? format(*other.microseconds) + " us"
                                : other.reason) +
            ")";
  }
  return text;
}

static std::string describeSize(const ExplainedMatmul &matmul) {
  const GemmSize &size = matmul.size;
  std::string batch =
      size.batch == 1 ? "" : std::to_string(size.batch) + " of ";
  return llvm::formatv("{0}{1}x{2}x{3}{4}", batch, size.m, size.n, size.k,
                       matmul.isAssumed ? " (assumed)" : "");
}

std::string ExplainedMatmul::describe() const {
  std::string text = describeSize(*this) + ": ";
  if (recipe.empty())
    text += "no recipe, " + format(dense) + " us";
  else if (!isPriced())
    text += recipe;
  else
    text += llvm::formatv("{0}, {1} us and {2} us to quantize, {3:F2} times as "
                          "fast as the {4} us without",
                          recipe, format(gemm), format(quantizes), getSpeedup(),
                          format(dense));
  if (!reason.empty())
    text += ": " + reason;
  if (!others.empty())
    text += "; rejected: " + describeOthers(others);
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Object toJSON(const ExplainedMatmul &matmul) {
  json::Array others;
  for (const ExplainedRecipe &other : matmul.others) {
    json::Object object{{"recipe", other.recipe}};
    if (other.microseconds)
      object["us"] = *other.microseconds;
    if (!other.reason.empty())
      object["reason"] = other.reason;
    others.push_back(std::move(object));
  }
  json::Object object{{"name", matmul.name},
                      {"m", matmul.size.m},
                      {"n", matmul.size.n},
                      {"k", matmul.size.k},
                      {"sizes_assumed", matmul.isAssumed},
                      {"flops", matmul.countFlops()},
                      {"without_bytes", matmul.denseBytes},
                      {"without_us", matmul.dense},
                      {"rejected", std::move(others)}};
  if (matmul.size.batch != 1)
    object["batch"] = matmul.size.batch;
  if (matmul.isPriced()) {
    object["us"] = matmul.getTotal();
    object["bytes"] = matmul.bytes;
    object["gemm_us"] = matmul.gemm;
    object["quantize_us"] = matmul.quantizes;
    object["speedup"] = matmul.getSpeedup();
  }
  object["recipe"] =
      matmul.recipe.empty() ? json::Value(nullptr) : json::Value(matmul.recipe);
  if (!matmul.reason.empty())
    object["reason"] = matmul.reason;
  return object;
}

/// All that the predictions rest on, for who draws or fits it.
static json::Object toJSON(const PartModel &part) {
  json::Object figures;
  for (const PartFigure &figure : getPartFigures())
    figures[figure.key] = figure.get(part);
  return figures;
}

std::string mlir::lowp_gpu::formatJSON(const Explanation &explanation,
                                       const PartModel &part) {
  json::Array rows, functions;
  for (const ExplainedMatmul &matmul : explanation.matmuls)
    rows.push_back(toJSON(matmul));
  for (const ExplainedFunction &function : explanation.functions)
    functions.push_back(json::Object{{"name", function.name},
                                     {"us", function.with},
                                     {"without_us", function.without}});
  json::Value content = json::Object{{"format", kFormat},
                                     {"part", part.facts.name},
                                     {"chip", part.facts.chip},
                                     {"figures", toJSON(part)},
                                     {"functions", std::move(functions)},
                                     {"matmuls", std::move(rows)}};
  return llvm::formatv("{0:2}\n", content);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using Row = std::array<std::string, 7>;

static std::string toText(const Explanation &explanation,
                          const PartModel &part) {
  std::string text;
  llvm::raw_string_ostream os(text);
  double total = 0, dense = 0;
  std::vector<Row> rows = {{"matmul", "M x N x K", "recipe", "us", "us without",
                            "speed-up", "why, what else"}};
  for (const ExplainedMatmul &matmul : explanation.matmuls) {
    bool isPriced = matmul.isPriced();
    total += isPriced ? matmul.getTotal() : 0;
    dense += isPriced ? matmul.dense : 0;
    std::string why = matmul.reason;
    if (!matmul.others.empty())
      why += (why.empty() ? "" : "; ") + describeOthers(matmul.others);
    rows.push_back(
        {matmul.name, describeSize(matmul),
         matmul.recipe.empty() ? "-" : matmul.recipe,
         isPriced ? format(matmul.getTotal()) : "?", format(matmul.dense),
         isPriced ? llvm::formatv("{0:F2}", matmul.getSpeedup()).str() : "?",
         why});
  }
  os << "recipes for " << part.facts.name << ": " << explanation.matmuls.size()
     << " matmuls, " << format(total) << " us, " << format(dense)
     << " us without recipes\n";
  printTable<std::tuple_size_v<Row>>(rows, os);
  for (const ExplainedFunction &function : explanation.functions)
    os << "all launches of '" << function.name
       << "', planned: " << format(function.with)
       << " us with recipes of auto, " << format(function.without)
       << " us without\n";
  return text;
}

LogicalResult mlir::lowp_gpu::writeExplanation(const Explanation &explanation,
                                               const PartModel &part,
                                               StringRef path, Location loc) {
  std::string text = path.ends_with(".json") ? formatJSON(explanation, part)
                                             : toText(explanation, part);
  llvm::Error error =
      writeReport(getSourceFile(loc), {"--explain-file", path}, text);
  if (!error)
    return success();
  return emitError(loc) << "the table of recipes is lost: "
                        << llvm::toString(std::move(error));
}
