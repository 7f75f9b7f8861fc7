//===- LayoutComponent.h - Scaled values that share one layout --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_LAYOUT_LAYOUTCOMPONENT_H
#define LOWP_LIB_LAYOUT_LAYOUTCOMPONENT_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Interfaces/LayoutPropagationInterface.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lowp_gpu {

/// `destination` is what flows through `source`, the operand of a loop, a
/// branch, a select or a view.
struct LayoutLink {
  OpOperand *source;
  Value destination;
  /// Null where both have one type.
  lowp::LayoutPropagationOpInterface view;

  /// The type of the destination of a source of `type`, and the other way.
  Type getDestinationType(Type type) {
    return view ? view.getViewType(type) : type;
  }
  Type getSourceType(Type type) {
    return view ? view.getViewedType(type) : type;
  }
};

/// An operand that its operation reads.
struct LayoutUse {
  OpOperand *operand;
  lowp::LayoutDemand demand;
};

/// One scaled value and what leads to and away from it.
struct LayoutValue {
  Value value;
  /// Links of which it is the source, or the destination.
  SmallVector<LayoutLink, 2> outgoing, incoming;
  SmallVector<LayoutUse, 2> uses;
  /// How often it is computed, as far as that is known: relayouts of it, too.
  int64_t runs = 1;

  lowp::ScaledType getType() const {
    return cast<lowp::ScaledType>(value.getType());
  }
  /// Whether the value can be had as `type` without a copy: what makes it can
  /// write that, or other values decide.
  bool canBe(lowp::ScaledType type) const;
};

/// A type for each value of a component.
using LayoutAssignment = llvm::MapVector<Value, lowp::ScaledType>;

/// Scaled values that are connected by links: what one of them is stored as
/// decides for all, but where a relayout stands between them.
class LayoutComponent {
public:
  explicit LayoutComponent(SmallVector<LayoutValue> values)
      : values(std::move(values)) {}

  ArrayRef<LayoutValue> getValues() const { return values; }

  /// The assignment that copies least, that of today where it is as good.
  LayoutAssignment choose() const;

private:
  /// The types that all values have if `value` has `type`; empty if they
  /// contradict each other.
  LayoutAssignment assign(Value value, lowp::ScaledType type) const;
  /// What the copies that `assignment` takes move, in bytes.
  int64_t getCost(const LayoutAssignment &assignment) const;

  SmallVector<LayoutValue> values;
};

/// All components of scaled values below `root`, whose matmuls run on `target`,
/// in the order of their first values.
SmallVector<LayoutComponent> findLayoutComponents(Operation *root,
                                                  const KernelTarget &target);

/// Bytes of `tensors`, where elements of less than a byte take one each: packed
/// ones are of i8. Nothing where sizes are unknown.
std::optional<int64_t> countBytes(ArrayRef<Type> tensors);

/// What a relayout reads and writes, in bytes; nothing where sizes are unknown.
std::optional<int64_t> getRelayoutBytes(lowp::ScaledType from,
                                        lowp::ScaledType to);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_LAYOUT_LAYOUTCOMPONENT_H
