//===- CommonSteps.h - Steps that several pipelines take --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_COMMONSTEPS_H
#define LOWP_PIPELINES_COMMONSTEPS_H

#include "lowp/Pipelines/CompileOptions.h"
#include "lowp/Recipes/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir {

namespace lowp {

/// What launches take with recipes and without, where they are to be chosen.
/// The module must be as the user wrote it.
void addPlan(OpPassManager &manager, const CompileOptions &options);

/// Canonicalization and removal of what is computed twice.
void addCleanup(OpPassManager &manager);

/// Sums of products become matmuls, with `forKernels` such that constant
/// factors of operands are applied to results.
void addContractions(OpPassManager &manager, bool forKernels);

/// How recipes are chosen. `isAttached`: the module says itself for which chip
/// and part.
lowp_gpu::SelectRecipesPassOptions getSelection(const CompileOptions &options,
                                                bool isAttached);

/// Recipes of `options`, then quantize and scaled_matmul for them.
void addRecipes(OpPassManager &manager, const CompileOptions &options,
                bool isAttached);

/// Sums of products get the precision in which they are computed, with
/// `forKernels` that of tensor cores.
void addPrecision(OpPassManager &manager, const CompileOptions &options,
                  bool forKernels);

/// Scaled values become builtin tensors, arithmetic on whole tensors linalg.
void addBuiltinTensors(OpPassManager &manager);

/// Verifies what a level of a pipeline, which makes `level`, has made.
void addVerification(OpPassManager &manager, StringRef level);

/// Tensors become buffers, contiguous and row-major at function boundaries.
void addBufferization(OpPassManager &manager);

/// What is left of host code becomes the LLVM dialect.
void addToLLVMDialect(OpPassManager &manager);

} // namespace lowp
} // namespace mlir

#endif // LOWP_PIPELINES_COMMONSTEPS_H
