//===- Program.cpp - A compiled function in this process ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "lowp/Runtime/lowp_runtime.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace lowp::run;

namespace {
struct RuntimeFunction {
  const char *name;
  void *address;
};
} // namespace

/// Code for the CPU prints why a check failed and aborts: that is an error of
/// the program that runs here, with a message and no dump of the stack.
static int printFailedCheck(const char *reason) {
  llvm::errs() << "lowp-run: error: " << reason << "\n";
  return 0;
}

[[noreturn]] static void leave() { std::exit(1); }

template <typename Function>
static void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

/// The runtime functions that compiled code calls, and what it calls where a
/// check fails.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner mangle) {
  const RuntimeFunction functions[] = {
      {"abort", addressOf(leave)},
      {"puts", addressOf(printFailedCheck)},
      {"lowpEncodeTensorMap", addressOf(lowpEncodeTensorMap)},
      {"lowpFail", addressOf(lowpFail)},
      {"lowpLaunchKernel", addressOf(lowpLaunchKernel)},
      {"lowpMultiprocessorCount", addressOf(lowpMultiprocessorCount)},
      {"lowpWorkspaceAllocate", addressOf(lowpWorkspaceAllocate)},
  };
  llvm::orc::SymbolMap symbols;
  for (const RuntimeFunction &function : functions)
    symbols[mangle(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported};
  return symbols;
}

llvm::Expected<Program>
Program::compile(mlir::ModuleOp module,
                 llvm::function_ref<void(mlir::OpPassManager &)> build) {
  mlir::OwningOpRef<mlir::ModuleOp> lowered(module.clone());
  mlir::PassManager manager(module.getContext());
  build(manager);
  if (mlir::failed(manager.run(*lowered)))
    return llvm::createStringError("compilation failed, see above");

  mlir::ExecutionEngineOptions options;
  auto optimize = mlir::makeOptimizingTransformer(
      /*optLevel=*/2, /*sizeLevel=*/0, /*targetMachine=*/nullptr);
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  auto engine = mlir::ExecutionEngine::create(*lowered, options);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getRuntimeSymbols);
  Program program;
  program.engine = std::move(*engine);
  return program;
}

llvm::Error Program::call(llvm::StringRef function,
                          llvm::MutableArrayRef<void *> arguments) {
  llvm::SmallVector<void *> packed;
  for (void *&argument : arguments)
    packed.push_back(&argument);
  return engine->invokePacked(function, packed);
}
