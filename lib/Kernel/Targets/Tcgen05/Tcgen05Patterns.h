//===- Tcgen05Patterns.h - Code of tcgen05 ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_TCGEN05_TCGEN05PATTERNS_H
#define LOWP_LIB_KERNEL_TARGETS_TCGEN05_TCGEN05PATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
struct KernelFrame;

/// Columns of tensor memory that a kernel takes, and reads of sums there.
void populateTensorMemoryPatterns(const LLVMTypeConverter &converter,
                                  const KernelFrame &frame,
                                  RewritePatternSet &patterns);

/// Products into tensor memory, and arrivals when they are done.
void populateTensorProductPatterns(const LLVMTypeConverter &converter,
                                   const KernelFrame &frame,
                                   RewritePatternSet &patterns);

/// Scales of a tile of which some count.
void populateKeepScalesPatterns(const LLVMTypeConverter &converter,
                                const KernelFrame &frame,
                                RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_TCGEN05_TCGEN05PATTERNS_H
