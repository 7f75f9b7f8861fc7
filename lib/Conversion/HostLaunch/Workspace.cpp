//===- Workspace.cpp - Allocations as pieces of the workspace -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult mlir::lowp::lowerAlloc(memref::AllocOp op, Value call,
                                     RuntimeABI &abi) {
  MemRefType type = op.getType();
  FailureOr<int64_t> elementBytes = getElementBytes(op, type);
  if (failed(elementBytes))
    return failure();
  if (!type.getLayout().isIdentity())
    return op.emitOpError("expected an allocation without gaps, got ") << type;
  if (type.getMemorySpace())
    return op.emitOpError("expected an allocation in the default memory "
                          "space, got ")
           << type;

  OpBuilder builder(op);
  Location loc = op.getLoc();
  std::optional<int64_t> known = *elementBytes;
  for (int64_t size : type.getShape())
    if (known && !ShapedType::isDynamic(size))
      known = llvm::checkedMul(*known, size);
  if (!known)
    return op.emitOpError("expected an allocation whose bytes 63 bits count, "
                          "got ")
           << type;
  Value bytes = abi.createI64(builder, loc, *known);
  for (Value size : op.getDynamicSizes()) {
    Value count = arith::IndexCastOp::create(builder, loc, abi.i64, size);
    bytes = LLVM::MulOp::create(builder, loc, bytes, count);
  }
  Value address = abi.createCall(builder, loc, "lowpWorkspaceAllocate",
                                 {call, bytes}, abi.pointer);
  op.replaceAllUsesWith(
      createBuffer(builder, loc, type, address, op.getDynamicSizes()));
  op.erase();
  return success();
}

void mlir::lowp::lowerBytesOf(UnrealizedConversionCastOp op) {
  if (op.getNumOperands() != 1 || op.getNumResults() != 1)
    return;
  auto bytes = dyn_cast<MemRefType>(op.getResult(0).getType());
  if (!bytes || !isa<MemRefType>(op.getOperand(0).getType()))
    return;
  OpBuilder builder(op);
  Value address = createElementAddress(builder, op.getLoc(), op.getOperand(0));
  op.replaceAllUsesWith(
      ValueRange(createBuffer(builder, op.getLoc(), bytes, address, {})));
  op.erase();
}

void mlir::lowp::lowerAssert(cf::AssertOp op, Value call, RuntimeABI &abi) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value yes = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                       builder.getBoolAttr(true));
  Value fails = LLVM::XOrOp::create(builder, loc, op.getArg(), yes);
  // Where the message does not say it: in which function.
  auto function = op->getParentOfType<func::FuncOp>();
  std::string quoted = ("'" + getPlainName(function.getName()) + "'").str();
  bool isNamed = op.getMsg().contains(quoted);
  abi.createFailIf(builder, loc, call, fails,
                   isNamed ? op.getMsg().str()
                           : quoted + ": " + op.getMsg().str());
  op.erase();
}
