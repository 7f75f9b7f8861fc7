//===- GivenOrder.cpp - Operands that lie as who calls says ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GivenOrder.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `value` lies as who calls says, and cannot be written otherwise.
static bool isGiven(Value value) {
  auto maker = value.getDefiningOp<LayoutPropagationOpInterface>();
  if (maker && maker.isView())
    return isGiven(maker->getOperand(0));
  if (auto widen = value.getDefiningOp<WidenOp>())
    return isGiven(widen.getInput());
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? isa<FunctionOpInterface>(argument.getOwner()->getParentOp())
                  : isa<MakeScaledOp>(value.getDefiningOp());
}

/// Whether rows of `type`, and columns, begin where copies may.
static bool hasAlignedLines(ScaledType type) {
  constexpr int64_t kBits = 8 * 16;
  return llvm::all_of(type.getMatrixShape(), [&](int64_t size) {
    return !ShapedType::isDynamic(size) &&
           size * type.getElementType().getIntOrFloatBitWidth() % kBits == 0;
  });
}

bool mlir::lowp::keepsGivenOrder(Value operand, ScaledType lhs, ScaledType rhs,
                                 const lowp_gpu::KernelTarget &target) {
  return takesEitherOrder(lhs, rhs, target) &&
         hasAlignedLines(cast<ScaledType>(operand.getType())) &&
         isGiven(operand);
}
