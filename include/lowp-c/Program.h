/*===- lowp-c/Program.h - Compiled programs ----------------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* A program holds the functions of one module: their host code, the kernels  *|
|* that it launches and what a caller needs to know. It does not change, so   *|
|* any number of threads may use it; what the getters return belongs to it    *|
|* and lives as long.                                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_PROGRAM_H
#define LOWP_C_PROGRAM_H

#include "lowp-c/Error.h"
#include "lowp/Runtime/lowp_program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LowpProgram LowpProgram;

/** The name that MLIR has for the type, e.g. "f8E4M3FN"; static storage; NULL
 *  for a value that is none of LowpTypeValue. */
LOWP_C_API const char *lowpTypeName(LowpType type);

/** Size in bytes; 0 for a value that is none of LowpTypeValue. */
LOWP_C_API size_t lowpTypeBytes(LowpType type);

/** Frees a program. NULL is allowed. Nothing that came from it may be used
 *  later; its kernels are unloaded, so none may be running, and no CUDA graph
 *  that holds them may be launched again. */
LOWP_C_API void lowpProgramDestroy(LowpProgram *program);

/** Where the program runs; -1 for NULL. */
LOWP_C_API LowpDeviceKind lowpProgramDevice(const LowpProgram *program);

/** The chip that it was compiled for, e.g. "sm_90a"; "" for the CPU. */
LOWP_C_API const char *lowpProgramChip(const LowpProgram *program);

/** The public functions of the module, in its order. */
LOWP_C_API size_t lowpProgramNumFunctions(const LowpProgram *program);

/** Function `number`; NULL when there is none. */
LOWP_C_API const LowpFunctionInfo *
lowpProgramFunctionInfo(const LowpProgram *program, size_t number);

/** The functions of the caller's that the program calls, by their C names; see
 *  docs/ExternalFunctions.md. */
LOWP_C_API size_t lowpProgramNumExternals(const LowpProgram *program);

/** External function `number`; NULL when there is none. Sizes of -1 are known
 *  when it is called. */
LOWP_C_API const LowpFunctionInfo *
lowpProgramExternalInfo(const LowpProgram *program, size_t number);

/** Provides the external function `name`: a `void(LowpCall *call, ...)` that
 * takes a pointer to the LowpTensorN of each tensor and scalars by value,
 * arguments and then results, as lowpProgramExternalInfo says. It outlives the
 * program. To be called for each external function before the first
 * lowpProgramFunction or lowpProgramPreload, and before other threads use the
 * program; else LOWP_ERROR_INVALID_ARGUMENT, as for a name that the program
 * does not have. */
LOWP_C_API LowpStatus lowpProgramBindExternal(LowpProgram *program,
                                              const char *name,
                                              void (*function)(void),
                                              LowpError *error);

/** How a size of a result is computed, where its LowpDimension says that
 * nothing is known: dimension `dimension` of result `result` of function
 * `number`. NULL where there is no such formula, function, result or dimension.
 * The text is a sum of products, e.g. "4 * floordiv(argument0.1, 2) + -3", of
 * whole numbers, "argument0.1" for dimension 1 of argument 0, counted as the
 * arguments of LowpFunctionInfo, "argument2" for the value of one that is a
 * number, and functions of such sums: floordiv, ceildiv and mod, which round
 * down, up and down, min, max, "select(slt(a, b), c, d)" with the predicates
 * eq, ne, slt, sle, sgt and sge, "unsigned(a)" for the same 64 bits without a
 * sign, and divsi, remsi, shli, shrsi, andi, ori and xori of the arith dialect.
 */
LOWP_C_API const char *lowpProgramSizeFormula(const LowpProgram *program,
                                              size_t number, size_t result,
                                              size_t dimension);

/** Computes such a formula, or one of lowp-traffic's report: `names[i]`, e.g.
 *  "argument0.1", stands for `values[i]`. `*size` is -1 where it mentions
 *  another name, or "?". Fails with LOWP_ERROR_INVALID_ARGUMENT for what is no
 *  formula, and where the values give it no size, by a division by 0, a shift
 *  by 64 bits or more, or below 0. */
LOWP_C_API LowpStatus lowpEvaluateSize(const char *formula,
                                       const char *const *names,
                                       const int64_t *values, size_t count,
                                       int64_t *size, LowpError *error);

/** What function `number` has to do with prepared weights; NULL when it has
 *  nothing, or when there is no such function. */
LOWP_C_API const LowpPreparation *
lowpProgramPreparation(const LowpProgram *program, size_t number);

/** Whether weights that were prepared under `fingerprint` are plain rows of
 * data and their scales, which other programs read, too: 1 or 0. */
LOWP_C_API int32_t lowpFingerprintIsPlain(const char *fingerprint);

/** Whether function `number`, which takes prepared weights, can take those that
 *  were prepared under `fingerprint`. If not, LOWP_ERROR_INVALID_ARGUMENT; the
 *  message says what differs: version of lowp, chip, recipe, layout or how the
 *  weights are computed. */
LOWP_C_API LowpStatus lowpProgramCheckPrepared(const LowpProgram *program,
                                               size_t number,
                                               const char *fingerprint,
                                               LowpError *error);

/** The kernels, in the order of the images. */
LOWP_C_API size_t lowpProgramNumKernels(const LowpProgram *program);

/** Kernel `number`; NULL when there is none. */
LOWP_C_API const LowpKernelInfo *
lowpProgramKernelInfo(const LowpProgram *program, size_t number);

/** What the images hold. */
LOWP_C_API LowpImageFormat lowpProgramImageFormat(const LowpProgram *program);

/** How many images the kernels are in. */
LOWP_C_API size_t lowpProgramNumImages(const LowpProgram *program);

/** Image `number`: PTX as text, NUL-terminated with the NUL not counted, or a
 *  cubin. `*size` is 0 and the result NULL when there is none. */
LOWP_C_API const char *lowpProgramImage(const LowpProgram *program,
                                        size_t number, size_t *size);

/** Writes the program into `*bytes`, to be freed with lowpBufferFree. The
 *  bytes hold machine code: whoever can change them can run code in the
 *  process that loads them. Fails with LOWP_ERROR_OUT_OF_MEMORY only. */
LOWP_C_API LowpStatus lowpProgramSerialize(const LowpProgram *program,
                                           LowpBuffer *bytes, LowpError *error);

/** Makes a program of what lowpProgramSerialize wrote. On success `*program`
 *  is the caller's, as from lowpCompile; on failure it is NULL and the status
 *  LOWP_ERROR_FORMAT: the bytes are damaged, cut, or from another version or
 *  machine. */
LOWP_C_API LowpStatus lowpProgramDeserialize(const void *bytes, size_t size,
                                             LowpProgram **program,
                                             LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_PROGRAM_H */
