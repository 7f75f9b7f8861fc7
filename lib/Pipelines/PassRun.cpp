//===- PassRun.cpp - Which pass runs, and on what -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassRun.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::lowp;

PassRun::PassRun(PassManager &manager, Operation *op) : before(op->clone()) {
  llvm::raw_string_ostream os(pipeline);
  manager.printAsTextualPipeline(os);
}

void PassRun::enter(Pass *pass, Operation *op) {
  // Adaptors, which run passes on operations within, have no argument.
  if (pass->getArgument().empty())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  running.push_back(
      {pass, pass->getArgument().str(), op->getName().getStringRef().str()});
}

void PassRun::leave(Pass *pass) {
  std::lock_guard<std::mutex> lock(mutex);
  for (size_t last = running.size(); last-- > 0;)
    if (running[last].pass == pass) {
      running.erase(running.begin() + last);
      return;
    }
}

std::string PassRun::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  return running.empty() ? ""
                         : "pass '" + running.back().name + "' on a '" +
                               running.back().operation + "'";
}

std::string PassRun::reproduce() {
  std::string text;
  llvm::raw_string_ostream os(text);
  AsmState state(*before);
  state.attachResourcePrinter("mlir_reproducer",
                              [&](Operation *, AsmResourceBuilder &builder) {
                                builder.buildString("pipeline", pipeline);
                                builder.buildBool("disable_threading", true);
                                builder.buildBool("verify_each", true);
                              });
  before->print(os, state);
  return text;
}

PassNotes *&mlir::lowp::getPassNotes() {
  static thread_local PassNotes *notes = nullptr;
  return notes;
}
