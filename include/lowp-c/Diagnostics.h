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

/** Diagnostics that are kept, for callers in whose language a callback cannot
 * be written safely: an exception cannot pass through C, and may come at any
 * time. */
typedef struct LowpDiagnosticList LowpDiagnosticList;

/** An empty list, which the caller destroys. */
LOWP_C_API LowpDiagnosticList *lowpDiagnosticListCreate(void);

/** Keeps a copy of `diagnostic`: a LowpDiagnosticCallback, whose `list`, a
 *  LowpDiagnosticList, is the callback's user data. */
LOWP_C_API void lowpDiagnosticListAppend(const LowpDiagnostic *diagnostic,
                                         void *list);

/** How many there are; 0 for NULL. */
LOWP_C_API size_t lowpDiagnosticListSize(const LowpDiagnosticList *list);

/** Diagnostic `number`, in the order in which they arose; NULL when there is
 *  none. It belongs to the list, and lives until this is appended to. */
LOWP_C_API const LowpDiagnostic *
lowpDiagnosticListGet(const LowpDiagnosticList *list, size_t number);

/** Frees a list. NULL is allowed. */
LOWP_C_API void lowpDiagnosticListDestroy(LowpDiagnosticList *list);

/** "note", "remark", "warning" or "error"; static storage, never NULL. */
LOWP_C_API const char *lowpSeverityName(LowpSeverity severity);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_DIAGNOSTICS_H */
