//===- RefuseMemorySpaces.cpp - Memory of another space -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_REFUSEMEMORYSPACESPASS
#include "lowp/Pipelines/Passes.h.inc"
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

namespace {
struct RefuseMemorySpaces
    : public lowp::impl::RefuseMemorySpacesPassBase<RefuseMemorySpaces> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          BaseMemRefType buffer = findElsewhere(op);
          if (!buffer)
            return WalkResult::advance();
          op->emitOpError("expected memory in the default space, got ")
              << buffer;
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
