//===- UnitScales.h - Products with scales of one ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_UNITSCALES_H
#define LOWP_KERNEL_TARGETS_MMASYNC_UNITSCALES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::lowp_gpu {

/// Whether the part that `op` is compiled for multiplies fp8 faster by the
/// instruction that takes scales, with scales of one, than by the one without:
/// the part of the modules around `op`, none where they do not say a chip.
bool prefersUnitScales(Operation *op);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_UNITSCALES_H
