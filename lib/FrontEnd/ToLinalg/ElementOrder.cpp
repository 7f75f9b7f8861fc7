//===- ElementOrder.cpp - The order of a sort -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementOrder.h"

using namespace mlir;
using namespace mlir::lowp;

using IntPredicate = arith::CmpIPredicate;
using FloatPredicate = arith::CmpFPredicate;

/// Whether a comparison asks for larger elements first; nothing for equality.
template <typename Predicate, typename Number>
static std::optional<bool> isDescending(Predicate predicate, Number larger,
                                        Number smaller) {
  bool isDescending = arith::applyCmpPredicate(predicate, larger, smaller);
  bool isAscending = arith::applyCmpPredicate(predicate, smaller, larger);
  return isDescending != isAscending ? std::optional(isDescending)
                                     : std::nullopt;
}

static bool isUnsigned(IntPredicate predicate) {
  return predicate == IntPredicate::ult || predicate == IntPredicate::ule ||
         predicate == IntPredicate::ugt || predicate == IntPredicate::uge;
}

/// The comparison that a region ends with; else null.
static Operation *findComparison(Region &region) {
  if (!region.hasOneBlock() || region.front().empty() ||
      region.front().back().getNumOperands() != 1)
    return nullptr;
  Operation *compare = region.front().back().getOperand(0).getDefiningOp();
  return compare && compare->getBlock() == &region.front() &&
                 isa<arith::CmpFOp, arith::CmpIOp>(compare)
             ? compare
             : nullptr;
}

FailureOr<ElementOrder> ElementOrder::get(Operation *op) {
  Operation *compare = findComparison(op->getRegion(0));
  std::optional<bool> descending;
  bool isWithoutSign = false;
  if (auto floats = dyn_cast_or_null<arith::CmpFOp>(compare))
    descending =
        ::isDescending(floats.getPredicate(), APFloat(1.0), APFloat(0.0));
  if (auto integers = dyn_cast_or_null<arith::CmpIOp>(compare)) {
    descending =
        ::isDescending(integers.getPredicate(), APInt(8, 1), APInt(8, 0));
    isWithoutSign = ::isUnsigned(integers.getPredicate());
  }
  std::optional<SortKey> key =
      descending ? SortKey::get(compare->getBlock(), compare->getOperand(0),
                                compare->getOperand(1))
                 : std::nullopt;
  if (!key || key->getOperand() >= op->getNumOperands() ||
      getElementTypeOrSelf(op->getOperand(key->getOperand())) !=
          key->getElementType())
    return op->emitOpError("expected a region of one comparison, by less or "
                           "greater, of the two elements of one operand, or "
                           "of what it computes alike of each; compute a key "
                           "outside and sort by it");
  // With the second element on the left side the order is the reverse.
  return ElementOrder{*key, *descending != key->isSwapped(), isWithoutSign};
}

static Value compareFloats(OpBuilder &b, Location loc, FloatPredicate predicate,
                           Value lhs, Value rhs) {
  return arith::CmpFOp::create(b, loc, predicate, lhs, rhs);
}

/// A predicate of two elements, in both orders with and without sign.
static Value compareIntegers(OpBuilder &b, Location loc,
                             const ElementOrder &order, Value one, Value other,
                             IntPredicate withSign, IntPredicate without) {
  if (order.isDescending)
    std::swap(one, other);
  return arith::CmpIOp::create(b, loc, order.isUnsigned ? without : withSign,
                               one, other);
}

Value ElementOrder::buildIsBefore(OpBuilder &b, Location loc, Value one,
                                  Value other) const {
  if (!isa<FloatType>(one.getType()))
    return compareIntegers(b, loc, *this, one, other, IntPredicate::slt,
                           IntPredicate::ult);
  if (isDescending)
    std::swap(one, other);
  // Less, or other is NaN; but not if one is.
  return arith::AndIOp::create(
      b, loc, compareFloats(b, loc, FloatPredicate::ULT, one, other),
      compareFloats(b, loc, FloatPredicate::ORD, one, one));
}

Value ElementOrder::buildIsNotAfter(OpBuilder &b, Location loc, Value one,
                                    Value other) const {
  if (!isa<FloatType>(one.getType()))
    return compareIntegers(b, loc, *this, one, other, IntPredicate::sle,
                           IntPredicate::ule);
  if (isDescending)
    std::swap(one, other);
  return arith::OrIOp::create(
      b, loc, compareFloats(b, loc, FloatPredicate::OLE, one, other),
      compareFloats(b, loc, FloatPredicate::UNO, other, other));
}
