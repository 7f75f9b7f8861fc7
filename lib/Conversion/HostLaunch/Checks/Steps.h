//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_STEPS_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Asserts what operations demand of sizes, with `checkBodies` also those that
/// compute single elements.
void checkShapes(func::FuncOp op, bool checkBodies);

/// Asserts that dynamic divisors are not 0 and steps of loops positive.
void checkNumbers(func::FuncOp op);

/// Asserts that sizes of allocations do not wrap around.
void checkAllocations(func::FuncOp op);

/// Checks what arguments tell before anything runs.
void hoistChecks(func::FuncOp op);

/// Returns after a failed check.
void returnOnFailure(func::FuncOp op);

/// Turns checks of host code into branches.
LogicalResult convertAsserts(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_CHECKS_STEPS_H
