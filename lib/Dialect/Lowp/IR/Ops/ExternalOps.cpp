//===- ExternalOps.cpp - Calls of functions of the user's -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp;

bool CallExternalOp::takesStrides(unsigned number) {
  return llvm::is_contained(getStrided(), number);
}

bool CallExternalOp::updates(unsigned number) {
  return llvm::is_contained(getUpdated(), number);
}

/// Whether each of `numbers` is that of one of `count` operands.
static bool areIndicesOf(ArrayRef<int64_t> numbers, size_t count) {
  return llvm::all_of(numbers, [&](int64_t number) {
    return number >= 0 && static_cast<size_t>(number) < count;
  });
}

LogicalResult CallExternalOp::verify() {
  // call_external-C1.
  if (getSymbol().empty())
    return emitOpError("expected the name of a function, got an empty one");
  // call_external-C2.
  if (!areIndicesOf(getStrided(), getInputs().size()))
    return emitOpError("expected 'strided' to hold numbers of the ")
           << getInputs().size() << " inputs, got " << getStridedAttr();
  // call_external-C3.
  if (!areIndicesOf(getUpdated(), getOutputs().size()))
    return emitOpError("expected 'updated' to hold numbers of the ")
           << getOutputs().size() << " outputs, got " << getUpdatedAttr();
  return success();
}

void CallExternalOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto isBuffer = [](OpOperand &operand) {
    return isa<MemRefType>(operand.get().getType());
  };
  for (OpOperand &operand : getInputsMutable())
    if (isBuffer(operand))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (auto [number, operand] : llvm::enumerate(getOutputsMutable())) {
    if (!isBuffer(operand))
      continue;
    if (updates(number))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}
