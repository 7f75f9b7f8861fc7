//===- PredictLaunch.h - The time of a launch of the report -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_PREDICTLAUNCH_H
#define LOWP_LIB_TRAFFIC_PREDICTLAUNCH_H

#include "lowp/Traffic/Traffic.h"

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"

namespace mlir::lowp {

/// Microseconds from the launch of `ops`, several of which are fusions, to the
/// next one, by the models of lowp/Cost; nothing where sizes are unknown, or
/// for functions of the user's. `traffic` is what it moves.
std::optional<double> predictMicroseconds(ArrayRef<Operation *> ops,
                                          const LaunchTraffic &traffic,
                                          const lowp_gpu::ChipTarget &chip);

/// Whether a launch without a matmul is predicted to take far longer than its
/// bytes do.
bool isSlow(const LaunchTraffic &traffic, const lowp_gpu::ChipTarget &chip);

/// Products and sums of `op`, a gemm of known sizes; nothing for others.
std::optional<double> countFlops(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_PREDICTLAUNCH_H
