//===- TurnResults.cpp - Contractions whose result is transposed ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX writes the gradient of a weight as a matmul and a transpose of its
// result, which would be a copy. A contraction onto zeros that a transpose
// alone reads, rounded or not, so that other elements become neighbours, is a
// `linalg.generic` whose result has the order of the transpose:
// `lowp-normalize-contractions` and `lowp-form-gemms` exchange its operands.
// Matrices of a batch stay matrices, before which the batch is counted; a
// transpose afterwards moves whole rows, as kernels can. So are matrices whose
// rows lie between each other.
//
//===----------------------------------------------------------------------===//

#include "ResultOrder.h"
#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// What reads the result of a contraction: operations that round or widen it,
/// maybe, and one that transposes it.
struct Readers {
  SmallVector<linalg::LinalgOp> casts;
  linalg::LinalgOp transpose;
  /// From the dimensions of the transposed result to those of the result.
  AffineMap map;
};
} // namespace

static std::optional<Readers> matchReaders(linalg::LinalgOp op) {
  Readers readers;
  Value value = op->getResult(0);
  readers.casts = findCasts(value);
  if (!readers.casts.empty())
    value = readers.casts.back()->getResult(0);
  readers.transpose = getOnlyCopy(value);
  if (!readers.transpose)
    return std::nullopt;
  readers.map = readers.transpose.getIndexingMapsArray()[0];
  unsigned rank = readers.map.getNumDims();
  // Where neighbours stay neighbours, a kernel writes them in another order.
  bool turns = readers.map.isPermutation() && rank >= 2 &&
               readers.map.getDimPosition(rank - 1) != rank - 1;
  return turns ? std::optional(readers) : std::nullopt;
}

/// The dimensions of the turned result in the order that kernels store: of a
/// batch, matrices one after the other. Nothing if neighbours there are of
/// different matrices, which no kernel stores.
static std::optional<SmallVector<int64_t>> orderMatrices(linalg::LinalgOp op,
                                                         AffineMap turned) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto countsMatrices = [&](int64_t dim) {
    auto loop = dyn_cast<AffineDimExpr>(turned.getResult(dim));
    return loop && llvm::all_of(maps, [&](AffineMap map) {
             return map.isFunctionOfDim(loop.getPosition());
           });
  };
  SmallVector<int64_t> order, inMatrix;
  for (int64_t dim = 0, rank = turned.getNumResults(); dim < rank; ++dim)
    (countsMatrices(dim) ? order : inMatrix).push_back(dim);
  if (inMatrix.empty() || inMatrix.back() + 1 != turned.getNumResults())
    return std::nullopt;
  llvm::append_range(order, inMatrix);
  return order;
}

/// Computes the sums where the transpose puts them.
static void turn(linalg::LinalgOp op, Readers readers) {
  AffineMap turned = inversePermutation(readers.map);
  std::optional<SmallVector<int64_t>> order =
      orderMatrices(op, turned.compose(op.getIndexingMapsArray().back()));
  if (!order)
    return;
  OpBuilder builder(readers.transpose);
  linalg::GenericOp sum = buildOrderedSum(
      builder, op, llvm::map_to_vector(*order, [&](int64_t dim) {
        return int64_t(turned.getDimPosition(dim));
      }));
  Value result = repeatCasts(builder, sum.getResult(0), readers.casts);
  if (!isIdentityPermutation(*order))
    result = transpose(builder, op.getLoc(), result,
                       invertPermutationVector(*order));
  Value transposed = readers.transpose->getResult(0);
  transposed.replaceAllUsesWith(builder.createOrFold<tensor::CastOp>(
      op.getLoc(), transposed.getType(), result));
  eraseChain(op, readers.transpose);
}

/// Computes matrices one after the other, if they lie between each other.
static void separateMatrices(RewriterBase &rewriter, linalg::LinalgOp op) {
  std::optional<SmallVector<int64_t>> order =
      orderMatrices(op, op.getIndexingMapsArray().back());
  if (order && !isIdentityPermutation(*order))
    orderResult(rewriter, op, *order);
}

void mlir::lowp::turnResults(Operation *op) {
  IRRewriter rewriter(op->getContext());
  // A recipe says which operand is the lhs.
  for (linalg::LinalgOp op : listSumsOfProducts(op)) {
    if (!isZeroFilled(op.getDpsInits().front()) ||
        op->hasAttr(LowpDialect::getRecipeAttrName()))
      continue;
    if (std::optional<Readers> readers = matchReaders(op))
      turn(op, *readers);
    else
      separateMatrices(rewriter, op);
  }
}
