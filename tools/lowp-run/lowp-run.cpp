//===- lowp-run.cpp - Runs a function on the CPU or the GPU ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "lowp/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  lowp::run::Options options = lowp::run::parseCommandLine(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::DialectRegistry registry;
  lowp::registerAllDialects(registry);
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::MLIRContext context(registry);
  // Whole kernels would drown the message.
  context.printOpOnDiagnostic(false);

  auto module = mlir::parseSourceFile<mlir::ModuleOp>(options.file, &context);
  if (!module)
    return 1;
  if (llvm::Error error = lowp::run::runSession(*module, options)) {
    llvm::outs().flush();
    llvm::errs() << "lowp-run: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }
  return 0;
}
