//===- RunMain.cpp - Runs a function on the CPU or the GPU ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Tools.h"

#include "MemoryLimit.h"
#include "Session.h"

#include "lowp/Execution/CompileArtifact.h"
#include "lowp/Files/OutputSet.h"
#include "lowp/Source/ParseProgram.h"
#include "lowp/Source/ToolVersion.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir::lowp;

int lowpRunMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  setToolVersion();
  run::reportExhaustedMemory();
  const run::Options &options = run::parseCommandLine(argc, argv);
  mlir::DialectRegistry registry;
  execution::registerDialects(registry);
  // A crash is survived in the thread that compiles alone.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // Whole kernels would drown the message.
  context.printOpOnDiagnostic(false);

  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);
  auto module = parseProgramFile(options.file, sources, &context);
  if (!module)
    return 1;
  llvm::Error error = run::runSession(*module, options);
  // What was printed is out, or that is the error.
  if (llvm::Error lost = writeOutput("-", ""))
    error = llvm::joinErrors(std::move(error), std::move(lost));
  if (error) {
    llvm::errs() << "lowp-run: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }
  return 0;
}
