//===- Sorter.h - Elements along a dimension in order -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_SORTER_H
#define LOWP_LIB_FRONTEND_TOLINALG_SORTER_H

#include "ElementOrder.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Puts elements along a dimension in order.
class Sorter {
public:
  /// Sorts the first `count` of `keys` along `dimension`.
  Sorter(ImplicitLocOpBuilder &b, const ElementOrder &order, Value keys,
         int64_t dimension, OpFoldResult count);

  /// The first elements of `tensor`, of the shape of the keys, in order.
  Value gather(Value tensor);

  /// The same, and the numbers of these elements as integers of type `element`,
  /// found in one walk over all of them: for few elements.
  std::pair<Value, Value> select(Value tensor, IntegerType element);

  /// Where these elements were, as integers of type `element`.
  Value getSources(IntegerType element);

private:
  /// The loops of a result, and after them one over all elements.
  AffineMap getMap(bool isOverAll);
  Value buildCounts(ArrayRef<OpFoldResult> sizes);

  using Term = function_ref<Value(OpBuilder &, Location, ValueRange)>;

  /// Adds up `term` of `inputs` over all elements along the dimension.
  Value buildSum(ValueRange inputs, ArrayRef<AffineMap> inputMaps, Value init,
                 Term term);
  /// For each element the number of those before it in the order.
  Value buildPlaces();
  /// For each place the number of its element.
  Value buildSources();
  /// Whether the element in hand, of which `place` is the place in the order,
  /// is that of the result in hand.
  Value buildIsHere(OpBuilder &b, Location loc, Value place);
  Value getSources();

  using Body = function_ref<Value(OpBuilder &, Location, Value)>;

  Value buildElementwise(Type element, Body build);

  ImplicitLocOpBuilder &b;
  const ElementOrder &order;
  Value keys;
  int64_t dimension, rank;
  /// The sizes of the results.
  SmallVector<OpFoldResult> sizes;
  /// The places of all elements.
  Value places;
  /// The numbers of elements along the dimension, in order; null until they are
  /// asked for.
  Value sources;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_SORTER_H
