//===- FusionOps.cpp - What runs in one launch ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether two types are shaped alike, as a tensor and its buffer are; more may
/// be known of the sizes of the former or the latter.
static bool haveOneShape(Type first, Type second) {
  auto one = dyn_cast<ShapedType>(first), other = dyn_cast<ShapedType>(second);
  if (!one || !other)
    return first == second;
  return succeeded(verifyCompatibleShape(one, other)) &&
         one.getElementType() == other.getElementType();
}

static bool haveOneShape(TypeRange first, TypeRange second) {
  return first.size() == second.size() &&
         llvm::all_of(llvm::zip(first, second), [](auto types) {
           return haveOneShape(std::get<0>(types), std::get<1>(types));
         });
}

LogicalResult FusionOp::verify() {
  if (!haveOneShape(getBody().getArgumentTypes(), getInputs().getTypes()))
    return emitOpError("expected the region to take the inputs, got arguments "
                       "of types ")
           << getBody().getArgumentTypes();
  auto yield = cast<FusionYieldOp>(getBody().front().getTerminator());
  if (!haveOneShape(yield.getOperandTypes(), getOutputs().getTypes()))
    return yield.emitOpError("expected a value for each output, of its element "
                             "type and a compatible shape, got ")
           << yield.getOperandTypes();
  if (getResultTypes() != getOutputs().getTypes())
    return emitOpError("expected a result for each output, of its type");
  return success();
}

LogicalResult LaunchFusionOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(*this, getCallee());
  if (!callee)
    return emitOpError("expected a function ")
           << getCallee() << " of a nested module, found none";
  if (!haveOneShape(callee.getArgumentTypes(), getInputs().getTypes()) ||
      !haveOneShape(callee.getResultTypes(), getOutputs().getTypes()))
    return emitOpError("expected inputs and outputs as ")
           << getCallee() << " takes and gives them, "
           << callee.getFunctionType();
  return success();
}

void LaunchFusionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (OpOperand &operand : getOutputsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
}
