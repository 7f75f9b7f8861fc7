//===- SortKey.cpp - What a sort compares ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SortKey.h"

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Finds whether values of a region are the same function of one argument each.
class Comparison {
public:
  explicit Comparison(Block *region) : region(region) {}

  bool areAlike(Value lhs, Value rhs);

  /// The argument on the left side; null if none was found.
  BlockArgument getElement() const { return element; }

private:
  bool areElements(BlockArgument lhs, BlockArgument rhs);

  Block *region;
  BlockArgument element, other;
  /// What was found so far, on the left and on the right.
  DenseSet<std::pair<Value, Value>> alike;
};
} // namespace

/// The arguments are the two elements of one operand, and so are all others.
bool Comparison::areElements(BlockArgument lhs, BlockArgument rhs) {
  if (lhs == rhs || lhs.getOwner() != region || rhs.getOwner() != region ||
      lhs.getArgNumber() / 2 != rhs.getArgNumber() / 2 ||
      lhs.getType() != rhs.getType())
    return false;
  if (!element)
    element = lhs, other = rhs;
  return lhs == element && rhs == other;
}

bool Comparison::areAlike(Value lhs, Value rhs) {
  auto left = dyn_cast<BlockArgument>(lhs),
       right = dyn_cast<BlockArgument>(rhs);
  if (left && right && left.getOwner() == region)
    return areElements(left, right);
  if (lhs.getParentBlock() != region)
    return lhs == rhs;
  if (left || right || rhs.getParentBlock() != region ||
      cast<OpResult>(lhs).getResultNumber() !=
          cast<OpResult>(rhs).getResultNumber())
    return false;
  if (alike.contains({lhs, rhs}))
    return true;
  bool isAlike =
      isPure(lhs.getDefiningOp()) &&
      lhs.getDefiningOp()->getNumRegions() == 0 &&
      OperationEquivalence::isEquivalentTo(
          lhs.getDefiningOp(), rhs.getDefiningOp(),
          [&](Value one, Value another) {
            return success(areAlike(one, another));
          },
          /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
  if (isAlike)
    alike.insert({lhs, rhs});
  return isAlike;
}

std::optional<SortKey> SortKey::get(Block *region, Value lhs, Value rhs) {
  Comparison comparison(region);
  if (!lhs.getType().isIntOrIndexOrFloat() || !comparison.areAlike(lhs, rhs) ||
      !comparison.getElement())
    return std::nullopt;
  return SortKey(comparison.getElement(), lhs);
}

Value SortKey::build(ImplicitLocOpBuilder &b, Value tensor) const {
  if (isElement())
    return tensor;
  auto compute = [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    IRMapping mapping;
    mapping.map(element, elements.front());
    return cloneValue(b, value, element.getOwner(), mapping);
  };
  return mapElements(b, b.getLoc(), tensor, value.getType(), compute);
}
