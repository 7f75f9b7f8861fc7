//===- VerifyHostCode.cpp - No device memory in host code -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h"

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// Whether `op` reads or writes elements of a buffer by itself.
static bool accessesBuffer(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  // A function of the user's knows where its tensors are.
  if (!effects || isa<lowp::CallExternalOp>(op) ||
      isa<gpu::GPUDialect>(op->getDialect()))
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [](MemoryEffects::EffectInstance &instance) {
    return isa<MemoryEffects::Read, MemoryEffects::Write>(
               instance.getEffect()) &&
           instance.getValue() &&
           isa<BaseMemRefType>(instance.getValue().getType());
  });
}

static LogicalResult verify(Operation *op) {
  if (isa<memref::AllocaOp>(op))
    return op->emitOpError("expected buffers in device memory, got one in host "
                           "memory; allocate it with memref.alloc");
  if (accessesBuffer(op))
    return op->emitOpError("expected host code to leave device memory alone, "
                           "got an access outside of any kernel; express it as "
                           "a linalg op, which becomes a kernel");
  return success();
}

LogicalResult mlir::lowp::verifyHostCode(func::FuncOp function) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    return WalkResult(verify(op));
  });
  return failure(result.wasInterrupted());
}
