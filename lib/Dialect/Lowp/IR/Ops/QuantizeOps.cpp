//===- QuantizeOps.cpp - Quantize and dequantize --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"
#include "ScaledType/VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

/// quantize-C7: the tensors that are given have the types that the result
/// needs.
static LogicalResult verifyScaleTypes(QuantizeOp op) {
  ScaledType type = op.getType();
  SmallVector<int64_t> blocks(type.getShape().drop_back(2));
  llvm::append_range(blocks, type.getScaleMatrixShape());
  auto f32 = Float32Type::get(op.getContext());
  Type stored = type.getRecipe().getScaleType();
  return failure(failed(verifyAgreeingType(op, "encode factors",
                                           RankedTensorType::get(blocks, f32),
                                           op.getEncodeFactors().getType())) ||
                 failed(verifyAgreeingType(
                     op, "stored scales", RankedTensorType::get(blocks, stored),
                     op.getStoredScales().getType())) ||
                 (type.hasGlobalScale() &&
                  failed(verifyAgreeingType(op, "a global scale",
                                            type.getGlobalScaleType(),
                                            op.getGlobalScale().getType()))));
}

/// Given scales, if there are some.
static LogicalResult verifyGivenScales(QuantizeOp op) {
  if (!op.hasGivenScales())
    return success();
  ScaledType type = op.getType();
  // quantize-C8.
  if (type.isGrouped())
    return op.emitOpError() << "expected no 'scales' for a result with groups, "
                               "got some for "
                            << type << "; quantize it without";
  // quantize-C6.
  bool hasGlobal = type.hasGlobalScale();
  if (op.getScales().size() == (hasGlobal ? 3 : 2))
    return verifyScaleTypes(op);
  return op.emitOpError()
         << (hasGlobal ? "expected encode factors, stored scales and a global "
                         "scale for "
                       : "expected encode factors and stored scales for ")
         << type.getRecipe() << ", got " << op.getScales().size()
         << (op.getScales().size() == 1 ? " tensor" : " tensors");
}

/// quantize-C3.
static LogicalResult verifySeed(QuantizeOp op) {
  bool isStochastic = op.getNumerics().getRounding() == Rounding::Stochastic;
  if (isStochastic == bool(op.getSeed()))
    return success();
  return op.emitOpError()
         << (isStochastic
                 ? "expected a seed for stochastic rounding, got none; write "
                   "'seed %value' with a value of type i64"
                 : "expected no seed for rounding to nearest, got one");
}

LogicalResult QuantizeOp::verify() {
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  // quantize-C1.
  if (failed(verifyCompatibleShapes(getOperation(), "the result",
                                    getType().getShape(), "the input", shape)))
    return failure();
  // quantize-C5.
  if (failed(verifyAddressable(getOperation(), "the input", shape)))
    return failure();
  // quantize-C2.
  if (failed(getResult().getType().getRecipe().verifyNumerics(
          [this] { return emitOpError(); }, getNumerics())))
    return failure();
  // quantize-C4.
  if (failed(verifySeed(*this)) ||
      failed(verifyEnds(*this, getType().getGroups(), getEnds())))
    return failure();
  return verifyGivenScales(*this);
}

NumericsAttr QuantizeOp::getBlockNumerics() {
  constexpr BlockShape whole = {BlockShape::kWhole, BlockShape::kWhole};
  if (getType().getRecipe().getBlockShape() == whole)
    return getNumerics();
  return getNumerics().forInput(getInput().getType().getElementType());
}

/// Version 0 wrote no ends, and no word of the seed, which there is if, and
/// only if, rounding is stochastic. Given scales came with version 4.
LogicalResult QuantizeOp::readProperties(DialectBytecodeReader &reader,
                                         OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  if (failed(reader.readAttribute(properties.numerics)))
    return failure();
  uint64_t seeds =
      properties.numerics.getRounding() == Rounding::Stochastic ? 1 : 0;
  uint64_t ends = 0, scales = 0;
  uint64_t version = getBytecodeVersion(reader);
  if (version >= 1 &&
      (failed(reader.readVarInt(seeds)) || failed(reader.readVarInt(ends))))
    return failure();
  if (version >= 4 && failed(reader.readVarInt(scales)))
    return failure();
  if (seeds > 1 || ends > 1)
    return reader.emitError() << "expected at most one seed and one operand of "
                                 "ends of lowp.quantize, got "
                              << seeds << " and " << ends;
  if (scales > 3)
    return reader.emitError() << "expected at most three tensors of scales of "
                                 "lowp.quantize, got "
                              << scales;
  properties.operandSegmentSizes = {1, static_cast<int32_t>(seeds),
                                    static_cast<int32_t>(ends),
                                    static_cast<int32_t>(scales)};
  return success();
}

void QuantizeOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeAttribute(getNumericsAttr());
  writer.writeVarInt(getSeed() ? 1 : 0);
  writer.writeVarInt(getEnds() ? 1 : 0);
  writer.writeVarInt(getScales().size());
}

/// quantize(dequantize(q)) is q: the same matrix in the same format, without
/// the rounding of a detour. Given scales are other ones: they are wanted.
OpFoldResult QuantizeOp::fold(FoldAdaptor) {
  if (hasGivenScales())
    return {};
  auto source = getInput().getDefiningOp<DequantizeOp>();
  if (source && source.getInput().getType() == getResult().getType() &&
      source.getEnds() == getEnds())
    return source.getInput();
  return {};
}

/// Every layout is one scatter of the same numbers.
bool QuantizeOp::canWrite(OpResult result, Type type) {
  return cast<ScaledType>(result.getType())
      .differsOnlyInLayout(cast<ScaledType>(type));
}

OpFoldResult QuantizeOp::reifyScaledDim(OpBuilder &builder, Location loc,
                                        unsigned dim) {
  return tensor::getMixedSize(builder, loc, getInput(), dim);
}

//===----------------------------------------------------------------------===//
// DequantizeOp
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::verify() {
  // dequantize-C2.
  if (failed(verifyEnds(*this, getInput().getType().getGroups(), getEnds())))
    return failure();
  // dequantize-C1.
  if (failed(verifyCompatibleShapes(
          getOperation(), "the input", getInput().getType().getShape(),
          "the result", getResult().getType().getShape())))
    return failure();
  // dequantize-C3.
  return verifyAddressable(getOperation(), "the result",
                           getResult().getType().getShape());
}

LayoutDemand DequantizeOp::getLayoutDemand(OpOperand &,
                                           const lowp_gpu::KernelTarget &) {
  return LayoutDemand::any();
}

LogicalResult
DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim = 0; dim < getInput().getType().getShape().size(); ++dim)
    sizes.push_back(getScaledDim(builder, getLoc(), getInput(), dim));
  shapes.push_back(reifyAs(builder, getLoc(), getResult().getType(), sizes));
  return success();
}
