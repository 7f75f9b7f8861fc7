//===- CompileModule.h - From a module in memory to a program ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CAPI_COMPILEMODULE_H
#define LOWP_LIB_CAPI_COMPILEMODULE_H

#include "DiagnosticForwarder.h"
#include "Support.h"

#include "lowp-c/Compiler.h"
#include "lowp/Execution/CompileArtifact.h"

namespace mlir::lowp::capi {

/// `text`, or `otherwise` for a text that is null or empty.
const char *textOr(const char *text, const char *otherwise);

LowpCompileOptions getDefaultOptions();

/// Fills `options` with those given, which may be null, and the defaults of
/// fields that an older caller does not know of. Fails for options that were
/// not set up, and for those of a newer caller that this version does not know.
LowpStatus complete(const LowpCompileOptions *given,
                    LowpCompileOptions &options, LowpError *error);

/// The same for a compilation, as the compiler takes them. Fails also for
/// values that cannot be. `options` are for what else they say.
LowpStatus readRequest(const LowpCompileOptions *given,
                       LowpCompileOptions &options,
                       execution::CompileRequest &request, LowpError *error);

/// LOWP_ERROR_COMPILE with the first error that came by.
LowpStatus failCompilation(const DiagnosticForwarder &forwarder,
                           LowpError *error);

/// What `compile` returns; LOWP_ERROR_COMPILE where a bug of the compiler ends
/// it. Then `leak` forgets what it worked on. `getSource` returns the program.
LowpStatus survive(llvm::function_ref<LowpStatus()> compile,
                   llvm::function_ref<std::string()> getSource,
                   llvm::function_ref<void()> leak, LowpError *error);

/// Compiles `module`, of which only scraps remain.
LowpStatus compileModule(ModuleOp module,
                         const execution::CompileRequest &request,
                         const DiagnosticForwarder &forwarder,
                         LowpProgram **program, LowpError *error);

} // namespace mlir::lowp::capi

#endif // LOWP_LIB_CAPI_COMPILEMODULE_H
