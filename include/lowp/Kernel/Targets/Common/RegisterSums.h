//===- RegisterSums.h - Sums that threads hold in registers -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMS_H
#define LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
class FragmentLayout;
struct KernelFrame;

/// What accumulators and values of rows are in LLVM where threads hold sums as
/// `layout` says: structs of registers.
void addRegisterSumTypes(LLVMTypeConverter &converter, FragmentLayout layout);

/// Code for what chips do alike whose threads hold sums as `layout` says:
/// accumulator, read_rows, promote, epilogue, store_tile, drain_stores. `frame`
/// outlives the patterns.
void populateRegisterSumPatterns(const LLVMTypeConverter &converter,
                                 const KernelFrame &frame,
                                 FragmentLayout layout,
                                 RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_REGISTERSUMS_H
