/*===- lowp-c/Error.h - How functions of the C API fail ----------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* A function that can fail returns a LowpStatus and takes a LowpError, which *|
|* may be NULL, for the reason. All functions may be called from any thread;  *|
|* those that change an object say so and want no other call on this object   *|
|* at the same time.                                                          *|
|*                                                                            *|
|* NULL where something is needed, counts and sizes that cannot be, and       *|
|* structures that were not set up are refused with                           *|
|* LOWP_ERROR_INVALID_ARGUMENT; functions without a status return NULL, 0 or  *|
|* what their comment says. What no library can check is the caller's care:   *|
|* that pointers which are not NULL point to what the types say, with as many *|
|* elements or bytes as the count beside them; that strings end in a NUL; that*|
|* objects were made by this library, are not destroyed, and that their       *|
|* owners live.                                                               *|
|*                                                                            *|
|* Structures in which later versions add fields come with the size that the  *|
|* caller knows (structBytes). What the library hands out by the address of   *|
|* one structure may grow too. All others keep their size: those that are     *|
|* elements of arrays or are filled for the caller.                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_ERROR_H
#define LOWP_C_ERROR_H

#include "lowp/Runtime/lowp_runtime.h"

#include <stddef.h>

/** Marks what liblowp-c exports. */
#define LOWP_C_API LOWP_RUNTIME_API

#ifdef __cplusplus
extern "C" {
#endif

/** Why a function failed. Owned by the caller; filled on failure, untouched on
 *  success. */
typedef struct LowpError {
  LowpStatus status;
  /** What was expected, what came and what to do. NUL-terminated; cut with
   *  "..." when it does not fit. */
  char message[LOWP_MESSAGE_BYTES];
} LowpError;

/** Version of the library, e.g. "0.1.0"; static storage. */
LOWP_C_API const char *lowpVersion(void);

/** A block of bytes that the library allocated and the caller frees with
 *  lowpBufferFree. */
typedef struct LowpBuffer {
  /** NULL when empty; else followed by a NUL byte that `size` leaves out. */
  char *data;
  size_t size;
} LowpBuffer;

/** Frees what a function returned in `buffer` and empties it. NULL and an empty
 *  buffer are allowed. */
LOWP_C_API void lowpBufferFree(LowpBuffer *buffer);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_ERROR_H */
