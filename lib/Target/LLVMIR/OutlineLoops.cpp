//===- OutlineLoops.cpp - Functions of many loops are divided -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

/// Loop nests of a function that LLVM has no trouble with.
static constexpr size_t kFewNests = 16;

static SmallVector<SmallVector<BasicBlock *>> findNests(Function &function) {
  DominatorTree tree(function);
  SmallVector<SmallVector<BasicBlock *>> nests;
  for (Loop *nest : LoopInfo(tree))
    nests.push_back(to_vector(nest->blocks()));
  return nests;
}

static void outlineLoops(Function &function) {
  SmallVector<SmallVector<BasicBlock *>> nests = findNests(function);
  if (nests.size() <= kFewNests)
    return;
  CodeExtractorAnalysisCache cache(function);
  for (ArrayRef<BasicBlock *> nest : nests)
    // Inlined, it would be where it was.
    if (Function *own = CodeExtractor(nest).extractCodeRegion(cache))
      own->addFnAttr(Attribute::NoInline);
}

void mlir::lowp::outlineLoops(Module &module) {
  // Functions that are made here have one nest.
  for (Function &function : make_early_inc_range(module))
    if (!function.isDeclaration())
      ::outlineLoops(function);
}
