//===- LowpMatmuls.h - Gemms of lowp's own matmuls --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LOWPMATMULS_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LOWPMATMULS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp_gpu {

/// Replaces matmuls in `op` of scaled values and of groups by gemms. Fails, and
/// says why, where no kernel multiplies the operands of one.
LogicalResult formGemmsOfLowp(Operation *op);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_LOWPMATMULS_H
