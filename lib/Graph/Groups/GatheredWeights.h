//===- GatheredWeights.h - A matrix for each row, by its number -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_GROUPS_GATHEREDWEIGHTS_H
#define LOWP_LIB_GRAPH_GROUPS_GATHEREDWEIGHTS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// In `root`, products of each row by a matrix that its id tells, gathered into
/// a batch, become grouped matmuls of rows in the order of their ids. What no
/// kernel multiplies stays, if they are `forKernels`; otherwise ids that are of
/// no matrix fail the call, as they did where matrices were gathered.
void groupGatheredWeights(Operation *root, bool forKernels);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_GROUPS_GATHEREDWEIGHTS_H
