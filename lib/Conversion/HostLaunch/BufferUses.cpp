//===- BufferUses.cpp - What shows and touches a buffer -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"

#include "ResultMemory.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::lowp;

Value mlir::lowp::getWhole(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && type.getLayout().isIdentity() && !type.getMemorySpace()
             ? value
             : Value();
}

Value mlir::lowp::getBuffer(Value value) {
  auto buffer = dyn_cast<MemrefValue>(value);
  return buffer ? memref::skipViewLikeOps(buffer) : Value();
}

bool mlir::lowp::hasViewsAlone(Value buffer) {
  return llvm::all_of(buffer.getUses(), [](OpOperand &use) {
    Operation *op = use.getOwner();
    if (isa<ViewLikeOpInterface>(op))
      return hasViewsAlone(op->getResult(0));
    return op->isRegistered() && op->getNumResults() == 0
               ? !op->hasTrait<OpTrait::IsTerminator>()
               : isa<memref::DimOp, memref::LoadOp>(op);
  });
}

bool mlir::lowp::isPlanned(func::FuncOp func, Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return argument.getOwner() == &func.front() &&
           mayHold(func, argument, cast<MemRefType>(argument.getType()));
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == &func.front();
}

bool mlir::lowp::overwrites(OpOperand &output) {
  auto launch =
      dyn_cast<bufferization::BufferizableOpInterface>(output.getOwner());
  bufferization::BufferizationOptions options;
  return launch && !launch.bufferizesToMemoryRead(
                       output, bufferization::AnalysisState(options));
}
