//===- CompiledCall.h - A compiled function and its arguments ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_COMPILEDCALL_H
#define LOWP_TOOLS_LOWP_RUN_COMPILEDCALL_H

#include "Runner.h"

#include "lowp/Execution/CompileArtifact.h"
#include "lowp/Execution/Program.h"

namespace mlir::lowp::run {

/// A runtime's error as one of LLVM's, with the name of its status.
llvm::Error makeError(const runtime::Error &error);

/// One function of a module, compiled for a device, and the tensors of a call.
/// Programs run here as they do through the C API.
class CompiledCall {
public:
  /// Compiles the variant of `call`'s module that `options` name. Diagnostics
  /// of the compiler are printed where they arise.
  static llvm::Expected<CompiledCall>
  compile(Call call, const RunOptions &options, LowpDeviceKind device);

  /// Adds the next argument, inputs before outputs; `data` is where its
  /// elements are, on the program's device. Scalars are in host memory.
  void add(const TensorSpec &spec, void *data);

  /// Whether the function writes to its input `number`.
  bool isWritten(size_t number) const;

  /// Makes the call that `call` describes.
  runtime::Expected<void> invoke(LowpCall &call);

private:
  CompiledCall(std::unique_ptr<execution::Program> program, size_t function)
      : program(std::move(program)), function(function) {}

  std::unique_ptr<execution::Program> program;
  size_t function;
  std::vector<std::unique_ptr<TensorDescriptor>> descriptors;
  std::vector<void *> arguments;
};

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_COMPILEDCALL_H
