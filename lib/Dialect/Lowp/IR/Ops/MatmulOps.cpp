//===- MatmulOps.cpp - Products of scaled matrices ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/GivenOrder.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult mlir::lowp::verifyProductOperands(Operation *op, ScaledType lhs,
                                                ScaledType rhs) {
  // scaled_matmul-C7, gemm-C10.
  int64_t lhsCount = lhs.getShape()[0], rhsCount = rhs.getShape()[0];
  if (lhs.isBatch() && rhs.isBatch() && !mayBeEqual(lhsCount, rhsCount))
    return op->emitOpError()
           << "expected batches of as many matrices on both sides, got "
           << lhsCount << " on the left and " << rhsCount
           << " on the right; what goes with all matrices of a batch is a "
              "matrix";
  // scaled_matmul-C8, gemm-C11.
  for (ScaledType type : {lhs, rhs})
    if (type.isGrouped())
      return op->emitOpError()
             << "expected matrices without groups, got " << type
             << "; lowp.grouped_scaled_matmul multiplies groups";
  // scaled_matmul-C1, gemm-C6.
  int64_t lhsK = lhs.getShape().back(), rhsK = rhs.getShape().back();
  if (!mayBeEqual(lhsK, rhsK))
    return op->emitOpError()
           << "expected operands that agree in K, their last dimension, got "
           << lhsK << " on the left and " << rhsK
           << " on the right; the right operand is N x K (lowp.transpose "
              "turns K x N into it)";
  // scaled_matmul-C4 to C6, gemm-C7.
  return verifyRecipePairing([op] { return op->emitOpError(); },
                             lhs.getRecipe(), rhs.getRecipe());
}

SmallVector<int64_t> mlir::lowp::getProductShape(ScaledType lhs,
                                                 ScaledType rhs) {
  SmallVector<int64_t> shape;
  if (lhs.isBatch() || rhs.isBatch()) {
    bool isLhs = lhs.isBatch() && (!rhs.isBatch() || !lhs.isDynamicDim(0));
    shape.push_back((isLhs ? lhs : rhs).getShape()[0]);
  }
  shape.append({lhs.getMatrixShape()[0], rhs.getMatrixShape()[0]});
  return shape;
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

/// Nothing is known of formats that the target does not multiply. What is given
/// in the other order is read as it is where the target can.
LayoutDemand
ScaledMatmulOp::getLayoutDemand(OpOperand &operand,
                                const lowp_gpu::KernelTarget &target) {
  auto type = cast<ScaledType>(operand.get().getType());
  if (!findAtom(getLhs().getType(), getRhs().getType(), target))
    return LayoutDemand::require(type);
  ScaledType read = getReadType(type, target);
  if (keepsGivenOrder(operand.get(), getLhs().getType(), getRhs().getType(),
                      target))
    read = read.withOrder(type.getOrder());
  return LayoutDemand::require(read);
}

LogicalResult
ScaledMatmulOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  bool isLhsBatch = getLhs().getType().isBatch();
  bool isRhsBatch = getRhs().getType().isBatch();
  SmallVector<OpFoldResult> sizes;
  if (isLhsBatch || isRhsBatch)
    sizes.push_back(
        getScaledDim(builder, getLoc(), isLhsBatch ? getLhs() : getRhs(), 0));
  sizes.push_back(getScaledDim(builder, getLoc(), getLhs(), isLhsBatch));
  sizes.push_back(getScaledDim(builder, getLoc(), getRhs(), isRhsBatch));
  shapes.push_back(reifyAs(builder, getLoc(), getType(), sizes));
  return success();
}
