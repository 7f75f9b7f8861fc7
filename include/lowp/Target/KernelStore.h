//===- KernelStore.h - Machine code that outlives a compilation -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_KERNELSTORE_H
#define LOWP_TARGET_KERNELSTORE_H

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::lowp {

/// Keeps what ptxas made of kernels. Both functions are called from threads
/// that the compilation starts, several at once.
struct KernelStore {
  /// What was stored under `key`, all that machine code depends on but ptxas.
  std::function<std::optional<std::string>(llvm::StringRef key)> load;
  std::function<void(llvm::StringRef key, llvm::StringRef content)> store;
};

/// Lets compilations in `context` use `store`.
void setKernelStore(MLIRContext &context, KernelStore store);

/// The store of `context`; null when there is none.
const KernelStore *findKernelStore(MLIRContext &context);

} // namespace mlir::lowp

#endif // LOWP_TARGET_KERNELSTORE_H
