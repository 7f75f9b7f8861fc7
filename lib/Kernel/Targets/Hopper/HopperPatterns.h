//===- HopperPatterns.h - Lowering patterns of the Hopper family *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_HOPPER_HOPPERPATTERNS_H
#define LOWP_KERNEL_TARGETS_HOPPER_HOPPERPATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
struct KernelFrame;

/// mma and mma_wait.
void populateWgmmaPatterns(const LLVMTypeConverter &converter,
                           const KernelFrame &frame,
                           RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_HOPPER_HOPPERPATTERNS_H
