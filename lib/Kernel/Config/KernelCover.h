//===- KernelCover.h - Few kernels that are good for any M ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_KERNELCOVER_H
#define LOWP_LIB_KERNEL_CONFIG_KERNELCOVER_H

#include "LossMatrix.h"

namespace mlir::lowp_gpu {

/// At most `most` configs of `losses` that together lose little at any M, and
/// no more of them than are worth compiling. Not empty unless `losses` is.
SmallVector<size_t> coverRows(const LossMatrix &losses, size_t most);

/// For each range one of `configs`, which loses little there; neighbours have
/// the same where that loses little more.
SmallVector<size_t> assignRows(const LossMatrix &losses,
                               ArrayRef<size_t> configs);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_KERNELCOVER_H
