//===- LossMatrix.cpp - What configs lose at each M -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossMatrix.h"
#include "ConfigSearch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

SmallVector<RowRange> mlir::lowp_gpu::listRowRanges() {
  SmallVector<RowRange> ranges;
  int64_t least = 1;
  auto addUpTo = [&](int64_t most) {
    double before = least == 1 ? 0.5 : static_cast<double>(least - 1);
    ranges.push_back({least, most, std::log2(most / before)});
    least = most + 1;
  };
  // Below a tile only what is loaded and stored changes.
  for (int64_t most : {1, 2, 4, 8, 16, 24, 32, 48, 64})
    addUpTo(most);
  // Tiles of 64 rows: within a range no config has another number of waves at
  // one M than at the next.
  constexpr int64_t kTile = 64;
  while (least <= kMostTableM)
    addUpTo(least - 1 + kTile);
  // What lies beyond must not have a bad kernel either.
  constexpr double kBeyond = 0.5;
  addUpTo(4 * kMostTableM);
  ranges.back().weight = kBeyond;
  return ranges;
}

namespace {
/// Predicted cycles of all configs at both ends of each range.
class Predictions {
public:
  Predictions(const GemmKernelSpec &spec, ArrayRef<RowRange> ranges,
              int64_t assumed)
      : spec(spec), assumed(assumed) {
    for (const RowRange &range : ranges)
      ends.append({range.least, range.most});
    best.assign(ends.size(), std::numeric_limits<double>::infinity());
  }

  void add(ConfigAttr config);
  /// The mean loss of a config at the two ends of a range.
  double getLoss(size_t config, size_t range) const;

private:
  GemmKernelSpec spec;
  int64_t assumed;
  SmallVector<int64_t> ends;
  /// Infinite where a config is not to be used.
  std::vector<double> cycles;
  std::vector<double> best;
};
} // namespace

void Predictions::add(ConfigAttr config) {
  spec.config = config;
  for (auto [place, m] : llvm::enumerate(ends)) {
    ProblemSize size = assumeSizes(spec.problem, m, assumed);
    cycles.push_back(isWorthwhile(spec, size)
                         ? estimateCycles(spec, size)
                         : std::numeric_limits<double>::infinity());
    best[place] = std::min(best[place], cycles.back());
  }
}

double Predictions::getLoss(size_t config, size_t range) const {
  double loss = 0;
  for (size_t end : {2 * range, 2 * range + 1}) {
    double ratio = cycles[config * ends.size() + end] / best[end];
    loss += std::isfinite(ratio) ? (ratio - 1) / 2 : LossMatrix::kUnfit;
  }
  return std::min(loss, LossMatrix::kUnfit);
}

LossMatrix mlir::lowp_gpu::computeLosses(const GemmKernelSpec &spec,
                                         MLIRContext *context, int64_t assumed,
                                         ArrayRef<ConfigRow> fixed) {
  LossMatrix matrix;
  matrix.ranges = listRowRanges();
  for (RowRange &range : matrix.ranges) {
    matrix.totalWeight += range.weight;
    if (llvm::any_of(fixed, [&](const ConfigRow &row) {
          return row.least <= range.least && range.most <= row.most;
        }))
      range.weight = 0;
  }
  Predictions predictions(spec, matrix.ranges, assumed);
  ProblemSize many = assumeSizes(spec.problem, kMostTableM, assumed);
  for (const ConfigChoices &division : listDivisions(spec, context)) {
    ConfigAttr config = completeConfig(spec, division, many, context);
    if (!config)
      continue;
    matrix.configs.push_back(config);
    predictions.add(config);
  }
  for (size_t config = 0; config < matrix.configs.size(); ++config)
    for (size_t range = 0; range < matrix.ranges.size(); ++range)
      matrix.losses.push_back(predictions.getLoss(config, range));
  return matrix;
}
