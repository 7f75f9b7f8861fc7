//===- DataPanels.cpp - Data cut into panels ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataPanels.h"

#include "LinalgBuilders.h"
#include "PackedData.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

static Value buildIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// ceil(size / width).
static OpFoldResult countPanels(OpBuilder &builder, Location loc,
                                OpFoldResult size, int64_t width) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return builder.getIndexAttr((*constant + width - 1) / width);
  return arith::CeilDivUIOp::create(builder, loc, cast<Value>(size),
                                    buildIndex(builder, loc, width))
      .getResult();
}

/// elements[row, column], or 0 where the last panel goes beyond the matrix.
static Value getElementOrZero(OpBuilder &builder, Location loc, Value elements,
                              Value row, Value column, Value columns) {
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, column, columns);
  auto element = scf::IfOp::create(
      builder, loc, isInside,
      [&](OpBuilder &b, Location loc) {
        Value stored = tensor::ExtractOp::create(b, loc, elements,
                                                 ValueRange{row, column});
        scf::YieldOp::create(b, loc, stored);
      },
      [&](OpBuilder &b, Location loc) {
        Type type = cast<RankedTensorType>(elements.getType()).getElementType();
        Value zero = arith::ConstantOp::create(
            b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
        scf::YieldOp::create(b, loc, zero);
      });
  return element.getResult(0);
}

Value mlir::lowp::buildPanels(OpBuilder &builder, Location loc, ScaledType type,
                              Value elements) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, elements);
  int64_t width = type.getPanel();
  OpFoldResult panels = countPanels(builder, loc, sizes[1], width);
  Value columns = getValueOrCreateConstantIndexOp(builder, loc, sizes[1]);
  Value init = tensor::EmptyOp::create(
      builder, loc,
      ArrayRef<OpFoldResult>{panels, sizes[0], builder.getIndexAttr(width)},
      getUnpackedElementType(type));
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    Value panel = linalg::IndexOp::create(b, loc, 0);
    Value row = linalg::IndexOp::create(b, loc, 1);
    Value inner = linalg::IndexOp::create(b, loc, 2);
    Value first =
        arith::MulIOp::create(b, loc, panel, buildIndex(b, loc, width));
    Value column = arith::AddIOp::create(b, loc, first, inner);
    linalg::YieldOp::create(
        b, loc, getElementOrZero(b, loc, elements, row, column, columns));
  };
  return buildElementwise(builder, loc, {}, init,
                          builder.getMultiDimIdentityMap(3), body);
}

/// The size of the dimension that was cut. What is unknown until run time is a
/// multiple of a panel.
static OpFoldResult getFastSize(OpBuilder &builder, Location loc,
                                ScaledType type, OpFoldResult panels) {
  int64_t declared = type.getShape()[type.getOrder()[1]];
  if (!ShapedType::isDynamic(declared))
    return builder.getIndexAttr(declared);
  Value count = getValueOrCreateConstantIndexOp(builder, loc, panels);
  return arith::MulIOp::create(builder, loc, count,
                               buildIndex(builder, loc, type.getPanel()))
      .getResult();
}

Value mlir::lowp::buildWithoutPanels(OpBuilder &builder, Location loc,
                                     ScaledType type, Value panels) {
  SmallVector<OpFoldResult> stored =
      tensor::getMixedSizes(builder, loc, panels);
  SmallVector<OpFoldResult> sizes = {
      stored[1], getFastSize(builder, loc, type, stored[0])};
  Value init = tensor::EmptyOp::create(builder, loc, sizes,
                                       getUnpackedElementType(type));
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    Value width = buildIndex(b, loc, type.getPanel());
    Value row = linalg::IndexOp::create(b, loc, 0);
    Value column = linalg::IndexOp::create(b, loc, 1);
    Value panel = arith::DivUIOp::create(b, loc, column, width);
    Value inner = arith::RemUIOp::create(b, loc, column, width);
    Value element = tensor::ExtractOp::create(b, loc, panels,
                                              ValueRange{panel, row, inner});
    linalg::YieldOp::create(b, loc, element);
  };
  return buildElementwise(builder, loc, {}, init,
                          builder.getMultiDimIdentityMap(2), body);
}
