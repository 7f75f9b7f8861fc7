//===- RowGather.cpp - Rows of a matrix at computed numbers ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/RowGather.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loop that `value` is the index of.
static std::optional<unsigned> getLoop(Value value) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return index.getDim();
  return std::nullopt;
}

/// Whether `number` is computed from other loops than `column`, from inputs
/// that do not depend on it, and from what is read at such numbers.
static bool isIndexOfRow(linalg::LinalgOp op, Value number, unsigned column) {
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
                        isa<affine::AffineApplyOp, tensor::ExtractOp>(inner);
    if (!isOther && !isArithmetic)
      return false;
    read.insert(inner->operand_begin(), inner->operand_end());
  }
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !read.contains(op.getMatchingBlockArgument(&operand)) ||
           !op.getMatchingIndexingMap(&operand).isFunctionOfDim(column);
  });
}

/// Whether `read` takes elements of one row each, along `column`, or one number
/// for all of them.
static bool isReadByRow(linalg::LinalgOp op, tensor::ExtractOp read,
                        unsigned column) {
  ValueRange indices = read.getIndices();
  if (indices.empty() ||
      op->isAncestor(read.getTensor().getParentBlock()->getParentOp()) ||
      !isIndexOfRow(op, indices.front(), column))
    return false;
  bool isAlongRow = indices.size() == 2 && getLoop(indices[1]) == column;
  return isAlongRow || llvm::all_of(indices.drop_front(), [](Value index) {
           return matchPattern(index, m_Constant());
         });
}

bool RowGather::isAlongRow(tensor::ExtractOp read) const {
  return read.getIndices().size() == 2 &&
         getLoop(read.getIndices()[1]) == column;
}

RowGather RowGather::match(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0 || op.getNumLoops() < 2)
    return {};
  auto reads = llvm::to_vector(op.getBlock()->getOps<tensor::ExtractOp>());
  for (tensor::ExtractOp along : reads) {
    if (along.getIndices().size() != 2)
      continue;
    std::optional<unsigned> column = getLoop(along.getIndices()[1]);
    if (column && llvm::all_of(reads, [&](tensor::ExtractOp read) {
          return isReadByRow(op, read, *column);
        }))
      return {reads, *column};
  }
  return {};
}
