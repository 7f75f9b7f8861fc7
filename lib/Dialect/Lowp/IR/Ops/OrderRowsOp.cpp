//===- OrderRowsOp.cpp - Rows in the order of groups ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.cpp.inc"

LogicalResult OrderRowsOp::verify() {
  // order_rows-C1.
  ArrayRef<int64_t> ids = getIds().getType().getShape();
  if (failed(verifyCompatibleShapes(*this, "the ids", ids, "the rows",
                                    getRows().getType().getShape())) ||
      failed(verifyCompatibleShapes(*this, "the ids", ids, "the places",
                                    getPlaces().getType().getShape())))
    return failure();
  // order_rows-C2.
  int64_t groups = getEnds().getType().getDimSize(0);
  if (!ShapedType::isDynamic(groups) && groups >= 1)
    return success();
  return emitOpError("expected 'ends' of a static number of groups, 1 or "
                     "more, got ")
         << getEnds().getType();
}

LogicalResult
OrderRowsOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  OpFoldResult count =
      tensor::getMixedSize(builder, getLoc(), getIds(), /*dim=*/0);
  for (Value ordered : {getRows(), getPlaces()})
    shapes.push_back(
        reifyAs(builder, getLoc(), cast<ShapedType>(ordered.getType()), count));
  shapes.push_back({builder.getIndexAttr(getEnds().getType().getDimSize(0))});
  return success();
}
