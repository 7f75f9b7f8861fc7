//===- ParameterSlice.cpp - What follows from weights alone ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParameterSlice.h"

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

ParameterSlice::ParameterSlice(func::FuncOp function,
                               ArrayRef<BlockArgument> parameters)
    : parameters(parameters) {
  known.insert_range(parameters);
  dependent.insert_range(parameters);
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!takes(op))
      return WalkResult::advance();
    add(op);
    // Its regions come along.
    return WalkResult::skip();
  });
}

SmallVector<Value> ParameterSlice::getInputs(Operation *op) {
  llvm::SetVector<Value> inputs;
  inputs.insert_range(op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  return inputs.takeVector();
}

/// An operation of a region may run less often than the function, or never: it
/// moves only if it may run at any time.
bool ParameterSlice::takes(Operation *op) const {
  return op->getNumResults() > 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
         isPure(op) && llvm::all_of(getInputs(op), [&](Value input) {
           return known.contains(input);
         });
}

void ParameterSlice::add(Operation *op) {
  ops.insert(op);
  known.insert_range(op->getResults());
  if (llvm::any_of(getInputs(op),
                   [&](Value input) { return dependsOnParameter(input); }))
    dependent.insert_range(op->getResults());
}

bool ParameterSlice::isReadOutside(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    for (; user; user = user->getParentOp())
      if (ops.contains(user))
        return false;
    return true;
  });
}

/// What `value` is a view of, or null.
static Value getViewedByOne(Value value) {
  if (!isa<RankedTensorType>(value.getType()) || !value.getDefiningOp())
    return {};
  Operation *op = value.getDefiningOp();
  // Sizes that are unknown hide the map of a reshape, not what it is.
  if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp>(op))
    return op->getOperand(0);
  unsigned rank = cast<RankedTensorType>(value.getType()).getRank();
  auto identity = AffineMap::getMultiDimIdentityMap(rank, value.getContext());
  std::optional<MappedTensor> viewed = lookThroughOne({value, identity});
  return viewed ? viewed->value : Value();
}

Value mlir::lowp::getViewed(Value value) {
  while (Value viewed = getViewedByOne(value))
    value = viewed;
  return value;
}
