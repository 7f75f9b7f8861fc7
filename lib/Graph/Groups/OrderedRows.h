//===- OrderedRows.h - Rows of tensors in the order of groups ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_GROUPS_ORDEREDROWS_H
#define LOWP_LIB_GRAPH_GROUPS_ORDEREDROWS_H

#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// The rows of `matrix` in the order of `order`: computed there where all that
/// they are computed of was brought back from that order, gathered otherwise.
Value buildOrdered(ImplicitLocOpBuilder &b, Value matrix, OrderRowsOp order);

/// The rows of `ordered`, a matrix in the order of `order`, where they were.
Value buildBroughtBack(ImplicitLocOpBuilder &b, Value ordered,
                       OrderRowsOp order);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_GROUPS_ORDEREDROWS_H
