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
/// Turns LLVM's errors and warnings into diagnostics.
class DiagnosticForwarder : public llvm::DiagnosticHandler {
public:
  /// Reports at `fallback` what `locations` does not know the place of. Sets
  /// `failed` on an error. Both references must outlive this object.
  DiagnosticForwarder(Location fallback, const AsmLocations &locations,
                      bool &failed)
      : fallback(fallback), locations(locations), failed(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

private:
  Location fallback;
  const AsmLocations &locations;
  bool &failed;
};
} // namespace

bool DiagnosticForwarder::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  Location loc = locations.lookup(info).value_or(fallback);
  if (info.getSeverity() == llvm::DS_Error) {
    failed = true;
    emitError(loc) << "LLVM: " << print(info);
  } else if (info.getSeverity() == llvm::DS_Warning) {
    emitWarning(loc) << "LLVM: " << print(info);
  }
  return true;
}

/// Runs LLVM's pipeline of that level.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
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

FailureOr<std::string>
mlir::lowp::compileThroughLLVM(Operation *op, llvm::TargetMachine &machine,
                               const LLVMSteps &steps) {
  llvm::LLVMContext context;
  // The translation would print what its verifier says to standard error.
  std::unique_ptr<llvm::Module> module = translateModuleToLLVMIR(
      op, context, steps.name, /*disableVerification=*/true);
  if (!module)
    return failure(); // Has said why.
  std::string reason;
  llvm::raw_string_ostream reasons(reason);
  if (llvm::verifyModule(*module, &reasons))
    return emitError(op->getLoc())
           << "LLVM refuses the code: " << StringRef(reason).trim();
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());

  bool failed = false;
  AsmLocations locations(op, *module);
  context.setDiagnosticHandler(
      std::make_unique<DiagnosticForwarder>(op->getLoc(), locations, failed));
  if (steps.prepare)
    steps.prepare(*module);
  optimize(*module, machine, steps.level);
  std::optional<std::string> code = steps.emit(*module);
  if (!code)
    return emitError(op->getLoc())
           << "LLVM's back end for '" << machine.getTargetTriple().str()
           << "' cannot write this kind of code";
  if (failed)
    return failure();
  return std::move(*code);
}
