//===- FusionSlice.h - What a fusion computes a result from -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONSLICE_H
#define LOWP_LIB_FUSION_FUSIONSLICE_H

#include "FusionPlan.h"

#include <optional>

namespace mlir::lowp {

/// The ops of a fusion that compute one of its results element by element, and
/// what these read.
struct FusionSlice {
  /// The slice of `result` of `fusion`; nothing if an op takes part that
  /// another fusion cannot have again, as a sum of what is as large as the
  /// result.
  static std::optional<FusionSlice>
  get(const FusionPlan &plan, const PlannedFusion &fusion, Value result);

  Value result;
  /// In the order of the fusion.
  SmallVector<Operation *> ops;
  /// Inputs of the fusion, and small values of it, such as sums of rows.
  llvm::SetVector<Value> leaves;
};

/// Bytes that a copy would move in the time that the functions of `ops` take.
int64_t countBytesOfFunctions(ArrayRef<Operation *> ops);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONSLICE_H
