//===- RepeatRowsOp.cpp - A row per group, for all its rows ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.cpp.inc"

LogicalResult RepeatRowsOp::verify() {
  auto table = cast<RankedTensorType>(getTable().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  // repeat_rows-C1.
  if (table.getElementType() != result.getElementType() ||
      table.getRank() != result.getRank())
    return emitOpError("expected a table of the result's rank and elements, "
                       "got ")
           << table << " and " << result;
  if (failed(verifyCompatibleShapes(
          *this, "the rows of the table", table.getShape().drop_front(),
          "those of the result", result.getShape().drop_front())))
    return failure();
  // repeat_rows-C2.
  int64_t groups = getEnds().getType().getDimSize(0);
  if (ShapedType::isDynamic(groups) || groups < 1)
    return emitOpError("expected 'ends' of a static number of groups, 1 or "
                       "more, got ")
           << getEnds().getType();
  if (!mayBeEqual(table.getDimSize(0), groups))
    return emitOpError("expected a table with a row for each of ")
           << groups << " groups, got " << table;
  // repeat_rows-C3.
  if (bool(getRows()) == result.isDynamicDim(0))
    return success();
  return emitOpError("expected 'rows' where the type of the result has an "
                     "unknown number of rows, and there alone, got ")
         << (getRows() ? "them" : "none") << " beside " << result;
}

LogicalResult
RepeatRowsOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, getLoc(), getTable());
  auto type = cast<ShapedType>(getResult().getType());
  sizes.front() = getRows() ? OpFoldResult(getRows())
                            : builder.getIndexAttr(type.getDimSize(0));
  shapes.push_back(reifyAs(builder, getLoc(), type, sizes));
  return success();
}
