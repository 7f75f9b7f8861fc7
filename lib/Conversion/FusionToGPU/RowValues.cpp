//===- RowValues.cpp - What elements of a row share -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowValues.h"

#include "FusionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

RowValues::Kind RowValues::classify(Value value, Block &body,
                                    ArrayRef<Value> inputs,
                                    const IRMapping &scalars) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == &body &&
      argument.getArgNumber() < inputs.size()) {
    auto vector =
        dyn_cast<VectorType>(inputs[argument.getArgNumber()].getType());
    if (!vector)
      return Kind::Scalar;
    return vector.getShape() == ArrayRef(rowShape) ? Kind::Row : Kind::Element;
  }
  if (matchPattern(value, m_Constant()) || scalars.contains(value))
    return Kind::Scalar;
  return ops.contains(value.getDefiningOp()) ? Kind::Row : Kind::Element;
}

/// Whether `op` takes no longer than what it reads takes to reach the elements.
static bool isCheap(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp, math::AbsFOp>(op);
}

RowValues::RowValues(ImplicitLocOpBuilder &b, Block &body,
                     SmallVectorImpl<Value> &inputs, ArrayRef<int64_t> shape,
                     const IRMapping &scalars, ArrayRef<Value> results) {
  if (shape.empty() || shape.back() == 1)
    return;
  rowShape = {shape.front(), 1};
  for (Operation &op : body.without_terminator()) {
    bool readsRow = false, readsElement = !isPure(&op) || op.getNumRegions();
    for (Value operand : op.getOperands()) {
      Kind kind = classify(operand, body, inputs, scalars);
      readsRow |= kind == Kind::Row;
      readsElement |= kind == Kind::Element;
    }
    if (readsRow && !readsElement)
      ops.insert(&op);
  }
  auto isReadByOthers = [&](Value value) {
    return llvm::is_contained(results, value) ||
           llvm::any_of(value.getUsers(), [&](Operation *user) {
             return !ops.contains(user) && user != body.getTerminator();
           });
  };
  // A value more would be a broadcast more, with a barrier of its own.
  SmallVector<unsigned> spared;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    Value argument = body.getArgument(number);
    if (classify(argument, body, inputs, scalars) == Kind::Row &&
        !argument.use_empty() && !isReadByOthers(argument))
      spared.push_back(number);
  }
  for (Operation *op : ops)
    llvm::copy_if(op->getResults(), std::back_inserter(read), isReadByOthers);
  if (llvm::all_of(ops, isCheap) || read.size() > spared.size()) {
    ops.clear();
    read.clear();
    return;
  }
  emit(b, body, inputs, scalars);
  for (unsigned number : spared) {
    Type element = getElementTypeOrSelf(inputs[number].getType());
    inputs[number] =
        arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(element)));
  }
}

void RowValues::emit(ImplicitLocOpBuilder &b, Block &body,
                     ArrayRef<Value> inputs, const IRMapping &scalars) {
  SmallVector<Value> arguments, vectors;
  IRMapping mapping = scalars;
  for (auto [argument, input] : llvm::zip(body.getArguments(), inputs)) {
    Kind kind = classify(argument, body, inputs, scalars);
    if (kind == Kind::Scalar)
      mapping.map(argument, input);
    if (kind != Kind::Row)
      continue;
    arguments.push_back(argument);
    vectors.push_back(input);
  }
  auto compute = [&](OpBuilder &builder, ValueRange elements) {
    mapping.map(arguments, elements);
    for (Operation &op : body.without_terminator())
      if (ops.contains(&op) || matchPattern(&op, m_Constant()))
        builder.clone(op, mapping);
    return llvm::map_to_vector(
        read, [&](Value value) { return mapping.lookup(value); });
  };
  entries = emitMap(b, vectors, ValueRange(read).getTypes(), compute);
}
