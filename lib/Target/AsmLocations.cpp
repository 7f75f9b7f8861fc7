//===- AsmLocations.cpp - Where inline assembly came from -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmLocations.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::lowp;

static std::vector<llvm::CallBase *> collectAsm(llvm::Function &function) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call && call->isInlineAsm())
      calls.push_back(call);
  return calls;
}

static std::vector<Location> collectAsm(LLVM::LLVMFuncOp function) {
  std::vector<Location> locations;
  function.walk(
      [&](LLVM::InlineAsmOp op) { locations.push_back(op.getLoc()); });
  return locations;
}

static void tag(llvm::CallBase &call, uint64_t number) {
  llvm::LLVMContext &context = call.getContext();
  auto *value = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number);
  call.setMetadata(
      "srcloc",
      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(value)));
}

AsmLocations::AsmLocations(Operation *root, llvm::Module &module) {
  root->walk([&](LLVM::LLVMFuncOp op) {
    llvm::Function *function = module.getFunction(op.getSymName());
    if (!function)
      return;
    std::vector<llvm::CallBase *> calls = collectAsm(*function);
    std::vector<Location> origins = collectAsm(op);
    // Translation keeps blocks and operations in order. Should some operation
    // translate to assembly of its own, there is no telling which is which.
    if (calls.size() != origins.size())
      return;
    for (auto [call, origin] : llvm::zip(calls, origins)) {
      locations.push_back(origin);
      tag(*call, locations.size()); // 0 stands for "none".
    }
  });
}

std::optional<Location>
AsmLocations::lookup(const llvm::DiagnosticInfo &info) const {
  const auto *assembly = llvm::dyn_cast<llvm::DiagnosticInfoInlineAsm>(&info);
  if (!assembly || assembly->getLocCookie() == 0 ||
      assembly->getLocCookie() > locations.size())
    return std::nullopt;
  return locations[assembly->getLocCookie() - 1];
}
