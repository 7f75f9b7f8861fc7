//===- Support.h - What the files of the C API share ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CAPI_SUPPORT_H
#define LOWP_LIB_CAPI_SUPPORT_H

#include "lowp-c/Launch.h"
#include "lowp/Execution/Program.h"

#include <initializer_list>
#include <vector>

/// A function that can be called, by its number in the program.
struct LowpFunction {
  const LowpProgram *program;
  size_t number;
};

/// A program with what the getters return: pointers into the artifact.
struct LowpProgram {
  explicit LowpProgram(mlir::lowp::execution::Artifact artifact);
  LowpProgram(const LowpProgram &) = delete;

  const mlir::lowp::execution::Artifact &getArtifact() const {
    return program.getArtifact();
  }

  mlir::lowp::execution::Program program;
  /// Arguments, then results, of each function.
  std::vector<std::vector<LowpArgument>> arguments;
  std::vector<LowpFunctionInfo> functionInfos;
  /// The same of external functions; their arguments come after those of the
  /// others.
  std::vector<LowpFunctionInfo> externalInfos;
  /// One for each function; without a fingerprint where there is none.
  std::vector<LowpPreparation> preparations;
  std::vector<LowpKernelInfo> kernelInfos;
  std::vector<LowpFunction> functions;

private:
  LowpFunctionInfo describe(const mlir::lowp::execution::Function &function);
};

namespace mlir::lowp::capi {

/// Fills `error`, which may be null, and returns `status`.
LowpStatus fail(LowpError *error, LowpStatus status, llvm::StringRef message);
LowpStatus fail(LowpError *error, const runtime::Error &reason);

/// What a caller has to pass, by the name of the parameter.
struct Required {
  const char *name;
  const void *pointer;
};

/// Fails unless all of them are there.
LowpStatus require(LowpError *error, std::initializer_list<Required> all);

/// The same for what a function fills: nothing is in it from now on.
template <typename T>
LowpStatus clear(LowpError *error, const char *name, T *result) {
  LowpStatus status = require(error, {{name, result}});
  if (status == LOWP_OK)
    *result = T{};
  return status;
}

/// The same for `size` bytes at `bytes`, which may be null where there are
/// none.
LowpStatus requireBytes(LowpError *error, const char *name, const void *bytes,
                        uint64_t size);

/// The status of `outcome`, whose reason goes to `error`.
LowpStatus finish(LowpError *error, const runtime::Expected<void> &outcome);

/// lowpFunctionCall; for `memo` see Program::call.
LowpStatus callFunction(const LowpFunction *function, LowpCall *call,
                        llvm::ArrayRef<void *> arguments, int32_t device,
                        runtime::TensorMapMemo *memo = nullptr);

/// Puts a copy of `bytes` into `buffer`; fails when there is no memory.
LowpStatus fill(LowpBuffer *buffer, llvm::StringRef bytes, LowpError *error);

} // namespace mlir::lowp::capi

#endif // LOWP_LIB_CAPI_SUPPORT_H
