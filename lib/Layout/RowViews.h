//===- RowViews.h - Where rows of a tensor begin ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_LAYOUT_ROWVIEWS_H
#define LOWP_LIB_LAYOUT_ROWVIEWS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp_gpu {

/// Whether rows of `tensor` are multiples of 16 bytes without gaps.
bool hasWholeRows(Value tensor);

/// What `op` shows in another shape; null if `op` is something else.
Value getReshaped(Operation *op);

/// Whether `tensor` is a part of another whose rows may begin elsewhere than at
/// multiples of 16 bytes.
bool isMisalignedPart(Value tensor);

/// Whether `tensor` is a part of another, also one that loops carry.
bool isPart(Value tensor);

/// What `op` is a view of, if rows of both lie alike; else null.
Value getSourceOfRows(Operation *op);

/// The empty tensor that `tensor` is computed in, as an operand of what writes
/// it first, if it is computed in place; else null.
OpOperand *findDestination(Value tensor);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_LAYOUT_ROWVIEWS_H
