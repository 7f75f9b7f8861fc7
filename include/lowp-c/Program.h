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

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LowpProgram LowpProgram;

/** Where a program runs: one of the values of LowpDeviceKindValue. */
typedef int32_t LowpDeviceKind;

enum LowpDeviceKindValue {
  /** On the host, by the reference path: slow, for tests. */
  LOWP_DEVICE_CPU = 0,
  /** On an NVIDIA GPU. */
  LOWP_DEVICE_CUDA = 1
};

/** What the kernels are kept as: one of the values of LowpImageFormatValue. */
typedef int32_t LowpImageFormat;

enum LowpImageFormatValue {
  /** As an option: machine code if there is a ptxas, else PTX. As a property
   *  of a program: it has no kernels. */
  LOWP_IMAGE_AUTO = 0,
  /** Text that the driver compiles when it loads the program. */
  LOWP_IMAGE_PTX = 1,
  /** Machine code for one chip. */
  LOWP_IMAGE_CUBIN = 2
};

/** Type of an element or scalar: one of the values of LowpTypeValue. */
typedef int32_t LowpType;

enum LowpTypeValue {
  LOWP_TYPE_F64 = 0,
  LOWP_TYPE_F32 = 1,
  LOWP_TYPE_F16 = 2,
  LOWP_TYPE_BF16 = 3,
  LOWP_TYPE_F8E4M3FN = 4,
  LOWP_TYPE_F8E5M2 = 5,
  LOWP_TYPE_F8E8M0FNU = 6,
  /** The types of 6 and 4 bits have a byte for each element, in its low bits;
   *  packed ones appear as I8. */
  LOWP_TYPE_F6E2M3FN = 7,
  LOWP_TYPE_F6E3M2FN = 8,
  LOWP_TYPE_F4E2M1FN = 9,
  LOWP_TYPE_I8 = 10,
  LOWP_TYPE_I16 = 11,
  LOWP_TYPE_I32 = 12,
  LOWP_TYPE_I64 = 13,
  /** As wide as I64. */
  LOWP_TYPE_INDEX = 14,
  /** True or false: a byte that is 1 or 0. */
  LOWP_TYPE_I1 = 15
};

/** The name that MLIR has for the type, e.g. "f8E4M3FN"; static storage; NULL
 *  for a value that is none of LowpTypeValue. */
LOWP_C_API const char *lowpTypeName(LowpType type);

/** Size in bytes; 0 for a value that is none of LowpTypeValue. */
LOWP_C_API size_t lowpTypeBytes(LowpType type);

/** A dimension of a tensor. */
typedef struct LowpDimension {
  /** The size, or -1 when a call decides it. Then it must be, or for a result
   *  will be, that of dimension `dimension` of argument `argument`, divided by
   *  `divisor`, rounded up, and rounded up to a multiple of `multiple`. An
   *  argument's dimension that refers to itself is free. */
  int64_t size;
  /** -1: nothing is known before the call. */
  int32_t argument;
  int32_t dimension;
  int64_t divisor;
  int64_t multiple;
} LowpDimension;

/** An argument or a result. */
typedef struct LowpArgument {
  /** "argument0", "result1"; "argument0.scales" for the scales of a scaled
   *  value, which come right behind its data. */
  const char *name;
  LowpType type;
  /** 1: passed as a pointer to the value; 0: a tensor. */
  int32_t isScalar;
  uint32_t rank;
  /** 1: an argument that the function writes to. */
  int32_t isWritten;
  const LowpDimension *dimensions;
} LowpArgument;

/** A function of a program. */
typedef struct LowpFunctionInfo {
  const char *name;
  uint32_t numArguments;
  uint32_t numResults;
  const LowpArgument *arguments;
  /** Results are tensors; the caller provides their memory. */
  const LowpArgument *results;
} LowpFunctionInfo;

/** What a function has to do with prepared weights. A function `f` of which
 * some arguments are marked `lowp.parameter` is two in a program: `f$prepare`
 * takes weights, and its results are the last arguments of `f`. Arguments of
 * both are called by their numbers in the program's source, and the values that
 * one hands to the other "prepared0", "prepared1", "prepared1.scales". */
typedef struct LowpPreparation {
  /** One line of text, to be kept beside prepared weights that outlive the
   *  program: programs of an equal fingerprint take them. */
  const char *fingerprint;
  /** The number of the function that prepares; its own if it is that. */
  size_t prepare;
  /** How many of the last arguments are results of that function, in their
   *  order; 0 for the function that prepares. */
  size_t numPrepared;
} LowpPreparation;

/** A kernel. -1 stands for what is not known, because ptxas did not run. */
typedef struct LowpKernelInfo {
  const char *name;
  int32_t registers;
  /** Bytes of spill stores and spill loads. */
  int32_t spillBytes;
  /** Bytes per thread block, static and dynamic; what is known of them. */
  int32_t sharedBytes;
  /** Threads per block and blocks per cluster; 0 where not fixed. */
  int32_t block[3];
  int32_t cluster[3];
} LowpKernelInfo;

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

/** What function `number` has to do with prepared weights; NULL when it has
 *  nothing, or when there is no such function. */
LOWP_C_API const LowpPreparation *
lowpProgramPreparation(const LowpProgram *program, size_t number);

/** Whether function `number`, which takes prepared weights, can take those that
 *  were prepared under `fingerprint`. If not, LOWP_ERROR_INVALID_ARGUMENT; the
 *  message says what differs: version of lowp, chip, recipe, layout or how the
 *  weights are computed. */
LOWP_C_API LowpStatus lowpProgramCheckPrepared(const LowpProgram *program,
                                               size_t number,
                                               const char *fingerprint,
                                               LowpError *error);

/** The kernels, in the order of the image. */
LOWP_C_API size_t lowpProgramNumKernels(const LowpProgram *program);

/** Kernel `number`; NULL when there is none. */
LOWP_C_API const LowpKernelInfo *
lowpProgramKernelInfo(const LowpProgram *program, size_t number);

/** What the image holds. */
LOWP_C_API LowpImageFormat lowpProgramImageFormat(const LowpProgram *program);

/** The kernels' image: PTX as text, NUL-terminated with the NUL not counted, or
 *  a cubin. `*size` is 0 and the result NULL when there are no kernels. */
LOWP_C_API const char *lowpProgramImage(const LowpProgram *program,
                                        size_t *size);

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
