//===- LossMatrix.h - What configs lose at each M ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_LOSSMATRIX_H
#define LOWP_LIB_KERNEL_CONFIG_LOSSMATRIX_H

#include "lowp/Kernel/Config/ConfigTable.h"

namespace mlir::lowp_gpu {

/// Some M, all computed by the same kernel.
struct RowRange {
  int64_t least;
  int64_t most;
  /// How much the range counts among all M: as much as its share of the
  /// logarithm of M.
  double weight;
};

/// The ranges of M that a table of configs tells apart, in their order. Steps
/// of tiles end at the ends of ranges.
SmallVector<RowRange> listRowRanges();

/// By what share each config takes longer at each range than the best one of
/// all does there.
struct LossMatrix {
  /// The loss of a config that is not to be used there.
  static constexpr double kUnfit = 10;

  /// Ranges without a choice have no weight.
  SmallVector<RowRange> ranges;
  /// The weight of all M, with a choice or without.
  double totalWeight = 0;
  SmallVector<ConfigAttr> configs;
  /// A row for each config.
  std::vector<double> losses;

  double get(size_t config, size_t range) const {
    return losses[config * ranges.size() + range];
  }
};

/// The losses of all legal configs. `assumed` stands for sizes but M that only
/// the run time knows, and the M of `fixed` have their configs. Orders of tiles
/// and unrolling of the configs are arbitrary.
LossMatrix computeLosses(const GemmKernelSpec &spec, MLIRContext *context,
                         int64_t assumed, ArrayRef<ConfigRow> fixed);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_LOSSMATRIX_H
