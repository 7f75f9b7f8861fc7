//===- QuantizeOps.cpp - Quantize and dequantize --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

/// quantize-C4: how much room a matrix of a batch takes is known.
static LogicalResult verifyBatch(QuantizeOp op) {
  ScaledType type = op.getType();
  if (!type.isBatch() || !ShapedType::isDynamicShape(type.getMatrixShape()))
    return success();
  return op.emitOpError() << "expected a batch of matrices of known sizes, got "
                          << type << "; only their number may be unknown";
}

/// quantize-C6 and dequantize-C3: a builtin tensor, whose sizes a scaled type of
/// unknown sizes takes or gives.
static LogicalResult verifyAddressable(Operation *op, StringRef name,
                                       ArrayRef<int64_t> shape) {
  if (ScaledType::isAddressable(shape))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic << "expected at most 2^48 elements in the static dimensions of "
             << name << ", got the shape ";
  printShape(diagnostic, shape);
  return diagnostic;
}

LogicalResult QuantizeOp::verify() {
  // quantize-C1.
  if (failed(verifyCompatibleShapes(
          getOperation(), "the result", getResult().getType().getShape(),
          "the input", getInput().getType().getShape())) ||
      failed(verifyAddressable(getOperation(), "the input",
                               getInput().getType().getShape())))
    return failure();
  // quantize-C2.
  if (failed(getResult().getType().getRecipe().verifyNumerics(
          [this] { return emitOpError(); }, getNumerics())))
    return failure();
  // quantize-C3.
  bool isStochastic = getNumerics().getRounding() == Rounding::Stochastic;
  if (isStochastic == bool(getSeed())) {
    // quantize-C5.
    if (failed(verifyOffsets(*this, getType().getGroups(), getOffsets())))
      return failure();
    return verifyBatch(*this);
  }
  return emitOpError() << (isStochastic
                               ? "expected a seed for stochastic rounding, got "
                                 "none; write 'seed %value' with a value of "
                                 "type i64"
                               : "expected no seed for rounding to nearest, "
                                 "got one");
}

/// Version 0 wrote no offsets, and no word of the seed, which there is if, and
/// only if, rounding is stochastic.
LogicalResult QuantizeOp::readProperties(DialectBytecodeReader &reader,
                                         OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  if (failed(reader.readAttribute(properties.numerics)))
    return failure();
  uint64_t seeds =
      properties.numerics.getRounding() == Rounding::Stochastic ? 1 : 0;
  uint64_t offsets = 0;
  if (getBytecodeVersion(reader) >= 1 &&
      (failed(reader.readVarInt(seeds)) || failed(reader.readVarInt(offsets))))
    return failure();
  if (seeds > 1 || offsets > 1)
    return reader.emitError() << "expected at most one seed and one operand of "
                                 "offsets of lowp.quantize, got "
                              << seeds << " and " << offsets;
  properties.operandSegmentSizes = {1, static_cast<int32_t>(seeds),
                                    static_cast<int32_t>(offsets)};
  return success();
}

void QuantizeOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeAttribute(getNumericsAttr());
  writer.writeVarInt(getSeed() ? 1 : 0);
  writer.writeVarInt(getOffsets() ? 1 : 0);
}

/// quantize(dequantize(q)) is q: the same matrix in the same format, without
/// the rounding of a detour.
OpFoldResult QuantizeOp::fold(FoldAdaptor) {
  auto source = getInput().getDefiningOp<DequantizeOp>();
  if (source && source.getInput().getType() == getResult().getType() &&
      source.getOffsets() == getOffsets())
    return source.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// DequantizeOp
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::verify() {
  // dequantize-C2.
  if (failed(
          verifyOffsets(*this, getInput().getType().getGroups(), getOffsets())))
    return failure();
  // dequantize-C1.
  if (failed(verifyCompatibleShapes(
          getOperation(), "the input", getInput().getType().getShape(),
          "the result", getResult().getType().getShape())))
    return failure();
  return verifyAddressable(getOperation(), "the result",
                           getResult().getType().getShape());
}

LogicalResult
DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim = 0; dim < getInput().getType().getShape().size(); ++dim)
    sizes.push_back(getScaledDim(builder, getLoc(), getInput(), dim));
  shapes.push_back(sizes);
  return success();
}
