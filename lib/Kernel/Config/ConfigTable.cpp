//===- ConfigTable.cpp - Chooses the configs of a gemm for any M ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Config/ConfigTable.h"
#include "ConfigSearch.h"
#include "KernelCover.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

double mlir::lowp_gpu::predictCycles(const GemmKernelSpec &spec, int64_t m,
                                     int64_t assumed) {
  return estimateCycles(spec, assumeSizes(spec.problem, m, assumed));
}

/// What a config has by rules of the size, for the largest M that it computes:
/// fewer rows of tiles lose nothing by an order that is made for more.
static ConfigAttr adaptConfig(const GemmKernelSpec &spec, ConfigAttr config,
                              int64_t mostM, int64_t assumed) {
  return completeConfig(spec, config.getChoices(),
                        assumeSizes(spec.problem, mostM, assumed),
                        config.getContext());
}

/// The mean of what the config `chosen` for each range loses.
static double getMeanLoss(const LossMatrix &losses, ArrayRef<size_t> chosen) {
  double sum = 0, weight = 0;
  for (auto [number, range] : llvm::enumerate(losses.ranges)) {
    sum += range.weight * losses.get(chosen[number], number);
    weight += range.weight;
  }
  return weight > 0 ? sum / weight : 0;
}

/// `rows` with `row` in place of what they say of its M.
static SmallVector<ConfigRow> replaceRows(ArrayRef<ConfigRow> rows,
                                          const ConfigRow &row) {
  SmallVector<ConfigRow> replaced;
  auto add = [&](int64_t least, int64_t most, ConfigAttr config) {
    if (least > most)
      return;
    if (!replaced.empty() && replaced.back().config == config)
      replaced.back().most = most;
    else
      replaced.push_back({least, most, config});
  };
  for (const ConfigRow &old : rows)
    add(old.least, std::min(old.most, row.least - 1), old.config);
  add(row.least, row.most, row.config);
  for (const ConfigRow &old : rows)
    add(std::max(old.least, row.most + 1), old.most, old.config);
  return replaced;
}

/// The rows of the configs `chosen` for the ranges of `losses`.
static SmallVector<ConfigRow> listRows(const GemmKernelSpec &spec,
                                       const LossMatrix &losses,
                                       ArrayRef<size_t> chosen,
                                       int64_t assumed) {
  llvm::SmallDenseMap<size_t, int64_t> mostM;
  for (auto [config, range] : llvm::zip_equal(chosen, losses.ranges))
    mostM[config] = range.most;
  SmallVector<ConfigRow> rows;
  for (auto [config, range] : llvm::zip_equal(chosen, losses.ranges)) {
    ConfigAttr adapted =
        adaptConfig(spec, losses.configs[config], mostM[config], assumed);
    if (rows.empty() || rows.back().config != adapted)
      rows.push_back({range.least, range.most, adapted});
    rows.back().most = range.most;
  }
  rows.back().most = GemmKernelSpec::kMaxSize;
  return rows;
}

ConfigRows mlir::lowp_gpu::chooseConfigRows(const GemmKernelSpec &spec,
                                            MLIRContext *context,
                                            int64_t assumed,
                                            ArrayRef<ConfigRow> fixed) {
  LossMatrix losses = computeLosses(spec, context, assumed, fixed);
  if (losses.configs.empty())
    return {};
  SmallVector<size_t> chosen =
      assignRows(losses, coverRows(losses, kMostModelConfigs));
  ConfigRows choice{listRows(spec, losses, chosen, assumed),
                    getMeanLoss(losses, chosen)};
  for (const ConfigRow &row : fixed)
    choice.rows = replaceRows(choice.rows, row);
  return choice;
}

size_t mlir::lowp_gpu::countConfigs(ArrayRef<ConfigRow> rows) {
  llvm::SmallDenseSet<ConfigAttr> configs;
  for (const ConfigRow &row : rows)
    configs.insert(row.config);
  return configs.size();
}

Attribute mlir::lowp_gpu::makeConfigTable(ArrayRef<ConfigRow> rows,
                                          MLIRContext *context) {
  llvm::SmallMapVector<ConfigAttr, int64_t, 16> numbers;
  SmallVector<int64_t> bounds, choices;
  for (const ConfigRow &row : rows) {
    int64_t next = numbers.size();
    choices.push_back(numbers.try_emplace(row.config, next).first->second);
    bounds.push_back(row.most);
  }
  bounds.pop_back();
  SmallVector<ConfigAttr> configs;
  for (auto &entry : numbers)
    configs.push_back(entry.first);
  if (configs.size() == 1)
    return configs.front();
  return ConfigTableAttr::get(context, configs, bounds, choices);
}
