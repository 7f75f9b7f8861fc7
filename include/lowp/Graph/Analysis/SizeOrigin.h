//===- SizeOrigin.h - Where a size comes from -------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_SIZEORIGIN_H
#define LOWP_GRAPH_ANALYSIS_SIZEORIGIN_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::lowp {

/// A size by its origin: a number, dimension `number` of a tensor that nothing
/// is known of, or a value that is no size of a tensor. Sizes of equal origin
/// are equal.
struct SizeOrigin {
  Value value;
  int64_t number;

  bool operator==(const SizeOrigin &other) const {
    return value == other.value && number == other.number;
  }
  bool isOne() const { return !value && number == 1; }
};

/// The origin of `size`, an index or an integer.
SizeOrigin traceSize(Value size);
SizeOrigin traceSize(OpFoldResult size);

/// The origin of the size of dimension `dim` of `tensor`.
SizeOrigin traceSize(Value tensor, int64_t dim);

/// The product of the sizes that `type` tells.
int64_t multiplyKnownSizes(ShapedType type);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_SIZEORIGIN_H
