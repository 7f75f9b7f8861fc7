//===- MemoryLimit.h - Calls that do not fit into memory --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_MEMORYLIMIT_H
#define LOWP_TOOLS_LOWP_RUN_MEMORYLIMIT_H

#include "Arguments.h"

namespace mlir::lowp::run {

/// Fails for tensors that this machine has no memory for. The system would
/// hand out the memory all the same, and end the process that uses it.
llvm::Error checkMemory(const Arguments &arguments);

/// From here on an allocation that fails ends the process with an error
/// message, not with a stack trace.
void reportExhaustedMemory();

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_MEMORYLIMIT_H
