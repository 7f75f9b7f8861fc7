//===- CallbackStore.cpp - A cache of kernels that a caller has -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallbackStore.h"

#include "lowp/Target/KernelStore.h"

using namespace mlir::lowp;
using llvm::StringRef;

namespace {
class CallbackStore : public KernelStore {
public:
  explicit CallbackStore(const LowpCompileOptions &options)
      : loadKernel(options.loadKernel), storeKernel(options.storeKernel),
        userData(options.kernelData) {}

  std::optional<std::string> load(StringRef key) const override {
    std::optional<std::string> found;
    auto receive = [](const void *content, size_t size, void *receiver) {
      static_cast<std::optional<std::string> *>(receiver)->emplace(
          static_cast<const char *>(content), size);
    };
    loadKernel(key.data(), key.size(), receive, &found, userData);
    return found;
  }

  void store(StringRef key, StringRef content) const override {
    storeKernel(key.data(), key.size(), content.data(), content.size(),
                userData);
  }

private:
  LowpKernelLoadCallback loadKernel;
  LowpKernelStoreCallback storeKernel;
  void *userData;
};
} // namespace

void capi::addKernelStore(mlir::MLIRContext &context,
                          const LowpCompileOptions &options) {
  if (options.loadKernel)
    setKernelStore(context, std::make_unique<CallbackStore>(options));
}
