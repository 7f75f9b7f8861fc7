/*===- lowp-c/Mlir.h - For holders of MLIR objects ---------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* MLIR objects are only understood by the copy of MLIR that made them. So    *|
|* these functions are not in liblowp-c.so as it is built by default, but in  *|
|* the archive LowpCAPIMlir, for programs that link MLIR's archives; and in a *|
|* liblowp-c.so built with LOWP_CAPI_EXPORTS_MLIR, which exports mlir-c/IR.h  *|
|* as well.                                                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_MLIR_H
#define LOWP_C_MLIR_H

#include "lowp-c/Compiler.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds lowp's dialects, and those of MLIR that its passes use, with everything
 *  that compiling needs. The registry stays the caller's. */
LOWP_C_API void lowpRegisterDialects(MlirDialectRegistry registry);

/** Makes lowp's passes and pipelines known by their names. Calling it again
 *  does nothing. */
LOWP_C_API void lowpRegisterPasses(void);

/** Compiles a copy of `module`, whose context knows what lowpRegisterDialects
 *  adds; else as lowpCompile. Diagnostics of the context go to the options'
 *  callback during the call; a context with threads may call it on these. */
LOWP_C_API LowpStatus lowpCompileModule(MlirModule module,
                                        const LowpCompileOptions *options,
                                        LowpProgram **program,
                                        LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_MLIR_H */
