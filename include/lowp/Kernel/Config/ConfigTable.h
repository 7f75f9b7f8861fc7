//===- ConfigTable.h - Chooses the configs of a gemm for any M --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_CONFIG_CONFIGTABLE_H
#define LOWP_KERNEL_CONFIG_CONFIGTABLE_H

#include "lowp/Kernel/Gemm/GemmKernel.h"

namespace mlir::lowp_gpu {

/// The largest M that a table is chosen for. What is larger has the config of
/// its last row.
inline constexpr int64_t kMostTableM = 16384;
/// The most configs that the cost model puts into a table.
inline constexpr int64_t kMostModelConfigs = 10;
/// What sizes are assumed to be that only the run time knows, where nobody says
/// more.
inline constexpr int64_t kAssumedSize = 8192;

/// A config for all M from `least` to `most`.
struct ConfigRow {
  int64_t least;
  int64_t most;
  ConfigAttr config;
};

/// What the cost model chose for any M.
struct ConfigRows {
  /// Follow each other from 1 to the largest size that kernels take.
  SmallVector<ConfigRow> rows;
  /// By which share those that are not fixed take longer than the best config
  /// of each M, on average over the logarithm of M.
  double meanLoss = 0;
};

/// Rows of few configs, of which one is near the best at each M; those of
/// `fixed` are among them. Empty where no config is legal. `assumed` stands for
/// sizes but M that only the run time knows.
ConfigRows chooseConfigRows(const GemmKernelSpec &spec, MLIRContext *context,
                            int64_t assumed, ArrayRef<ConfigRow> fixed = {});

/// Different configs of `rows`.
size_t countConfigs(ArrayRef<ConfigRow> rows);

/// The table of rows that follow each other, or the config where it is the same
/// in all. Tables have at most `ConfigTableAttr::kMaxConfigs` configs.
Attribute makeConfigTable(ArrayRef<ConfigRow> rows, MLIRContext *context);

/// Predicted cycles of the config of `spec` at M = `m`.
double predictCycles(const GemmKernelSpec &spec, int64_t m, int64_t assumed);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_CONFIG_CONFIGTABLE_H
