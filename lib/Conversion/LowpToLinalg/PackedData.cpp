//===- PackedData.cpp - Several elements to a byte ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lowp/Support/PackedElements.h says which bits an element takes. A byte has
// bits of two elements at most, and an element bits of two bytes at most.
//
//===----------------------------------------------------------------------===//

#include "PackedData.h"

#include "LinalgBuilders.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Addresses entries of one row of a tensor, the last dimension.
struct RowReader {
  ImplicitLocOpBuilder b;
  Value tensor;
  SmallVector<Value> position;
  /// The number of entries of the row.
  Value size;

  /// The bits of entry `index` as i32, 0 beyond the end of the row.
  Value read(Value index);
};

} // namespace

Value RowReader::read(Value index) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value last = arith::SubIOp::create(b, size, one);
  position.back() = arith::MinSIOp::create(b, index, last);
  Value entry = tensor::ExtractOp::create(b, tensor, position);
  Value bits = arith::ExtUIOp::create(b, b.getI32Type(), entry);
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index, size);
  Value zero = arith::ConstantIntOp::create(b, 0, 32);
  return arith::SelectOp::create(b, isInside, bits, zero);
}

static PackedElements getPacking(ScaledType type) {
  return PackedElements(type.getElementType().getIntOrFloatBitWidth());
}

/// Builds a tensor of `elementType` whose rows have `rowSize` entries, each
/// made by `body` from a reader of the row of `source` and the entry's index.
static Value
buildRows(OpBuilder &builder, Location loc, Value source, OpFoldResult rowSize,
          Type elementType,
          function_ref<Value(RowReader &reader, Value index)> body) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, source);
  Value sourceSize =
      getValueOrCreateConstantIndexOp(builder, loc, sizes.back());
  sizes.back() = rowSize;
  auto build = [&](ImplicitLocOpBuilder &b, ValueRange) {
    RowReader reader = {b, source, getLoopIndices(b, loc, sizes.size()),
                        sourceSize};
    Value index = reader.position.back();
    return body(reader, index);
  };
  return buildElements(builder, loc, sizes, elementType, {}, {}, build);
}

/// `dim * factor floordiv divisor * group` style sizes: applies a function of
/// one affine dimension to a size.
static OpFoldResult applyToSize(OpBuilder &builder, Location loc,
                                AffineExpr expression, OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return builder.getIndexAttr(
        cast<AffineConstantExpr>(
            expression.replaceDims(builder.getAffineConstantExpr(*constant)))
            .getValue());
  return affine::expandAffineExpr(builder, loc, expression, cast<Value>(size),
                                  {});
}

/// `index * factor / divisor` and its remainder.
static std::pair<Value, Value> divideScaled(ImplicitLocOpBuilder &b,
                                            Value index, int64_t factor,
                                            int64_t divisor) {
  Value scaled = arith::MulIOp::create(
      b, index, arith::ConstantIndexOp::create(b, factor));
  Value by = arith::ConstantIndexOp::create(b, divisor);
  Value quotient = arith::DivUIOp::create(b, scaled, by);
  Value rest = arith::RemUIOp::create(b, scaled, by);
  return {quotient, arith::IndexCastOp::create(b, b.getI32Type(), rest)};
}

static Value addOne(ImplicitLocOpBuilder &b, Value index) {
  return arith::AddIOp::create(b, index, arith::ConstantIndexOp::create(b, 1));
}

Type mlir::lowp::getUnpackedElementType(ScaledType type) {
  if (type.isPacked())
    return IntegerType::get(type.getContext(), 8);
  return type.getElementType();
}

Value mlir::lowp::toUnpackedElement(OpBuilder &builder, Location loc,
                                    ScaledType type, Value element) {
  if (!type.isPacked())
    return element;
  Type codeType = builder.getIntegerType(getPacking(type).width);
  Value code = arith::BitcastOp::create(builder, loc, codeType, element);
  return arith::ExtUIOp::create(builder, loc, builder.getI8Type(), code);
}

Value mlir::lowp::fromUnpackedElement(OpBuilder &builder, Location loc,
                                      ScaledType type, Value unpacked) {
  if (!type.isPacked())
    return unpacked;
  Type codeType = builder.getIntegerType(getPacking(type).width);
  Value code = arith::TruncIOp::create(builder, loc, codeType, unpacked);
  return arith::BitcastOp::create(builder, loc, type.getElementType(), code);
}

Value mlir::lowp::buildPacked(OpBuilder &builder, Location loc, ScaledType type,
                              Value elements) {
  PackedElements packed = getPacking(type);
  AffineExpr count = builder.getAffineDimExpr(0);
  OpFoldResult rowBytes = applyToSize(
      builder, loc, count.ceilDiv(packed.group()) * packed.bytesOfGroup(),
      tensor::getMixedSizes(builder, loc, elements).back());
  auto body = [&](RowReader &row, Value byte) -> Value {
    auto [first, used] = divideScaled(row.b, byte, 8, packed.width);
    Value low = arith::ShRUIOp::create(row.b, row.read(first), used);
    Value width = arith::ConstantIntOp::create(row.b, packed.width, 32);
    Value taken = arith::SubIOp::create(row.b, width, used);
    Value high =
        arith::ShLIOp::create(row.b, row.read(addOne(row.b, first)), taken);
    Value bits = arith::OrIOp::create(row.b, low, high);
    return arith::TruncIOp::create(row.b, row.b.getI8Type(), bits);
  };
  return buildRows(builder, loc, elements, rowBytes, builder.getI8Type(), body);
}

Value mlir::lowp::buildUnpacked(OpBuilder &builder, Location loc,
                                ScaledType type, Value bytes) {
  PackedElements packed = getPacking(type);
  int64_t declared = type.getElementsType().getShape().back();
  AffineExpr count = builder.getAffineDimExpr(0);
  OpFoldResult rowSize = builder.getIndexAttr(declared);
  if (ShapedType::isDynamic(declared))
    rowSize = applyToSize(
        builder, loc, count.floorDiv(packed.bytesOfGroup()) * packed.group(),
        tensor::getMixedSizes(builder, loc, bytes).back());
  auto body = [&](RowReader &row, Value element) -> Value {
    auto [first, shift] = divideScaled(row.b, element, packed.width, 8);
    Value low = row.read(first);
    Value eight = arith::ConstantIntOp::create(row.b, 8, 32);
    Value high =
        arith::ShLIOp::create(row.b, row.read(addOne(row.b, first)), eight);
    Value pair = arith::OrIOp::create(row.b, low, high);
    Value bits = arith::ShRUIOp::create(row.b, pair, shift);
    Value mask = arith::ConstantIntOp::create(
        row.b, (int64_t(1) << packed.width) - 1, 32);
    Value code = arith::AndIOp::create(row.b, bits, mask);
    return arith::TruncIOp::create(row.b, row.b.getI8Type(), code);
  };
  return buildRows(builder, loc, bytes, rowSize, builder.getI8Type(), body);
}
