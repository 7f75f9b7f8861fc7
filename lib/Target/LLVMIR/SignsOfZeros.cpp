//===- SignsOfZeros.cpp - Selects that NVPTX takes for minima -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignsOfZeros.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// The comparison of `x < 0 ? x : 0`, where `select` is that; otherwise null.
static FCmpInst *findComparison(SelectInst &select) {
  auto *comparison = dyn_cast<FCmpInst>(select.getCondition());
  if (!comparison || select.hasNoSignedZeros() ||
      !match(select.getFalseValue(), m_PosZeroFP()))
    return nullptr;
  Value *x = select.getTrueValue();
  bool isBelow = comparison->getPredicate() == FCmpInst::FCMP_OLT &&
                 comparison->getOperand(0) == x &&
                 match(comparison->getOperand(1), m_AnyZeroFP());
  bool isAbove = comparison->getPredicate() == FCmpInst::FCMP_OGT &&
                 comparison->getOperand(1) == x &&
                 match(comparison->getOperand(0), m_AnyZeroFP());
  return isBelow || isAbove ? comparison : nullptr;
}

void mlir::lowp::keepSignsOfZeros(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *select = dyn_cast<SelectInst>(&instruction);
      FCmpInst *comparison = select ? findComparison(*select) : nullptr;
      if (!comparison)
        continue;
      IRBuilder<> builder(select);
      select->setCondition(builder.CreateFCmp(comparison->getInversePredicate(),
                                              comparison->getOperand(0),
                                              comparison->getOperand(1)));
      select->swapValues();
      select->swapProfMetadata();
    }
}
