//===- PartModel.h - All that cost models know of a part --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants that come with lowp are fitted to one card. For another card, or
// another power limit, users have figures of their own, which a file gives
// (docs/Tuning.md):
//
//   {"format": "lowp-part 1", "name": "my-h200", "base": "h200",
//    "figures": {"memory_share": 0.84, "loaded_clock_8": 0.86}}
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_PARTMODEL_H
#define LOWP_COST_PARTMODEL_H

#include "lowp/Cost/FusionCost.h"
#include "lowp/Cost/GemmCost.h"

#include "llvm/Support/Error.h"

#include <utility>
#include <vector>

namespace mlir::lowp {

/// A part, and the constants of the cost models there.
struct PartModel {
  PartFacts facts;
  FusionCosts fusions;
  GemmCosts gemms;
};

/// A number of a model that users may set.
struct PartFigure {
  llvm::StringLiteral key;
  double least, most;
  /// Whether it counts something.
  bool isWhole;
  double (*get)(const PartModel &);
  void (*set)(PartModel &, double);
};

/// All figures, by PartFigures.def.
llvm::ArrayRef<PartFigure> getPartFigures();

/// A part of the user's: one that lowp knows, and what is different.
struct PartDescription {
  std::string name;
  std::string base;
  std::vector<std::pair<std::string, double>> figures;

  /// Fails where it has no name, where its base is not one of `parts`, and for
  /// figures that there are not or that cannot be.
  llvm::Error verify(const PartTable &parts) const;
};

/// The model of a description that `verify` lets pass, by the same `parts`.
/// `gemms`: what kernels
/// take on the family of chips.
PartModel makePartModel(const PartDescription &description,
                        const PartTable &parts, const GemmCosts &gemms);

/// The description in the file at `path`, by one of `parts`. What is wrong with
/// it is an error that names the file.
llvm::Expected<PartDescription> readPartFile(llvm::StringRef path,
                                             const PartTable &parts);

} // namespace mlir::lowp

#endif // LOWP_COST_PARTMODEL_H
