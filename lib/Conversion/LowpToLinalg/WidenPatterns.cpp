//===- WidenPatterns.cpp - widen ------------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataStorage.h"
#include "LinalgBuilders.h"
#include "PackedData.h"
#include "Patterns.h"
#include "ScaleStorage.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// An element of `from`, as stored, in the format of `to`.
static Value convertElement(OpBuilder &builder, Location loc, ScaledType from,
                            ScaledType to, Value stored) {
  Value element = fromUnpackedElement(builder, loc, from, stored);
  if (from.getElementType() != to.getElementType()) {
    // There are no casts between small formats.
    element = castFloat(builder, loc, element, builder.getF32Type());
    element = castFloat(builder, loc, element, to.getElementType());
  }
  return toUnpackedElement(builder, loc, to, element);
}

namespace {
/// Lowers one `lowp.widen`.
class Widening {
public:
  Widening(OpBuilder &builder, WidenOp op)
      : b(op.getLoc(), builder), type(op.getType()),
        parts(ScaledParts::split(b, op.getLoc(), op.getInput())),
        sizes(parts.getSizes(b, op.getLoc())), taken(op.getColumnsPerBlock()),
        capacity(type.getRecipe().getBlockShape().columns),
        isSpread(op.getSpread().has_value()) {}

  Value build(Value input);

private:
  /// Whether scales of the result are those of the input, in finer blocks.
  bool keepsScales() const {
    return !type.getRecipe().getScaleType().isF32() ||
           type.getConvention() == ScaleConvention::Encode;
  }
  OpFoldResult countColumns();
  Value findStoredData(Value input);
  Value convertData();
  Value spreadData(ArrayRef<OpFoldResult> resultSizes);
  Value readSpread(OpBuilder &builder, Location loc, Value row, Value column);
  Value buildScales(ArrayRef<OpFoldResult> resultSizes);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  ImplicitLocOpBuilder b;
  ScaledType type;
  ScaledParts parts;
  /// The sizes of the input.
  SmallVector<OpFoldResult> sizes;
  /// Columns of the input that a block of the result takes, and its columns.
  int64_t taken, capacity;
  bool isSpread;
};
} // namespace

/// Columns of the result.
OpFoldResult Widening::countColumns() {
  if (!isSpread)
    return sizes[1];
  if (std::optional<int64_t> columns = getConstantIntValue(sizes[1]))
    return b.getIndexAttr(llvm::divideCeil(*columns, taken) * capacity);
  Value blocks =
      arith::CeilDivUIOp::create(b, cast<Value>(sizes[1]), constant(taken));
  return arith::MulIOp::create(b, blocks, constant(capacity)).getResult();
}

/// Data that stay where they are.
Value Widening::convertData() {
  if (parts.type.getElementType() == type.getElementType() &&
      parts.type.getOrder() == type.getOrder() &&
      parts.type.getPacking() == type.getPacking())
    return parts.data;
  auto convert = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return convertElement(b, b.getLoc(), parts.type, type, args[0]);
  };
  return buildGeneric(b, b.getLoc(), parts.data,
                      buildEmptyData(b, b.getLoc(), type, sizes),
                      {getDataMap(parts.type), getDataMap(type)}, convert);
}

/// The converted datum that goes to (row, column) of the result, or 0.
Value Widening::readSpread(OpBuilder &builder, Location loc, Value row,
                           Value column) {
  ImplicitLocOpBuilder nested(loc, builder);
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(nested, value);
  };
  Value columns = getValueOrCreateConstantIndexOp(nested, loc, sizes[1]);
  Value block = arith::DivUIOp::create(nested, column, index(capacity));
  Value inner = arith::RemUIOp::create(nested, column, index(capacity));
  Value first = arith::MulIOp::create(nested, block, index(taken));
  Value source = arith::AddIOp::create(nested, first, inner);
  Value isTaken = arith::CmpIOp::create(nested, arith::CmpIPredicate::slt,
                                        inner, index(taken));
  Value isInside =
      arith::CmpIOp::create(nested, arith::CmpIPredicate::slt, source, columns);
  // Reading something everywhere keeps branches out of the loop.
  Value last = arith::SubIOp::create(nested, columns, index(1));
  source = arith::MinSIOp::create(nested, source, last);
  SmallVector<Value> place =
      applyPermutationMap<Value>(getDataMap(parts.type), {row, source});
  Value stored = tensor::ExtractOp::create(nested, parts.data, place);
  Value element = convertElement(nested, loc, parts.type, type, stored);
  Value zero = arith::ConstantOp::create(
      nested, cast<TypedAttr>(nested.getZeroAttr(element.getType())));
  Value isData = arith::AndIOp::create(nested, isTaken, isInside);
  return arith::SelectOp::create(nested, isData, element, zero);
}

Value Widening::spreadData(ArrayRef<OpFoldResult> resultSizes) {
  AffineMap map = getDataMap(type);
  auto read = [&](ImplicitLocOpBuilder &b, ValueRange) {
    Value row = linalg::IndexOp::create(b, 0);
    Value column = linalg::IndexOp::create(b, 1);
    return readSpread(b, b.getLoc(), row, column);
  };
  return buildGeneric(b, b.getLoc(), {},
                      buildEmptyData(b, b.getLoc(), type, resultSizes), {map},
                      read);
}

/// The decode factors of the input, or the scales themselves where the result
/// has such, too: those of the blocks' first columns.
Value Widening::buildScales(ArrayRef<OpFoldResult> resultSizes) {
  BlockGrid from(parts.type.getRecipe().getBlockShape(), sizes);
  BlockGrid to(type.getRecipe().getBlockShape(), resultSizes);
  auto getScale = [&](OpBuilder &builder, Location loc, Value i, Value j) {
    Value width = arith::ConstantIndexOp::create(builder, loc, taken);
    Value column = arith::MulIOp::create(builder, loc, j, width);
    if (keepsScales())
      return buildStoredScaleAt(builder, loc, parts, from,
                                from.getBlockIndex(builder, loc, 0, i),
                                from.getBlockIndex(builder, loc, 1, column));
    return buildDecodeFactorAt(builder, loc, parts, from, i, column);
  };
  return buildScaleStorage(b, b.getLoc(), type, to, getScale);
}

/// Stored data that are those of the result, too; null if there are none.
Value Widening::findStoredData(Value input) {
  const ScaledType from = parts.type;
  if (isSpread || from.getElementType() != type.getElementType() ||
      from.getOrder() != type.getOrder() ||
      from.getPacking() != type.getPacking() ||
      from.getDataLayout() != type.getDataLayout())
    return {};
  return SplitScaledOp::create(b, b.getLoc(), input).getData();
}

Value Widening::build(Value input) {
  Value global = keepsScales() ? parts.globalScale : Value();
  if (Value stored = findStoredData(input))
    return joinStored(b, b.getLoc(), type, stored, buildScales(sizes), global);
  SmallVector<OpFoldResult> resultSizes = {sizes[0], countColumns()};
  Value data = isSpread ? spreadData(resultSizes) : convertData();
  ScaledParts result = {type, data, buildScales(resultSizes), global};
  return result.join(b, b.getLoc());
}

LogicalResult mlir::lowp::lowerWiden(WidenOp op, PatternRewriter &rewriter) {
  if (op.getType().isBatch())
    return failure();
  rewriter.replaceOp(op, Widening(rewriter, op).build(op.getInput()));
  return success();
}
