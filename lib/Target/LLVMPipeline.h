//===- LLVMPipeline.h - What device and host code share ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMPIPELINE_H
#define LOWP_LIB_TARGET_LLVMPIPELINE_H

#include "AsmLocations.h"
#include "mlir/IR/Operation.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/CodeGen.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::lowp {

/// The assembly or object file of `module`; nothing when the back end cannot
/// write such.
std::optional<std::string> emitCode(llvm::Module &module,
                                    llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type);

/// Steps of a translation that are not the same for all.
struct LLVMSteps {
  /// Which of LLVM's pipelines runs.
  llvm::OptimizationLevel level;
  /// What is done before LLVM's pipeline; may be null.
  function_ref<void(llvm::Module &)> prepare;
  /// Code of the optimized module; nothing when the back end has none.
  function_ref<std::optional<std::string>(llvm::Module &)> emit;
};

/// An operation as LLVM IR. Reporting aside, what happens to it needs nothing
/// of MLIR, whose context may allow one thread only.
struct LLVMTranslation {
  Location loc;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<AsmLocations> locations;
};

/// `op`, of operations that LLVM IR has, for `machine`, as a module called
/// `name`. Unguarded.
FailureOr<LLVMTranslation>
translateToLLVM(Operation *op, llvm::TargetMachine &machine, StringRef name);

/// What LLVM made of a module.
struct LLVMOutcome {
  /// An error or a warning.
  struct Message {
    Location loc;
    bool isError;
    std::string text;
  };
  std::vector<Message> messages;
  /// Nothing when the back end cannot write such.
  std::optional<std::string> code;
};

/// Optimizes a translation and emits code, in any thread. Unguarded.
LLVMOutcome compileTranslation(LLVMTranslation &translation,
                               llvm::TargetMachine &machine,
                               const LLVMSteps &steps);

/// The code of an outcome. LLVM's errors and warnings become diagnostics, and
/// that there is no code becomes one at `loc`.
FailureOr<std::string> reportOutcome(LLVMOutcome outcome, Location loc,
                                     const llvm::TargetMachine &machine);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMPIPELINE_H
