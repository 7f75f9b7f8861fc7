//===- ReduceScatter.h - Sums of CTAs that split K --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_REDUCESCATTER_H
#define LOWP_KERNEL_TARGETS_COMMON_REDUCESCATTER_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::lowp_gpu {
class FragmentLayout;
struct KernelFrame;

/// Adds the type of an exchange.
void addExchangeTypes(LLVMTypeConverter &converter);

/// Code for what CTAs of a cluster do that split K, whose threads hold sums as
/// `layout` says: exchange, exchange_init, reduce_scatter. `frame` outlives the
/// patterns.
void populateReduceScatterPatterns(const LLVMTypeConverter &converter,
                                   const KernelFrame &frame,
                                   FragmentLayout layout,
                                   RewritePatternSet &patterns);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_REDUCESCATTER_H
