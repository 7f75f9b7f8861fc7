/*===- lowp-c/Launch.h - Running the functions of a program ------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_LAUNCH_H
#define LOWP_C_LAUNCH_H

#include "lowp-c/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A function that can be called. Belongs to its program. */
typedef struct LowpFunction LowpFunction;

/** Finds the function `name`; NULL or "" stands for the only one that does not
 *  prepare weights. The first lookup links the program's host code, a few
 * milliseconds; it needs no GPU. NULL on failure: LOWP_ERROR_INVALID_ARGUMENT
 * when there is no such function, LOWP_ERROR_LOAD when the code cannot be
 * linked. */
LOWP_C_API const LowpFunction *lowpProgramFunction(const LowpProgram *program,
                                                   const char *name,
                                                   LowpError *error);

/** What the function takes and gives; the same as in the program. */
LOWP_C_API const LowpFunctionInfo *
lowpFunctionInfo(const LowpFunction *function);

/** Calls `function`. `call` was set up by lowpCallInit: stream, workspace and
 *  mode are as lowp_runtime.h says; for a CPU program they have no meaning, and
 *  a call with LOWP_MEASURE finds that no workspace is needed.
 *
 *  `arguments` holds one pointer per argument and then one per result, so
 *  `count` is the number of both: a pointer to the LowpTensorN of a tensor, or
 *  to the value of a scalar. Types and ranks cannot be seen in these and are
 *  the caller's care; sizes, strides (rows without gaps), NULL data and results
 *  that overlap another tensor are checked. Data and workspace of a CUDA
 *  program must be memory of `device` or managed memory: the driver is asked
 *  for each tensor, and an address that it does not know, of freed memory or of
 *  the host, is refused. That memory is large enough is the caller's care, as
 *  is memory that an allocator has taken back and not freed.
 *
 *  A CUDA program launches on `call->stream` and returns before the work is
 *  done; tensors and workspace stay in use until then. It never allocates
 *  device memory and never waits, so it can be captured into a CUDA graph; the
 *  first call on a device loads the kernels. `device` is the ordinal of the
 *  device that the stream and the tensors belong to, whose primary context is
 *  used, or LOWP_CURRENT_DEVICE.
 *
 *  Returns call->status, with the reason in call->message: LOWP_ERROR_WORKSPACE
 *  when the workspace is too small (call->workspaceUsed is then the size to
 *  come back with), LOWP_ERROR_INVALID_ARGUMENT, LOWP_ERROR_NO_DRIVER,
 *  LOWP_ERROR_NO_DEVICE, LOWP_ERROR_LOAD, LOWP_ERROR_UNSUPPORTED_DEVICE,
 *  LOWP_ERROR_DRIVER, LOWP_ERROR_OUT_OF_MEMORY. Results are undefined after a
 *  failure. In a process forked after the first use of the driver (a call of a
 *  CUDA program, a preload, a function of lowp-c/Device.h), every such use
 *  fails with LOWP_ERROR_DRIVER. */
LOWP_C_API LowpStatus lowpFunctionCall(const LowpFunction *function,
                                       LowpCall *call, void *const *arguments,
                                       size_t count, int32_t device);

/** Loads the kernels into the primary context of `device` now instead of at the
 *  first call, e.g. before timing. No error for a CPU program. Fails as
 *  lowpFunctionCall does. */
LOWP_C_API LowpStatus lowpProgramPreload(const LowpProgram *program,
                                         int32_t device, LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_LAUNCH_H */
