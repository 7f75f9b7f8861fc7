//===- WidenSums.cpp - Sums of narrow floats add up in f32 ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg operation that adds up elements of 16 bits or less, or products of
// them, in that type would round each sum: of some hundred rows little would be
// left. Tensor cores add up in f32 and round once, and so do matmul libraries
// and torch's sums: the operation becomes one to f32 and an operation that
// rounds. Both pipelines run this step, so the CPU and every chip mean the
// same. What is made of sums is taken apart before.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

/// What the sums begin with, in f32.
static Value buildInit(OpBuilder &builder, Location loc, Value init) {
  Type f32 = builder.getF32Type();
  if (!isZeroFilled(init))
    return castElements(builder, loc, init, f32);
  return buildZeros(builder, loc, tensor::getMixedSizes(builder, loc, init),
                    f32);
}

static void widenContraction(linalg::LinalgOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value init = buildInit(builder, op.getLoc(), op.getDpsInits()[0]);
  auto sum =
      linalg::GenericOp::create(builder, init.getType(), op.getDpsInputs(),
                                init, op.getIndexingMapsArray(),
                                op.getIteratorTypesArray(), buildSumOfProducts);
  Value rounded = castElements(builder, op.getLoc(), sum.getResult(0),
                               getElementTypeOrSelf(op->getResult(0)));
  op->getResult(0).replaceAllUsesWith(rounded);
  op->erase();
}

/// Floats of at most 16 bits that numbers of f32 are rounded to.
static bool isNarrowFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() <= 16 &&
         !isa<Float8E8M0FNUType>(element);
}

/// Whether the op of `use` adds something to the operand.
static bool addsTo(OpOperand &use) {
  if (isa<arith::AddFOp>(use.getOwner()))
    return true;
  unsigned number = use.getOperandNumber();
  return (isa<arith::SubFOp>(use.getOwner()) && number == 0) ||
         (isa<math::FmaOp>(use.getOwner()) && number == 2);
}

/// The ops of the body of `op` that add to the elements of result `number`, one
/// after the other; empty where it is no sum, or others read a part of it.
static SmallVector<Operation *> findAdditions(linalg::LinalgOp op,
                                              unsigned number) {
  Operation *yield = op.getBlock()->getTerminator();
  SmallVector<Operation *> additions;
  Value sum = op.getRegionOutputArgs()[number];
  while (sum.hasOneUse()) {
    OpOperand &use = *sum.use_begin();
    if (use.getOwner() == yield)
      return use.getOperandNumber() == number ? additions
                                              : SmallVector<Operation *>();
    if (!addsTo(use))
      return {};
    additions.push_back(use.getOwner());
    sum = use.getOwner()->getResult(0);
  }
  return {};
}

namespace {
/// Sums of narrow floats that a reduction, which may have other results too,
/// takes: those become f32.
class NarrowSums {
public:
  explicit NarrowSums(linalg::LinalgOp op);

  bool isEmpty() const { return additions.empty(); }
  void widen();

private:
  /// The results before rounding, in f32 where they are sums.
  linalg::GenericOp buildSums();
  void buildBody(OpBuilder &builder, Location loc, ValueRange arguments);

  linalg::LinalgOp op;
  /// The numbers of the results that are sums.
  llvm::SmallSetVector<unsigned, 2> sums;
  llvm::SmallPtrSet<Operation *, 4> additions;
};
} // namespace

NarrowSums::NarrowSums(linalg::LinalgOp op) : op(op) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0)
    return;
  for (auto [number, type] : llvm::enumerate(op->getResultTypes())) {
    if (!isNarrowFloat(type))
      continue;
    SmallVector<Operation *> found = findAdditions(op, number);
    if (found.empty())
      continue;
    sums.insert(number);
    additions.insert_range(found);
  }
}

void NarrowSums::buildBody(OpBuilder &builder, Location loc,
                           ValueRange arguments) {
  IRMapping mapping;
  mapping.map(op.getBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBlock()->without_terminator()) {
    Operation *clone = builder.clone(inner, mapping);
    if (!additions.contains(&inner))
      continue;
    builder.setInsertionPoint(clone);
    for (OpOperand &operand : clone->getOpOperands())
      if (!operand.get().getType().isF32())
        operand.set(arith::ExtFOp::create(builder, loc, builder.getF32Type(),
                                          operand.get()));
    clone->getResult(0).setType(builder.getF32Type());
    builder.setInsertionPointAfter(clone);
  }
  linalg::YieldOp::create(
      builder, loc,
      llvm::map_to_vector(op.getBlock()->getTerminator()->getOperands(),
                          [&](Value v) { return mapping.lookupOrDefault(v); }));
}

linalg::GenericOp NarrowSums::buildSums() {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  SmallVector<Value> inits(op.getDpsInits());
  for (unsigned number : sums)
    inits[number] = buildInit(builder, op.getLoc(), inits[number]);
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    buildBody(b, loc, arguments);
  };
  return linalg::GenericOp::create(
      builder, ValueRange(inits).getTypes(), op.getDpsInputs(), inits,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(), body);
}

void NarrowSums::widen() {
  linalg::GenericOp wide = buildSums();
  OpBuilder builder(op);
  for (auto [number, result] : llvm::enumerate(wide.getResults())) {
    Value rounded = result;
    if (sums.contains(number))
      rounded = castElements(builder, op.getLoc(), result,
                             getElementTypeOrSelf(op->getResult(number)));
    op->getResult(number).replaceAllUsesWith(rounded);
  }
  op->erase();
}

/// Whether `op`, a sum of products, rounds each sum to at most 16 bits:
/// operands are no wider, so that f32 holds their products.
static bool isNarrow(linalg::LinalgOp op) {
  return isNarrowFloat(op->getResult(0).getType()) &&
         llvm::all_of(op->getOperandTypes(), [&](Type type) {
           return getElementTypeOrSelf(type).getIntOrFloatBitWidth() <= 16;
         });
}

void mlir::lowp::widenSums(Operation *op) {
  SmallVector<linalg::LinalgOp> contractions;
  SmallVector<NarrowSums> reductions;
  op->walk([&](linalg::LinalgOp op) {
    if (isSumOfProducts(op) && isNarrow(op))
      contractions.push_back(op);
    else if (NarrowSums sums(op); !sums.isEmpty())
      reductions.push_back(std::move(sums));
  });
  for (linalg::LinalgOp op : contractions)
    widenContraction(op);
  for (NarrowSums &sums : reductions)
    sums.widen();
}
