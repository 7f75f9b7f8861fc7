//===- KernelCover.cpp - Few kernels that are good for any M --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCover.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp_gpu;

/// How much the squares of losses count beside the losses themselves: a few bad
/// M are worse than many M that are a little worse.
static constexpr double kBadness = 20.0;
/// A kernel that gains less takes longer to compile than it is worth.
static constexpr double kLeastGain = 0.006;
/// What a row of the table must gain over the row before it, in losses.
static constexpr double kRowCost = 0.01;

namespace {
/// A set of configs that grows, and what the best of it loses at each range.
class Cover {
public:
  explicit Cover(const LossMatrix &matrix)
      : matrix(&matrix), losses(matrix.ranges.size(), LossMatrix::kUnfit) {}

  /// What the set is worth with `config` in it; less is better.
  double price(size_t config) const;
  double price() const;
  void add(size_t config);
  /// The config that is best to add.
  size_t findBest() const;
  ArrayRef<size_t> getConfigs() const { return configs; }

private:
  static double punish(double loss) { return loss * (1 + kBadness * loss); }

  const LossMatrix *matrix;
  SmallVector<double> losses;
  SmallVector<size_t> configs;
};
} // namespace

double Cover::price(size_t config) const {
  double sum = 0;
  for (auto [number, range] : llvm::enumerate(matrix->ranges))
    sum += range.weight *
           punish(std::min(losses[number], matrix->get(config, number)));
  return sum / matrix->totalWeight;
}

double Cover::price() const {
  double sum = 0;
  for (auto [loss, range] : llvm::zip_equal(losses, matrix->ranges))
    sum += range.weight * punish(loss);
  return sum / matrix->totalWeight;
}

void Cover::add(size_t config) {
  configs.push_back(config);
  for (size_t range = 0; range < losses.size(); ++range)
    losses[range] = std::min(losses[range], matrix->get(config, range));
}

size_t Cover::findBest() const {
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t config = 0; config < matrix->configs.size(); ++config) {
    double with = price(config);
    if (with < least)
      std::tie(best, least) = std::pair(config, with);
  }
  return best;
}

/// Takes each config of `cover` out and the best in, until nothing changes:
/// what was taken first was to be good for all M alone.
static Cover exchange(const LossMatrix &matrix, Cover cover) {
  constexpr int64_t kMostRounds = 8;
  for (int64_t round = 0; round < kMostRounds; ++round) {
    double before = cover.price();
    for (size_t place = 0; place < cover.getConfigs().size(); ++place) {
      Cover without(matrix);
      for (auto [number, config] : llvm::enumerate(cover.getConfigs()))
        if (number != place)
          without.add(config);
      without.add(without.findBest());
      if (without.price() < cover.price())
        cover = without;
    }
    if (cover.price() >= before)
      break;
  }
  return cover;
}

SmallVector<size_t> mlir::lowp_gpu::coverRows(const LossMatrix &losses,
                                              size_t most) {
  if (losses.configs.empty())
    return {};
  Cover cover(losses);
  cover.add(cover.findBest());
  while (cover.getConfigs().size() < most) {
    Cover more = cover;
    more.add(more.findBest());
    more = exchange(losses, more);
    if (more.price() > cover.price() - kLeastGain)
      break;
    cover = more;
  }
  return llvm::to_vector(cover.getConfigs());
}

SmallVector<size_t> mlir::lowp_gpu::assignRows(const LossMatrix &losses,
                                               ArrayRef<size_t> configs) {
  // The least cost of a table up to a range that ends with a config, and the
  // config of the range before; a path from the last range back is the table.
  size_t count = losses.ranges.size();
  SmallVector<double> costs(configs.size(), 0);
  SmallVector<SmallVector<size_t>> before;
  for (size_t range = 0; range < count; ++range) {
    size_t cheapest = llvm::min_element(costs) - costs.begin();
    double change = costs[cheapest] + kRowCost;
    SmallVector<size_t> &from = before.emplace_back();
    for (size_t place = 0; place < configs.size(); ++place) {
      bool stays = costs[place] <= change;
      from.push_back(stays ? place : cheapest);
      bool counts = losses.ranges[range].weight > 0;
      costs[place] = std::min(costs[place], change) +
                     (counts ? losses.get(configs[place], range) : 0);
    }
  }
  SmallVector<size_t> chosen(count);
  size_t place = llvm::min_element(costs) - costs.begin();
  for (size_t range = count; range-- > 0; place = before[range][place])
    chosen[range] = configs[place];
  return chosen;
}
