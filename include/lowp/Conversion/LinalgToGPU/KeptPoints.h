//===- KeptPoints.h - Points that an op leaves as they are ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H
#define LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H

#include "lowp/Graph/Analysis/KeptRows.h"

namespace mlir::lowp {

/// Matches `op`, on one buffer and in place, that writes back what it has read
/// where a condition on whole rows holds: nothing moves there.
std::optional<KeptRows> findKeptPoints(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H
