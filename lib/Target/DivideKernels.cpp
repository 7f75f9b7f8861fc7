//===- DivideKernels.cpp - One image or one for each kernel ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelMoves.h"
#include "Kernels.h"
#include "lowp/Target/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DIVIDEKERNELSPASS
#include "lowp/Target/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// What `kernel` needs of its module, directly or not, in the module's order.
static SmallVector<Operation *> collectNeeded(LLVM::LLVMFuncOp kernel,
                                              SymbolTable &symbols) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Operation *> left = {kernel};
  while (!left.empty()) {
    auto uses = SymbolTable::getSymbolUses(left.pop_back_val());
    if (!uses)
      continue;
    for (const SymbolTable::SymbolUse &use : *uses) {
      Operation *symbol = symbols.lookup(use.getSymbolRef().getRootReference());
      if (symbol && symbol != kernel && needed.insert(symbol))
        left.push_back(symbol);
    }
  }
  SmallVector<Operation *> ordered = needed.takeVector();
  llvm::sort(ordered, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return ordered;
}

/// Moves `kernel` into a gpu.module of its own, after that it was in.
static void moveOut(LLVM::LLVMFuncOp kernel, gpu::GPUModuleOp source,
                    SymbolTable &symbols, SymbolTable &modules,
                    KernelMoves &moves) {
  SmallVector<Operation *> needed = collectNeeded(kernel, symbols);
  OpBuilder builder(kernel.getContext());
  auto target =
      gpu::GPUModuleOp::create(builder, source.getLoc(), kernel.getSymName());
  target->setDiscardableAttrs(source->getDiscardableAttrDictionary());
  modules.insert(target, std::next(source->getIterator()));
  builder.setInsertionPointToEnd(target.getBody());
  for (Operation *symbol : needed)
    builder.clone(*symbol);
  moves.note(source, kernel.getSymNameAttr(), target, kernel.getSymNameAttr());
  symbols.remove(kernel);
  kernel->moveBefore(target.getBody(), target.getBody()->end());
}

/// Leaves the first of the kernels of `module` where it is. Reversed, so that
/// modules have the order of the kernels.
static void split(gpu::GPUModuleOp module, SymbolTable &modules,
                  KernelMoves &moves) {
  SymbolTable symbols(module);
  SmallVector<LLVM::LLVMFuncOp> kernels = getKernels(module);
  for (LLVM::LLVMFuncOp kernel : llvm::reverse(llvm::drop_begin(kernels)))
    moveOut(kernel, module, symbols, modules, moves);
}

/// Gives each kernel of `program` but the first of a gpu.module a new one,
/// called like the kernel, with copies of the functions and variables that it
/// uses.
static void splitGPUModules(ModuleOp program) {
  SymbolTable modules(program);
  KernelMoves moves;
  for (auto module : llvm::to_vector(program.getOps<gpu::GPUModuleOp>()))
    if (getKernels(module).size() > 1)
      split(module, modules, moves);
  moves.updateReferences(program);
}

namespace {
struct DivideKernels : lowp::impl::DivideKernelsPassBase<DivideKernels> {
  using Base::Base;

  void runOnOperation() override {
    if (!oneImage)
      return splitGPUModules(getOperation());
    if (failed(mergeGPUModules(getOperation())))
      signalPassFailure();
  }
};
} // namespace
