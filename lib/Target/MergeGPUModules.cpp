//===- MergeGPUModules.cpp - Gather all kernels in one gpu.module ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelMoves.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::lowp;

/// Gives `symbol` a name that neither module has, if it clashes.
static LogicalResult avoidClash(Operation *symbol, SymbolTable &source,
                                SymbolTable &target) {
  if (!target.lookup(SymbolTable::getSymbolName(symbol)))
    return success();
  return source.renameToUnique(symbol, {&target});
}

/// Moves all symbols of `source` into `target` and notes the moves.
static LogicalResult mergeInto(gpu::GPUModuleOp source, gpu::GPUModuleOp target,
                               KernelMoves &moves) {
  SymbolTable sourceTable(source), targetTable(target);
  for (Operation &op : llvm::make_early_inc_range(*source.getBody())) {
    if (!isa<SymbolOpInterface>(op)) {
      op.moveBefore(target.getBody(), target.getBody()->end());
      continue;
    }
    StringAttr oldName = SymbolTable::getSymbolName(&op);
    if (failed(avoidClash(&op, sourceTable, targetTable)))
      return op.emitError("cannot rename this symbol, which clashes with one "
                          "of another gpu.module");
    moves.note(source, oldName, target, SymbolTable::getSymbolName(&op));
    sourceTable.remove(&op);
    op.remove();
    targetTable.insert(&op);
  }
  source.erase();
  return success();
}

LogicalResult mlir::lowp::mergeGPUModules(ModuleOp program) {
  auto modules = llvm::to_vector(program.getOps<gpu::GPUModuleOp>());
  if (modules.size() < 2)
    return success();
  KernelMoves moves;
  for (gpu::GPUModuleOp module : llvm::drop_begin(modules))
    if (failed(mergeInto(module, modules.front(), moves)))
      return failure();
  moves.updateReferences(program);
  return success();
}
