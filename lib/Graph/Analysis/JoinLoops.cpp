//===- JoinLoops.cpp - Neighbouring loops as one --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/JoinLoops.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult mlir::lowp::sayUnknownSizes(RewriterBase &rewriter,
                                          tensor::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  if (shape == op.getStaticOutputShape())
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> unknown;
  for (auto [size, said] : llvm::zip_equal(shape, op.getMixedOutputShape()))
    if (ShapedType::isDynamic(size))
      unknown.push_back(
          getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), said));
  rewriter.modifyOpInPlace(op, [&] {
    op.getOutputShapeMutable().assign(unknown);
    op.setStaticOutputShape(shape);
  });
  return success();
}

linalg::GenericOp mlir::lowp::joinLoops(RewriterBase &rewriter,
                                        linalg::GenericOp op,
                                        ArrayRef<ReassociationIndices> groups) {
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> joined =
      linalg::collapseOpIterationDims(op, groups, rewriter);
  if (failed(joined))
    return op;
  // Upstream says sizes that other operands know as constants.
  for (Value result : joined->results)
    if (auto expand = result.getDefiningOp<tensor::ExpandShapeOp>())
      (void)sayUnknownSizes(rewriter, expand);
  rewriter.replaceOp(op, joined->results);
  return cast<linalg::GenericOp>(joined->collapsedOp.getOperation());
}

linalg::GenericOp mlir::lowp::dropUnitLoops(RewriterBase &rewriter,
                                            linalg::GenericOp op,
                                            ArrayRef<unsigned> loops) {
  linalg::ControlDropUnitDims control;
  control.controlFn = [&](Operation *) { return llvm::to_vector(loops); };
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::DropUnitDimsResult> dropped =
      linalg::dropUnitDims(rewriter, op, control);
  if (failed(dropped))
    return op;
  dropped->resultOp->setDiscardableAttrs(attributes);
  rewriter.replaceOp(op, dropped->replacements);
  return cast<linalg::GenericOp>(dropped->resultOp.getOperation());
}
