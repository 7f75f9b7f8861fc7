//===- Runner.h - Calls of a function on one device -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_RUNNER_H
#define LOWP_TOOLS_LOWP_RUN_RUNNER_H

#include "Arguments.h"

#include "lowp/Pipelines/CompileOptions.h"
#include "lowp/Runtime/Timing.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::run {

/// Which program is run.
enum class Variant {
  /// What the user will ship.
  Compiled,
  /// The same quantized operands, multiplied by generic kernels.
  Reference,
  /// The same without recipes.
  Unquantized,
};

/// How to compile and run.
struct RunOptions {
  /// Without a chip: for that of the device.
  CompileOptions compile;
  Variant variant = Variant::Compiled;
  /// Shared libraries in which external functions are looked for.
  llvm::ArrayRef<std::string> externalLibraries = {};
};

/// What to run and on what.
struct Call {
  ModuleOp module;
  func::FuncOp function;
  llvm::ArrayRef<Tensor> inputs;
  llvm::ArrayRef<TensorSpec> outputs;
};

/// Runs `call` on the CPU, by the reference path. Returns the outputs, and
/// after them what became of inputs that the function writes to.
llvm::Expected<std::vector<Tensor>> runOnCpu(Call call,
                                             const RunOptions &options);

/// What calls take: of the device, in a graph, and of the host that launches.
struct Times {
  runtime::Timing device, host;
};

/// The same on the first GPU. Outputs start as bytes of 0xFF, which is NaN
/// in every float type. The call is also timed, `repeats` times.
llvm::Expected<std::vector<Tensor>>
runOnGpu(Call call, const RunOptions &options, uint32_t repeats, Times *times);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_RUNNER_H
