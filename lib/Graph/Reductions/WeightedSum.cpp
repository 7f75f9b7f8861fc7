//===- WeightedSum.cpp - Sums of a matmul's weighted result ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightedSum.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// Returns the `values`, one for each of `sizes`, whose size is not 1.
template <typename T>
static SmallVector<T> getLarge(ArrayRef<T> values, ArrayRef<int64_t> sizes) {
  SmallVector<T> large;
  for (auto [value, size] : llvm::zip_equal(values, sizes))
    if (size != 1)
      large.push_back(value);
  return large;
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

//===----------------------------------------------------------------------===//
// The two matmuls
//===----------------------------------------------------------------------===//

namespace {
/// Finds what a sum is, beginning with one of the factors of what it adds up.
class Matcher {
public:
  Matcher(linalg::GenericOp sum, const Factors &factors, const Factor &product);

  std::optional<WeightedSum> match();

private:
  bool keepsOrder() const;
  bool divideOperands();
  std::optional<WeightedSum> matchOther(linalg::LinalgOp other, unsigned side);
  std::optional<SmallVector<unsigned>> findWeights(Value operand);
  bool assignLoops(linalg::LinalgOp other, unsigned side,
                   ArrayRef<unsigned> dims);
  bool readsSameColumns(linalg::LinalgOp other, unsigned side);
  Value findOperand(Value operand, ArrayRef<unsigned> dims) const;
  MappedTensor getWeighted(linalg::LinalgOp other);
  WeightedSum build(linalg::LinalgOp other);

  linalg::GenericOp sum;
  /// The shape that it adds up, and what multiplies the product of matrices.
  ArrayRef<int64_t> shape;
  Factors weights;
  /// What P is made of.
  Factors multiplied;
  /// A B^T as the sum indexes it, and the matmul, or null.
  MappedTensor product;
  linalg::LinalgOp gradient;
  /// Which of its operands is A; its loops over the columns of the result, and
  /// over what it contracts.
  unsigned rows = 0, column = 0, contracted = 0;
  /// The loop of `gradient` that each loop of the other matmul is.
  SmallVector<AffineExpr> loops;
};
} // namespace

Matcher::Matcher(linalg::GenericOp sum, const Factors &factors,
                 const Factor &product)
    : sum(sum), shape(getShape(sum.getDpsInputs().front())), weights(factors),
      product(product.tensor) {
  llvm::erase(weights.ofElements, product);
  // Otherwise it is a square, or a divisor.
  if (weights.ofElements.size() + 1 == factors.ofElements.size() &&
      !product.isDivisor && !weights.ofElements.empty())
    gradient = getMatmul(product.tensor.value);
}

/// Whether the sum visits the product in the order of its elements, and adds up
/// its rows.
bool Matcher::keepsOrder() const {
  if (getShape(product.value).back() != shape.back())
    return false;
  MLIRContext *context = product.map.getContext();
  auto getPlace = [&](AffineMap map, ArrayRef<int64_t> sizes) {
    AffineExpr place = getAffineConstantExpr(0, context);
    for (auto [index, size] : llvm::zip_equal(map.getResults(), sizes))
      place = place * size + index;
    return simplifyWithin(AffineMap::get(shape.size(), 0, place), shape);
  };
  auto whole = AffineMap::getMultiDimIdentityMap(shape.size(), context);
  return getPlace(product.map, getShape(product.value)) ==
         getPlace(whole, shape);
}

/// Finds out which operand has the rows of the result.
bool Matcher::divideOperands() {
  AffineMap result = gradient.getIndexingMapsArray().back();
  column = result.getDimPosition(result.getNumResults() - 1);
  contracted = getReductionLoop(gradient);
  rows = gradient.getIndexingMapsArray()[0].isFunctionOfDim(column);
  return !gradient.getIndexingMapsArray()[rows].isFunctionOfDim(column);
}

/// The dimensions of `operand`, a permutation of weights with an element for
/// each of the product at the same place, that are those of the product, but
/// for sizes of 1. Weights are what has the sum's factors of elements. Sets
/// what P is made of.
std::optional<SmallVector<unsigned>> Matcher::findWeights(Value operand) {
  ArrayRef<int64_t> wanted = getShape(product.value);
  SmallVector<int64_t> sizes = getLarge(wanted, wanted);
  SmallVector<AffineExpr> places = getLarge(product.map.getResults(), wanted);
  AffineExpr zero = getAffineConstantExpr(0, sum.getContext());
  std::optional<MappedTensor> source = MappedTensor::of(operand);
  for (; source; source = lookBack(*source)) {
    ArrayRef<int64_t> own = getShape(source->value);
    SmallVector<AffineExpr> dims = getLarge(source->map.getResults(), own);
    if (!llvm::all_of(dims, llvm::IsaPred<AffineDimExpr>))
      return std::nullopt;
    if (getLarge(own, own) != sizes)
      continue;
    SmallVector<AffineExpr> indices(own.size(), zero);
    const AffineExpr *next = places.begin();
    for (auto [size, index] : llvm::zip_equal(own, indices))
      index = size == 1 ? zero : *next++;
    AffineMap map = AffineMap::get(shape.size(), 0, indices, sum.getContext());
    multiplied = Factors::of({source->value, map}, shape);
    if (multiplied.hasElementsOf(weights))
      return llvm::map_to_vector(dims, [](AffineExpr dim) {
        return cast<AffineDimExpr>(dim).getPosition();
      });
  }
  return std::nullopt;
}

/// Finds out which loops of `other` are those of `gradient`, where `dims` of
/// its operand `side` are those of the product. One is left, of what B^T
/// contracts.
bool Matcher::assignLoops(linalg::LinalgOp other, unsigned side,
                          ArrayRef<unsigned> dims) {
  AffineExpr zero = getAffineConstantExpr(0, sum.getContext());
  AffineExpr left = getAffineDimExpr(contracted, sum.getContext());
  loops.assign(other.getNumLoops(), AffineExpr());
  AffineMap read = other.getIndexingMapsArray()[side];
  AffineMap written = gradient.getIndexingMapsArray().back();
  for (auto [dim, loop] : llvm::zip_equal(
           dims, getLarge(written.getResults(), getShape(product.value))))
    loops[read.getDimPosition(dim)] = loop;
  int64_t terms = gradient.getStaticLoopRanges()[contracted];
  for (auto [size, loop] :
       llvm::zip_equal(other.getStaticLoopRanges(), loops)) {
    if (loop)
      continue;
    if (size != 1 && (size != terms || llvm::is_contained(loops, left)))
      return false;
    loop = size == 1 ? zero : left;
  }
  return loops[getReductionLoop(other)] ==
         getAffineDimExpr(column, sum.getContext());
}

/// Whether the operand that `other` multiplies the weights by is B.
bool Matcher::readsSameColumns(linalg::LinalgOp other, unsigned side) {
  auto resolve = [&](linalg::LinalgOp matmul, unsigned number, AffineMap map) {
    MappedTensor operand{matmul.getDpsInputs()[number], map};
    while (std::optional<MappedTensor> source = lookBack(operand))
      operand = *source;
    return operand;
  };
  MappedTensor own =
      resolve(gradient, 1 - rows, gradient.getIndexingMapsArray()[1 - rows]);
  MappedTensor found =
      resolve(other, 1 - side,
              other.getIndexingMapsArray()[1 - side].replaceDimsAndSymbols(
                  loops, {}, gradient.getNumLoops(), 0));
  SmallVector<int64_t> sizes = gradient.getStaticLoopRanges();
  return own.value == found.value &&
         simplifyWithin(own.map, sizes) == simplifyWithin(found.map, sizes);
}

/// The first tensor that `operand`, whose `dims` are those of the product, is
/// made from by copies and that has the shape and order that the sum reads.
Value Matcher::findOperand(Value operand, ArrayRef<unsigned> dims) const {
  MLIRContext *context = product.map.getContext();
  SmallVector<AffineExpr> indices(getShape(operand).size(),
                                  getAffineConstantExpr(0, context));
  for (auto [dim, place] : llvm::zip_equal(
           dims, getLarge(product.map.getResults(), getShape(product.value))))
    indices[dim] = place;
  AffineMap whole = simplifyWithin(
      AffineMap::getMultiDimIdentityMap(shape.size(), context), shape);
  std::optional<MappedTensor> source =
      MappedTensor{operand, AffineMap::get(shape.size(), 0, indices, context)};
  for (; source; source = lookBack(*source))
    if (getShape(source->value) == shape &&
        simplifyWithin(source->map, shape) == whole)
      return source->value;
  return {};
}

/// What `other` computes, as the program reads it: rounded and in its order. A
/// second reader of what comes before would keep these apart from the matmul.
MappedTensor Matcher::getWeighted(linalg::LinalgOp other) {
  MappedTensor weighted{
      other->getResult(0),
      other.getIndexingMapsArray().back().replaceDimsAndSymbols(
          loops, {}, gradient.getNumLoops(), 0)};
  while (std::optional<MappedTensor> next =
             followOne(weighted, Through::Rounding)) {
    Operation *op = next->value.getDefiningOp();
    if (op->getBlock() != sum->getBlock() || !op->isBeforeInBlock(sum))
      break;
    weighted = *next;
  }
  return weighted;
}

WeightedSum Matcher::build(linalg::LinalgOp other) {
  WeightedSum found;
  found.op = sum;
  found.weights = multiplied;
  found.factors = weights.getRowsOver(multiplied);
  found.added = shape;
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
  Value operand = other.getDpsInputs()[side];
  std::optional<SmallVector<unsigned>> dims = findWeights(operand);
  if (!dims || !assignLoops(other, side, *dims) ||
      !readsSameColumns(other, side))
    return std::nullopt;
  WeightedSum result = build(other);
  result.operand = findOperand(operand, *dims);
  return result;
}

std::optional<WeightedSum> Matcher::match() {
  if (!gradient || gradient->getBlock() != sum->getBlock() ||
      ShapedType::isDynamicShape(getShape(product.value)) || !keepsOrder() ||
      !divideOperands())
    return std::nullopt;
  // Both operands of the new sum are read, else a row of the gradient.
  int64_t terms = gradient.getStaticLoopRanges()[contracted];
  if (ShapedType::isDynamic(terms) || 2 * terms > shape.back())
    return std::nullopt;
  for (Operation &op : *sum->getBlock()) {
    if (&op == sum.getOperation())
      break;
    auto other = op.getNumResults() == 1 ? getMatmul(op.getResult(0)) : nullptr;
    for (unsigned side = 0; other && side < 2; ++side)
      if (auto found = matchOther(other, side))
        return found;
  }
  return std::nullopt;
}

std::optional<WeightedSum> WeightedSum::match(linalg::GenericOp op) {
  Value added = op.getDpsInputs().front();
  if (!cast<RankedTensorType>(added.getType()).hasStaticShape() ||
      llvm::is_contained(getShape(added), 0))
    return std::nullopt;
  Factors factors = Factors::of(MappedTensor::of(added), getShape(added));
  for (const Factor &factor : factors.ofElements)
    if (auto found = Matcher(op, factors, factor).match())
      return found;
  return std::nullopt;
}

std::optional<SmallVector<Factor>>
WeightedSum::getRowsOfWeights(Value value) const {
  if (getShape(value) != added)
    return std::nullopt;
  Factors own = Factors::of(MappedTensor::of(value), added);
  if (!own.hasElementsOf(weights))
    return std::nullopt;
  return own.getRowsOver(weights);
}
