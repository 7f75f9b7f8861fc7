//===- Program.h - An artifact that can be run ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_EXECUTION_PROGRAM_H
#define LOWP_EXECUTION_PROGRAM_H

#include "lowp/Execution/Artifact.h"
#include "llvm/ADT/ArrayRef.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace mlir::lowp::runtime {
class TensorMapMemo;
} // namespace mlir::lowp::runtime

namespace mlir::lowp::execution {

class HostCode;

/// The entry point of a function.
using Entry = void (*)(LowpCall *call, void *const *arguments);

/// An artifact in memory. Its host code is linked when a function is called for
/// the first time. All methods may be called from any thread.
class Program {
public:
  explicit Program(Artifact artifact);
  /// Unloads the kernels from all devices.
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  const Artifact &getArtifact() const { return artifact; }

  /// Provides the external function `name`, of the C interface that the
  /// artifact describes, before the host code is linked and before other
  /// threads use the program.
  runtime::Expected<void> bindExternal(llvm::StringRef name,
                                       const void *function);

  /// Links the host code, unless that has been done. All external functions
  /// have been bound.
  runtime::Expected<void> load() const;

  /// Calls function `number` of a program that has been loaded; see
  /// lowpFunctionCall. `memo`, which may be null, is for calls that are like
  /// each other.
  void call(size_t number, LowpCall &call, llvm::ArrayRef<void *> arguments,
            int32_t device, runtime::TensorMapMemo *memo = nullptr) const;

  /// Loads the kernels into the primary context of `device`.
  runtime::Expected<void> preload(int32_t device) const;

private:
  runtime::Expected<void> link() const;

  Artifact artifact;
  /// One for each external function of the artifact; null before it is bound.
  std::vector<const void *> externals;
  mutable std::once_flag once;
  mutable std::atomic<bool> isLinked = false;
  mutable runtime::Expected<void> outcome;
  mutable std::unique_ptr<HostCode> code;
  mutable std::vector<Entry> entries;
  /// One for each image of the artifact, once the code is linked.
  mutable std::vector<const LowpImage *> images;
  /// Null when there are none.
  mutable const LowpConstants *constants = nullptr;
};

} // namespace mlir::lowp::execution

#endif // LOWP_EXECUTION_PROGRAM_H
