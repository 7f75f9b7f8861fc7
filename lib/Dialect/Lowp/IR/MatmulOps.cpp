//===- MatmulOps.cpp - Products of scaled matrices --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"
#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult mlir::lowp::verifyProductOperands(Operation *op, ScaledType lhs,
                                                ScaledType rhs) {
  // scaled_matmul-C7, gemm-C10.
  for (ScaledType type : {lhs, rhs})
    if (type.isBatch())
      return op->emitOpError()
             << "expected matrices, got the batch " << type
             << "; lowp.grouped_scaled_matmul multiplies batches";
  // scaled_matmul-C8, gemm-C11.
  for (ScaledType type : {lhs, rhs})
    if (type.isGrouped())
      return op->emitOpError()
             << "expected matrices without groups, got " << type
             << "; lowp.grouped_scaled_matmul multiplies groups";
  // scaled_matmul-C1, gemm-C6.
  int64_t lhsK = lhs.getShape()[1], rhsK = rhs.getShape()[1];
  if (!mayBeEqual(lhsK, rhsK))
    return op->emitOpError()
           << "expected operands that agree in K, their second dimension, got "
           << lhsK << " on the left and " << rhsK
           << " on the right; the right operand is N x K (lowp.transpose "
              "turns K x N into it)";
  // scaled_matmul-C4 to C6, gemm-C7.
  return verifyRecipePairing([op] { return op->emitOpError(); },
                             lhs.getRecipe(), rhs.getRecipe());
}

SmallVector<int64_t> mlir::lowp::getProductShape(ScaledType lhs,
                                                 ScaledType rhs) {
  return {lhs.getShape()[0], rhs.getShape()[0]};
}

//===----------------------------------------------------------------------===//
// ScaledMatmulOp
//===----------------------------------------------------------------------===//

LogicalResult ScaledMatmulOp::verify() {
  ScaledType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifyProductOperands(*this, lhs, rhs)))
    return failure();
  // scaled_matmul-C2.
  if (failed(verifyCompatibleShapes(*this, "the product",
                                    getProductShape(lhs, rhs), "the result",
                                    getType().getShape())))
    return failure();
  // scaled_matmul-C3.
  if (getAccumulator() && getAccumulator().getType() != getType())
    return emitOpError() << "expected an accumulator of the result's type "
                         << getType() << ", got " << getAccumulator().getType();
  return success();
}

LogicalResult
ScaledMatmulOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  OpFoldResult sizes[] = {getScaledDim(builder, getLoc(), getLhs(), 0),
                          getScaledDim(builder, getLoc(), getRhs(), 0)};
  shapes.push_back(reifyAs(builder, getLoc(), getType(), sizes));
  return success();
}
