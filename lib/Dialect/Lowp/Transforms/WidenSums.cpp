//===- WidenSums.cpp - Sums of 16-bit floats add up in f32 ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
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

static void widenContraction(linalg::LinalgOp op) {
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

/// Builds the body of a sum in f32 of what `op` adds up by `sum`.
static void buildSum(OpBuilder &builder, Location loc, linalg::LinalgOp op,
                     RowReduction sum, ValueRange arguments) {
  IRMapping mapping;
  mapping.map(op.getBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBlock()->without_terminator())
    if (&inner != sum.combiner)
      builder.clone(inner, mapping);
  Value element = arith::ExtFOp::create(builder, loc, builder.getF32Type(),
                                        mapping.lookupOrDefault(sum.element));
  Value total = arith::AddFOp::create(builder, loc, element, arguments.back());
  linalg::YieldOp::create(builder, loc, total);
}

static void widenReduction(linalg::LinalgOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  RowReduction sum = matchRowReduction(op);
  Value init = buildInit(builder, op.getLoc(), op.getDpsInits()[0]);
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    buildSum(b, loc, op, sum, arguments);
  };
  auto wide = linalg::GenericOp::create(
      builder, init.getType(), op.getDpsInputs(), init,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), body);
  Value rounded =
      castElements(builder, op.getLoc(), wide.getResult(0),
                   getElementTypeOrSelf(op->getResult(0).getType()));
  op->getResult(0).replaceAllUsesWith(rounded);
  op->erase();
}

/// Whether `op` adds up elements in 16 bits.
static bool isNarrowReduction(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() == 0 ||
      !isa<BFloat16Type, Float16Type>(
          getElementTypeOrSelf(op->getResult(0).getType())))
    return false;
  RowReduction reduction = matchRowReduction(op);
  return isa_and_present<arith::AddFOp>(reduction.combiner) &&
         reduction.element.getType() ==
             reduction.combiner->getResult(0).getType();
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
    SmallVector<linalg::LinalgOp> contractions, reductions;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isSumOfProducts(op)) {
        if (isNarrow(op))
          contractions.push_back(op);
      } else if (isNarrowReduction(op)) {
        reductions.push_back(op);
      }
    });
    for (linalg::LinalgOp op : contractions)
      widenContraction(op);
    for (linalg::LinalgOp op : reductions)
      widenReduction(op);
  }
};
} // namespace
