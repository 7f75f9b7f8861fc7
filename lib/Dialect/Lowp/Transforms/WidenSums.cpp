//===- WidenSums.cpp - Contractions of 16-bit floats add up in f32 --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_WIDENSUMSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// What the sums begin with, in f32.
static Value buildInit(OpBuilder &builder, Location loc, Value init) {
  Type f32 = builder.getF32Type();
  if (!isZeroFilled(init))
    return castElements(builder, loc, init, f32);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init), f32);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

static void widen(linalg::LinalgOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Type f32 = builder.getF32Type();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value init = buildInit(builder, op.getLoc(), op.getDpsInits()[0]);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value lhs = arith::ExtFOp::create(b, loc, f32, args[0]);
    Value rhs = arith::ExtFOp::create(b, loc, f32, args[1]);
    Value product = arith::MulFOp::create(b, loc, lhs, rhs);
    Value sum = arith::AddFOp::create(b, loc, args[2], product);
    linalg::YieldOp::create(b, loc, sum);
  };
  auto sum = linalg::GenericOp::create(
      builder, init.getType(), op.getDpsInputs(), init,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), body);
  Value rounded = castElements(builder, op.getLoc(), sum.getResult(0),
                               type.getElementType());
  op->getResult(0).replaceAllUsesWith(rounded);
  op->erase();
}

/// Whether all elements of `op` are of one type of 16 bits.
static bool isNarrow(linalg::LinalgOp op) {
  Type first = getElementTypeOrSelf(op->getOperand(0).getType());
  return isa<BFloat16Type, Float16Type>(first) &&
         llvm::all_of(op->getOperandTypes(), [&](Type type) {
           return getElementTypeOrSelf(type) == first;
         });
}

namespace {
struct WidenSumsPass : lowp::impl::WidenSumsPassBase<WidenSumsPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> sums;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isSumOfProducts(op) && isNarrow(op))
        sums.push_back(op);
    });
    for (linalg::LinalgOp op : sums)
      widen(op);
  }
};
} // namespace
