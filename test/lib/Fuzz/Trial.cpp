//===- Trial.cpp - One module through one pipeline ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::lowp::fuzz;

namespace {

/// What was said about a module.
class Errors {
public:
  explicit Errors(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return;
          any = true;
          located |= !isa<UnknownLoc>(diagnostic.getLocation());
          last = diagnostic.str();
        }) {}

  bool any = false;
  bool located = false;
  std::string last;

private:
  ScopedDiagnosticHandler handler;
};

/// Verifies after each pass, and tells it from an error of the pass's own.
class InvalidIR : public PassInstrumentation {
public:
  InvalidIR(std::string &finding,
            llvm::function_ref<void(const std::string &)> onFinding)
      : finding(finding), onFinding(onFinding) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!finding.empty() || pass->getArgument().empty())
      return; // A nested pipeline: its passes were looked at.
    Errors errors(op->getContext());
    if (succeeded(verify(op)))
      return;
    finding = ("pass " + pass->getArgument() + " left invalid IR: ").str() +
              errors.last;
    if (onFinding)
      onFinding(finding);
  }

private:
  std::string &finding;
  llvm::function_ref<void(const std::string &)> onFinding;
};

} // namespace

/// `outcome`, unless `errors` do not fit a failure.
static TrialResult expectError(Outcome outcome, StringRef step,
                               const Errors &errors) {
  if (!errors.any)
    return {Outcome::Finding, (step + " failed without an error").str()};
  if (!errors.located)
    return {Outcome::Finding,
            (step + " failed without a location: ").str() + errors.last};
  return {outcome, ""};
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

/// Reads `stored` again and compares it with `module`: in a context of its own,
/// since one renames resources that it has read before.
static std::string compareWith(ModuleOp module, StringRef stored,
                               StringRef form) {
  MLIRContext &known = *module.getContext();
  MLIRContext context(known.getDialectRegistry(),
                      MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(known.allowsUnregisteredDialects());
  Errors errors(&context);
  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(stored, &context);
  if (!again)
    return (form + " cannot be read again: ").str() + errors.last;
  return print(*again) == print(module)
             ? ""
             : (form + " is read as another module").str();
}

static TrialResult runRoundTrip(ModuleOp module) {
  std::string finding = compareWith(module, print(module), "text");
  if (finding.empty()) {
    std::string bytecode;
    llvm::raw_string_ostream stream(bytecode);
    if (failed(writeBytecodeToFile(module, stream)))
      return {Outcome::Finding, "bytecode cannot be written"};
    finding = compareWith(module, bytecode, "bytecode");
  }
  return {finding.empty() ? Outcome::Passed : Outcome::Finding, finding};
}

static TrialResult
runPipeline(ModuleOp module, StringRef pipeline,
            llvm::function_ref<void(const std::string &)> onInvalidIR) {
  MLIRContext *context = module.getContext();
  PassManager manager(context, ModuleOp::getOperationName(),
                      OpPassManager::Nesting::Implicit);
  std::string parseError, finding;
  llvm::raw_string_ostream parseErrors(parseError);
  if (failed(parsePassPipeline(pipeline, manager, parseErrors)))
    return {Outcome::Finding, "no such pipeline: " + parseError};
  manager.enableVerifier(false);
  manager.addInstrumentation(std::make_unique<InvalidIR>(finding, onInvalidIR));
  Errors errors(context);
  LogicalResult result = manager.run(module);
  if (!finding.empty())
    return {Outcome::Finding, finding};
  if (failed(result))
    return expectError(Outcome::Refused, "the pipeline", errors);
  if (errors.any)
    return {Outcome::Finding, "success with an error: " + errors.last};
  return {Outcome::Passed, ""};
}

TrialResult mlir::lowp::fuzz::runTrial(
    const DialectRegistry &registry, StringRef text, StringRef pipeline,
    llvm::function_ref<void(const std::string &)> onInvalidIR) {
  // A new context: what an earlier module made it load must not help.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module;
  {
    Errors errors(&context);
    module = parseSourceString<ModuleOp>(text, &context, "input.mlir");
    if (!module)
      return expectError(Outcome::Unparsable, "parsing", errors);
    if (errors.any)
      return {Outcome::Finding, "parsed with an error: " + errors.last};
  }
  if (pipeline.empty())
    return {Outcome::Passed, ""};
  return pipeline == kRoundTrip ? runRoundTrip(*module)
                                : runPipeline(*module, pipeline, onInvalidIR);
}
