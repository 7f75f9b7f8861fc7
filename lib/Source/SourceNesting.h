//===- SourceNesting.h - How deep a module nests ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SOURCE_SOURCENESTING_H
#define LOWP_LIB_SOURCE_SOURCENESTING_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Refuses a module that nests deeper than text may. It was read from bytecode,
/// and is not to be verified or printed before.
LogicalResult verifyNesting(ModuleOp module);

} // namespace mlir::lowp

#endif // LOWP_LIB_SOURCE_SOURCENESTING_H
