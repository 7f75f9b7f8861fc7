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

#include "Steps.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
  if (!value.hasOneUse())
    return std::nullopt;
  auto user = dyn_cast<linalg::LinalgOp>(*value.user_begin());
  if (!user || user->getNumResults() != 1)
    return std::nullopt;
  readers.transpose = getCopy(user->getResult(0));
  if (!readers.transpose || readers.transpose.getDpsInputs()[0] != value)
    return std::nullopt;
  readers.map = readers.transpose.getIndexingMapsArray()[0];
  unsigned rank = readers.map.getNumDims();
  // Where neighbours stay neighbours, a kernel writes them in another order.
  bool turns = readers.map.isPermutation() && rank >= 2 &&
               readers.map.getDimPosition(rank - 1) != rank - 1;
  return turns ? std::optional(readers) : std::nullopt;
}

/// The map of the result in the order of the transpose.
static AffineMap getTurnedMap(linalg::LinalgOp op, const Readers &readers) {
  return inversePermutation(readers.map)
      .compose(op.getIndexingMapsArray().back());
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

/// The zeros that `op` adds to, with dimension `order[i]` of `like` as i.
static Value buildZeros(OpBuilder &builder, linalg::LinalgOp op, Value like,
                        ArrayRef<int64_t> order) {
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op->getResult(0));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, like);
  applyPermutationToVector(sizes, order);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// The sums of `op` with result map `turned`, whose dimension `order[i]` is i,
/// in the order of `turned`; `like` has its sizes. `casts` round or widen them.
static Value buildTurned(OpBuilder &builder, linalg::LinalgOp op,
                         AffineMap turned, ArrayRef<int64_t> order, Value like,
                         MutableArrayRef<linalg::LinalgOp> casts) {
  Value zeros = buildZeros(builder, op, like, order);
  SmallVector<AffineExpr> indices(turned.getResults());
  applyPermutationToVector(indices, order);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() =
      AffineMap::get(turned.getNumDims(), 0, indices, op.getContext());
  auto sum = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange{zeros.getType()}, op.getDpsInputs(),
      ValueRange{zeros}, maps, op.getIteratorTypesArray(),
      /*bodyBuild=*/nullptr, op->getDiscardableAttrDictionary().getValue());
  IRMapping mapping;
  op->getRegion(0).cloneInto(&sum.getRegion(), mapping);
  Value result = sum.getResult(0);
  for (linalg::LinalgOp cast : casts)
    result = castElements(builder, op.getLoc(), result,
                          getElementTypeOrSelf(cast->getResult(0)));
  if (isIdentityPermutation(order))
    return result;
  return transpose(builder, op.getLoc(), result,
                   invertPermutationVector(order));
}

/// Computes the sums where the transpose puts them.
static void turn(linalg::LinalgOp op, Readers readers) {
  AffineMap turned = getTurnedMap(op, readers);
  std::optional<SmallVector<int64_t>> order = orderMatrices(op, turned);
  if (!order)
    return;
  OpBuilder builder(readers.transpose);
  readers.transpose->getResult(0).replaceAllUsesWith(
      buildTurned(builder, op, turned, *order,
                  readers.transpose.getDpsInits()[0], readers.casts));
  eraseChain(op, readers.transpose);
}

/// Computes matrices one after the other, if they lie between each other.
static void separateMatrices(linalg::LinalgOp op) {
  AffineMap map = op.getIndexingMapsArray().back();
  std::optional<SmallVector<int64_t>> order = orderMatrices(op, map);
  if (!order || isIdentityPermutation(*order))
    return;
  OpBuilder builder(op);
  op->getResult(0).replaceAllUsesWith(
      buildTurned(builder, op, map, *order, op.getDpsInits()[0], /*casts=*/{}));
  op.erase();
}

void mlir::lowp::turnResults(Operation *op) {
  SmallVector<linalg::LinalgOp> sums;
  // A recipe says which operand is the lhs.
  op->walk([&](linalg::LinalgOp op) {
    if (isSumOfProducts(op) && isZeroFilled(op.getDpsInits().front()) &&
        !op->hasAttr(LowpDialect::getRecipeAttrName()))
      sums.push_back(op);
  });
  for (linalg::LinalgOp op : sums)
    if (std::optional<Readers> readers = matchReaders(op))
      turn(op, *readers);
    else
      separateMatrices(op);
}
