//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_LAYOUT_STEPS_H
#define LOWP_LIB_LAYOUT_STEPS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp_gpu {
class KernelTarget;
} // namespace mlir::lowp_gpu

namespace mlir::lowp {

/// Brings the scales of groups of rows to where kernels of `target` read them.
void placeGroupScales(Operation *root, const lowp_gpu::KernelTarget &target);

/// Repeats scales for blocks that matrix instructions take.
LogicalResult refineScales(ModuleOp op);

/// Multiplies formats that a chip lacks as formats that it has.
LogicalResult emulateFormats(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_LAYOUT_STEPS_H
