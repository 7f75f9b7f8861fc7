//===- ScaleRows.cpp - Products with factors of rows ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleRows.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::lowp;

Value mlir::lowp::buildElementwise(OpBuilder &builder, Location loc,
                                   ArrayRef<int64_t> shape,
                                   const MappedTensor &first,
                                   const MappedTensor &second,
                                   ElementFunction compute) {
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    auto widen = [&](Value element) {
      return convertScalarToDtype(b, loc, element, b.getF32Type(),
                                  /*isUnsignedCast=*/false);
    };
    Value lhs = widen(elements[0]), rhs = widen(elements[1]);
    return compute(b, lhs, rhs);
  };
  return buildElements(builder, loc,
                       getAsIndexOpFoldResult(builder.getContext(), shape),
                       builder.getF32Type(), {first.value, second.value},
                       {first.map, second.map}, body);
}

/// `map` without dimensions after the first `count`, which it does not read.
static AffineMap keepDims(AffineMap map, unsigned count) {
  return AffineMap::get(count, 0, map.getResults(), map.getContext());
}

/// Whether `tensor`, indexed by dimensions of `shape`, is alike along a row.
static bool isOfRows(const MappedTensor &tensor, ArrayRef<int64_t> shape) {
  return !simplifyWithin(tensor.map, shape).isFunctionOfDim(shape.size() - 1);
}

/// `tensor`, or what it repeats, if that is alike along a row.
static std::optional<MappedTensor> getRows(const MappedTensor &tensor,
                                           ArrayRef<int64_t> shape) {
  if (isOfRows(tensor, shape))
    return tensor;
  std::optional<MappedTensor> source = lookThroughOne(tensor);
  return source && isOfRows(*source, shape) ? source : std::nullopt;
}

/// `tensor` times each of `factors`, over as many dimensions of `shape` as
/// `tensor` has: all, or those of rows.
static MappedTensor multiply(OpBuilder &builder, Location loc,
                             MappedTensor tensor, ArrayRef<Factor> factors,
                             ArrayRef<int64_t> shape) {
  unsigned rank = shape.size();
  if (isOfRows(tensor, shape))
    shape = shape.drop_back();
  AffineMap whole = AffineMap::getMultiDimIdentityMap(rank, loc.getContext());
  whole = whole.getMajorSubMap(shape.size());
  for (const Factor &factor : factors) {
    MappedTensor own = dropUnitDims(builder, factor.tensor);
    own.map = keepDims(own.map, shape.size());
    tensor = dropUnitDims(builder, tensor);
    tensor.map = keepDims(tensor.map, shape.size());
    tensor.value =
        factor.isDivisor
            ? buildElementwise<arith::DivFOp>(builder, loc, shape, tensor, own,
                                              arith::FastMathFlags::afn |
                                                  arith::FastMathFlags::arcp)
            : buildElementwise<arith::MulFOp>(builder, loc, shape, tensor, own);
    tensor.map = whole;
  }
  return tensor;
}

/// `factors` without one that undoes what `op`, read at `map`, does with its
/// second input; nothing if there is none.
static std::optional<SmallVector<Factor>> cancel(linalg::GenericOp op,
                                                 AffineMap map,
                                                 ArrayRef<Factor> factors,
                                                 ArrayRef<int64_t> shape) {
  bool isQuotient = isOfTwo<arith::DivFOp>(op);
  if (!isQuotient && !isOfTwo<arith::MulFOp>(op))
    return std::nullopt;
  Factors undone = Factors::of(
      {op.getInputs()[1], op.getIndexingMapsArray()[1].compose(map)}, shape);
  if (!undone.ofElements.empty() || undone.ofRows.size() != 1)
    return std::nullopt;
  undone.ofRows[0].isDivisor ^= !isQuotient;
  SmallVector<Factor> left(factors);
  Factor *found = llvm::find(left, undone.ofRows[0]);
  if (found == left.end())
    return std::nullopt;
  left.erase(found);
  return left;
}

MappedTensor mlir::lowp::scaleRows(OpBuilder &builder, Location loc,
                                   MappedTensor tensor,
                                   ArrayRef<Factor> factors,
                                   ArrayRef<int64_t> shape) {
  auto scale = [&](MappedTensor input, ArrayRef<Factor> factors) {
    return scaleRows(builder, loc, input, factors, shape);
  };
  if (factors.empty())
    return tensor;
  if (std::optional<MappedTensor> rows = getRows(tensor, shape))
    return multiply(builder, loc, *rows, factors, shape);
  auto op = tensor.value.getDefiningOp<linalg::GenericOp>();
  if (!op || !getElementTypeOrSelf(tensor.value).isF32())
    return multiply(builder, loc, tensor, factors, shape);
  auto getInput = [&](unsigned number) {
    return MappedTensor{op.getInputs()[number],
                        op.getIndexingMapsArray()[number].compose(tensor.map)};
  };
  if (auto left = cancel(op, tensor.map, factors, shape))
    return scale(getInput(0), *left);
  bool isDifference = isOfTwo<arith::SubFOp>(op);
  if ((!isDifference && !isOfTwo<arith::AddFOp>(op)) ||
      (!getRows(getInput(0), shape) && !getRows(getInput(1), shape)))
    return multiply(builder, loc, tensor, factors, shape);
  MappedTensor first = scale(getInput(0), factors);
  MappedTensor second = scale(getInput(1), factors);
  Value result =
      isDifference
          ? buildElementwise<arith::SubFOp>(builder, loc, shape, first, second)
          : buildElementwise<arith::AddFOp>(builder, loc, shape, first, second);
  return {result, builder.getMultiDimIdentityMap(shape.size())};
}
