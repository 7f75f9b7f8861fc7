//===- RunPasses.h - Runs that fail with a reason ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_RUNPASSES_H
#define LOWP_PIPELINES_RUNPASSES_H

#include "mlir/Pass/PassManager.h"

namespace mlir::lowp {

/// Runs `manager` on `op`. Passes of others may fail without a diagnostic: then
/// there is one here, with the name of the pass.
LogicalResult runPasses(PassManager &manager, Operation *op);

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_RUNPASSES_H
