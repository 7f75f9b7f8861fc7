//===- EntryPoints.h - One way to call every function -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_ENTRYPOINTS_H
#define LOWP_LIB_EXECUTION_ENTRYPOINTS_H

#include "lowp/Execution/Artifact.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::execution {

/// Adds to `module`, which is of the llvm dialect, a function per entry of
/// `artifact.functions` that takes its arguments as an array of pointers; see
/// getEntryName. All other functions become private to the module, so that
/// their names cannot clash with anything.
LogicalResult addEntryPoints(ModuleOp module, const Artifact &artifact);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_ENTRYPOINTS_H
