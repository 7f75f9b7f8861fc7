/*===- VersionTest.c - Callers with older and newer headers ---------------===*\
|* A structure of theirs ends earlier or later than the library's.            *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Device.h"

#include <stddef.h>

enum { kGuard = 0xa5, kRoom = 64 };

/** A caller's options, with room for more fields behind them. */
typedef union Options {
  LowpCompileOptions known;
  unsigned char bytes[sizeof(LowpCompileOptions) + kRoom];
} Options;

typedef union Info {
  LowpDeviceInfo known;
  unsigned char bytes[sizeof(LowpDeviceInfo) + kRoom];
} Info;

static int hasOnly(const unsigned char *begin, const unsigned char *end,
                   unsigned char value) {
  for (; begin != end; ++begin)
    if (*begin != value)
      return 0;
  return 1;
}

static LowpStatus compileAdd(const LowpCompileOptions *options,
                             LowpError *error) {
  LowpProgram *program;
  LowpStatus status = lowpCompile(kAdd, strlen(kAdd), options, &program, error);
  lowpProgramDestroy(program);
  return status;
}

/** Whose LowpCompileOptions ended where one of the library's fields begins. */
static void checkOlderOptions(size_t size) {
  Options options;
  memset(&options, kGuard, sizeof(options));
  lowpCompileOptionsInit(&options.known, size);
  CHECK(options.known.structBytes == size);
  CHECK(options.known.strict == 1 && !options.known.chip);
  CHECK(hasOnly(options.bytes + size, options.bytes + sizeof(options), kGuard));
  options.known.chip = "sm_90a";
  options.known.imageFormat = LOWP_IMAGE_PTX;
  /* What follows is not read: as a path, it would be no memory. */
  CHECK(!compileAdd(&options.known, NULL));
}

void testOlderCaller(void) {
  Info info;
  size_t size = offsetof(LowpDeviceInfo, memoryBytes);
  checkOlderOptions(offsetof(LowpCompileOptions, configFile));
  checkOlderOptions(offsetof(LowpCompileOptions, allowEmulation));
  checkOlderOptions(offsetof(LowpCompileOptions, expectedM));
  checkOlderOptions(offsetof(LowpCompileOptions, options));
  checkOlderOptions(offsetof(LowpCompileOptions, trustBytecode));
  checkOlderOptions(offsetof(LowpCompileOptions, partFile));
  memset(&info, kGuard, sizeof(info));
  CHECK(!lowpDeviceInfo(0, &info.known, size, NULL));
  CHECK(!strcmp(info.known.name, "Fake H200"));
  CHECK(info.known.multiprocessors == 132);
  CHECK(hasOnly(info.bytes + size, info.bytes + sizeof(info), kGuard));
}

void testNewerCaller(void) {
  Options options;
  Info info;
  LowpError error;
  memset(&options, kGuard, sizeof(options));
  lowpCompileOptionsInit(&options.known, sizeof(options));
  CHECK(hasOnly(options.bytes + sizeof(LowpCompileOptions),
                options.bytes + sizeof(options), 0));
  CHECK(options.known.expectedM == 0);
  options.known.device = LOWP_DEVICE_CPU;
  CHECK(!compileAdd(&options.known, &error));
  /* A field that this library does not know is not passed over. */
  options.bytes[sizeof(options) - 1] = 1;
  CHECK(compileAdd(&options.known, &error) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "a field that this version does not know");
  memset(&info, kGuard, sizeof(info));
  CHECK(!lowpDeviceInfo(0, &info.known, sizeof(info), NULL));
  CHECK(info.known.multiprocessors == 132);
  CHECK(hasOnly(info.bytes + sizeof(LowpDeviceInfo), info.bytes + sizeof(info),
                0));
  /* Nobody has set these up. */
  memset(&options, 0, sizeof(options));
  CHECK(compileAdd(&options.known, &error) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "set them up by lowpCompileOptionsInit");
}

/** Without a size of the caller's: elements of arrays, and what is filled for
 *  it. A program that was built before would not survive another size. */
void testFixedSizes(void) {
  size_t pointer = sizeof(void *);
  CHECK(sizeof(LowpDimension) == 32);
  CHECK(sizeof(LowpArgument) == 2 * pointer + 16);
  CHECK(sizeof(LowpBuffer) == pointer + sizeof(size_t));
  CHECK(sizeof(LowpError) == 4 + 512);
  CHECK(sizeof(LowpCall) == 2 * pointer + 24 + 512);
}
