//===- PartialSum.h - Sums over parts of a matrix's rows --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a bias is the sum of all rows of a matrix that is quantized,
// that of a norm's weight one of rows that are reduced, too. A tile of a fusion
// cannot have such a sum, but it has that of its rows.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PARTIALSUM_H
#define LOWP_FUSION_PARTIALSUM_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// The rows of each part, where `op` adds up, in f32 and from 0, the rows of
/// the parts that a reshape divides those of a matrix into; 0 for others.
int64_t countSummedRows(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_FUSION_PARTIALSUM_H
