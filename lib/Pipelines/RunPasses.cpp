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

struct NoteFailure : PassInstrumentation {
  explicit NoteFailure(std::shared_ptr<Failure> noted)
      : noted(std::move(noted)) {}

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    std::lock_guard<std::mutex> lock(noted->mutex);
    if (!noted->pass.empty())
      return;
    noted->pass =
        (pass->getArgument().empty() ? pass->getName() : pass->getArgument())
            .str();
    noted->operation = op->getName().getStringRef().str();
  }

  std::shared_ptr<Failure> noted;
};
} // namespace

namespace {
/// Says which pass runs.
struct NotePasses : PassInstrumentation {
  explicit NotePasses(std::shared_ptr<lowp::PassRun> run)
      : run(std::move(run)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    run->enter(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *) override { run->leave(pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override {
    run->leave(pass);
  }

  std::shared_ptr<lowp::PassRun> run;
};
} // namespace

/// Runs the passes, and notes that for who survives their crash.
static LogicalResult runNoted(PassManager &manager, Operation *op) {
  lowp::PassNotes *notes = lowp::getPassNotes();
  if (!notes)
    return manager.run(op);
  auto run = std::make_shared<lowp::PassRun>(manager, op);
  notes->push_back(run);
  manager.addInstrumentation(std::make_unique<NotePasses>(run));
  LogicalResult result = manager.run(op);
  notes->pop_back();
  return result;
}

LogicalResult mlir::lowp::runPasses(PassManager &manager, Operation *op) {
  // The manager keeps its instrumentation for as long as it lives.
  auto noted = std::make_shared<Failure>();
  manager.addInstrumentation(std::make_unique<NoteFailure>(noted));
  ScopedDiagnosticHandler handler(
      op->getContext(), [&](Diagnostic &diagnostic) {
        noted->hasReason |=
            diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure();
      });
  if (succeeded(runNoted(manager, op)))
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
