//===- EqualParts.h - Tensors made of parts of one size ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SHAPES_EQUALPARTS_H
#define LOWP_LIB_GRAPH_SHAPES_EQUALPARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Each part is an operation of its own: more are rows of a table rather than
/// parts of a vector. An embedding that turns a quarter of a head's elements
/// has 8, and queries, keys and values of a head may lie side by side.
constexpr int64_t kMostParts = 24;

/// A tensor whose elements along `dim` are those of several parts: of each
/// block element 0 of all lanes, element 1 of all lanes, and so on. The halves
/// of a vector are two blocks of one lane, what pairs have first and second are
/// two lanes of one block.
struct EqualParts {
  int64_t dim = 0;
  /// Elements of a part along `dim`.
  int64_t size = 0;
  int64_t lanes = 1;
  /// The values of block 0, then of block 1. A dimension of size 1 may follow
  /// `dim`.
  SmallVector<Value> values;

  int64_t countBlocks() const { return values.size() / lanes; }
  /// Where the first element of part `number` lies in the whole.
  int64_t getOffset(int64_t number) const {
    return number / lanes * size * lanes + number % lanes;
  }
};

/// The parts of a concat, or of a view of one, or of repeated elements, whose
/// parts are lanes.
std::optional<EqualParts> matchParts(Value tensor);

/// The tensor of `type` with `parts`.
Value buildParts(OpBuilder &builder, Location loc, RankedTensorType type,
                 const EqualParts &parts);

/// Part `number`, without a dimension of size 1 that the whole does not have.
Value getPart(OpBuilder &builder, RankedTensorType type,
              const EqualParts &parts, int64_t number);

/// `count` elements of `tensor` along `dim`, from `offset`.
Value sliceAlong(OpBuilder &builder, Value tensor, int64_t dim, int64_t offset,
                 int64_t count, int64_t stride);

/// Tensors that are inserted beside each other: concats.
void populateInsertToConcatPatterns(RewritePatternSet &patterns);

/// Concats of parts of different sizes, or of concats: concats of equal parts,
/// all of which have equal parts along another dimension if one has.
void populateFlattenConcatPatterns(RewritePatternSet &patterns);

/// The dimension of what `op` makes that is dimension `dim` of its source
/// alone.
std::optional<int64_t> findUnjoined(tensor::CollapseShapeOp op, int64_t dim);

/// Views of concats whose parts are views: concats.
void populateConcatsOfViewsPatterns(RewritePatternSet &patterns);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SHAPES_EQUALPARTS_H
