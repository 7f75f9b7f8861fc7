//===- MatmulOps.cpp - Scaled matmul and its formed kernel ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// What lhs . rhs^T demands of the operands' types, whatever the target.
static LogicalResult verifyOperands(Operation *op, ScaledType lhs,
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

/// The shape of lhs . rhs^T.
static SmallVector<int64_t> getProductShape(ScaledType lhs, ScaledType rhs) {
  return {lhs.getShape()[0], rhs.getShape()[0]};
}

//===----------------------------------------------------------------------===//
// ScaledMatmulOp
//===----------------------------------------------------------------------===//

LogicalResult ScaledMatmulOp::verify() {
  ScaledType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifyOperands(*this, lhs, rhs)))
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
  shapes.push_back({getScaledDim(builder, getLoc(), getLhs(), 0),
                    getScaledDim(builder, getLoc(), getRhs(), 0)});
  return success();
}

//===----------------------------------------------------------------------===//
// GemmOp
//===----------------------------------------------------------------------===//

ScaledType GemmOp::getLhsScaledType() { return cast<ScaledType>(getLhsType()); }

ScaledType GemmOp::getRhsScaledType() { return cast<ScaledType>(getRhsType()); }

/// Checks an operand, tensor or buffer, against the tensor that a scaled type
/// stores.
static LogicalResult verifyStorage(Operation *op, const Twine &name,
                                   RankedTensorType expected, Type got) {
  auto shaped = cast<ShapedType>(got);
  if (shaped.hasRank() &&
      shaped.getElementType() == expected.getElementType() &&
      succeeded(verifyCompatibleShape(expected.getShape(), shaped.getShape())))
    return success();
  return op->emitOpError() << "expected " << name << " like " << expected
                           << ", as its scaled type stores them, got " << got;
}

/// gemm-C9: there is a global scale exactly where the type has one.
static LogicalResult verifyGlobalScale(Operation *op, StringRef side,
                                       ScaledType type, Value scale) {
  if (type.hasGlobalScale() != bool(scale))
    return op->emitOpError()
           << "expected " << (type.hasGlobalScale() ? "a" : "no") << " " << side
           << " global scale for recipe " << type.getRecipe() << ", got "
           << (scale ? "one" : "none");
  if (!scale)
    return success();
  return verifyStorage(op, side + " global scale", type.getGlobalScaleType(),
                       scale.getType());
}

/// The tensors of one side against the type that tells their meaning.
static LogicalResult verifySide(Operation *op, StringRef side, ScaledType type,
                                Value data, Value scales, Value globalScale) {
  if (failed(verifyStorage(op, side + " data", type.getDataType(),
                           data.getType())))
    return failure();
  if (failed(verifyStorage(op, side + " scales", type.getScaleStorageType(),
                           scales.getType())))
    return failure();
  return verifyGlobalScale(op, side, type, globalScale);
}

/// All operands are ranked tensors, or all are memrefs.
static LogicalResult verifyOneStorageClass(GemmOp op) {
  auto isTensor = [](Value value) {
    return isa<RankedTensorType>(value.getType());
  };
  auto isBuffer = [](Value value) { return isa<MemRefType>(value.getType()); };
  if (llvm::all_of(op->getOperands(), isTensor) ||
      llvm::all_of(op->getOperands(), isBuffer))
    return success();
  InFlightDiagnostic diagnostic = op.emitOpError()
                                  << "expected ranked tensors alone or memrefs "
                                     "alone, got ";
  llvm::interleaveComma(op->getOperandTypes(), diagnostic);
  return diagnostic;
}

/// The destination is the product's matrix in a high-precision type.
static LogicalResult verifyInit(GemmOp op) {
  auto type = cast<ShapedType>(op.getInit().getType());
  // gemm-C4.
  if (!isa<Float32Type, BFloat16Type, Float16Type>(type.getElementType()))
    return op.emitOpError() << "expected a destination of f32, bf16 or f16, "
                               "got "
                            << type;
  // gemm-C5.
  return verifyCompatibleShapes(
      op, "the product",
      getProductShape(op.getLhsScaledType(), op.getRhsScaledType()),
      "the destination", type.getShape());
}

/// The results are tied to the destination (gemm-C8) by
/// DestinationStyleOpInterface.
LogicalResult GemmOp::verify() {
  // gemm-C1.
  if (failed(verifyOneStorageClass(*this)))
    return failure();
  // gemm-C2.
  if (failed(verifySide(*this, "left", getLhsScaledType(), getLhsData(),
                        getLhsScales(), getLhsGlobalScale())))
    return failure();
  // gemm-C3.
  if (failed(verifySide(*this, "right", getRhsScaledType(), getRhsData(),
                        getRhsScales(), getRhsGlobalScale())))
    return failure();
  if (failed(verifyOperands(*this, getLhsScaledType(), getRhsScaledType())))
    return failure();
  return verifyInit(*this);
}

/// Buffers are read and the destination written; on tensors the op is pure.
void GemmOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!isa<MemRefType>(getInit().getType()))
    return;
  for (OpOperand &operand : getOperation()->getOpOperands())
    if (operand.get() != getInit() || getAccumulate())
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  effects.emplace_back(MemoryEffects::Write::get(), &getInitMutable());
}
