//===- LLVMPipeline.cpp - What device and host code share -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMPipeline.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

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

void mlir::lowp::optimize(llvm::Module &module, llvm::TargetMachine &machine) {
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
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
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
