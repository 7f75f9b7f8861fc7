//===- PrepareHostCode.cpp - What upstream takes for host code ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREHOSTCODEPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// A buffer within `type` that is in a memory space; null if none is.
static BaseMemRefType findElsewhere(Type type) {
  BaseMemRefType found;
  type.walk([&](Type part) {
    auto buffer = dyn_cast<BaseMemRefType>(part);
    if (!buffer || !buffer.getMemorySpace())
      return WalkResult::advance();
    found = buffer;
    return WalkResult::interrupt();
  });
  return found;
}

/// The same for all that `op` takes, gives, and declares.
static BaseMemRefType findElsewhere(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  op->getAttrDictionary().walk(
      [&](TypeAttr attr) { types.push_back(attr.getValue()); });
  for (Type type : types)
    if (BaseMemRefType found = findElsewhere(type))
      return found;
  return {};
}

/// Refuses memory of another space: the host has one, and allocates and frees
/// in that one. Upstream's conversion prints an error and goes on.
static LogicalResult refuseMemorySpaces(ModuleOp op) {
  WalkResult result = op->walk<WalkOrder::PreOrder>([](Operation *op) {
    BaseMemRefType buffer = findElsewhere(op);
    if (!buffer)
      return WalkResult::advance();
    op->emitOpError("expected memory in the default space, got ") << buffer;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct PrepareHostCode : lowp::impl::PrepareHostCodePassBase<PrepareHostCode> {
  void runOnOperation() override {
    if (failed(refuseMemorySpaces(getOperation())))
      return signalPassFailure();
    // They say something of tensors, and do not hold of the pointers and sizes
    // that these become in LLVM, whose translation warns of them.
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      function.removeArgAttrsAttr();
      function.removeResAttrsAttr();
    }
  }
};
} // namespace
