//===- ExactValues.h - Scaled values in f64 ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_EXACTVALUES_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_EXACTVALUES_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The f64 values of a scaled matrix, whose groups end at `ends` if it has
/// some, or of a batch, one matrix after the other. They are exact: data times
/// an f32 scale has few enough bits.
Value buildExactValues(OpBuilder &builder, Location loc, Value scaled,
                       Value ends = {});

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_EXACTVALUES_H
