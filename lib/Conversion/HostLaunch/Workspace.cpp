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

LogicalResult mlir::lowp::lowerAlloc(memref::AllocOp op, HostBuilder &b) {
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

  std::optional<int64_t> known = *elementBytes;
  for (int64_t size : type.getShape())
    if (known && !ShapedType::isDynamic(size))
      known = llvm::checkedMul(*known, size);
  if (!known)
    return op.emitOpError("expected an allocation whose bytes 63 bits count, "
                          "got ")
           << type;
  Value bytes = b.createI64(*known);
  for (Value size : op.getDynamicSizes()) {
    Value count = arith::IndexCastOp::create(b, b.abi.i64, size);
    bytes = LLVM::MulOp::create(b, bytes, count);
  }
  Value address =
      b.createCall("lowpWorkspaceAllocate", {b.call, bytes}, b.abi.pointer)
          .getResult();
  op.replaceAllUsesWith(createBuffer(b, type, address, op.getDynamicSizes()));
  op.erase();
  return success();
}

void mlir::lowp::lowerBytesOf(UnrealizedConversionCastOp op, HostBuilder &b) {
  if (op.getNumOperands() != 1 || op.getNumResults() != 1)
    return;
  auto bytes = dyn_cast<MemRefType>(op.getResult(0).getType());
  if (!bytes || !isa<MemRefType>(op.getOperand(0).getType()))
    return;
  Value address = createElementAddress(b, op.getOperand(0));
  op.replaceAllUsesWith(ValueRange(createBuffer(b, bytes, address, {})));
  op.erase();
}

void mlir::lowp::lowerAssert(cf::AssertOp op, HostBuilder &b) {
  Value yes = LLVM::ConstantOp::create(b, b.getI1Type(), b.getBoolAttr(true));
  Value fails = LLVM::XOrOp::create(b, op.getArg(), yes);
  // Where the message does not say it: in which function.
  auto function = op->getParentOfType<func::FuncOp>();
  std::string quoted = ("'" + getPlainName(function.getName()) + "'").str();
  bool isNamed = op.getMsg().contains(quoted);
  b.createFailIf(fails, isNamed ? op.getMsg().str()
                                : quoted + ": " + op.getMsg().str());
  op.erase();
}
