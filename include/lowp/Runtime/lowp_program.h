/*===- lowp_program.h - What a program says of itself ------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Types alone: lowp-c/Program.h has the functions that return them.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_RUNTIME_LOWP_PROGRAM_H
#define LOWP_RUNTIME_LOWP_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/** As the number of a device: whatever is current on the calling thread. */
#define LOWP_CURRENT_DEVICE (-1)

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
  /** The parts of the function that prepares, as JSON: for each weight, or for
   *  several that a result is computed of, the "name" and the "text" of a
   *  function of MLIR, which is private, and its "arguments" and "results",
   * with their "number" in the whole and their "type"; arguments also have
   * "shape" and "element". Parts of one name are equal. */
  const char *parts;
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

#endif /* LOWP_RUNTIME_LOWP_PROGRAM_H */
