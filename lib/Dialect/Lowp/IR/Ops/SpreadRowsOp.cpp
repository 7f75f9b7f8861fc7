//===- SpreadRowsOp.cpp - Groups that begin at multiples ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"

#include "lowp/Dialect/Lowp/IR/MovedGroups.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.cpp.inc"

int64_t SpreadRowsOp::countRows(int64_t rows, int64_t groups, int64_t start) {
  if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(groups))
    return ShapedType::kDynamic;
  // A group without rows takes none.
  return countPlaces(rows, std::min(rows, groups), start);
}

/// The rows of the result, where types know them.
static int64_t countResultRows(Value input, Value ends, int64_t start) {
  return SpreadRowsOp::countRows(
      cast<RankedTensorType>(input.getType()).getDimSize(0),
      cast<RankedTensorType>(ends.getType()).getDimSize(0), start);
}

void SpreadRowsOp::build(OpBuilder &builder, OperationState &state, Value input,
                         Value ends, int64_t start) {
  auto type = cast<RankedTensorType>(input.getType());
  int64_t shape[] = {countResultRows(input, ends, start), type.getDimSize(1)};
  build(builder, state, type.clone(shape), input, ends, start);
}

LogicalResult SpreadRowsOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  // spread_rows-C1.
  if (input.getElementType() != result.getElementType())
    return emitOpError("expected a result of the input's elements, got ")
           << input << " and " << result;
  // spread_rows-C2.
  int64_t start = getStart(), groups = getEnds().getType().getDimSize(0);
  if (start < 1 || start > INT32_MAX)
    return emitOpError("expected 'start' from 1 to 2^31 - 1, got ") << start;
  if (ShapedType::isDynamic(groups))
    return emitOpError("expected 'ends' of a static number of groups, got ")
           << getEnds().getType();
  // spread_rows-C3.
  int64_t shape[] = {countRows(input.getDimSize(0), groups, start),
                     input.getDimSize(1)};
  return verifyCompatibleShapes(*this, "the groups", shape, "the result",
                                result.getShape());
}

LogicalResult
SpreadRowsOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, getLoc(), getInput());
  auto start = static_cast<int64_t>(getStart());
  int64_t groups = getEnds().getType().getDimSize(0);
  AffineExpr rows = builder.getAffineDimExpr(0);
  AffineExpr most = (rows + groups * (start - 1)).floorDiv(start) * start;
  sizes.front() = affine::makeComposedFoldedAffineMin(
      builder, getLoc(),
      AffineMap::get(1, 0, {most, rows * start}, getContext()), sizes.front());
  shapes.push_back(reifyAs(builder, getLoc(),
                           cast<ShapedType>(getResult().getType()), sizes));
  return success();
}
