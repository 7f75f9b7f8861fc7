//===- Lowerings.h - One for each operation of torch-mlir -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the names of operations and attributes, so that they lower what
// torch-mlir's own dialect holds, too. What is not as torch-mlir writes it is
// an error on the operation.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_TMTENSORTOLINALG_LOWERINGS_H
#define LOWP_LIB_CONVERSION_TMTENSORTOLINALG_LOWERINGS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Reductions over the elements before each.
LogicalResult lowerScan(Operation *op);

/// A `lowp.scatter`.
LogicalResult lowerScatter(Operation *op);

/// The number of elements before each, and a gather by these numbers.
LogicalResult lowerSort(Operation *op);
LogicalResult lowerTopk(Operation *op);

/// Two contractions and a softmax.
LogicalResult lowerAttention(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_TMTENSORTOLINALG_LOWERINGS_H
