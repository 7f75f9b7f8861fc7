//===- CompileKernels.h - Images, with configs that fit ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_COMPILEKERNELS_H
#define LOWP_LIB_PIPELINES_COMPILEKERNELS_H

#include "lowp/Pipelines/CompileOptions.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::lowp {

/// The passes that turn launches on buffers into an image and host code.
void addImages(OpPassManager &manager, const CompileOptions &options);

/// `lowp-compile-kernels`, which runs them, with `options`.
std::unique_ptr<Pass> createCompileKernelsPass(const CompileOptions &options);

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_COMPILEKERNELS_H
