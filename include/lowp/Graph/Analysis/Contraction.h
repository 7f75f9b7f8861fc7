//===- Contraction.h - Matmuls among linalg operations ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_CONTRACTION_H
#define LOWP_GRAPH_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace mlir::lowp {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// What may lie between tensors of the same elements, besides transposes.
enum class Through : unsigned {
  Nothing = 0,
  Widening = 1,
  Rounding = 2,
  Casts = Widening | Rounding,
  /// Reshapes that divide a dimension into several.
  Splits = 4,
  LLVM_MARK_AS_BITMASK_ENUM(Splits)
};

/// Whether `op` adds up products of two float tensors, each product of one
/// element of both: `out + ext(a) * ext(b)`, where elements may be widened to
/// those of the result. Upstream's test would let any function of an element
/// pass.
bool isSumOfProducts(linalg::LinalgOp op);

/// All operations in `op` that do.
SmallVector<linalg::LinalgOp> listSumsOfProducts(Operation *op);

/// Whether `op` does so with elements of f32 that it rounds to tf32 first.
bool isSumOfRoundedProducts(linalg::LinalgOp op);

/// Whether `op` adds up products of what it computes from other operands each.
bool isSumOfComputedProducts(linalg::GenericOp op);

/// What `op` adds to its first result so far, by an operation `Add` that ends
/// its body; null if it does something else.
template <typename Add>
Value getAddedTerm(linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  Value total = op.getRegionOutputArgs()[0];
  auto sum = yielded.getDefiningOp<Add>();
  if (!sum || (sum.getLhs() != total && sum.getRhs() != total))
    return {};
  return sum.getLhs() == total ? sum.getRhs() : sum.getLhs();
}

/// Whether `map` reads `loops`, in that order, and nothing else.
bool readsLoops(AffineMap map, ArrayRef<unsigned> loops);

/// Whether `tensor` is filled with positive zero.
bool isZeroFilled(Value tensor);

/// The operation that gives `value` by a function of each element of one other
/// tensor, in the order of its result; null if there is none.
linalg::LinalgOp getElementwiseProducer(Value value);

/// Whether `op`, an elementwise producer, gives the elements as they are, or
/// widened or rounded as `through` has it.
bool isCopy(linalg::LinalgOp op, Through through = Through::Nothing);

/// The elementwise producer of `value` if it is such a copy; else null.
linalg::LinalgOp getCopy(Value value, Through through = Through::Nothing);

/// The copy that alone reads `value`, as `through` has it; null if there is
/// none.
linalg::LinalgOp getOnlyCopy(Value value, Through through = Through::Nothing);

/// The map by which what makes `tensor` reads its source, its only operand
/// besides the destination, if it only moves elements; else null.
AffineMap getTransposeMap(Value tensor);

/// The operation that only rounds or widens the elements of `value`, where
/// nothing else uses it; null if there is none.
linalg::LinalgOp findCast(Value value);

/// The same for one that rounds.
linalg::LinalgOp findRounding(Value value);

/// The operations that only round or widen `value`, each the only user of the
/// one before.
SmallVector<linalg::LinalgOp> findCasts(Value value);

/// `tensor` with elements of the float type `element`, widened or rounded one
/// by one.
Value castElements(OpBuilder &builder, Location loc, Value tensor,
                   Type element);

/// The same for the element type of each of `casts`, one after the other.
Value repeatCasts(OpBuilder &builder, Value tensor,
                  ArrayRef<linalg::LinalgOp> casts);

/// Ends the body of a sum of products: the last of `elements`, and the product
/// of the others, as wide as it.
void buildSumOfProducts(OpBuilder &builder, Location loc, ValueRange elements);

/// `op`, a sum of products, on other tensors: those of `maps`, the result's
/// last.
linalg::GenericOp rebuildSum(OpBuilder &builder, linalg::LinalgOp op,
                             ValueRange inputs, Value init,
                             ArrayRef<AffineMap> maps,
                             ArrayRef<utils::IteratorType> iterators);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_CONTRACTION_H
