//===- Convergent.cpp - Keep warps together -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convergent.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether nothing but our mark says that `call` is convergent: the
/// declarations of intrinsics have it where it is due.
static bool needsMark(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return !callee || !callee->isIntrinsic();
}

void mlir::lowp::markConvergent(Module &module) {
  for (Function &function : module) {
    if (!function.isIntrinsic())
      function.setConvergent();
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && needsMark(*call))
        call->setConvergent();
  }
}

static bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel;
}

void mlir::lowp::inlineIntoKernels(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration() || isKernel(function) ||
        function.hasFnAttribute(llvm::Attribute::NoInline))
      continue;
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setLinkage(GlobalValue::InternalLinkage);
  }
}
