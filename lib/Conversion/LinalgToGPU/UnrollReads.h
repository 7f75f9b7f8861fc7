//===- UnrollReads.h - Reads that are on their way together -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_UNROLLREADS_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_UNROLLREADS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lowp {

/// Iterations of the innermost reduction loop of `op`, if that is known.
std::optional<int64_t> countInnermost(linalg::LinalgOp op);

/// Iterations of a loop over the body of `op` whose reads are on their way
/// together, where most threads have `count` of them, if that is known.
int64_t countIterationsAtOnce(linalg::LinalgOp op,
                              std::optional<int64_t> count);

/// Unrolls `loop`, whose iterations compute the body of `op` and read what none
/// of them writes, by as many as a thread has registers for. The order of a sum
/// stays. `count` as above.
void unrollReads(scf::ForOp loop, linalg::LinalgOp op,
                 std::optional<int64_t> count);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_UNROLLREADS_H
