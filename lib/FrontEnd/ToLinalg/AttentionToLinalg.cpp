//===- AttentionToLinalg.cpp - Attention as what it is made of ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form in which torch-mlir writes an attention that it decomposes, which
// later passes know: two contractions around a softmax of f32.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Common/FloatMath.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct Attention {
  Value query() const { return op->getOperand(0); }
  Value key() const { return op->getOperand(1); }
  Value value() const { return op->getOperand(2); }
  Value mask() const {
    return op->getNumOperands() == 5 ? op->getOperand(3) : Value();
  }
  FloatType element() const {
    return cast<FloatType>(getElementTypeOrSelf(query().getType()));
  }

  Operation *op;
  double scale;
};
} // namespace

static bool isBatch(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 3;
}

/// Batches of matrices of one float type, and the output after them.
static bool isAttention(Operation *op) {
  unsigned count = op->getNumOperands();
  if ((count != 4 && count != 5) || op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(), isBatch) ||
      op->getResult(0).getType() != op->getOperands().back().getType())
    return false;
  Type element = getElementTypeOrSelf(op->getOperand(0));
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 32 &&
         llvm::all_of(
             ValueRange{op->getOperand(1), op->getOperand(2), op->getResult(0)},
             [&](Value value) {
               return getElementTypeOrSelf(value) == element;
             });
}

/// Whether matrices fit: dimensions of one size, of a mask 1 too.
static bool hasSizes(Operation *op) {
  auto getShape = [&](unsigned number) {
    return cast<RankedTensorType>(op->getOperand(number).getType()).getShape();
  };
  auto q = getShape(0), k = getShape(1), v = getShape(2);
  int64_t any = ShapedType::kDynamic;
  int64_t output[] = {q[0], q[1], v[2]};
  auto result = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  bool fits = succeeded(verifyCompatibleShape(k, {q[0], any, q[2]})) &&
              succeeded(verifyCompatibleShape(v, {q[0], k[1], any})) &&
              succeeded(verifyCompatibleShape(result, output));
  if (op->getNumOperands() == 4)
    return fits;
  int64_t scores[] = {q[0], q[1], k[1]};
  for (auto [size, score] : llvm::zip_equal(getShape(3), scores))
    fits &= size == 1 || succeeded(verifyCompatibleShape({size}, {score}));
  return fits;
}

static FailureOr<Attention> getAttention(Operation *op) {
  if (!isAttention(op))
    return op->emitOpError(
        "expected batches of queries, keys and values of "
        "one float type of at most 32 bits, possibly a mask, "
        "and an output, as torch-mlir writes attention");
  if (!hasSizes(op))
    return op->emitOpError(
               "expected batches of one number of matrices, queries "
               "and keys of one length, as many values as keys, and "
               "a mask of their scores, got ")
           << op->getOperands().drop_back().getTypes();
  if (auto scale = op->getAttrOfType<FloatAttr>("scale"))
    return Attention{op, scale.getValueAsDouble()};
  int64_t length =
      cast<RankedTensorType>(op->getOperand(0).getType()).getDimSize(2);
  if (ShapedType::isDynamic(length))
    return op->emitOpError("expected 'scale', or queries of known length that "
                           "it follows from, got ")
           << op->getOperand(0).getType();
  return Attention{op, 1 / std::sqrt(static_cast<double>(length))};
}

/// A product of batches of matrices with the sizes of `sizes`, in f32. `rhs`
/// says where n and k, loops 2 and 3, lie in the second.
static Value buildProduct(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                          ArrayRef<OpFoldResult> sizes, unsigned rows,
                          unsigned columns) {
  Value init = buildZeros(b, b.getLoc(), sizes, b.getF32Type());
  auto getMap = [&](unsigned row, unsigned column) {
    return AffineMap::get(4, 0,
                          {b.getAffineDimExpr(0), b.getAffineDimExpr(row),
                           b.getAffineDimExpr(column)},
                          b.getContext());
  };
  AffineMap maps[] = {getMap(1, 3), getMap(rows, columns), getMap(1, 2)};
  SmallVector<utils::IteratorType> loops(4, utils::IteratorType::parallel);
  loops.back() = utils::IteratorType::reduction;
  return linalg::GenericOp::create(b, init.getType(), ValueRange{lhs, rhs},
                                   init, maps, loops, buildSumOfProducts)
      .getResult(0);
}

/// Where `mask`, which may repeat one matrix or row, is read.
static AffineMap getMaskMap(ImplicitLocOpBuilder &b, Value mask) {
  SmallVector<AffineExpr> at;
  auto type = cast<RankedTensorType>(mask.getType());
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    at.push_back(size == 1 ? b.getAffineConstantExpr(0)
                           : b.getAffineDimExpr(dim));
  return AffineMap::get(3, 0, at, b.getContext());
}

static Value buildScores(ImplicitLocOpBuilder &b, const Attention &attention) {
  Location loc = b.getLoc();
  SmallVector<OpFoldResult> sizes = {
      tensor::getMixedSize(b, loc, attention.query(), 0),
      tensor::getMixedSize(b, loc, attention.query(), 1),
      tensor::getMixedSize(b, loc, attention.key(), 1)};
  Value scores = buildProduct(b, attention.query(), attention.key(), sizes,
                              /*rows=*/2, /*columns=*/3);
  SmallVector<Value> inputs = {scores};
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(3)};
  if (Value mask = attention.mask()) {
    inputs.push_back(mask);
    maps.push_back(getMaskMap(b, mask));
  }
  auto build = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    auto constant = [&](double number) -> Value {
      return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(number));
    };
    Value score =
        arith::MulFOp::create(b, loc, args[0], constant(attention.scale));
    if (!attention.mask())
      return score;
    if (args[1].getType().isInteger(1))
      return arith::SelectOp::create(b, loc, args[1], score,
                                     constant(-INFINITY));
    return arith::AddFOp::create(b, loc, score,
                                 FloatMath(b).widen(args[1], b.getF32Type()));
  };
  return buildElements(b, loc, tensor::getMixedSizes(b, loc, scores),
                       b.getF32Type(), inputs, maps, build);
}

LogicalResult mlir::lowp::lowerAttention(Operation *op) {
  FailureOr<Attention> attention = getAttention(op);
  if (failed(attention))
    return failure();
  Type mask =
      attention->mask() ? getElementTypeOrSelf(attention->mask()) : Type();
  if (mask && mask != attention->element() && !mask.isInteger(1))
    return op->emitOpError("expected a mask of i1 or of ")
           << attention->element() << ", got " << mask;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value scores = buildScores(b, *attention);
  Value weights =
      linalg::SoftmaxOp::create(
          b, scores.getType(), scores,
          tensor::EmptyOp::create(
              b, tensor::getMixedSizes(b, b.getLoc(), scores), b.getF32Type()),
          /*dimension=*/2)
          .getResult()
          .front();
  FloatType element = attention->element();
  auto narrow = [&](Value tensor) {
    return element.isF32() ? tensor
                           : castElements(b, b.getLoc(), tensor, element);
  };
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), op->getOperands().back());
  Value result = narrow(buildProduct(b, narrow(weights), attention->value(),
                                     sizes, /*rows=*/3, /*columns=*/2));
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return success();
}
