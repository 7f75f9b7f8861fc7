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
//
//===----------------------------------------------------------------------===//

#include "WeightedSum.h"

#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_REASSOCIATESUMSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static Value widen(OpBuilder &builder, Location loc, Value element) {
  Type wide = builder.getF32Type();
  if (element.getType() == wide)
    return element;
  return arith::ExtFOp::create(builder, loc, wide, element);
}

/// An elementwise operation with a result of f32 and of `shape`.
static Value
buildElementwise(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                 ArrayRef<MappedTensor> inputs,
                 function_ref<Value(OpBuilder &, ValueRange)> compute) {
  Value init =
      tensor::EmptyOp::create(builder, loc, shape, builder.getF32Type());
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const MappedTensor &input : inputs) {
    values.push_back(input.value);
    maps.push_back(input.map);
  }
  maps.push_back(builder.getMultiDimIdentityMap(shape.size()));
  SmallVector<utils::IteratorType> loops(shape.size(),
                                         utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    SmallVector<Value> wide;
    for (Value element : elements.drop_back())
      wide.push_back(widen(b, loc, element));
    linalg::YieldOp::create(b, loc, compute(b, wide));
  };
  return linalg::GenericOp::create(builder, loc, init.getType(), values, init,
                                   maps, loops, body)
      .getResult(0);
}

/// The sums of f32 of `tensor` along its last dimension.
static Value buildSum(OpBuilder &builder, Location loc, Value tensor) {
  auto shape = cast<RankedTensorType>(tensor.getType()).getShape();
  unsigned rank = shape.size();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0.0f));
  Value empty = tensor::EmptyOp::create(builder, loc, shape.drop_back(),
                                        builder.getF32Type());
  Value init = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  AffineMap whole = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.back() = utils::IteratorType::reduction;
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    Value sum = arith::AddFOp::create(b, loc, elements[0], elements[1]);
    linalg::YieldOp::create(b, loc, sum);
  };
  return linalg::GenericOp::create(
             builder, loc, init.getType(), tensor, init,
             ArrayRef<AffineMap>{whole, whole.dropResult(rank - 1)}, loops,
             body)
      .getResult(0);
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
  Value products = buildElementwise(
      builder, loc, sum.shape, {sum.rows, dropUnitDims(builder, sum.weighted)},
      [&](OpBuilder &b, ValueRange factors) -> Value {
        return arith::MulFOp::create(b, loc, factors[0], factors[1]);
      });
  Value result = buildSum(builder, loc, products);
  return reshape(builder, loc, result,
                 cast<RankedTensorType>(sum.op->getResult(0).getType()));
}

//===----------------------------------------------------------------------===//
// What reads it
//===----------------------------------------------------------------------===//

/// The input of `op` that `value` is, through nothing; null if there is none.
static OpOperand *findInput(linalg::GenericOp op, Value value) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == value)
      return input;
  return nullptr;
}

/// `value` as an elementwise product of two tensors in its own order, of which
/// `factor` is one as it is; the other one, or nothing.
static std::optional<MappedTensor> matchProduct(Value value, Value factor) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || !isProductOfTwo(op) || !op.getIndexingMapsArray()[2].isIdentity())
    return std::nullopt;
  OpOperand *known = findInput(op, factor);
  if (!known || !op.getMatchingIndexingMap(known).isIdentity())
    return std::nullopt;
  OpOperand &other = op->getOpOperand(1 - known->getOperandNumber());
  return MappedTensor{other.get(), op.getMatchingIndexingMap(&other)};
}

/// Writes `P * G - P * D` as `P * (G - D)`, so that each step has only one
/// input beside what the step before computes.
static void factorOut(linalg::GenericOp op, const WeightedSum &sum) {
  if (!isDifferenceOfTwo(op) || !readsInOrder(op))
    return;
  Value result = op.getResult(0);
  if (result.getType() != sum.weights.getType())
    return;
  auto minuend = matchProduct(op.getInputs()[0], sum.weights);
  auto subtrahend = matchProduct(op.getInputs()[1], sum.weights);
  if (!minuend || !subtrahend)
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto shape = cast<RankedTensorType>(result.getType()).getShape();
  AffineMap whole = builder.getMultiDimIdentityMap(shape.size());
  Value difference = buildElementwise(
      builder, loc, shape, {*minuend, *subtrahend},
      [&](OpBuilder &b, ValueRange elements) -> Value {
        return arith::SubFOp::create(b, loc, elements[0], elements[1]);
      });
  Value product = buildElementwise(
      builder, loc, shape, {{difference, whole}, {sum.rounded, whole}},
      [&](OpBuilder &b, ValueRange elements) -> Value {
        return arith::MulFOp::create(b, loc, elements[0], elements[1]);
      });
  result.replaceAllUsesWith(product);
}

/// Lets `op`, a product with the weights, read these as the matmul did.
static void readRounded(linalg::GenericOp op, const WeightedSum &sum) {
  if (!isProductOfTwo(op) || sum.rounded == sum.weights)
    return;
  OpBuilder builder(op);
  if (OpOperand *input = findInput(op, sum.weights))
    input->set(castElements(builder, op.getLoc(), sum.rounded,
                            getElementTypeOrSelf(sum.weights)));
}

/// The operations that read `value`, what they compute, and so on, as far as
/// they are elementwise.
static void collectReaders(Value value, SetVector<Operation *> &readers) {
  for (Operation *user : value.getUsers()) {
    auto op = dyn_cast<linalg::GenericOp>(user);
    bool isElementwise = op && op.getNumResults() == 1 &&
                         op.getNumParallelLoops() == op.getNumLoops();
    if ((isElementwise || isReshape(user)) && readers.insert(user))
      collectReaders(user->getResult(0), readers);
  }
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
                        sum.shape.back(), sum.terms);
}

static void reassociate(const WeightedSum &sum) {
  OpBuilder builder(sum.op);
  Value shorter = buildShorterSum(builder, sum);
  if (!shorter)
    return;
  report(sum);
  sum.op->getResult(0).replaceAllUsesWith(shorter);
  SetVector<Operation *> readers;
  collectReaders(shorter, readers);
  auto products = llvm::map_to_vector(
      readers, [](Operation *op) { return dyn_cast<linalg::GenericOp>(op); });
  for (linalg::GenericOp op : products)
    if (op)
      factorOut(op, sum);
  for (linalg::GenericOp op : products)
    if (op && !op->use_empty())
      readRounded(op, sum);
}

namespace {
struct ReassociateSums : lowp::impl::ReassociateSumsPassBase<ReassociateSums> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops)
      if (std::optional<WeightedSum> sum = WeightedSum::match(op))
        reassociate(*sum);
  }
};
} // namespace
