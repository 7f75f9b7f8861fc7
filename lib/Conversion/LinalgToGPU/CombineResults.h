//===- CombineResults.h - Results of several threads ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_COMBINERESULTS_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_COMBINERESULTS_H

#include "Payload.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lowp {

/// Combines two values of result `index` of `op`, a reduction whose body
/// combines all rows.
Value combineResults(OpBuilder &builder, linalg::LinalgOp op, unsigned index,
                     Value first, Value second);

/// Combines `values`, one of each result of `op`, with what the destinations
/// hold at the point `ivs`; by `atomic` if others do the same meanwhile.
void combineIntoOutputs(OpBuilder &builder, linalg::LinalgOp op,
                        const Payload &payload, ValueRange ivs,
                        ValueRange values,
                        std::optional<arith::AtomicRMWKind> atomic);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_COMBINERESULTS_H
