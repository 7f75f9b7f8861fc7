//===- RepeatPatterns.cpp - A row per group, for all its rows -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The group of each row is computed first, by comparing it with all ends; then
// rows are gathered. Ends are compared with and never used as an address.
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilders.h"
#include "Patterns.h"
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// The first group that ends after each of `rows` rows, `groups` where none
/// does; as i32.
static Value buildGroups(ImplicitLocOpBuilder &b, Value ends, OpFoldResult rows,
                         int64_t groups) {
  IntegerType i32 = b.getI32Type();
  Value empty = tensor::EmptyOp::create(b, ArrayRef<OpFoldResult>{rows}, i32);
  Value none = arith::ConstantOp::create(
      b, b.getI32IntegerAttr(static_cast<int32_t>(groups)));
  Value init = linalg::FillOp::create(b, none, empty).getResult(0);
  AffineExpr row, group;
  bindDims(b.getContext(), row, group);
  SmallVector<AffineMap> maps = {AffineMap::get(2, 0, group),
                                 AffineMap::get(2, 0, row)};
  auto body = [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
    auto getLoop = [&](unsigned loop) -> Value {
      return arith::IndexCastOp::create(inner, i32,
                                        linalg::IndexOp::create(inner, loop));
    };
    Value isBefore = arith::CmpIOp::create(inner, arith::CmpIPredicate::slt,
                                           getLoop(0), elements[0]);
    Value own = arith::SelectOp::create(inner, isBefore, getLoop(1), none);
    return arith::MinSIOp::create(inner, elements[1], own);
  };
  return buildGeneric(b, b.getLoc(), ends, init, maps, body);
}

/// The element of the table that row `group` of it has in the columns of the
/// current iteration; 0 for no group.
static Value buildElement(ImplicitLocOpBuilder &b, RepeatRowsOp op, Value group,
                          int64_t groups) {
  auto type = cast<RankedTensorType>(op.getTable().getType());
  Value last = arith::ConstantOp::create(
      b, b.getI32IntegerAttr(static_cast<int32_t>(groups - 1)));
  Value isThere =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, group, last);
  Value place = arith::MinSIOp::create(b, group, last);
  SmallVector<Value> indices = {
      arith::IndexCastOp::create(b, b.getIndexType(), place)};
  if (type.getRank() == 2)
    indices.push_back(linalg::IndexOp::create(b, 1));
  Value element = tensor::ExtractOp::create(b, op.getTable(), indices);
  return orZero(b, b.getLoc(), isThere, element);
}

LogicalResult mlir::lowp::lowerRepeatRows(RepeatRowsOp op,
                                          PatternRewriter &rewriter) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  ReifiedRankedShapedTypeDims shapes;
  // It never fails.
  (void)op.reifyResultShapes(b, shapes);
  int64_t groups = op.getEnds().getType().getDimSize(0);
  Value ids = buildGroups(b, op.getEnds(), shapes.front().front(), groups);
  Value result =
      buildElements(b, op.getLoc(), shapes.front(), type.getElementType(), ids,
                    AffineMap::get(type.getRank(), 0, b.getAffineDimExpr(0)),
                    [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                      return buildElement(inner, op, elements[0], groups);
                    });
  return replaceWithCasts(rewriter, op, result);
}
