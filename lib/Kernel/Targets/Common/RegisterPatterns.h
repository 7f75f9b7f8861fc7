//===- RegisterPatterns.h - Patterns on sums in registers -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_REGISTERPATTERNS_H
#define LOWP_KERNEL_TARGETS_COMMON_REGISTERPATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
class FragmentLayout;
struct KernelFrame;

/// read_rows and promote.
void populatePromotionPatterns(const LLVMTypeConverter &converter,
                               const KernelFrame &frame, FragmentLayout layout,
                               RewritePatternSet &patterns);
/// epilogue.
void populateEpiloguePatterns(const LLVMTypeConverter &converter,
                              const KernelFrame &frame, FragmentLayout layout,
                              RewritePatternSet &patterns);
/// store_tile and drain_stores.
void populateStoreTilePatterns(const LLVMTypeConverter &converter,
                               const KernelFrame &frame, FragmentLayout layout,
                               RewritePatternSet &patterns);
/// zero_tail.
void populateZeroTailPatterns(const LLVMTypeConverter &converter,
                              const KernelFrame &frame, FragmentLayout layout,
                              RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_REGISTERPATTERNS_H
