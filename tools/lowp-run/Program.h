//===- Program.h - A compiled function in this process ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_PROGRAM_H
#define LOWP_TOOLS_LOWP_RUN_PROGRAM_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace lowp::run {

/// A module lowered to the LLVM dialect and compiled for this machine. Calls of
/// the lowp runtime reach the one that is linked into this process.
class Program {
public:
  /// Lowers a copy of `module` by what `build` puts into the pass manager.
  /// Diagnostics of passes are printed where they arise.
  static llvm::Expected<Program>
  compile(mlir::ModuleOp module,
          llvm::function_ref<void(mlir::OpPassManager &)> build);

  /// Calls `function`, whose arguments are all pointers.
  llvm::Error call(llvm::StringRef function,
                   llvm::MutableArrayRef<void *> arguments);

private:
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

} // namespace lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_PROGRAM_H
