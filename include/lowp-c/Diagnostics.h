/*===- lowp-c/Diagnostics.h - What the compiler has to say -------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_DIAGNOSTICS_H
#define LOWP_C_DIAGNOSTICS_H

#include "lowp-c/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One of the values of LowpSeverityValue. */
typedef int32_t LowpSeverity;

enum LowpSeverityValue {
  /** Belongs to the diagnostic reported just before it. */
  LOWP_SEVERITY_NOTE = 0,
  /** A decision of the compiler and its reason. */
  LOWP_SEVERITY_REMARK = 1,
  LOWP_SEVERITY_WARNING = 2,
  /** Comes with a failure of the function that reports it. */
  LOWP_SEVERITY_ERROR = 3
};

/** One message. Owned by the library and valid during the callback only. */
typedef struct LowpDiagnostic {
  LowpSeverity severity;
  /** Lines and columns count from 1; 0 when the place is not known. */
  uint32_t line;
  uint32_t column;
  /** Name of the source as LowpCompileOptions::sourceName gave it, or the file
   *  that a location in the source names; empty when the place is not known. */
  const char *file;
  const char *message;
} LowpDiagnostic;

/** Receives diagnostics in the order in which they arise, on the thread that
 *  called the reporting function and before this function returns. Must not
 *  call back into the same compilation. `userData` is the caller's. */
typedef void (*LowpDiagnosticCallback)(const LowpDiagnostic *diagnostic,
                                       void *userData);

/** "note", "remark", "warning" or "error"; static storage, never NULL. */
LOWP_C_API const char *lowpSeverityName(LowpSeverity severity);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_DIAGNOSTICS_H */
