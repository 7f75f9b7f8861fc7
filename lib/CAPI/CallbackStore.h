//===- CallbackStore.h - A cache of kernels that a caller has ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CAPI_CALLBACKSTORE_H
#define LOWP_LIB_CAPI_CALLBACKSTORE_H

#include "lowp-c/Compiler.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::lowp::capi {

/// Lets compilations in `context` use the cache of `options`, if there is one.
void addKernelStore(MLIRContext &context, const LowpCompileOptions &options);

} // namespace mlir::lowp::capi

#endif // LOWP_LIB_CAPI_CALLBACKSTORE_H
