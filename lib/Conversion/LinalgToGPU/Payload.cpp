//===- Payload.cpp - The scalar computation of a linalg op ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Payload.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lowp;

SmallVector<Value> mlir::lowp::getElementIndices(OpBuilder &builder,
                                                 Location loc,
                                                 linalg::LinalgOp op,
                                                 OpOperand *operand,
                                                 ValueRange ivs) {
  SmallVector<OpFoldResult> indices =
      affine::makeComposedFoldedMultiResultAffineApply(
          builder, loc, op.getMatchingIndexingMap(operand),
          getAsOpFoldResult(ivs));
  return getValueOrCreateConstantIndexOp(builder, loc, indices);
}

static Value loadElement(OpBuilder &builder, Location loc, linalg::LinalgOp op,
                         OpOperand *operand, ValueRange ivs) {
  if (op.isScalar(operand))
    return operand->get();
  return memref::LoadOp::create(
      builder, loc, operand->get(),
      getElementIndices(builder, loc, op, operand, ivs));
}

SmallVector<Value> mlir::lowp::loadOutputs(OpBuilder &builder, Location loc,
                                           linalg::LinalgOp op,
                                           ValueRange ivs) {
  SmallVector<Value> values;
  for (OpOperand &init : op.getDpsInitsMutable())
    values.push_back(loadElement(builder, loc, op, &init, ivs));
  return values;
}

void mlir::lowp::storeOutputs(OpBuilder &builder, Location loc,
                              linalg::LinalgOp op, ValueRange ivs,
                              ValueRange values) {
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), values))
    memref::StoreOp::create(builder, loc, value, init.get(),
                            getElementIndices(builder, loc, op, &init, ivs));
}

SmallVector<Value> mlir::lowp::emitPayload(OpBuilder &builder, Location loc,
                                           linalg::LinalgOp op, ValueRange ivs,
                                           ValueRange outputs) {
  Block *body = op.getBlock();
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (!argument.use_empty())
      mapping.map(argument, loadElement(builder, loc, op, input, ivs));
  }
  for (auto [argument, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    mapping.map(argument, value);

  for (Operation &inner : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), ivs[index.getDim()]);
    else
      builder.clone(inner, mapping);
  }
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
