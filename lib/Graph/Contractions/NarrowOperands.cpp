//===- NarrowOperands.cpp - Matmuls of widened elements -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear layer with a bias is exported as a matmul of f32, whose operands are
// widened first. What else reads the weight reads it narrow, and a quantize is
// shared by those that read the same tensor.
//
//===----------------------------------------------------------------------===//

#include "NarrowOperands.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// The tensor of 16 bits that `operand` has the elements of, in f32 and in the
/// same places; null if it is not one.
static Value getNarrowSource(Value operand) {
  linalg::LinalgOp maker = getCopy(operand, Through::Widening);
  if (!maker || !getElementTypeOrSelf(operand).isF32() ||
      !maker.getIndexingMapsArray()[0].isIdentity())
    return {};
  Value source = maker.getDpsInputs()[0];
  bool is16Bit =
      isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(source.getType()));
  return is16Bit ? source : Value();
}

void mlir::lowp::readNarrowOperands(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  Value lhs = getNarrowSource(op.getDpsInputs()[0]);
  Value rhs = getNarrowSource(op.getDpsInputs()[1]);
  if (!lhs || !rhs ||
      getElementTypeOrSelf(lhs.getType()) !=
          getElementTypeOrSelf(rhs.getType()))
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(op.getBlock());
  rewriter.modifyOpInPlace(op, [&] {
    for (auto [number, source] : llvm::enumerate(ArrayRef{lhs, rhs})) {
      BlockArgument element = op.getBlock()->getArgument(number);
      Type wide = element.getType();
      op->setOperand(number, source);
      element.setType(getElementTypeOrSelf(source.getType()));
      auto widened =
          arith::ExtFOp::create(rewriter, op.getLoc(), wide, element);
      element.replaceAllUsesExcept(widened, widened);
    }
  });
}
