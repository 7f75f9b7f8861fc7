//===- TurnResults.cpp - Contractions whose result is transposed ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_TURNRESULTSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

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
  while (linalg::LinalgOp cast = findCast(value)) {
    readers.casts.push_back(cast);
    value = cast->getResult(0);
  }
  if (!value.hasOneUse())
    return std::nullopt;
  auto user = dyn_cast<linalg::LinalgOp>(*value.user_begin());
  if (!user || user->getNumResults() != 1)
    return std::nullopt;
  readers.transpose = getElementwiseProducer(user->getResult(0));
  if (!readers.transpose || readers.transpose.getDpsInputs()[0] != value ||
      !isCopy(readers.transpose, /*mayWiden=*/false, /*mayRound=*/false))
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

/// Whether neighbours of the turned result are elements of different matrices
/// of a batch, which no kernel stores so.
static bool mixesMatrices(linalg::LinalgOp op, const Readers &readers) {
  auto last =
      dyn_cast<AffineDimExpr>(getTurnedMap(op, readers).getResults().back());
  return last && llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return map.isFunctionOfDim(last.getPosition());
         });
}

/// The zeros that `op` adds to, in the order of `like`.
static Value buildZeros(OpBuilder &builder, linalg::LinalgOp op, Value like) {
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op->getResult(0));
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), element);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// Computes the sums where the transpose puts them.
static void turn(linalg::LinalgOp op, Readers readers) {
  OpBuilder builder(readers.transpose);
  Value zeros = buildZeros(builder, op, readers.transpose.getDpsInits()[0]);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = getTurnedMap(op, readers);
  auto sum = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange{zeros.getType()}, op.getDpsInputs(),
      ValueRange{zeros}, maps, op.getIteratorTypesArray(),
      /*bodyBuild=*/nullptr, op->getDiscardableAttrDictionary().getValue());
  IRMapping mapping;
  op->getRegion(0).cloneInto(&sum.getRegion(), mapping);
  Value result = sum.getResult(0);
  for (linalg::LinalgOp cast : readers.casts)
    result = castElements(builder, op.getLoc(), result,
                          getElementTypeOrSelf(cast->getResult(0)));
  readers.transpose->getResult(0).replaceAllUsesWith(result);
  readers.transpose->erase();
  for (linalg::LinalgOp cast : llvm::reverse(readers.casts))
    cast->erase();
  op.erase();
}

namespace {
struct TurnResultsPass : lowp::impl::TurnResultsPassBase<TurnResultsPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> sums;
    // A recipe says which operand is the lhs.
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isSumOfProducts(op) && isZeroFilled(op.getDpsInits().front()) &&
          op->getDiscardableAttrDictionary().empty())
        sums.push_back(op);
    });
    for (linalg::LinalgOp op : sums)
      if (std::optional<Readers> readers = matchReaders(op);
          readers && !mixesMatrices(op, *readers))
        turn(op, *readers);
  }
};
} // namespace
