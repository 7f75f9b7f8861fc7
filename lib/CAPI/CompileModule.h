//===- CompileModule.h - From a module in memory to a program ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CAPI_COMPILEMODULE_H
#define LOWP_LIB_CAPI_COMPILEMODULE_H

#include "DiagnosticForwarding.h"
#include "Support.h"

#include "lowp-c/Compiler.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::capi {

/// `text`, or `otherwise` for a text that is null or empty.
const char *textOr(const char *text, const char *otherwise);

LowpCompileOptions getDefaultOptions();

/// Fills `options` with those given, which may be null, and the defaults of
/// fields that an older caller does not know of. Fails for options that were
/// not set up, and for those of a newer caller that this version does not know.
LowpStatus complete(const LowpCompileOptions *given,
                    LowpCompileOptions &options, LowpError *error);

/// Fails for values that are none of their enumeration.
LowpStatus verify(const LowpCompileOptions &options, LowpError *error);

/// LOWP_ERROR_COMPILE with the first error that came by.
LowpStatus failCompilation(const DiagnosticForwarder &forwarder,
                           LowpError *error);

/// Compiles `module`, of which only scraps remain. `options` are complete and
/// verified.
LowpStatus compileModule(ModuleOp module, const LowpCompileOptions &options,
                         const DiagnosticForwarder &forwarder,
                         LowpProgram **program, LowpError *error);

} // namespace mlir::lowp::capi

#endif // LOWP_LIB_CAPI_COMPILEMODULE_H
