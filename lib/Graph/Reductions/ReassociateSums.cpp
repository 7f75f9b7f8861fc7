//===- ReassociateSums.cpp - Weighted sums of products: shorter ones ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a softmax needs, for each row, the sum of P * G, where P are
// probabilities and G = dO V^T is their gradient. The forward pass has computed
// O = P V, so the sum is that of dO * O, over as many elements as a head has
// instead of as many as there are tokens. Without the sum over a row of G, what
// else reads G is elementwise, and the epilogue of the matmul computes it.
// Front ends may divide by the sum of a row before or after they multiply:
// factors of rows move out of the sum and into what reads it.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "ScaleRows.h"
#include "WeightedSum.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// The sums of f32 of `tensor` along its last dimension.
static Value buildSum(OpBuilder &builder, Location loc, Value tensor) {
  auto shape = cast<RankedTensorType>(tensor.getType()).getShape();
  unsigned rank = shape.size();
  Value init = buildZeros(
      builder, loc,
      getAsIndexOpFoldResult(builder.getContext(), shape.drop_back()),
      builder.getF32Type());
  AffineMap whole = builder.getMultiDimIdentityMap(rank);
  auto add = [](ImplicitLocOpBuilder &b, ValueRange elements) -> Value {
    return arith::AddFOp::create(b, elements[0], elements[1]);
  };
  return buildGeneric(builder, loc, tensor, init,
                      {whole, whole.dropResult(rank - 1)}, add);
}

/// `tensor` with the shape of `type`; null if they differ by more than one
/// reshape.
static Value reshape(OpBuilder &builder, Location loc, Value tensor,
                     RankedTensorType type) {
  auto source = cast<RankedTensorType>(tensor.getType());
  if (source == type)
    return tensor;
  auto groups = getReassociationIndicesForReshape(source, type);
  if (!groups)
    return {};
  if (source.getRank() < type.getRank())
    return tensor::ExpandShapeOp::create(builder, loc, type, tensor, *groups);
  return tensor::CollapseShapeOp::create(builder, loc, type, tensor, *groups);
}

//===----------------------------------------------------------------------===//
// The sum
//===----------------------------------------------------------------------===//

/// Adds up the products of the other two operands instead; null if the result
/// would need more than one reshape.
static Value buildShorterSum(OpBuilder &builder, const WeightedSum &sum) {
  Location loc = sum.op->getLoc();
  Value products = buildElementwise<arith::MulFOp>(
      builder, loc, sum.shape, sum.rows, dropUnitDims(builder, sum.weighted));
  Value result = buildSum(builder, loc, products);
  auto rows =
      RankedTensorType::get(sum.added.drop_back(), builder.getF32Type());
  result = reshape(builder, loc, result, rows);
  if (!result)
    return {};
  AffineMap ofRows = builder.getMultiDimIdentityMap(sum.added.size())
                         .getMajorSubMap(sum.added.size() - 1);
  result =
      scaleRows(builder, loc, {result, ofRows}, sum.factors, sum.added).value;
  return reshape(builder, loc, result,
                 cast<RankedTensorType>(sum.op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// What reads it
//===----------------------------------------------------------------------===//

namespace {
/// An elementwise product of weights, which it reads in order, and another
/// tensor.
struct WeightedProduct {
  static std::optional<WeightedProduct> match(Value value,
                                              const WeightedSum &sum);

  MappedTensor other;
  Value weights;
  /// What makes P these weights.
  SmallVector<Factor> factors;
};
} // namespace

std::optional<WeightedProduct> WeightedProduct::match(Value value,
                                                      const WeightedSum &sum) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || !isOfTwo<arith::MulFOp>(op))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned side = 0; side < 2; ++side) {
    Value weights = op.getInputs()[side];
    auto factors =
        maps[side].isIdentity() ? sum.getRowsOfWeights(weights) : std::nullopt;
    if (factors)
      return WeightedProduct{
          {op.getInputs()[1 - side], maps[1 - side]}, weights, *factors};
  }
  return std::nullopt;
}

/// The product of `other` and the weights that `factors` make P, as the matmul
/// reads it. Each step has one input beside what the step before computes.
static Value buildProduct(OpBuilder &builder, Location loc,
                          const MappedTensor &other, const WeightedSum &sum,
                          ArrayRef<Factor> factors) {
  return buildElementwise<arith::MulFOp>(
      builder, loc, sum.added,
      scaleRows(builder, loc, other, factors, sum.added),
      {sum.operand, builder.getMultiDimIdentityMap(sum.added.size())});
}

/// Writes `P * G - P * D` as `P * (G - D)`.
static void factorOut(linalg::GenericOp op, const WeightedSum &sum) {
  if (!isOfTwo<arith::SubFOp>(op) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }) ||
      !getElementTypeOrSelf(op->getResult(0)).isF32())
    return;
  auto minuend = WeightedProduct::match(op.getInputs()[0], sum);
  auto subtrahend = WeightedProduct::match(op.getInputs()[1], sum);
  if (!minuend || !subtrahend || minuend->weights != subtrahend->weights)
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value difference = buildElementwise<arith::SubFOp>(
      builder, loc, sum.added, minuend->other, subtrahend->other);
  AffineMap whole = builder.getMultiDimIdentityMap(sum.added.size());
  op->getResult(0).replaceAllUsesWith(
      buildProduct(builder, loc, {difference, whole}, sum, minuend->factors));
}

/// Lets `op`, a product with weights, read P as the matmul did.
static void readOperand(linalg::GenericOp op, const WeightedSum &sum) {
  Value result = op->getResult(0);
  auto product = WeightedProduct::match(result, sum);
  if (!product || product->weights == sum.operand ||
      !getElementTypeOrSelf(result).isF32())
    return;
  OpBuilder builder(op);
  result.replaceAllUsesWith(buildProduct(builder, op.getLoc(), product->other,
                                         sum, product->factors));
}

/// Whether `op` is elementwise: its loops that reduce have one iteration.
static bool isElementwise(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumResults() != 1)
    return false;
  SmallVector<unsigned> loops;
  generic.getReductionDims(loops);
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  return llvm::all_of(loops, [&](unsigned loop) { return sizes[loop] == 1; });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void report(const WeightedSum &sum) {
  remark::passed(
      sum.op->getLoc(),
      remark::RemarkOpts::name("shorter-sum").category("lowp-reassociate-sums"))
      << remark::reason("it adds up {0} products with what a matmul makes of "
                        "the weights instead of {1} weighted ones",
                        sum.shape.back(), sum.added.back());
}

static void reassociate(const WeightedSum &sum) {
  OpBuilder builder(sum.op);
  Value shorter = buildShorterSum(builder, sum);
  if (!shorter)
    return;
  report(sum);
  sum.op->getResult(0).replaceAllUsesWith(shorter);
  if (!sum.operand)
    return;
  auto products = llvm::filter_to_vector(listReaders(shorter, isElementwise),
                                         isElementwise);
  for (Operation *op : products)
    factorOut(cast<linalg::GenericOp>(op), sum);
  for (Operation *op : products)
    if (!op->use_empty())
      readOperand(cast<linalg::GenericOp>(op), sum);
}

/// Whether `map` is the identity without its last dimension, but for constants.
static bool dropsLast(AffineMap map) {
  unsigned next = 0;
  for (AffineExpr index : map.getResults()) {
    if (isa<AffineConstantExpr>(index))
      continue;
    if (index != getAffineDimExpr(next++, map.getContext()))
      return false;
  }
  return next + 1 == map.getNumDims();
}

/// Whether `op` adds up the rows of its only input, and nothing else.
static bool isSumOfRows(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumResults() != 1 ||
      !op.hasPureTensorSemantics() || op.getNumReductionLoops() != 1)
    return false;
  RowReduction sum = matchRowReduction(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return isa_and_present<arith::AddFOp>(sum.combiner) &&
         sum.element == op.getBody()->getArgument(0) &&
         sum.element.getType().isF32() && maps[0].isIdentity() &&
         dropsLast(maps[1]) && isZeroFilled(op.getDpsInits().front());
}

void mlir::lowp::reassociateSums(Operation *op) {
  SmallVector<linalg::GenericOp> ops;
  op->walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    if (auto sum = isSumOfRows(op) ? WeightedSum::match(op) : std::nullopt)
      reassociate(*sum);
}
