//===- UnrollMarks.cpp - Loops that LLVM must not unroll ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollMarks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"

/// Whether a branch back has the mark of `convert-lowp-gpu-to-nvvm`: LLVM marks
/// loops of its own that it has unrolled by "llvm.loop.unroll.disable" alone.
static bool isMarked(const llvm::Instruction &branch) {
  llvm::MDNode *loop = branch.getMetadata(llvm::LLVMContext::MD_loop);
  return loop &&
         llvm::findOptionMDForLoopID(loop, "llvm.loop.unroll.runtime.disable");
}

void mlir::lowp::dropUnrollMarks(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      if (llvm::Instruction *branch = block.getTerminator();
          branch && isMarked(*branch))
        branch->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
}
