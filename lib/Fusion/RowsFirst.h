//===- RowsFirst.h - Quantizes with the reductions of their rows *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_ROWSFIRST_H
#define LOWP_LIB_FUSION_ROWSFIRST_H

#include "FusionGroup.h"

#include <optional>

namespace mlir::lowp {

/// The group of another quantize of what the root of `group` quantizes, if that
/// one reduces rows, which `group` does not, and the matrix between the two is
/// less than what the reductions read; nothing of `taken`.
std::optional<FusionGroup>
findRowsFirst(const FusionGroup &group, int64_t maxRow,
              const llvm::SmallPtrSetImpl<Operation *> &taken);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_ROWSFIRST_H
