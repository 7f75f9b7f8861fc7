//===- LayoutComponent.cpp - Scaled values that share one layout ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutComponent.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// What copies move
//===----------------------------------------------------------------------===//

std::optional<int64_t> mlir::lowp_gpu::countBytes(ArrayRef<Type> tensors) {
  int64_t bytes = 0;
  for (Type type : tensors) {
    auto tensor = cast<RankedTensorType>(type);
    if (!tensor.hasStaticShape())
      return std::nullopt;
    bytes += tensor.getNumElements() *
             llvm::divideCeil(tensor.getElementTypeBitWidth(), 8);
  }
  return bytes;
}

static bool sharesData(ScaledType from, ScaledType to) {
  return from.getDataType() == to.getDataType() &&
         from.getOrder() == to.getOrder() &&
         from.getDataLayout() == to.getDataLayout();
}

std::optional<int64_t> mlir::lowp_gpu::getRelayoutBytes(ScaledType from,
                                                        ScaledType to) {
  SmallVector<Type, 4> moved;
  if (!sharesData(from, to))
    moved.append({from.getDataType(), to.getDataType()});
  if (from.getScaleLayout() != to.getScaleLayout() ||
      from.getGroups() != to.getGroups())
    moved.append({from.getScaleStorageType(), to.getScaleStorageType()});
  return countBytes(moved);
}

/// `type` with a usual number for each size that is unknown: costs are compared
/// with each other alone.
static ScaledType guessSizes(ScaledType type) {
  constexpr int64_t kUsualSize = 2048;
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = kUsualSize;
  return type.withShape(shape);
}

static int64_t guessRelayoutBytes(ScaledType from, ScaledType to) {
  return getRelayoutBytes(guessSizes(from), guessSizes(to)).value_or(0);
}

/// By how many bytes a value of type `type` is larger than one of `wanted`.
static int64_t guessExcess(ScaledType type, ScaledType wanted) {
  std::optional<int64_t> bytes =
      countBytes(Type(guessSizes(type).getDataType()));
  std::optional<int64_t> fewer =
      countBytes(Type(guessSizes(wanted).getDataType()));
  return bytes && fewer ? std::max<int64_t>(*bytes - *fewer, 0) : 0;
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

bool LayoutValue::canBe(ScaledType type) const {
  if (type == getType() || !incoming.empty())
    return true;
  auto result = dyn_cast<OpResult>(value);
  auto op = result ? dyn_cast<LayoutPropagationOpInterface>(result.getOwner())
                   : LayoutPropagationOpInterface();
  return op && op.canWrite(result, type);
}

/// What it costs, each time, that `value` is stored as `type`.
static int64_t getCostOnce(const LayoutValue &value, ScaledType type) {
  ScaledType given = value.canBe(type) ? type : value.getType();
  // One copy serves all who want it.
  llvm::SmallSetVector<Type, 4> copies;
  if (given != type)
    copies.insert(type);
  int64_t cost = 0;
  for (const LayoutUse &use : value.uses) {
    const LayoutDemand &demand = use.demand;
    if (demand.isRequired() && demand.type != given)
      copies.insert(demand.type);
    if (demand.isPreferred() && demand.type != type)
      cost += guessExcess(type, cast<ScaledType>(demand.type));
  }
  for (Type copy : copies)
    cost += guessRelayoutBytes(given, cast<ScaledType>(copy));
  return cost;
}

int64_t LayoutComponent::getCost(const LayoutAssignment &assignment) const {
  int64_t cost = 0;
  for (const LayoutValue &value : values)
    cost = llvm::SaturatingMultiplyAdd<uint64_t>(
        getCostOnce(value, assignment.lookup(value.value)), value.runs, cost);
  return cost;
}

LayoutAssignment LayoutComponent::assign(Value value, ScaledType type) const {
  LayoutAssignment assignment;
  llvm::SmallDenseMap<Value, const LayoutValue *> byValue;
  for (const LayoutValue &one : values)
    byValue[one.value] = &one;
  SmallVector<Value> reached = {value};
  assignment[value] = type;
  bool isContradicted = false;
  auto reach = [&](Value next, Type nextType) {
    auto [place, isNew] =
        assignment.try_emplace(next, cast<ScaledType>(nextType));
    if (isNew)
      reached.push_back(next);
    isContradicted |= place->second != nextType;
  };
  for (unsigned i = 0; i < reached.size(); ++i) {
    const LayoutValue &from = *byValue.lookup(reached[i]);
    ScaledType known = assignment[reached[i]];
    for (LayoutLink link : from.outgoing)
      reach(link.destination, link.getDestinationType(known));
    for (LayoutLink link : from.incoming)
      reach(link.source->get(), link.getSourceType(known));
  }
  return isContradicted ? LayoutAssignment() : assignment;
}

LayoutAssignment LayoutComponent::choose() const {
  LayoutAssignment best =
      assign(values.front().value, values.front().getType());
  int64_t bestCost = getCost(best);
  llvm::SmallDenseSet<Type> tried = {values.front().getType()};
  for (const LayoutValue &value : values) {
    for (const LayoutUse &use : value.uses) {
      if (!use.demand.type || use.demand.type == value.getType())
        continue;
      LayoutAssignment assignment =
          assign(value.value, cast<ScaledType>(use.demand.type));
      if (assignment.empty() ||
          !tried.insert(assignment.lookup(values.front().value)).second)
        continue;
      int64_t cost = getCost(assignment);
      if (cost < bestCost)
        std::tie(best, bestCost) = std::tuple(std::move(assignment), cost);
    }
  }
  return best;
}
