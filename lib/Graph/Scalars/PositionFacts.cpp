//===- PositionFacts.cpp - What holds at all positions --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Positions that are tried; each takes as long as folding the body.
static constexpr int64_t kMaxPositions = 1 << 16;

//===----------------------------------------------------------------------===//
// One number at all positions
//===----------------------------------------------------------------------===//

TypedAttr mlir::lowp::getUniformElement(Value tensor) {
  SplatElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>());
  Operation *op = tensor.getDefiningOp();
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    TypedAttr number;
    matchPattern(fill.getInputs().front(), m_Constant(&number));
    return number;
  }
  if (isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp,
                      tensor::CollapseShapeOp, tensor::ExtractSliceOp,
                      linalg::BroadcastOp, linalg::TransposeOp>(op))
    return getUniformElement(op->getOperand(0));
  return {};
}

/// What `yielded`, computed in `body`, is at `position`; null where an
/// operation does not fold.
static TypedAttr evaluate(Block &body, Value yielded,
                          ArrayRef<int64_t> position) {
  llvm::DenseMap<Value, Attribute> known;
  auto getKnown = [&](Value value) {
    Attribute constant = known.lookup(value);
    if (!constant)
      matchPattern(value, m_Constant(&constant));
    return constant;
  };
  Builder builder(body.getParentOp()->getContext());
  for (Operation &op : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      known[index.getResult()] = builder.getIndexAttr(position[index.getDim()]);
      continue;
    }
    SmallVector<Attribute> operands = llvm::map_to_vector(
        op.getOperands(), [&](Value operand) { return getKnown(operand); });
    SmallVector<OpFoldResult> results;
    if (llvm::is_contained(operands, Attribute()) ||
        failed(op.fold(operands, results)) ||
        results.size() != op.getNumResults())
      return {};
    for (auto [result, folded] : llvm::zip_equal(op.getResults(), results)) {
      auto value = dyn_cast<Value>(folded);
      known[result] = value ? getKnown(value) : cast<Attribute>(folded);
    }
  }
  return dyn_cast_or_null<TypedAttr>(getKnown(yielded));
}

TypedAttr mlir::lowp::evaluateUniform(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges(), position(sizes.size());
  if (ShapedType::isDynamicShape(sizes) || llvm::is_contained(sizes, 0) ||
      ShapedType::getNumElements(sizes) > kMaxPositions)
    return {};
  // Folding may change the operations that it looks at.
  auto copy = cast<linalg::GenericOp>(op->clone());
  llvm::scope_exit erase([&] { copy->erase(); });
  TypedAttr first;
  for (int64_t number = 0, count = ShapedType::getNumElements(sizes);
       number < count; ++number) {
    for (int64_t dim = sizes.size() - 1, rest = number; dim >= 0; --dim) {
      position[dim] = rest % sizes[dim];
      rest /= sizes[dim];
    }
    TypedAttr element =
        evaluate(*copy.getBody(),
                 copy.getBody()->getTerminator()->getOperand(0), position);
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
