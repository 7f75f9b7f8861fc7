//===- AcrossRows.h - Reductions across rows --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_ACROSSROWS_H
#define LOWP_LIB_GRAPH_REDUCTIONS_ACROSSROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether `op` adds up products of matrices, each element of which has
/// several: those of tensors that both have an element for each point are no
/// matmul.
bool multipliesMatrices(linalg::GenericOp op);

/// Whether `op` reduces tensors across rows: neighbours in memory belong to
/// different elements of its results, in all that it reads but factors of whole
/// rows. Matmuls do not count.
bool reducesAcrossRows(linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_ACROSSROWS_H
