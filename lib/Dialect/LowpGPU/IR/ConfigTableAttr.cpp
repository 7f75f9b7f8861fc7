//===- ConfigTableAttr.cpp - The configs of a gemm by M -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableRows.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr StringLiteral kRows = "rows";
/// The bound of the last row.
static constexpr StringLiteral kMore = "more";

ParseResult mlir::lowp_gpu::parseTableRows(AsmParser &parser,
                                           SmallVectorImpl<int64_t> &bounds,
                                           SmallVectorImpl<int64_t> &choices) {
  if (parser.parseKeyword(kRows) || parser.parseEqual() ||
      parser.parseLSquare())
    return failure();
  while (failed(parser.parseOptionalKeyword(kMore))) {
    if (parser.parseInteger(bounds.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(choices.emplace_back()) || parser.parseComma())
      return failure();
  }
  return failure(parser.parseColon() ||
                 parser.parseInteger(choices.emplace_back()) ||
                 parser.parseRSquare());
}

void mlir::lowp_gpu::printTableRows(AsmPrinter &printer,
                                    ArrayRef<int64_t> bounds,
                                    ArrayRef<int64_t> choices) {
  printer << kRows << " = [";
  for (auto [bound, choice] : llvm::zip(bounds, choices))
    printer << bound << " : " << choice << ", ";
  printer << kMore << " : " << choices.back() << "]";
}

/// Checks that the configs are there once each, and not too many.
static LogicalResult verifyConfigs(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<ConfigAttr> configs) {
  constexpr size_t kMost = ConfigTableAttr::kMaxConfigs;
  if (configs.empty() || configs.size() > kMost)
    return emitError() << "expected 1 to " << kMost << " configs, got "
                       << configs.size();
  llvm::SmallDenseSet<ConfigAttr> seen;
  for (auto [number, config] : llvm::enumerate(configs))
    if (!seen.insert(config).second)
      return emitError() << "expected each config once, got config " << number
                         << " again";
  return success();
}

/// Checks that the bounds of rows ascend.
static LogicalResult verifyBounds(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> bounds) {
  int64_t previous = 0;
  for (int64_t bound : bounds) {
    if (bound <= previous)
      return emitError() << "expected the M of rows to ascend from 1, got "
                         << bound << " after " << previous;
    if (bound > INT32_MAX)
      return emitError() << "expected an M of at most " << INT32_MAX
                         << ", which kernels count in 32 bits, got " << bound;
    previous = bound;
  }
  return success();
}

LogicalResult
ConfigTableAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<ConfigAttr> configs, ArrayRef<int64_t> bounds,
                        ArrayRef<int64_t> choices) {
  if (failed(verifyConfigs(emitError, configs)) ||
      failed(verifyBounds(emitError, bounds)))
    return failure();
  if (choices.size() != bounds.size() + 1)
    return emitError() << "expected a row for each bound and a row for more, "
                          "got "
                       << choices.size() << " rows and " << bounds.size()
                       << " bounds";
  int64_t count = configs.size();
  llvm::SmallDenseSet<int64_t> used;
  for (int64_t choice : choices) {
    if (choice < 0 || choice >= count)
      return emitError() << "expected rows to name configs from 0 to "
                         << count - 1 << ", got " << choice;
    used.insert(choice);
  }
  for (int64_t number = 0; number < count; ++number)
    if (!used.contains(number))
      return emitError() << "expected a row for each config, got none for "
                            "config "
                         << number;
  return success();
}

ConfigAttr ConfigTableAttr::lookup(int64_t m) const {
  const int64_t *bound = llvm::lower_bound(getBounds(), m);
  return getConfigs()[getChoices()[bound - getBounds().begin()]];
}
