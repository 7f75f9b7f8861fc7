//===- Images.h - The images of a compiled module ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_IMAGES_H
#define LOWP_TARGET_IMAGES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// The one image of a compiled module. Fails with a diagnostic when there is
/// none or more than one.
FailureOr<gpu::ObjectAttr> getImage(ModuleOp module);

/// Prints a table of all kernels in the binaries of `module`: name, registers,
/// spilled bytes, shared memory, threads per block and cluster. What is not
/// known, because ptxas did not run, is a dash.
void printKernelTable(ModuleOp module, llvm::raw_ostream &os);

} // namespace mlir::lowp

#endif // LOWP_TARGET_IMAGES_H
