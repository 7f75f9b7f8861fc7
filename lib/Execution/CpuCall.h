//===- CpuCall.h - Host code under guard ------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for the CPU allocate, and end the process when a check of theirs
// fails. Here their calls of malloc, free, puts and abort come to functions of
// ours: a failed check ends the call alone, and leaves no memory behind.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_CPUCALL_H
#define LOWP_LIB_EXECUTION_CPUCALL_H

#include "HostCode.h"
#include "lowp/Execution/Program.h"

namespace mlir::lowp::execution {

/// The functions that code for the CPU gets instead of the C library's.
void appendGuardSymbols(std::vector<Symbol> &symbols);

/// Runs `entry`, which computes `function`, on the descriptors in `arguments`,
/// and copies its results into those of the caller. Failures go to `call`.
void runOnCpu(Entry entry, const Function &function, LowpCall &call,
              llvm::ArrayRef<void *> arguments);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_CPUCALL_H
