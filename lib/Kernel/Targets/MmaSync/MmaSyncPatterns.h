//===- MmaSyncPatterns.h - Lowering of warp products ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCPATTERNS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCPATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
struct KernelFrame;

/// mma and mma_wait.
void populateMmaSyncPatterns(const LLVMTypeConverter &converter,
                             const KernelFrame &frame,
                             RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_MMASYNCPATTERNS_H
