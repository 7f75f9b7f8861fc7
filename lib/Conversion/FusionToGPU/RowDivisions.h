//===- RowDivisions.h - Rows that are divided by one number -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWDIVISIONS_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWDIVISIONS_H

#include "RowValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lowp {

/// The divisions in the body of an elementwise op whose divisor is the same for
/// a whole row: the reciprocal is computed once per row.
class RowDivisions {
public:
  /// Emits the reciprocals for `body`, whose first arguments stand for
  /// `inputs`, in a map over tiles of `shape`, but for what is computed by
  /// rows.
  RowDivisions(ImplicitLocOpBuilder &b, Block &body, ArrayRef<Value> inputs,
               ArrayRef<int64_t> shape, const RowValues &byRow);

  /// One for each divisor, to be passed after the inputs.
  SmallVector<Value> getReciprocals() const {
    return llvm::to_vector_of<Value>(llvm::make_second_range(reciprocals));
  }

  /// Emits the quotient of `op`, if it divides by one of them, whose elements
  /// are `elements`; operands are mapped by `mapping`, and so is the result.
  bool emit(OpBuilder &builder, Operation &op, ValueRange elements,
            IRMapping &mapping) const;

private:
  llvm::MapVector<Value, Value> reciprocals;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_ROWDIVISIONS_H
