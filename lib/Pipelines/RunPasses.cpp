//===- RunPasses.cpp - Runs that fail with a reason -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/RunPasses.h"

#include "PassRun.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <mutex>

using namespace mlir;

namespace {
/// What is known of a run that failed.
struct Failure {
  std::mutex mutex;
  /// The innermost pass, the first of them.
  std::string pass;
  std::string operation;
  bool hasReason = false;
};

/// Notes which pass failed and, for who survives a crash, which one runs.
struct NotePasses : PassInstrumentation {
  NotePasses(std::shared_ptr<Failure> noted, std::shared_ptr<lowp::PassRun> run)
      : noted(std::move(noted)), run(std::move(run)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (run)
      run->enter(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (run)
      run->leave(pass);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    runAfterPass(pass, op);
    std::lock_guard<std::mutex> lock(noted->mutex);
    if (!noted->pass.empty())
      return;
    noted->pass =
        (pass->getArgument().empty() ? pass->getName() : pass->getArgument())
            .str();
    noted->operation = op->getName().getStringRef().str();
  }

  std::shared_ptr<Failure> noted;
  std::shared_ptr<lowp::PassRun> run;
};
} // namespace

LogicalResult mlir::lowp::runPasses(PassManager &manager, Operation *op) {
  // The manager keeps its instrumentation for as long as it lives.
  auto noted = std::make_shared<Failure>();
  PassNotes *notes = getPassNotes();
  auto run = notes ? std::make_shared<PassRun>(manager, op) : nullptr;
  manager.addInstrumentation(std::make_unique<NotePasses>(noted, run));
  ScopedDiagnosticHandler handler(
      op->getContext(), [&](Diagnostic &diagnostic) {
        noted->hasReason |=
            diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure();
      });
  if (notes)
    notes->push_back(run);
  LogicalResult result = manager.run(op);
  if (notes)
    notes->pop_back();
  if (succeeded(result))
    return success();
  if (noted->hasReason)
    return failure();
  InFlightDiagnostic diagnostic = emitError(op->getLoc());
  if (noted->pass.empty())
    diagnostic << "the pipeline does not take this module";
  else
    diagnostic << "pass '" << noted->pass << "' refused a '" << noted->operation
               << "' and did not say why";
  return diagnostic
         << "; lowp-opt --mlir-print-ir-on-failure shows where it was";
}
