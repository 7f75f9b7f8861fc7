//===- UpdateWindow.cpp - Which updates may share a position --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateWindow.h"

#include "IndexColumns.h"
#include "lowp/Dialect/Lowp/IR/GemmMaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Values that a chain of operations passes through before the analysis ends.
static constexpr int kMaxDepth = 32;

//===----------------------------------------------------------------------===//
// Elements as expressions of their positions
//===----------------------------------------------------------------------===//

/// What an element at `position` is as an expression of the dimensions there;
/// null where that is not known. Entries of `position` may be null.
static AffineExpr getElement(Value tensor, ArrayRef<AffineExpr> position,
                             int depth);

/// Whether a loop of `extent` divided by `divisor` runs up to `bound`.
static bool runsUpTo(OpFoldResult extent, int64_t divisor, Value bound) {
  auto value = dyn_cast_if_present<Value>(extent);
  if (!value)
    return false;
  if (divisor == 1)
    return value == bound;
  auto product = value.getDefiningOp<arith::MulIOp>();
  return product && product.getLhs() == bound &&
         getConstantIntValue(product.getRhs()) == divisor;
}

namespace {
/// The body of an operation at one point of its loops.
struct BodyPoint {
  linalg::LinalgOp op;
  SmallVector<AffineExpr> loops;
  int depth;

  AffineExpr evaluate(Value value) const;
  AffineExpr getRemainder(Value value, Value divisor) const;
};
} // namespace

/// Where `divisor` is no constant: `value` itself, if it is less.
AffineExpr BodyPoint::getRemainder(Value value, Value divisor) const {
  AffineExpr expr = evaluate(value);
  if (!expr)
    return {};
  if (std::optional<int64_t> number = getConstantIntValue(divisor))
    return *number > 0 ? expr % *number : AffineExpr();
  int64_t part = 1;
  if (auto quotient = value.getDefiningOp<arith::DivSIOp>()) {
    part = getConstantIntValue(quotient.getRhs()).value_or(0);
    value = quotient.getLhs();
  }
  auto index = value.getDefiningOp<linalg::IndexOp>();
  if (!index)
    return {};
  auto linalgOp = op;
  OpOperand *init = linalgOp.getDpsInitOperand(0);
  for (auto [dim, result] :
       llvm::enumerate(linalgOp.getMatchingIndexingMap(init).getResults()))
    if (result == getAffineDimExpr(index.getDim(), expr.getContext()) &&
        runsUpTo(findSize(init->get(), dim), part, divisor))
      return expr;
  return {};
}

AffineExpr BodyPoint::evaluate(Value value) const {
  auto linalgOp = op;
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return getAffineConstantExpr(*number, value.getContext());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != linalgOp.getBlock())
      return {};
    OpOperand *operand = linalgOp.getMatchingOpOperand(argument);
    if (!isa<RankedTensorType>(operand->get().getType()))
      return evaluate(operand->get());
    SmallVector<AffineExpr> position;
    for (AffineExpr index :
         linalgOp.getMatchingIndexingMap(operand).getResults()) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      position.push_back(loop ? loops[loop.getPosition()] : index);
    }
    return getElement(operand->get(), position, depth);
  }
  return llvm::TypeSwitch<Operation *, AffineExpr>(value.getDefiningOp())
      .Case([&](linalg::IndexOp index) { return loops[index.getDim()]; })
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](auto cast) { return evaluate(cast.getIn()); })
      .Case([&](arith::RemSIOp op) {
        return getRemainder(op.getLhs(), op.getRhs());
      })
      .Case([&](arith::DivSIOp op) {
        AffineExpr expr = evaluate(op.getLhs());
        int64_t number = getConstantIntValue(op.getRhs()).value_or(0);
        return expr && number > 0 ? expr.floorDiv(number) : AffineExpr();
      })
      .Default(AffineExpr());
}

static AffineExpr getElementOf(linalg::LinalgOp op, OpResult result,
                               ArrayRef<AffineExpr> position, int depth) {
  if (op.getNumReductionLoops() != 0 || !op.hasPureTensorSemantics())
    return {};
  BodyPoint point{op, SmallVector<AffineExpr>(op.getNumLoops()), depth};
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  for (auto [index, at] :
       llvm::zip_equal(op.getMatchingIndexingMap(init).getResults(), position))
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      point.loops[loop.getPosition()] = at;
  return point.evaluate(
      op.getBlock()->getTerminator()->getOperand(result.getResultNumber()));
}

/// The places in the dimensions `group` of an element at `at` of the dimension
/// that they are together.
static void split(AffineExpr at, RankedTensorType type, ArrayRef<int64_t> group,
                  MutableArrayRef<AffineExpr> position) {
  int64_t stride = 1;
  for (int64_t dim : llvm::reverse(group)) {
    if (type.getDimSize(dim) == 1) {
      position[dim] = getAffineConstantExpr(0, type.getContext());
      continue;
    }
    bool isFirst = llvm::all_of(group, [&](int64_t other) {
      return other >= dim || type.getDimSize(other) == 1;
    });
    if (at && stride != 0 && (isFirst || !type.isDynamicDim(dim))) {
      AffineExpr digit = at.floorDiv(stride);
      position[dim] = isFirst ? digit : digit % type.getDimSize(dim);
    }
    stride = type.isDynamicDim(dim) ? 0 : stride * type.getDimSize(dim);
  }
}

/// The reverse of `split`.
static AffineExpr join(ArrayRef<AffineExpr> position, RankedTensorType type,
                       ArrayRef<int64_t> group) {
  AffineExpr at = getAffineConstantExpr(0, type.getContext());
  int64_t stride = 1;
  for (int64_t dim : llvm::reverse(group)) {
    if (type.getDimSize(dim) == 1)
      continue;
    if (!position[dim] || stride == 0)
      return {};
    at = at + position[dim] * stride;
    stride = type.isDynamicDim(dim) ? 0 : stride * type.getDimSize(dim);
  }
  return at;
}

/// Where an element at `at` lies along one dimension of a slice.
static AffineExpr addOffset(AffineExpr at, OpFoldResult offset) {
  std::optional<int64_t> number = getConstantIntValue(offset);
  return at && number ? at + *number : AffineExpr();
}

static AffineExpr getElementOf(tensor::ExtractSliceOp op,
                               ArrayRef<AffineExpr> position, int depth) {
  if (!op.hasUnitStride() || op.getDroppedDims().any())
    return {};
  SmallVector<AffineExpr> inside;
  for (auto [at, offset] : llvm::zip_equal(position, op.getMixedOffsets()))
    inside.push_back(addOffset(at, offset));
  return getElement(op.getSource(), inside, depth);
}

/// Element of the source where the slice covers a dimension, or has a known
/// place in it; otherwise of what the slice is inserted into.
static AffineExpr getElementOf(tensor::InsertSliceOp op,
                               ArrayRef<AffineExpr> position, int depth) {
  if (!op.hasUnitStride() || op.getDroppedDims().any())
    return {};
  SmallVector<AffineExpr> inside;
  for (auto [dim, at] : llvm::enumerate(position)) {
    std::optional<int64_t> first =
        getConstantIntValue(op.getMixedOffsets()[dim]);
    OpFoldResult size = op.getMixedSizes()[dim];
    if (first == 0 &&
        isEqualConstantIntOrValue(size, findSize(op.getDest(), dim))) {
      inside.push_back(at);
      continue;
    }
    auto number = dyn_cast_if_present<AffineConstantExpr>(at);
    std::optional<int64_t> count = getConstantIntValue(size);
    if (!number || !first || !count)
      return {};
    if (number.getValue() < *first || number.getValue() >= *first + *count)
      return getElement(op.getDest(), position, depth);
    inside.push_back(at - *first);
  }
  return getElement(op.getSource(), inside, depth);
}

static AffineExpr getElement(Value tensor, ArrayRef<AffineExpr> position,
                             int depth) {
  Operation *op = tensor.getDefiningOp();
  if (!op || depth == 0)
    return {};
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case([&](linalg::LinalgOp linalg) {
        return getElementOf(linalg, cast<OpResult>(tensor), position,
                            depth - 1);
      })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp>(
          [&](auto op) { return getElementOf(op, position, depth - 1); })
      .Case([&](tensor::CastOp cast) {
        return getElement(cast.getSource(), position, depth - 1);
      })
      .Case([&](tensor::CollapseShapeOp op) {
        SmallVector<AffineExpr> inside(op.getSrcType().getRank());
        for (auto [at, group] :
             llvm::zip_equal(position, op.getReassociationIndices()))
          split(at, op.getSrcType(), group, inside);
        return getElement(op.getSrc(), inside, depth - 1);
      })
      .Case([&](tensor::ExpandShapeOp op) {
        SmallVector<AffineExpr> inside;
        for (const ReassociationIndices &group : op.getReassociationIndices())
          inside.push_back(join(position, op.getResultType(), group));
        return getElement(op.getSrc(), inside, depth - 1);
      })
      .Default(AffineExpr());
}

//===----------------------------------------------------------------------===//
// Digits of the number of an update
//===----------------------------------------------------------------------===//

AffineExpr mlir::lowp::getElementExpr(Value column) {
  AffineExpr number = getAffineDimExpr(0, column.getContext());
  AffineExpr element = getElement(column, number, kMaxDepth);
  return element ? simplifyAffineExpr(element, 1, 0) : AffineExpr();
}

/// The digits that indices tell, the fastest one first.
static SmallVector<GemmIndex> getToldDigits(ArrayRef<AffineExpr> columns) {
  SmallVector<GemmIndex> digits;
  for (AffineExpr column : columns) {
    std::optional<GemmIndex> digit =
        column ? matchGemmIndex(column) : std::nullopt;
    if (digit)
      digits.push_back(*digit);
  }
  llvm::sort(digits, [](const GemmIndex &one, const GemmIndex &other) {
    return one.divisor < other.divisor;
  });
  return digits;
}

UpdateWindow mlir::lowp::getUpdateWindow(ArrayRef<AffineExpr> columns,
                                         int64_t count) {
  // Each digit of numbers below `known` is told, or is that of the window.
  int64_t known = 1;
  UpdateWindow window{1, 1};
  for (const GemmIndex &digit : getToldDigits(columns)) {
    if (digit.divisor > known) {
      if (!window.isOne() || digit.divisor % known != 0)
        return {};
      window = {known, digit.divisor / known};
    } else if (digit.divisor < known) {
      return {};
    }
    if (digit.modulus == 0)
      return window;
    known = digit.divisor * digit.modulus;
  }
  if (!ShapedType::isDynamic(count) && count <= known)
    return window;
  return window.isOne() ? UpdateWindow{known, 0} : UpdateWindow{};
}
