//===- DataPanels.h - Data cut into panels ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_DATAPANELS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_DATAPANELS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Cuts `elements`, a matrix in storage order, into panels; what the last one
/// has too much are zeros.
Value buildPanels(OpBuilder &builder, Location loc, ScaledType type,
                  Value elements);

/// The matrix in storage order behind `panels`.
Value buildWithoutPanels(OpBuilder &builder, Location loc, ScaledType type,
                         Value panels);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_DATAPANELS_H
