//===- GroupedMatmul.h - What is grouped in a matmul ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GROUPEDMATMUL_H
#define LOWP_DIALECT_LOWP_IR_GROUPEDMATMUL_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

#include <optional>

namespace mlir::lowp {

/// What the groups of a grouped matmul are.
enum class Grouping {
  /// Rows of the left operand; each group has a right operand of its own.
  M,
  /// Ranges of the contracted dimension; each group has a result of its own.
  K,
  /// Matrices of two batches.
  Batch
};

/// What is grouped for operands of these types, tensors or scaled ones; nothing
/// where their ranks do not go together.
std::optional<Grouping> getGrouping(Type lhs, Type rhs);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GROUPEDMATMUL_H
