//===- RolePlan.h - Which warps of a kernel do what -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_ROLEPLAN_H
#define LOWP_INTERFACES_ROLEPLAN_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::lowp_gpu {

/// What has to be done for each tile of a kernel.
enum class RoleTask {
  /// Copies operands and scales of rows into their pipelines: one lane.
  Load,
  /// Copies scales of columns along K, by all lanes; not in all kernels.
  CopyScales,
  Multiply,
  /// Makes elements of the tile's sums, and stores them: whole warpgroups.
  Store
};

/// A role of a kernel. Roles of whole warpgroups begin at one.
struct RolePlan {
  llvm::StringLiteral name;
  int64_t warps;
  /// Whether one elected lane of each warp runs it, and no other.
  bool isSingleLane;
  /// Per thread, after registers have been divided anew; 0 where they stay as
  /// they are.
  int64_t registers;
  llvm::SmallVector<RoleTask, 2> tasks;
  /// Whether the first CTA of each pair runs it for both.
  bool leadsPair = false;

  bool does(RoleTask task) const { return llvm::is_contained(tasks, task); }
};

/// What the roles of a kernel depend on.
struct RoleNeeds {
  /// Warps that the rows and columns of a tile are divided between.
  int64_t tileWarps;
  /// Whether there are scales to copy.
  bool copiesScales;
  /// Whether CTAs multiply in pairs, one of them for both.
  bool multipliesPairs;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_INTERFACES_ROLEPLAN_H
