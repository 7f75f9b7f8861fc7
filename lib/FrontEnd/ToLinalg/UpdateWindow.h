//===- UpdateWindow.h - Which updates may share a position ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_UPDATEWINDOW_H
#define LOWP_LIB_FRONTEND_TOLINALG_UPDATEWINDOW_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace mlir::lowp {

/// The updates among which are all that have the position of a given one: those
/// that differ from it in one digit of their number. The digit of update i is
/// (i floordiv stride) mod count.
struct UpdateWindow {
  int64_t stride = 1;
  /// 0 for as many as there are.
  int64_t count = 0;

  bool isAll() const { return stride == 1 && count == 0; }
  bool isOne() const { return count == 1; }
};

/// What `columns`, the index of update d0 in each dimension that a scatter
/// chooses in where it is known, tell of `count` updates. The front end writes
/// the numbers of rows and columns beside the indices that a program gives:
/// digits of the number of the update.
UpdateWindow getUpdateWindow(ArrayRef<AffineExpr> columns, int64_t count);

/// Element d0 of `column` as an expression of d0; null where the program's data
/// tell it.
AffineExpr getElementExpr(Value column);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_UPDATEWINDOW_H
