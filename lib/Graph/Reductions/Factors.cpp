//===- Factors.cpp - What products of tensors are made of -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factors.h"

#include "lowp/Graph/Analysis/Contraction.h"

using namespace mlir;
using namespace mlir::lowp;

/// A product of more is one factor: a product of products of one tensor would
/// have too many.
static constexpr size_t kMostFactors = 16;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

std::optional<MappedTensor> mlir::lowp::lookBack(const MappedTensor &tensor) {
  if (std::optional<MappedTensor> source = lookThroughOne(tensor))
    return source;
  linalg::LinalgOp copy = getCopy(tensor.value, Through::Rounding);
  // What is computed of the factors is computed in f32.
  if (!copy ||
      getElementTypeOrSelf(copy.getDpsInputs()[0]).getIntOrFloatBitWidth() >
          32 ||
      !copy.getIndexingMapsArray()[0].isPermutation())
    return std::nullopt;
  return MappedTensor{copy.getDpsInputs()[0],
                      copy.getIndexingMapsArray()[0].compose(tensor.map)};
}

AffineMap mlir::lowp::simplifyWithin(AffineMap map, ArrayRef<int64_t> shape) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims;
  SmallVector<std::optional<int64_t>> least(shape.size(), 0), most;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    dims.push_back(size == 1 ? getAffineConstantExpr(0, context)
                             : getAffineDimExpr(dim, context));
    most.push_back(size - 1);
  }
  map = map.replaceDimsAndSymbols(dims, {}, shape.size(), 0);
  DenseMap<AffineExpr, AffineExpr> shorter;
  map = simplifyAffineMap(map);
  map.walkExprs([&](AffineExpr expr) {
    auto division = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!division || !(expr.getKind() == AffineExprKind::FloorDiv ||
                       expr.getKind() == AffineExprKind::Mod))
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    std::optional<int64_t> bound = getBoundForAffineExpr(
        division.getLHS(), shape.size(), 0, least, most, /*isUpper=*/true);
    if (!divisor || !bound || *bound >= divisor.getValue())
      return;
    shorter[expr] = expr.getKind() == AffineExprKind::Mod
                        ? division.getLHS()
                        : getAffineConstantExpr(0, context);
  });
  return simplifyAffineMap(
      map.replace(shorter, shape.size(), /*numResultSyms=*/0));
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

namespace {
class Collector {
public:
  explicit Collector(ArrayRef<int64_t> shape) : shape(shape) {}

  void add(MappedTensor tensor, bool isDivisor);

  Factors factors;

private:
  bool addInputs(const MappedTensor &tensor, bool isDivisor);

  ArrayRef<int64_t> shape;
};
} // namespace

/// Adds both inputs of a product or quotient.
bool Collector::addInputs(const MappedTensor &tensor, bool isDivisor) {
  auto op = tensor.value.getDefiningOp<linalg::GenericOp>();
  if (!op || factors.ofElements.size() + factors.ofRows.size() >= kMostFactors)
    return false;
  bool isQuotient = isOfTwo<arith::DivFOp>(op);
  if (!isQuotient && !isOfTwo<arith::MulFOp>(op))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  add({op.getInputs()[0], maps[0].compose(tensor.map)}, isDivisor);
  add({op.getInputs()[1], maps[1].compose(tensor.map)},
      isDivisor != isQuotient);
  return true;
}

void Collector::add(MappedTensor tensor, bool isDivisor) {
  tensor.map = simplifyWithin(tensor.map, shape);
  if (!tensor.map.isFunctionOfDim(shape.size() - 1)) {
    while (std::optional<MappedTensor> source = lookThroughOne(tensor))
      tensor = {source->value, simplifyWithin(source->map, shape)};
    factors.ofRows.push_back({tensor, isDivisor});
  } else if (addInputs(tensor, isDivisor)) {
    return;
  } else if (std::optional<MappedTensor> source = lookBack(tensor)) {
    add(*source, isDivisor);
  } else {
    factors.ofElements.push_back({tensor, isDivisor});
  }
}

Factors Factors::of(const MappedTensor &tensor, ArrayRef<int64_t> shape) {
  Collector collector(shape);
  collector.add(tensor, /*isDivisor=*/false);
  return collector.factors;
}

/// What is left of `factors` without those of `others`, each as often as it is
/// there. Adds to `missing` what is not.
static SmallVector<Factor> without(ArrayRef<Factor> factors,
                                   ArrayRef<Factor> others,
                                   SmallVectorImpl<Factor> &missing) {
  SmallVector<Factor> left(factors);
  for (const Factor &other : others) {
    Factor *found = llvm::find(left, other);
    if (found == left.end())
      missing.push_back(other);
    else
      left.erase(found);
  }
  return left;
}

bool Factors::hasElementsOf(const Factors &other) const {
  SmallVector<Factor> missing;
  return without(ofElements, other.ofElements, missing).empty() &&
         missing.empty();
}

SmallVector<Factor> Factors::getRowsOver(const Factors &other) const {
  SmallVector<Factor> inverse;
  SmallVector<Factor> rows = without(ofRows, other.ofRows, inverse);
  for (Factor &factor : inverse)
    rows.push_back({factor.tensor, !factor.isDivisor});
  return rows;
}
