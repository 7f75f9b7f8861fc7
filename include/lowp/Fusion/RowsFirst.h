//===- RowsFirst.h - What is read to reduce rows ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_ROWSFIRST_H
#define LOWP_FUSION_ROWSFIRST_H

#include "mlir/IR/Value.h"

namespace mlir::lowp {

/// Bytes of what is read for the row reductions that elements of `value` follow
/// from: a fusion of these computes it, from what others read, too.
int64_t countReducedBytes(Value value);

} // namespace mlir::lowp

#endif // LOWP_FUSION_ROWSFIRST_H
