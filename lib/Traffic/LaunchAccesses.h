//===- LaunchAccesses.h - What one launch reads and writes ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_LAUNCHACCESSES_H
#define LOWP_LIB_TRAFFIC_LAUNCHACCESSES_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Graph/Analysis/SizeTracer.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::lowp {

/// Bytes of buffers, each counted once.
struct LaunchAccesses {
  llvm::MapVector<Value, SizeFormula> reads, writes;
};

/// What the launch that `op` becomes reads and writes, by its memory effects.
/// With `isFilled` the kernel knows what its destination begins with.
LaunchAccesses getAccesses(Operation *op, bool isFilled, SizeTracer &sizes);

/// The function that a fusion was outlined to; null if there is none.
func::FuncOp lookUpFusion(LaunchFusionOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_LAUNCHACCESSES_H
