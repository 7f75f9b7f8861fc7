//===- LLVMPipeline.cpp - What device and host code share -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMPipeline.h"
#include "AsmLocations.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace mlir;
using namespace mlir::lowp;

static std::string print(const llvm::DiagnosticInfo &info) {
  // Would append our number of the place as if it were a line.
  if (const auto *assembly =
          llvm::dyn_cast<llvm::DiagnosticInfoInlineAsm>(&info))
    return assembly->getMsgStr().str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info.print(printer);
  return text;
}

namespace {
/// Keeps LLVM's errors and warnings: the thread may be one that cannot report.
class MessageCollector : public llvm::DiagnosticHandler {
public:
  /// Places at `fallback` what `locations` does not know the place of. Both
  /// references must outlive this object.
  MessageCollector(Location fallback, const AsmLocations &locations,
                   std::vector<LLVMOutcome::Message> &messages)
      : fallback(fallback), locations(locations), messages(messages) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

private:
  Location fallback;
  const AsmLocations &locations;
  std::vector<LLVMOutcome::Message> &messages;
};
} // namespace

bool MessageCollector::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  bool isError = info.getSeverity() == llvm::DS_Error;
  if (isError || info.getSeverity() == llvm::DS_Warning)
    messages.push_back(
        {locations.lookup(info).value_or(fallback), isError, print(info)});
  return true;
}

/// Runs LLVM's pipeline of that level, below O3 without vectors and unrolled
/// loops.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.LoopInterleaving = tuning.LoopUnrolling =
      level == llvm::OptimizationLevel::O3;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes = builder.buildPerModuleDefaultPipeline(level);
  // Wrappers that nobody calls name functions that nobody defines.
  if (level == llvm::OptimizationLevel::O0)
    passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, modules);
}

std::optional<std::string> mlir::lowp::emitCode(llvm::Module &module,
                                                llvm::TargetMachine &machine,
                                                llvm::CodeGenFileType type) {
  llvm::SmallString<0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr, type))
    return std::nullopt;
  passes.run(module);
  return buffer.str().str();
}

FailureOr<LLVMTranslation>
mlir::lowp::translateToLLVM(Operation *op, llvm::TargetMachine &machine,
                            StringRef name) {
  LLVMTranslation translation{
      op->getLoc(), std::make_unique<llvm::LLVMContext>(), nullptr, nullptr};
  // The translation would print what its verifier says to standard error.
  translation.module = translateModuleToLLVMIR(op, *translation.context, name,
                                               /*disableVerification=*/true);
  if (!translation.module)
    return failure(); // Has said why.
  std::string reason;
  llvm::raw_string_ostream reasons(reason);
  if (llvm::verifyModule(*translation.module, &reasons))
    return emitError(op->getLoc())
           << "LLVM refuses the code: " << StringRef(reason).trim();
  translation.module->setTargetTriple(machine.getTargetTriple());
  translation.module->setDataLayout(machine.createDataLayout());
  translation.locations =
      std::make_unique<AsmLocations>(op, *translation.module);
  return translation;
}

LLVMOutcome mlir::lowp::compileTranslation(LLVMTranslation &translation,
                                           llvm::TargetMachine &machine,
                                           const LLVMSteps &steps) {
  LLVMOutcome outcome;
  translation.context->setDiagnosticHandler(std::make_unique<MessageCollector>(
      translation.loc, *translation.locations, outcome.messages));
  if (steps.prepare)
    steps.prepare(*translation.module);
  optimize(*translation.module, machine, steps.level);
  outcome.code = steps.emit(*translation.module);
  translation.context->setDiagnosticHandler(nullptr);
  return outcome;
}

FailureOr<std::string>
mlir::lowp::reportOutcome(LLVMOutcome outcome, Location loc,
                          const llvm::TargetMachine &machine) {
  bool failed = false;
  for (const LLVMOutcome::Message &message : outcome.messages) {
    failed |= message.isError;
    (message.isError ? emitError(message.loc) : emitWarning(message.loc))
        << "LLVM: " << message.text;
  }
  if (!outcome.code)
    return emitError(loc) << "LLVM's back end for '"
                          << machine.getTargetTriple().str()
                          << "' cannot write this kind of code";
  if (failed)
    return failure();
  return std::move(*outcome.code);
}
