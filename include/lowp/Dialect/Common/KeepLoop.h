//===- KeepLoop.h - Loops that stay loops -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_KEEPLOOP_H
#define LOWP_DIALECT_COMMON_KEEPLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lowp {

/// Keeps LLVM from unrolling `loop`: it knows nothing of the registers that a
/// thread has.
void keepLoop(scf::ForOp loop);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_KEEPLOOP_H
