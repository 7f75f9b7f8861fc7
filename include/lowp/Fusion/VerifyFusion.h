//===- VerifyFusion.h - Whether a space is that of its ops ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_VERIFYFUSION_H
#define LOWP_FUSION_VERIFYFUSION_H

#include "lowp/Fusion/IterationSpace.h"

namespace mlir::lowp {

/// Holds `space` to `ops`, whose space it is said to be, by their types and
/// maps alone: values have the sizes of their places, a loop runs over one
/// dimension, and matrices with blocks lie along rows and columns. Emits an
/// error on the first op of which that does not hold.
LogicalResult verifyFusion(ArrayRef<Operation *> ops,
                           const IterationSpace &space);

/// The same for each `lowp.fusion` in `op`, and each `lowp.launch_fusion` with
/// its function, whoever formed them. Verifies operations of linalg on buffers,
/// too.
LogicalResult verifyFusions(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_FUSION_VERIFYFUSION_H
