/*===- lowp-c/Compiler.h - From text to programs -----------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Each call compiles on its own: any number of threads may compile at once.  *|
|* For kernels a call starts threads, which end before it does.               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_COMPILER_H
#define LOWP_C_COMPILER_H

#include "lowp-c/Diagnostics.h"
#include "lowp-c/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Receives a copy of `size` bytes at `content`. */
typedef void (*LowpContentReceiver)(const void *content, size_t size,
                                    void *receiverData);

/** Looks up what LowpKernelStoreCallback stored under `key`, and calls
 *  `receive` with it and `receiverData` before it returns; does not call it
 *  when there is nothing. The bytes hold machine code: they must be those that
 *  were stored. Called from threads that the compilation starts, several at
 *  once. `userData` is the caller's. */
typedef void (*LowpKernelLoadCallback)(const void *key, size_t keySize,
                                       LowpContentReceiver receive,
                                       void *receiverData, void *userData);

/** Keeps `content`, what ptxas made of a kernel. `key` has all that this
 *  depends on, the PTX included, but ptxas itself, and may be long. Called as
 *  above. */
typedef void (*LowpKernelStoreCallback)(const void *key, size_t keySize,
                                        const void *content, size_t contentSize,
                                        void *userData);

/** How to compile. Set up by lowpCompileOptionsInit, then changed at will. The
 *  strings belong to the caller and are read during the call only; NULL and ""
 *  both stand for the default. */
typedef struct LowpCompileOptions {
  /** sizeof(LowpCompileOptions) of the caller's header, as passed to
   *  lowpCompileOptionsInit. Later fields, which an older caller does not have,
   *  take their defaults; fields that an older library does not know must be
   *  zero. */
  size_t structBytes;
  /** LOWP_DEVICE_CUDA (the default) or LOWP_DEVICE_CPU. */
  LowpDeviceKind device;
  /** LOWP_IMAGE_AUTO (the default), LOWP_IMAGE_PTX or LOWP_IMAGE_CUBIN. */
  LowpImageFormat imageFormat;
  /** Chip to compile for, e.g. "sm_90a"; default: the module's attribute
   *  lowp_gpu.chip. Ignored for the CPU. */
  const char *chip;
  /** Preset that every matmul gets, e.g. "rowwise"; default: its own. */
  const char *recipe;
  /** Path of ptxas; default: environment variable LOWP_PTXAS, else PATH. */
  const char *ptxas;
  /** PTX version, e.g. 88 for 8.8; 0 is the chip's default. */
  uint32_t ptxVersion;
  /** Whether performance notes of ptxas on matmul kernels are errors; 1 by
   *  default. */
  int32_t strict;
  /** Name of the source in diagnostics; default: "<input>". */
  const char *sourceName;
  /** Receives diagnostics, remarks on what passes decide included; NULL: nobody
   *  does, the status tells the outcome. */
  LowpDiagnosticCallback onDiagnostic;
  void *userData;
  /** Path of a JSON file of tuned configs for matmuls, which go before the cost
   *  model's choice (docs/Tuning.md); default: none. Ignored for the CPU. */
  const char *configFile;
  /** Whether matmuls on formats that the chip lacks are compiled as others,
   *  with the same result but slower, instead of refused; 0 by default. Remarks
   *  say which, and what it costs. */
  int32_t allowEmulation;
  /** M of matmuls to choose one kernel for where it is known only at run time;
   *  0, the default: several kernels, of which each call takes the one for its
   *  M. Any M can be run either way. Ignored for the CPU. */
  int64_t expectedM;
  /** Options as the pipeline lowp-to-nvvm takes them, e.g. "expected-m=16
   *  strict=false", those without a field of their own included; default: none.
   *  They go before the fields above. */
  const char *options;
  /** Whether bytecode without lowp's checksum is read, which other tools write;
   *  0 by default: damage to it, which the checksum would tell, can end the
   *  process. See docs/Compatibility.md. */
  int32_t trustBytecode;
  /** Path of a JSON file that describes the part to choose kernels and recipes
   *  for, as lowp.calibrate writes it (docs/Tuning.md); default: none. */
  const char *partFile;
  /** Both or neither: a cache of machine code that outlives compilations;
   *  default: none. lowpCompileModule, whose context is the caller's, does not
   *  use it. */
  LowpKernelLoadCallback loadKernel;
  LowpKernelStoreCallback storeKernel;
  void *kernelData;
} LowpCompileOptions;

/** Sets all fields to their defaults. `structBytes` is
 *  sizeof(LowpCompileOptions) of the caller's header: no more is written, and
 *  what this library does not know of it is set to zero. */
LOWP_C_API void lowpCompileOptionsInit(LowpCompileOptions *options,
                                       size_t structBytes);

/** Compiles a module: `size` bytes of MLIR text or bytecode at `source`, which
 *  need no NUL at their end. Text may be anything: it is refused if it is no
 *  module, or nests too deep. Bytecode is to have lowp's checksum, see
 *  trustBytecode. `options` may be NULL.
 *
 *  On success `*program` is a new program, which the caller destroys with
 *  lowpProgramDestroy. On failure it is NULL and the status is
 *  LOWP_ERROR_COMPILE when the module was refused, with the reason among the
 *  diagnostics and the first error in `error`, or LOWP_ERROR_INVALID_ARGUMENT
 *  for options that cannot be, that were not set up, or that this library does
 *  not know. */
LOWP_C_API LowpStatus lowpCompile(const char *source, size_t size,
                                  const LowpCompileOptions *options,
                                  LowpProgram **program, LowpError *error);

/** Runs `pipeline`, e.g. "lowp-to-nvvm{chip=sm_90a}" or
 *  "builtin.module(canonicalize,cse)", on a module given as for lowpCompile.
 *  The result, as text, goes to `*text`, to be freed with lowpBufferFree; it is
 *  empty on failure. Only the options sourceName and the callback matter.
 *
 *  Fails with LOWP_ERROR_INVALID_ARGUMENT for a pipeline that does not parse,
 *  and for options as above, and with LOWP_ERROR_COMPILE when the module does
 *  not parse, or when a pass fails (the text is then lost). */
LOWP_C_API LowpStatus lowpRunPipeline(const char *source, size_t size,
                                      const char *pipeline,
                                      const LowpCompileOptions *options,
                                      LowpBuffer *text, LowpError *error);

/** The chips that can be compiled for, e.g. "sm_90a, sm_100a"; static
 *  storage. */
LOWP_C_API const char *lowpChips(void);

/** The ptxas that a compilation with option `ptxas` (may be NULL) would run:
 *  its path goes to `*path`, to be freed with lowpBufferFree; empty when there
 *  is none. Fails with LOWP_ERROR_INVALID_ARGUMENT when the option or the
 *  environment variable LOWP_PTXAS names something that cannot be run. */
LOWP_C_API LowpStatus lowpFindPtxas(const char *ptxas, LowpBuffer *path,
                                    LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_COMPILER_H */
