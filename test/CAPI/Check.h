/*===- Check.h - What the tests of the C API share ----------------*- C -*-===*\
|* C99, as the headers are.                                                   *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_TEST_CAPI_CHECK_H
#define LOWP_TEST_CAPI_CHECK_H

#include "lowp-c/Compiler.h"
#include "lowp-c/Device.h"
#include "lowp-c/Launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Ends the program when a condition does not hold. */
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/** Ends the program when `text` does not contain `part`. */
#define CHECK_CONTAINS(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part)) {                                                 \
      fprintf(stderr, "%s:%d: expected '%s' in '%s'\n", __FILE__, __LINE__,    \
              part, text);                                                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/** `r = x + y` for vectors of any size. */
extern const char *const kAdd;

/** Compiles `source`, which must work. */
LowpProgram *compileOrExit(const char *source, LowpDeviceKind device);

/** The tests. */
void testCompile(void);
void testSizes(void);
void testDiagnostics(void);
void testNotes(void);
void testRemarks(void);
void testExpectedM(void);
void testSurvival(void);
void testOptionsText(void);
void testConfigFile(void);
void testPartFile(void);
void testEmulation(void);
void testPipeline(void);
void testSerialize(void);
void testCallOnCpu(void);
void testCallOnGpu(void);
void testRepeat(void);
void testOlderCaller(void);
void testNewerCaller(void);
void testFixedSizes(void);
void testPrepare(void);
void testExternals(void);
void testThreads(void);
void testHostile(void);
void testWithoutDriver(void);

#endif /* LOWP_TEST_CAPI_CHECK_H */
