//===- Externals.h - External functions from libraries ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_EXTERNALS_H
#define LOWP_TOOLS_LOWP_RUN_EXTERNALS_H

#include "lowp/Execution/Program.h"
#include "llvm/Support/Error.h"

namespace mlir::lowp::run {

/// Binds each external function of `program` that one of the shared libraries
/// at `paths` has, the first one first. The libraries stay open. Fails for a
/// library that cannot be opened.
llvm::Error bindExternals(execution::Program &program,
                          llvm::ArrayRef<std::string> paths);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_EXTERNALS_H
