//===- TensorOps.cpp - Data and scales as plain tensors -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// The dimension of the data tensor that holds logical dimension `dim`.
static int64_t getStoredDim(ScaledType type, unsigned dim) {
  return type.getOrder()[0] == dim ? 0 : 1;
}

/// Goes back, as far as sizes go, to the value that `scaled` is a layout or a
/// transpose of; `dim` follows.
static Value traceLayoutOps(Value scaled, unsigned &dim) {
  while (Operation *producer = scaled.getDefiningOp()) {
    if (!isa<TransposeOp, RelayoutOp>(producer))
      break;
    if (isa<TransposeOp>(producer))
      dim = 1 - dim;
    scaled = producer->getOperand(0);
  }
  return scaled;
}

OpFoldResult mlir::lowp::getScaledDim(OpBuilder &builder, Location loc,
                                      Value scaled, unsigned dim) {
  auto type = cast<ScaledType>(scaled.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getShape()[dim]);
  // A producer's operand has the size without the work of the producer.
  Value source = traceLayoutOps(scaled, dim);
  type = cast<ScaledType>(source.getType());
  if (auto quantize = source.getDefiningOp<QuantizeOp>())
    return tensor::getMixedSize(builder, loc, quantize.getInput(), dim);
  int64_t stored = getStoredDim(type, dim);
  if (auto make = source.getDefiningOp<MakeScaledOp>())
    return tensor::getMixedSize(builder, loc, make.getData(), stored);
  auto split = SplitScaledOp::create(builder, loc, source);
  return tensor::getMixedSize(builder, loc, split.getData(), stored);
}

//===----------------------------------------------------------------------===//
// MakeScaledOp
//===----------------------------------------------------------------------===//

/// Checks that an operand has the type that `named` keeps it in.
static LogicalResult verifyStoredType(MakeScaledOp op, StringRef what,
                                      Type expected, Type got) {
  if (expected == got)
    return success();
  return op.emitOpError() << "expected " << what << " of type " << expected
                          << ", as the result type stores them, got " << got;
}

LogicalResult MakeScaledOp::verify() {
  ScaledType type = getResult().getType();
  // make_scaled-C1.
  if (failed(verifyStoredType(*this, "data", type.getDataType(),
                              getData().getType())))
    return failure();
  // make_scaled-C2.
  return verifyStoredType(*this, "scales", type.getScaleStorageType(),
                          getScales().getType());
}

/// make_scaled(split_scaled(q)) is q.
OpFoldResult MakeScaledOp::fold(FoldAdaptor) {
  auto split = getData().getDefiningOp<SplitScaledOp>();
  if (split && split.getData() == getData() &&
      split.getScales() == getScales() &&
      split.getInput().getType() == getResult().getType())
    return split.getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// SplitScaledOp
//===----------------------------------------------------------------------===//

LogicalResult SplitScaledOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location>,
                                              SplitScaledOp::Adaptor adaptor,
                                              SmallVectorImpl<Type> &inferred) {
  // split_scaled-C1.
  auto type = cast<ScaledType>(adaptor.getInput().getType());
  inferred.assign({type.getDataType(), type.getScaleStorageType()});
  return success();
}

/// split_scaled(make_scaled(data, scales)) is data, scales.
LogicalResult SplitScaledOp::fold(FoldAdaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  auto make = getInput().getDefiningOp<MakeScaledOp>();
  if (!make)
    return failure();
  results.assign({make.getData(), make.getScales()});
  return success();
}
