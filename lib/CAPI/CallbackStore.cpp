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

void capi::addKernelStore(mlir::MLIRContext &context,
                          const LowpCompileOptions &options) {
  if (!options.loadKernel)
    return;
  auto load = [call = options.loadKernel,
               data = options.kernelData](StringRef key) {
    std::optional<std::string> found;
    auto receive = [](const void *content, size_t size, void *receiver) {
      static_cast<std::optional<std::string> *>(receiver)->emplace(
          static_cast<const char *>(content), size);
    };
    call(key.data(), key.size(), receive, &found, data);
    return found;
  };
  auto store = [call = options.storeKernel,
                data = options.kernelData](StringRef key, StringRef content) {
    call(key.data(), key.size(), content.data(), content.size(), data);
  };
  setKernelStore(context, {load, store});
}
