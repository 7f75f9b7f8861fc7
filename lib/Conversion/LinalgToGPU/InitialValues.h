//===- InitialValues.h - Fills that fold into their reader ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_INITIALVALUES_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_INITIALVALUES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Finds the fills that give the destinations of `op` their values, if nothing
/// but `op` can see these; none where a destination has no such fill.
SmallVector<linalg::FillOp> findFills(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_INITIALVALUES_H
