//===- Session.h - One invocation of lowp-run -------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_SESSION_H
#define LOWP_TOOLS_LOWP_RUN_SESSION_H

#include "Options.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::lowp::run {

/// Runs a function of `module` as `options` say and prints what came of it to
/// standard output. An error means that something could not be done, or that
/// a check found too large a difference.
llvm::Error runSession(ModuleOp module, const Options &options);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_SESSION_H
