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
  if (failed(verifyCompatibleShapes(
          getOperation(), "the result", getResult().getType().getShape(),
          "the input", getInput().getType().getShape())))
    return failure();
  // quantize-C2.
  if (failed(getResult().getType().getRecipe().verifyNumerics(
          [this] { return emitOpError(); }, getNumerics())))
    return failure();
  // quantize-C3.
  bool isStochastic = getNumerics().getRounding() == Rounding::Stochastic;
  if (isStochastic == bool(getSeed()))
    return success();
  return emitOpError() << (isStochastic
                               ? "expected a seed for stochastic rounding, got "
                                 "none; write 'seed %value' with a value of "
                                 "type i64"
                               : "expected no seed for rounding to nearest, "
                                 "got one");
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
