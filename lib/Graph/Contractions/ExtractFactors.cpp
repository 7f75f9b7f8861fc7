//===- ExtractFactors.cpp - Constant factors of operands: of the result ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters of attention multiply queries and keys by the root of a scale, in
// f32: tensor cores could not take such operands. A contraction onto zeros,
// with sums in f32, whose operand is a tensor times a constant becomes one of
// the tensor itself, and its result is multiplied by the constants. That rounds
// once for each element of the result in place of each element of an operand;
// sums that overflow only without the factors become infinite. So does one
// whose operand is 16 bits times a power of two, as a gradient that LoRA
// scales. All who read the products must be such contractions.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// `value` in f32, if it is constant. Exporters round a constant of f64 where
/// they use it, which folds only if it is exact.
static std::optional<APFloat> getConstant(Value value) {
  FloatAttr constant;
  auto rounding = value.getDefiningOp<arith::TruncFOp>();
  if (!matchPattern(rounding ? rounding.getIn() : value, m_Constant(&constant)))
    return std::nullopt;
  APFloat rounded = constant.getValue();
  bool isExact;
  rounded.convert(cast<FloatType>(value.getType()).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &isExact);
  rounded.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &isExact);
  return rounded;
}

/// Whether products with `factor` in `type` are what products in f32 are: in 16
/// bits those with a power of two, as the scale of LoRA is.
static bool keepsProducts(Type type, const APFloat &factor) {
  if (type.isF32())
    return true;
  return (type.isBF16() || type.isF16()) && !factor.isNegative() &&
         factor.isFiniteNonZero() && factor.getExactLog2() != INT_MIN;
}

/// The constant that `op`, an elementwise producer, multiplies each element of
/// its input by, in f32; nothing if it does something else.
static std::optional<APFloat> matchFactor(linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto product = yielded.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  for (auto [element, factor] :
       {std::pair(product.getLhs(), product.getRhs()),
        std::pair(product.getRhs(), product.getLhs())}) {
    if (auto widened = element.getDefiningOp<arith::ExtFOp>())
      element = widened.getIn();
    if (element == op.getBlock()->getArgument(0))
      if (std::optional<APFloat> constant = getConstant(factor);
          constant && keepsProducts(product.getType(), *constant))
        return constant;
  }
  return std::nullopt;
}

/// What `op`, which multiplies by a constant, reads, in its type and order.
static Value buildUnscaled(OpBuilder &builder, linalg::LinalgOp op) {
  Value init = op.getDpsInits().front();
  Type type = getElementTypeOrSelf(init);
  auto widen = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    if (elements.front().getType() == type)
      return elements.front();
    return arith::ExtFOp::create(b, type, elements.front());
  };
  return buildGeneric(builder, op.getLoc(), op.getDpsInputs(), init,
                      op.getIndexingMapsArray(), widen);
}

/// The result of `op` with each element multiplied by `factor`.
static Value buildScaled(OpBuilder &builder, linalg::LinalgOp op,
                         const APFloat &factor) {
  Location loc = op.getLoc();
  Value tensor = op->getResult(0);
  auto type = cast<RankedTensorType>(tensor.getType());
  // Sizes of the destination: what asks the result would ask the product.
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getDpsInits().front());
  Value constant = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(type.getElementType(), factor));
  auto multiply = [&](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    return arith::MulFOp::create(b, elements.front(), constant);
  };
  return buildElements(builder, loc, sizes, type.getElementType(), tensor,
                       builder.getMultiDimIdentityMap(type.getRank()),
                       multiply);
}

/// The producer of `value` that multiplies by a constant, after views and
/// copies that each have no other user; null if there is none.
static linalg::LinalgOp findScaling(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (linalg::LinalgOp scaling = getElementwiseProducer(value))
    if (matchFactor(scaling))
      return scaling;
  std::optional<MappedTensor> source = lookThroughOne(MappedTensor::of(value));
  if (!source || !value.hasOneUse() || (op && op.getNumDpsInputs() != 1) ||
      !isa<RankedTensorType>(source->value.getType()))
    return {};
  return findScaling(source->value);
}

/// The sums that read what each producer multiplies by a constant, once for
/// each use of its result.
using SumsOfProducers = llvm::MapVector<Operation *, SmallVector<Operation *>>;

static SumsOfProducers collectReaders(ArrayRef<linalg::LinalgOp> sums) {
  SumsOfProducers readers;
  for (linalg::LinalgOp sum : sums)
    for (OpOperand *input : sum.getDpsInputOperands())
      if (linalg::LinalgOp scaling = findScaling(input->get()))
        readers[scaling].push_back(sum);
  return readers;
}

/// Lets sums read what the producers read, where nobody else needs the
/// products, and multiplies the results.
static void extractFactors(ArrayRef<linalg::LinalgOp> sums) {
  llvm::MapVector<Operation *, APFloat> factors;
  for (auto &[op, readers] : collectReaders(sums)) {
    if (!op->getResult(0).hasNUses(readers.size()))
      continue;
    auto scaling = cast<linalg::LinalgOp>(op);
    APFloat factor = *matchFactor(scaling);
    for (Operation *reader : readers)
      factors.try_emplace(reader, 1.0f)
          .first->second.multiply(factor, APFloat::rmNearestTiesToEven);
    OpBuilder builder(op);
    op->getResult(0).replaceAllUsesWith(buildUnscaled(builder, scaling));
    op->erase();
  }
  for (auto &[op, factor] : factors) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value result = op->getResult(0);
    Value scaled = buildScaled(builder, cast<linalg::LinalgOp>(op), factor);
    result.replaceAllUsesExcept(scaled, scaled.getDefiningOp());
  }
}

void mlir::lowp::extractConstantFactors(Operation *op) {
  SmallVector<linalg::LinalgOp> sums = listSumsOfProducts(op);
  llvm::erase_if(sums, [](linalg::LinalgOp op) {
    return !getElementTypeOrSelf(op->getResult(0)).isF32() ||
           !isZeroFilled(op.getDpsInits().front());
  });
  extractFactors(sums);
}
