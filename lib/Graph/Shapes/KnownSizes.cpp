//===- KnownSizes.cpp - Sizes that one operand knows ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

/// Finds the size of each loop that any tensor of `op` knows.
static SmallVector<int64_t> findLoopSizes(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes(op.getNumLoops(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [size, result] :
         llvm::zip_equal(op.getShape(&operand), map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(result);
          loop && ShapedType::isStatic(size))
        sizes[loop.getPosition()] = size;
  }
  return sizes;
}

/// The shape of `operand` with `loopSizes` where its own are unknown.
static SmallVector<int64_t> refineShape(linalg::LinalgOp op, OpOperand &operand,
                                        ArrayRef<int64_t> loopSizes) {
  SmallVector<int64_t> shape(op.getShape(&operand));
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [size, result] : llvm::zip_equal(shape, map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(result);
        loop && ShapedType::isDynamic(size))
      size = loopSizes[loop.getPosition()];
  return shape;
}

void mlir::lowp::stateKnownSizes(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<int64_t> loopSizes = findLoopSizes(op);
  rewriter.setInsertionPoint(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type)
      continue;
    RankedTensorType refined = type.clone(refineShape(op, *input, loopSizes));
    if (refined == type)
      continue;
    Value cast =
        tensor::CastOp::create(rewriter, op.getLoc(), refined, input->get());
    rewriter.modifyOpInPlace(op, [&] { input->set(cast); });
  }
}
