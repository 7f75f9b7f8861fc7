//===- PositionFacts.cpp - What holds at all positions --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionFunction.h"

#include "lowp/Graph/Analysis/BodyTrial.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Positions that are tried; each takes as long as folding the body.
static constexpr int64_t kMaxPositions = 1 << 16;

//===----------------------------------------------------------------------===//
TypedAttr mlir::lowp::evaluateUniform(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges(), position(sizes.size());
  if (ShapedType::isDynamicShape(sizes) || llvm::is_contained(sizes, 0) ||
      ShapedType::getNumElements(sizes) > kMaxPositions)
    return {};
  BodyTrial trial(op);
  TypedAttr first;
  for (int64_t number = 0, count = ShapedType::getNumElements(sizes);
       number < count; ++number) {
    for (int64_t dim = sizes.size() - 1, rest = number; dim >= 0; --dim) {
      position[dim] = rest % sizes[dim];
      rest /= sizes[dim];
    }
    auto element = dyn_cast_or_null<TypedAttr>(trial.run({}, position));
    if (!element || (first && element != first))
      return {};
    first = element;
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {
struct Interval {
  int64_t least, most;
};
} // namespace

static bool fits(Interval range, Type type) {
  return type.isIndex() ||
         (llvm::isIntN(type.getIntOrFloatBitWidth(), range.least) &&
          llvm::isIntN(type.getIntOrFloatBitWidth(), range.most));
}

static std::optional<Interval> getInterval(Value value);

static std::optional<Interval> getSum(Value lhs, Value rhs, bool isDifference) {
  std::optional<Interval> a = getInterval(lhs), b = getInterval(rhs);
  if (!a || !b)
    return std::nullopt;
  Interval sum;
  bool overflows = isDifference
                       ? llvm::SubOverflow(a->least, b->most, sum.least) ||
                             llvm::SubOverflow(a->most, b->least, sum.most)
                       : llvm::AddOverflow(a->least, b->least, sum.least) ||
                             llvm::AddOverflow(a->most, b->most, sum.most);
  return overflows || !fits(sum, lhs.getType()) ? std::nullopt
                                                : std::optional(sum);
}

static Interval getInterval(linalg::IndexOp index) {
  auto owner = cast<linalg::LinalgOp>(index->getParentOp());
  int64_t size = owner.getStaticLoopRanges()[index.getDim()];
  return {0, ShapedType::isDynamic(size) ? std::numeric_limits<int64_t>::max()
                                         : std::max<int64_t>(size - 1, 0)};
}

/// What the sizes of loops tell of `value`, as a signed number.
static std::optional<Interval> getInterval(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)) &&
      number.getBitWidth() <= 64 && number.getBitWidth() > 1)
    return Interval{number.getSExtValue(), number.getSExtValue()};
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return getInterval(index);
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return getSum(sum.getLhs(), sum.getRhs(), /*isDifference=*/false);
  if (auto difference = value.getDefiningOp<arith::SubIOp>())
    return getSum(difference.getLhs(), difference.getRhs(),
                  /*isDifference=*/true);
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>()) {
    std::optional<Interval> range = getInterval(cast.getIn());
    if (range && fits(*range, value.getType()))
      return range;
  }
  return std::nullopt;
}

std::optional<bool> mlir::lowp::decideComparison(arith::CmpIOp compare) {
  using Predicate = arith::CmpIPredicate;
  std::optional<Interval> a = getInterval(compare.getLhs());
  std::optional<Interval> b = getInterval(compare.getRhs());
  if (!a || !b)
    return std::nullopt;
  auto decide = [](bool always, bool never) -> std::optional<bool> {
    return always || never ? std::optional(always) : std::nullopt;
  };
  Predicate predicate = compare.getPredicate();
  // Numbers without a sign compare alike with one.
  if (predicate >= Predicate::ult && std::min(a->least, b->least) < 0)
    return std::nullopt;
  switch (predicate) {
  case Predicate::slt:
  case Predicate::ult:
    return decide(a->most < b->least, a->least >= b->most);
  case Predicate::sle:
  case Predicate::ule:
    return decide(a->most <= b->least, a->least > b->most);
  case Predicate::sgt:
  case Predicate::ugt:
    return decide(a->least > b->most, a->most <= b->least);
  case Predicate::sge:
  case Predicate::uge:
    return decide(a->least >= b->most, a->most < b->least);
  case Predicate::eq:
  case Predicate::ne: {
    bool areApart = a->most < b->least || b->most < a->least;
    bool areOne =
        a->least == a->most && b->least == b->most && a->least == b->least;
    std::optional<bool> equal = decide(areOne, areApart);
    if (equal && predicate == Predicate::ne)
      return !*equal;
    return equal;
  }
  }
  llvm_unreachable("all predicates are listed");
}
