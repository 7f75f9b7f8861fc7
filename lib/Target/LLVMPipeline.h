//===- LLVMPipeline.h - What device and host code share ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_LLVMPIPELINE_H
#define LOWP_LIB_TARGET_LLVMPIPELINE_H

#include "mlir/IR/Operation.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/CodeGen.h"

#include <optional>
#include <string>

namespace llvm {
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
  /// The name of the LLVM module.
  StringRef name;
  /// Which of LLVM's pipelines runs.
  llvm::OptimizationLevel level;
  /// What is done before LLVM's pipeline; may be null.
  function_ref<void(llvm::Module &)> prepare;
  /// Code of the optimized module; nothing when the back end has none.
  function_ref<std::optional<std::string>(llvm::Module &)> emit;
};

/// The code of `op`, of operations that LLVM IR has, for `machine`. LLVM's
/// errors and warnings become diagnostics. Unguarded.
FailureOr<std::string> compileThroughLLVM(Operation *op,
                                          llvm::TargetMachine &machine,
                                          const LLVMSteps &steps);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_LLVMPIPELINE_H
