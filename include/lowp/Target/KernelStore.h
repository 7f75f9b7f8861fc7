//===- KernelStore.h - Machine code that outlives a compilation -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_KERNELSTORE_H
#define LOWP_TARGET_KERNELSTORE_H

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::lowp {

/// Keeps what ptxas made of kernels. Both methods are called from threads that
/// the compilation starts, several at once.
class KernelStore {
public:
  virtual ~KernelStore() = default;

  /// What was stored under `key`, all that machine code depends on but ptxas.
  virtual std::optional<std::string> load(llvm::StringRef key) const = 0;
  virtual void store(llvm::StringRef key, llvm::StringRef content) const = 0;
};

/// Lets compilations in `context` use `store`.
void setKernelStore(MLIRContext &context, std::unique_ptr<KernelStore> store);

/// The store of `context`; null when there is none.
const KernelStore *findKernelStore(MLIRContext &context);

} // namespace mlir::lowp

#endif // LOWP_TARGET_KERNELSTORE_H
