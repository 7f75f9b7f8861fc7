//===- SimplifyGenerics.cpp - Scalars in bodies, not on the host ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters write a learning rate, a factor or a test of a size as tensors of
// rank 0, take the element out by `tensor.extract` beside a `linalg.generic`,
// and use it in the body. On a GPU that would be a read of device memory by the
// host. The body computes such numbers itself; `lift-reads` makes inputs
// of what it reads. A `linalg.fill` with such a number becomes a
// `linalg.generic`, and a `linalg.generic` that gives one number for all
// elements, known before it, a `linalg.fill`, which fusions take as a constant.
// What a `linalg.generic` of rank 0 makes of such numbers is arithmetic on
// numbers, too. A body that writes each element without a look at what was
// there needs no `linalg.fill` before. Square roots of constants of 16 bits, as
// a GELU divides by, are constants.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Numbers that generics compute
//===----------------------------------------------------------------------===//

/// The generic of rank 0 whose result `read` takes the element of.
static linalg::GenericOp getComputation(tensor::ExtractOp read) {
  auto op = read.getTensor().getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumLoops() != 0 || !op.hasPureTensorSemantics() ||
      llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
        return op.payloadUsesValueFromOperand(&init);
      }))
    return {};
  return op;
}

/// Computes the element that `read` takes. What is read for it goes to `reads`.
static void computeElement(tensor::ExtractOp read, linalg::GenericOp op,
                           SmallVectorImpl<tensor::ExtractOp> &reads) {
  OpBuilder builder(read);
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value number = input->get();
    if (isa<RankedTensorType>(number.getType())) {
      reads.push_back(
          tensor::ExtractOp::create(builder, read.getLoc(), number));
      number = reads.back();
    }
    mapping.map(op.getMatchingBlockArgument(input), number);
  }
  for (Operation &inner : op.getBody()->without_terminator())
    builder.clone(inner, mapping);
  auto result = cast<OpResult>(read.getTensor());
  read.replaceAllUsesWith(mapping.lookupOrDefault(
      op.getBody()->getTerminator()->getOperand(result.getResultNumber())));
  read.erase();
}

static void computeElements(Operation *root) {
  SmallVector<tensor::ExtractOp> reads;
  root->walk([&](tensor::ExtractOp read) { reads.push_back(read); });
  while (!reads.empty()) {
    tensor::ExtractOp read = reads.pop_back_val();
    if (linalg::GenericOp op = getComputation(read))
      computeElement(read, op, reads);
  }
}

//===----------------------------------------------------------------------===//
// One number for all elements
//===----------------------------------------------------------------------===//

/// The number that `op` gives for each element, if it is there before `op`.
static Value getNumber(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0)
    return {};
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  return op->isAncestor(yielded.getParentRegion()->getParentOp()) ? Value()
                                                                  : yielded;
}

static void replaceByFill(linalg::GenericOp op, Value number) {
  OpBuilder builder(op);
  auto fill = linalg::FillOp::create(builder, op.getLoc(), number,
                                     op.getDpsInits().front());
  op.replaceAllUsesWith(fill);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Numbers that lie in tensors
//===----------------------------------------------------------------------===//

/// A fill with a number that lies in a tensor: host code cannot read that.
static void generalize(linalg::FillOp op) {
  OpBuilder builder(op);
  Value init = op.getDpsInits().front();
  auto read = [&](ImplicitLocOpBuilder &b, ValueRange) {
    return rereadScalar(b, op.getInputs().front());
  };
  op.replaceAllUsesWith(ValueRange{
      buildGeneric(builder, op.getLoc(), ValueRange(), init,
                   builder.getMultiDimIdentityMap(op.getNumLoops()), read)});
  op.erase();
}

/// Computes in the body of `op` what it takes from host code that reads
/// tensors.
static void sinkScalars(linalg::GenericOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  OpBuilder builder = OpBuilder::atBlockBegin(op.getBody());
  for (Value value : captured) {
    if (isa<ShapedType>(value.getType()))
      continue;
    Value inside = rereadScalar(builder, value);
    if (inside != value)
      replaceAllUsesInRegionWith(value, inside, op.getRegion());
  }
}

//===----------------------------------------------------------------------===//
// Fills that nobody reads
//===----------------------------------------------------------------------===//

/// An element that the body writes without a look needs no number before.
static void dropFilledInits(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    if (fill && !op.payloadUsesValueFromOperand(&init) &&
        op.getMatchingIndexingMap(&init).isPermutation())
      init.set(fill.getOutputs().front());
  }
}

/// The square root of a constant of 16 bits, which upstream does not fold: a
/// divisor that is known takes fewer instructions.
static void foldRoot(math::SqrtOp op) {
  auto type = dyn_cast<FloatType>(op.getType());
  APFloat constant(0.0f);
  if (!type || type.getWidth() != 16 ||
      !matchPattern(op.getOperand(), m_ConstantFloat(&constant)))
    return;
  // Twice as many bits and two are enough to round twice.
  double root = std::sqrt(constant.convertToDouble());
  OpBuilder builder(op);
  op.replaceAllUsesWith(
      arith::ConstantOp::create(builder, op.getLoc(),
                                builder.getFloatAttr(type, root))
          .getResult());
  op.erase();
}

void mlir::lowp::simplifyGenerics(Operation *op) {
  computeElements(op);
  op->walk(foldRoot);
  SmallVector<linalg::GenericOp> generics;
  SmallVector<linalg::FillOp> fills;
  op->walk([&](Operation *op) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      generics.push_back(generic);
    else if (auto fill = dyn_cast<linalg::FillOp>(op);
             fill && fill.hasPureTensorSemantics() &&
             isReadFromTensor(fill.getInputs().front()))
      fills.push_back(fill);
  });
  for (linalg::FillOp fill : fills)
    generalize(fill);
  for (linalg::GenericOp op : generics) {
    sinkScalars(op);
    dropFilledInits(op);
    if (Value number = getNumber(op))
      replaceByFill(op, number);
  }
}
