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
#include "llvm/ADT/StringMap.h"

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

  /// Adds the tensor or scalar called `spec.name`, an argument or a result;
  /// `data` is where its elements are, on the program's device. Scalars are in
  /// host memory.
  void add(const TensorSpec &spec, void *data);

  /// The tensors that `prepare` computes from weights, and `invoke` takes: to
  /// be added, too. None for most functions. Arguments are known.
  std::vector<TensorSpec> getPrepared() const;

  /// Whether the function writes to its argument called `name`.
  bool isWritten(llvm::StringRef name) const;

  /// Makes the call that `call` describes.
  runtime::Expected<void> invoke(LowpCall &call);
  /// Calls the function that prepares weights.
  runtime::Expected<void> prepare(LowpCall &call);

private:
  CompiledCall(std::unique_ptr<execution::Program> program,
               MLIRContext *context, size_t function)
      : program(std::move(program)), context(context), function(function) {}

  runtime::Expected<void> run(size_t number, LowpCall &call);
  const execution::Function &describe(size_t number) const {
    return program->getArtifact().functions[number];
  }

  std::unique_ptr<execution::Program> program;
  MLIRContext *context;
  size_t function;
  std::vector<std::unique_ptr<TensorDescriptor>> descriptors;
  /// What calls pass, and shapes, by the names of tensors.
  llvm::StringMap<void *> arguments;
  llvm::StringMap<llvm::SmallVector<int64_t>> shapes;
};

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_COMPILEDCALL_H
