/*===- lowp-c/Tools.h - The command-line tools --------------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* The tools as functions, so that a package which has the library needs no   *|
|* programs beside it. Each is the `main` of its tool: it reads the command   *|
|* line and the standard input, writes to the standard output and error, and  *|
|* returns the exit status. It ends the process where the tool would: for     *|
|* --help and for flags that do not parse. A process calls one of them, once: *|
|* flags, signal handlers and the handler of exhausted memory are the         *|
|* process's.                                                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_TOOLS_H
#define LOWP_C_TOOLS_H

#include "lowp-c/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** lowp-opt: runs passes on a module. */
LOWP_C_API int lowpOptMain(int argc, char **argv);

/** lowp-compile: compiles a module to kernels, host code or a library. */
LOWP_C_API int lowpCompileMain(int argc, char **argv);

/** lowp-run: runs a function on the CPU or a GPU. External functions of
 *  --external-library call the runtime of this process: open liblowp-c.so with
 *  RTLD_GLOBAL for them. */
LOWP_C_API int lowpRunMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* LOWP_C_TOOLS_H */
