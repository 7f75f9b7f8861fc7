//===- ExplainFile.h - The table of recipes, for users -------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_EXPLAINFILE_H
#define LOWP_LIB_RECIPES_EXPLAINFILE_H

#include "lowp/Cost/PartModel.h"
#include "mlir/IR/Location.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::lowp_gpu {

/// A recipe that a matmul did not get.
struct ExplainedRecipe {
  std::string recipe;
  /// Microseconds with it, quantizes included; nothing where it is impossible.
  std::optional<double> microseconds;
  std::string reason;
};

/// A function whose launches were planned, and microseconds of all of them with
/// the recipes of `auto` and without.
struct ExplainedFunction {
  std::string name;
  double with, without;
};

/// What became of a matmul.
struct ExplainedMatmul {
  std::string name;
  lowp::GemmSize size = {};
  bool isAssumed = false;
  /// The name of the preset, or its attribute; empty without one.
  std::string recipe;
  /// Microseconds of the kernel, of its quantizes, and without a recipe. The
  /// kernel's are 0 where nobody knows; those of quantizes less than 0 where
  /// what computes an operand writes less than it would without.
  double gemm = 0, quantizes = 0, dense = 0;
  /// Bytes of operands and result as the kernel reads and writes them, with the
  /// recipe and without.
  double bytes = 0, denseBytes = 0;
  /// Why there is no recipe, or why it was not compared with others.
  std::string reason;
  std::vector<ExplainedRecipe> others;

  double getTotal() const { return gemm + quantizes; }
  double countFlops() const {
    return 2 * static_cast<double>(size.m) * static_cast<double>(size.n) *
           static_cast<double>(size.k);
  }
  bool isPriced() const { return gemm > 0; }
  /// What is saved elsewhere takes part of the time without a recipe.
  double getSpeedup() const {
    double saved = std::max(0.0, -quantizes);
    return (dense + saved) / (getTotal() + saved);
  }
  /// What a remark says: "8192x8192x4096: rowwise, 93.1 us and ...".
  std::string describe() const;
};

/// All that there is to tell.
struct Explanation {
  std::vector<ExplainedMatmul> matmuls;
  std::vector<ExplainedFunction> functions;
};

/// All of it for machines; the figures of `part`, on which predictions rest,
/// included.
std::string formatJSON(const Explanation &explanation,
                       const lowp::PartModel &part);

/// A table, or JSON if `path` ends in .json; "-" is standard output.
LogicalResult writeExplanation(const Explanation &explanation,
                               const lowp::PartModel &part, StringRef path,
                               Location loc);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_EXPLAINFILE_H
