//===- Factors.h - What products of tensors are made of ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_FACTORS_H
#define LOWP_LIB_GRAPH_REDUCTIONS_FACTORS_H

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lowp {

/// Whether `op` applies `Arith` to the elements of its two inputs, in their
/// order.
template <typename Arith>
bool isOfTwo(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumResults() != 1 ||
      !op.hasPureTensorSemantics())
    return false;
  Value result = op.getBody()->getTerminator()->getOperand(0);
  auto yielded = result.getDefiningOp<Arith>();
  return yielded && op.getNumParallelLoops() == op.getNumLoops() &&
         op.getIndexingMapsArray()[2].isIdentity() &&
         yielded.getLhs() == op.getBody()->getArgument(0) &&
         yielded.getRhs() == op.getBody()->getArgument(1);
}

/// What `tensor` is made from by one view or copy, which may round; nothing if
/// something else computes it.
std::optional<MappedTensor> lookBack(const MappedTensor &tensor);

/// `map` of dimensions with the sizes `shape`, in its simplest form: maps that
/// are alike for all indices that exist are equal where they add up and divide.
AffineMap simplifyWithin(AffineMap map, ArrayRef<int64_t> shape);

/// A tensor that others are multiplied or divided by.
struct Factor {
  MappedTensor tensor;
  bool isDivisor = false;

  bool operator==(const Factor &other) const {
    return tensor == other.tensor && isDivisor == other.isDivisor;
  }
};

/// A product of tensors over a space, whose rows lie along its last dimension.
struct Factors {
  /// What `tensor`, indexed by dimensions of `shape`, is a product of, through
  /// views and copies. Only factors of elements may be rounded on the way.
  static Factors of(const MappedTensor &tensor, ArrayRef<int64_t> shape);

  /// Whether the factors that are not alike along a row are those of `other`.
  bool hasElementsOf(const Factors &other) const;

  /// The factors of rows that `other`, with the same ones of elements, has to
  /// be multiplied by.
  SmallVector<Factor> getRowsOver(const Factors &other) const;

  SmallVector<Factor> ofElements, ofRows;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_FACTORS_H
