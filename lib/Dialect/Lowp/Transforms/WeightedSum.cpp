//===- WeightedSum.cpp - Sums of a matmul's weighted result ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightedSum.h"

#include "lowp/Dialect/Lowp/Transforms/Contraction.h"
#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Whether `op` applies `Arith` to the first two arguments of its block, in
/// their order.
template <typename Arith>
static bool appliesToTwo(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumResults() != 1 ||
      !op.hasPureTensorSemantics())
    return false;
  Value result = op.getBody()->getTerminator()->getOperand(0);
  auto yielded = result.getDefiningOp<Arith>();
  return yielded && op.getNumParallelLoops() == op.getNumLoops() &&
         yielded.getLhs() == op.getBody()->getArgument(0) &&
         yielded.getRhs() == op.getBody()->getArgument(1);
}

bool mlir::lowp::isProductOfTwo(linalg::GenericOp op) {
  return appliesToTwo<arith::MulFOp>(op);
}

bool mlir::lowp::isDifferenceOfTwo(linalg::GenericOp op) {
  return appliesToTwo<arith::SubFOp>(op);
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

bool mlir::lowp::readsInOrder(linalg::GenericOp op) {
  return llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
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

//===----------------------------------------------------------------------===//
// Where values come from
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// What `value` is a reshape of, or the same elements wider or narrower, each
/// at the same place in memory; null if something else makes it.
static Value getOrigin(Value value) {
  if (isReshape(value.getDefiningOp()))
    return value.getDefiningOp()->getOperand(0);
  linalg::LinalgOp copy = getElementwiseProducer(value);
  bool keepsOrder = copy &&
                    isCopy(copy, /*mayWiden=*/true, /*mayRound=*/true) &&
                    copy.getIndexingMapsArray()[0].isIdentity();
  return keepsOrder ? copy.getDpsInputs()[0] : Value();
}

static Value getFirstOrigin(Value value) {
  while (Value origin = getOrigin(value))
    value = origin;
  return value;
}

/// What a matmul reads as `operand` is made from, through copies of all kinds.
static MappedTensor resolve(MappedTensor operand) {
  while (true) {
    if (std::optional<MappedTensor> source = lookThroughOne(operand))
      operand = *source;
    else if (Value origin = getOrigin(operand.value))
      operand.value = origin;
    else
      return operand;
  }
}

/// `value` as a matmul that begins at zero and contracts one dimension.
static linalg::LinalgOp getMatmul(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  bool isMatmul = op && isSumOfProducts(op) && op.getNumReductionLoops() == 1 &&
                  isZeroFilled(op.getDpsInits().front()) &&
                  llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
                    return map.isProjectedPermutation();
                  });
  return isMatmul ? op : linalg::LinalgOp();
}

static unsigned getContractedLoop(linalg::LinalgOp matmul) {
  SmallVector<unsigned> loops;
  matmul.getReductionDims(loops);
  return loops.front();
}

//===----------------------------------------------------------------------===//
// The two matmuls
//===----------------------------------------------------------------------===//

namespace {
/// Finds what a sum is, beginning with a product of two factors.
class Matcher {
public:
  Matcher(linalg::GenericOp sum, Value product, Value weights)
      : sum(sum), weights(weights),
        gradient(getMatmul(getFirstOrigin(product))) {}

  std::optional<WeightedSum> match();

private:
  bool divideOperands();
  std::optional<WeightedSum> matchOther(linalg::LinalgOp other, unsigned side);
  bool assignLoops(linalg::LinalgOp other, unsigned side);
  bool readsSameColumns(linalg::LinalgOp other, unsigned side);
  Value findRounded(Value operand) const;
  MappedTensor getWeighted(linalg::LinalgOp other);
  WeightedSum build(linalg::LinalgOp other, unsigned side);

  linalg::GenericOp sum;
  Value weights;
  /// A B^T, or null.
  linalg::LinalgOp gradient;
  /// Which of its operands is A; its loops over the columns of the result, and
  /// over what it contracts.
  unsigned rows = 0, column = 0, contracted = 0;
  /// The loop of `gradient` that each loop of the other matmul is.
  SmallVector<AffineExpr> loops;
};
} // namespace

/// Finds out which operand has the rows of the result.
bool Matcher::divideOperands() {
  AffineMap result = gradient.getIndexingMapsArray().back();
  column = result.getDimPosition(result.getNumResults() - 1);
  contracted = getContractedLoop(gradient);
  rows = gradient.getIndexingMapsArray()[0].isFunctionOfDim(column);
  return !gradient.getIndexingMapsArray()[rows].isFunctionOfDim(column);
}

/// Finds out which loops of `other` are those of `gradient`, if its operand
/// `side` has an element for each of the gradient, at the same place.
bool Matcher::assignLoops(linalg::LinalgOp other, unsigned side) {
  Value operand = other.getDpsInputs()[side];
  if (getShape(operand) != getShape(gradient->getResult(0)) ||
      getFirstOrigin(operand) != getFirstOrigin(weights) ||
      other.getNumLoops() != gradient.getNumLoops())
    return false;
  MLIRContext *context = sum.getContext();
  loops.assign(other.getNumLoops(), getAffineDimExpr(contracted, context));
  AffineMap read = other.getIndexingMapsArray()[side];
  AffineMap written = gradient.getIndexingMapsArray().back();
  for (auto [loop, index] :
       llvm::zip_equal(read.getResults(), written.getResults()))
    loops[cast<AffineDimExpr>(loop).getPosition()] = index;
  return loops[getContractedLoop(other)] == getAffineDimExpr(column, context);
}

/// Whether the operand that `other` multiplies the weights by is B.
bool Matcher::readsSameColumns(linalg::LinalgOp other, unsigned side) {
  auto resolveOperand = [&](linalg::LinalgOp matmul, unsigned number,
                            AffineMap map) {
    return resolve({matmul.getDpsInputs()[number], map});
  };
  AffineMap map = gradient.getIndexingMapsArray()[1 - rows];
  MappedTensor own = resolveOperand(gradient, 1 - rows, map);
  map = other.getIndexingMapsArray()[1 - side].replaceDimsAndSymbols(
      loops, {}, gradient.getNumLoops(), 0);
  MappedTensor found = resolveOperand(other, 1 - side, map);
  return own.value == found.value &&
         simplifyAffineMap(own.map) == simplifyAffineMap(found.map);
}

/// The weights as narrow as they become on their way to `operand`, in the shape
/// that the sum reads.
Value Matcher::findRounded(Value operand) const {
  auto wide = cast<RankedTensorType>(weights.getType());
  for (; operand; operand = getOrigin(operand)) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (type.getShape() == wide.getShape() &&
        type.getElementTypeBitWidth() < wide.getElementTypeBitWidth())
      return operand;
  }
  return weights;
}

/// What `other` computes, as the program reads it: rounded and in its order. A
/// second reader of what comes before would keep these apart from the matmul.
MappedTensor Matcher::getWeighted(linalg::LinalgOp other) {
  MappedTensor weighted{
      other->getResult(0),
      other.getIndexingMapsArray().back().replaceDimsAndSymbols(
          loops, {}, gradient.getNumLoops(), 0)};
  while (std::optional<MappedTensor> next =
             followOne(weighted, /*mayRound=*/true)) {
    Operation *op = next->value.getDefiningOp();
    if (op->getBlock() != sum->getBlock() || !op->isBeforeInBlock(sum))
      break;
    weighted = *next;
  }
  return weighted;
}

WeightedSum Matcher::build(linalg::LinalgOp other, unsigned side) {
  WeightedSum found;
  found.op = sum;
  found.weights = weights;
  found.rounded = findRounded(other.getDpsInputs()[side]);
  found.terms = getShape(gradient->getResult(0)).back();
  // The loops of the gradient but that over columns, in the result's order.
  AffineMap written = gradient.getIndexingMapsArray().back();
  SmallVector<unsigned> order;
  for (AffineExpr index : written.getResults().drop_back())
    order.push_back(cast<AffineDimExpr>(index).getPosition());
  order.push_back(contracted);
  MLIRContext *context = sum.getContext();
  SmallVector<AffineExpr> dims(gradient.getNumLoops(),
                               getAffineConstantExpr(0, context));
  SmallVector<int64_t> sizes = gradient.getStaticLoopRanges();
  for (auto [position, loop] : llvm::enumerate(order)) {
    dims[loop] = getAffineDimExpr(position, context);
    found.shape.push_back(sizes[loop]);
  }
  auto inOrder = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(dims, {}, order.size(), 0);
  };
  found.rows = {gradient.getDpsInputs()[rows],
                inOrder(gradient.getIndexingMapsArray()[rows])};
  MappedTensor weighted = getWeighted(other);
  found.weighted = {weighted.value, inOrder(weighted.map)};
  return found;
}

std::optional<WeightedSum> Matcher::matchOther(linalg::LinalgOp other,
                                               unsigned side) {
  if (!assignLoops(other, side) || !readsSameColumns(other, side))
    return std::nullopt;
  return build(other, side);
}

std::optional<WeightedSum> Matcher::match() {
  if (!gradient || gradient->getBlock() != sum->getBlock() ||
      !cast<RankedTensorType>(gradient->getResult(0).getType())
           .hasStaticShape() ||
      !divideOperands())
    return std::nullopt;
  // Both operands of the new sum are read, else a row of the gradient.
  int64_t terms = gradient.getStaticLoopRanges()[contracted];
  if (ShapedType::isDynamic(terms) ||
      2 * terms > getShape(gradient->getResult(0)).back())
    return std::nullopt;
  for (Operation &op : *sum->getBlock()) {
    if (&op == sum.getOperation())
      break;
    auto other = op.getNumResults() == 1 ? getMatmul(op.getResult(0))
                                         : linalg::LinalgOp();
    for (unsigned side = 0; other && side < 2; ++side)
      if (auto found = matchOther(other, side))
        return found;
  }
  return std::nullopt;
}

std::optional<WeightedSum> WeightedSum::match(linalg::GenericOp op) {
  if (!isSumOfRows(op))
    return std::nullopt;
  auto product = op.getDpsInputs().front().getDefiningOp<linalg::GenericOp>();
  if (!product || !isProductOfTwo(product) || !readsInOrder(product))
    return std::nullopt;
  Value first = product.getInputs()[0], second = product.getInputs()[1];
  if (auto found = Matcher(op, first, second).match())
    return found;
  return Matcher(op, second, first).match();
}
