//===- QuantizeOps.cpp - Quantize and dequantize --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

LogicalResult QuantizeOp::verify() {
  // quantize-C1.
  return verifyCompatibleShapes(getOperation(), "the result",
                                getResult().getType().getShape(), "the input",
                                getInput().getType().getShape());
}

/// quantize(dequantize(q)) is q: the same matrix in the same format, without
/// the rounding of a detour.
OpFoldResult QuantizeOp::fold(FoldAdaptor) {
  auto source = getInput().getDefiningOp<DequantizeOp>();
  if (source && source.getInput().getType() == getResult().getType())
    return source.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// DequantizeOp
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::verify() {
  // dequantize-C1.
  return verifyCompatibleShapes(getOperation(), "the input",
                                getInput().getType().getShape(), "the result",
                                getResult().getType().getShape());
}

LogicalResult
DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back({getScaledDim(builder, getLoc(), getInput(), 0),
                    getScaledDim(builder, getLoc(), getInput(), 1)});
  return success();
}
