//===- RowGather.cpp - Rows of a matrix at computed numbers ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/FusionDomain.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loop that `value` is the index of.
static std::optional<unsigned> getLoop(Value value) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return index.getDim();
  return std::nullopt;
}

/// Whether `number` is computed from other loops than `column`, and from inputs
/// that do not depend on it.
static bool isNumberOfRow(linalg::LinalgOp op, Value number, unsigned column) {
  BackwardSliceOptions inBody;
  inBody.inclusive = true;
  inBody.filter = [&](Operation *inner) {
    return inner->getBlock() == op.getBlock();
  };
  SetVector<Operation *> slice;
  if (failed(getBackwardSlice(number, &slice, inBody)))
    return false;
  llvm::SmallPtrSet<Value, 4> read = {number};
  for (Operation *inner : slice) {
    auto index = dyn_cast<linalg::IndexOp>(inner);
    bool isOther = index && index.getDim() != column;
    bool isArithmetic = isa<arith::ArithDialect>(inner->getDialect()) ||
                        isa<affine::AffineApplyOp>(inner);
    if (!isOther && !isArithmetic)
      return false;
    read.insert(inner->operand_begin(), inner->operand_end());
  }
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !read.contains(op.getMatchingBlockArgument(&operand)) ||
           !op.getMatchingIndexingMap(&operand).isFunctionOfDim(column);
  });
}

RowGather mlir::lowp::matchRowGather(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0 || op.getNumLoops() < 2)
    return {};
  auto reads = op.getBlock()->getOps<tensor::ExtractOp>();
  if (!llvm::hasSingleElement(reads))
    return {};
  tensor::ExtractOp extract = *reads.begin();
  if (extract.getIndices().size() != 2 ||
      op->isAncestor(extract.getTensor().getParentBlock()->getParentOp()))
    return {};
  std::optional<unsigned> column = getLoop(extract.getIndices()[1]);
  if (!column || !isNumberOfRow(op, extract.getIndices()[0], *column))
    return {};
  return {extract, *column};
}
