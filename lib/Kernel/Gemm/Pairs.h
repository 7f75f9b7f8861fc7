//===- Pairs.h - What CTAs of a pair load -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_GEMM_PAIRS_H
#define LOWP_LIB_KERNEL_GEMM_PAIRS_H

#include "lowp/Kernel/Gemm/KernelParts.h"

namespace mlir::lowp_gpu {

/// The first of the tile's columns, which begin at `column`, whose data the CTA
/// keeps: of a pair each has half of them.
Value locateKeptColumns(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                        Value column);

/// Lets the copies into `stage` tell the leader of the pair, if CTAs multiply
/// in pairs.
void signalLeader(const KernelParts &parts, Value stage);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_GEMM_PAIRS_H
