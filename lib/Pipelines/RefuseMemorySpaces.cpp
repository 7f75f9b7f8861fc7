//===- RefuseMemorySpaces.cpp - Memory that LLVM has no address for -------===//
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

/// A buffer within `type` whose memory space is no number; null if none is.
static BaseMemRefType findUnnumbered(Type type) {
  BaseMemRefType found;
  type.walk([&](Type part) {
    auto buffer = dyn_cast<BaseMemRefType>(part);
    if (!buffer || !buffer.getMemorySpace() ||
        isa<IntegerAttr>(buffer.getMemorySpace()))
      return WalkResult::advance();
    found = buffer;
    return WalkResult::interrupt();
  });
  return found;
}

/// The same for all that `op` takes, gives, and declares.
static BaseMemRefType findUnnumbered(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  op->getAttrDictionary().walk(
      [&](TypeAttr attr) { types.push_back(attr.getValue()); });
  for (Type type : types)
    if (BaseMemRefType found = findUnnumbered(type))
      return found;
  return {};
}

namespace {
struct RefuseMemorySpaces
    : public mlir::lowp::impl::RefuseMemorySpacesPassBase<RefuseMemorySpaces> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          BaseMemRefType buffer = findUnnumbered(op);
          if (!buffer)
            return WalkResult::advance();
          op->emitOpError("expected memory in the default space or one that is "
                          "a number, got ")
              << buffer;
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
