//===- IndexColumns.h - Indices in one dimension ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_INDEXCOLUMNS_H
#define LOWP_LIB_FRONTEND_TOLINALG_INDEXCOLUMNS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// The columns of a matrix of a static number of them. The front end makes such
/// a matrix of columns: then these, and nobody needs the matrix.
SmallVector<Value> splitColumns(ImplicitLocOpBuilder &b, Value matrix);

/// The size of dimension `dim` of a ranked tensor, as far as the operations
/// tell that made it; else null.
OpFoldResult findSize(Value tensor, int64_t dim);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_INDEXCOLUMNS_H
