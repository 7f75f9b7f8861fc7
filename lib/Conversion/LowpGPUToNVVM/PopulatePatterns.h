//===- PopulatePatterns.h - Pattern families of this conversion -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPGPUTONVVM_POPULATEPATTERNS_H
#define LOWP_CONVERSION_LOWPGPUTONVVM_POPULATEPATTERNS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace mlir::lowp_gpu {

/// Replaces `kernel` by an llvm.func with the same body, opened by the values
/// of `frame`. Arguments are cast back to the kernel level's types.
LLVM::LLVMFuncOp lowerKernelFunction(KernelOp kernel,
                                     const LLVMTypeConverter &converter,
                                     KernelFrame &frame);

/// Pipelines, stages, views and barriers.
void populateBarrierPatterns(const LLVMTypeConverter &converter,
                             const KernelFrame &frame,
                             RewritePatternSet &patterns);
/// Loads, copies and reads of single elements.
void populateCopyPatterns(const LLVMTypeConverter &converter,
                          const KernelFrame &frame,
                          RewritePatternSet &patterns);
/// The table of groups, and what is found in it.
void populateGroupPatterns(const LLVMTypeConverter &converter,
                           const KernelFrame &frame,
                           RewritePatternSet &patterns);
/// Position of the warp and cluster, election, registers, synchronisation.
void populateWarpPatterns(const LLVMTypeConverter &converter,
                          const KernelFrame &frame,
                          RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPGPUTONVVM_POPULATEPATTERNS_H
