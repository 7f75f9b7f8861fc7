/*===- CallTest.c - Running functions -------------------------------------===*\
|* On the CPU, and against the fake driver of test/unit/Runtime.              *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Device.h"
#include "lowp-c/Launch.h"

static LowpTensor1 vectorOf(void *data, int64_t size) {
  LowpTensor1 tensor;
  memset(&tensor, 0, sizeof(tensor));
  tensor.allocated = tensor.aligned = data;
  tensor.sizes[0] = size;
  tensor.strides[0] = 1;
  return tensor;
}

/** Calls `add` on three vectors. */
static LowpStatus callAdd(const LowpFunction *add, LowpCall *call,
                          LowpTensor1 *x, LowpTensor1 *y, LowpTensor1 *r) {
  void *arguments[3];
  arguments[0] = x;
  arguments[1] = y;
  arguments[2] = r;
  lowpCallInit(call, NULL);
  return lowpFunctionCall(add, call, arguments, 3, 0);
}

static void checkRefusals(const LowpFunction *add, LowpTensor1 x, LowpTensor1 y,
                          LowpTensor1 r) {
  LowpTensor1 bad = y;
  LowpCall call;
  bad.sizes[0] = 3;
  CHECK(callAdd(add, &call, &x, &bad, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "argument1: expected dimension 0 to be 4");
  bad = y;
  bad.sizes[0] = -1;
  CHECK(callAdd(add, &call, &x, &bad, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  bad = y;
  bad.strides[0] = 2;
  CHECK(callAdd(add, &call, &x, &bad, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "rows without gaps");
  bad = y;
  bad.aligned = NULL;
  CHECK(callAdd(add, &call, &x, &bad, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "NULL");
  bad.aligned = (char *)y.aligned + 1;
  CHECK(callAdd(add, &call, &x, &bad, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "aligned");
  CHECK(callAdd(add, &call, &x, &y, &x) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "shares with argument0");
  CHECK(callAdd(add, &call, &x, NULL, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  lowpCallInit(&call, NULL);
  CHECK(lowpFunctionCall(add, &call, NULL, 0, 0) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "expected 3 arguments");
}

/** A message that is as long as the buffer, or nearly so, is cut where it no
 * longer fits, and nothing is written behind it. */
static void checkLongMessages(const LowpProgram *program) {
  enum { kCapacity = LOWP_MESSAGE_BYTES };
  struct {
    LowpError error;
    char behind[8];
  } guarded;
  char name[kCapacity + 9];
  size_t others, length;
  CHECK(!lowpProgramFunction(program, "x", &guarded.error));
  others = strlen(guarded.error.message) - 1;
  for (length = kCapacity - 3; length < kCapacity + 4; ++length) {
    size_t expected = length < kCapacity ? length : kCapacity - 1;
    memset(&guarded, 0x5A, sizeof(guarded));
    memset(name, 'x', length - others);
    name[length - others] = '\0';
    CHECK(!lowpProgramFunction(program, name, &guarded.error));
    CHECK(memchr(guarded.error.message, '\0', kCapacity) ==
          guarded.error.message + expected);
    CHECK(!strcmp(guarded.error.message + expected - 3, "...") ==
          (length >= kCapacity));
    CHECK(!memcmp(guarded.behind, "ZZZZZZZZ", sizeof(guarded.behind)));
  }
}

static const LowpFunction *findAdd(const LowpProgram *program) {
  LowpError error;
  CHECK(!lowpProgramFunction(program, "subtract", &error));
  CHECK_CONTAINS(error.message, "(add), got 'subtract'");
  CHECK(lowpProgramFunction(program, NULL, NULL) ==
        lowpProgramFunction(program, "add", &error));
  return lowpProgramFunction(program, "add", &error);
}

void testCallOnCpu(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CPU);
  const LowpFunction *add = findAdd(program);
  float a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, c[4];
  LowpTensor1 x = vectorOf(a, 4), y = vectorOf(b, 4), r = vectorOf(c, 4);
  LowpCall call;
  CHECK(!callAdd(add, &call, &x, &y, &r));
  CHECK(c[0] == 11 && c[3] == 44);
  checkRefusals(add, x, y, r);
  checkLongMessages(program);
  x.sizes[0] = y.sizes[0] = r.sizes[0] = 0;
  CHECK(!callAdd(add, &call, &x, &y, &r));
  CHECK(!lowpProgramPreload(program, 0, NULL));
  lowpProgramDestroy(program);
}

static void testMemory(void) {
  void *memory;
  LowpError error;
  char text[] = "abc", back[4];
  CHECK(!lowpMemoryAllocate(1, 4, &memory, &error));
  CHECK(!lowpMemoryToDevice(1, memory, text, 4, &error));
  CHECK(!lowpMemoryToHost(1, back, memory, 4, &error));
  CHECK(!strcmp(back, "abc"));
  CHECK(!lowpMemoryFree(1, memory, &error));
  CHECK(!lowpMemoryAllocate(1, 0, &memory, &error) && !memory);
  CHECK(lowpMemoryAllocate(5, 4, &memory, &error) == LOWP_ERROR_NO_DEVICE);
  CHECK_CONTAINS(error.message, "got 5");
}

static LowpTensor1 allocateVector(int32_t device, int64_t size) {
  void *memory;
  CHECK(!lowpMemoryAllocate(device, size * sizeof(float), &memory, NULL));
  return vectorOf(memory, size);
}

/** Whose memory data are in, and that no other is accepted. */
static void checkMemory(const LowpFunction *add, LowpTensor1 x, LowpTensor1 r) {
  LowpTensor1 other = allocateVector(1, 4);
  float onHost[4];
  LowpCall call;
  LowpError error;
  int32_t device;
  void *arguments[3];
  CHECK(!lowpMemoryDevice((char *)other.aligned + 1, &device, NULL));
  CHECK(device == 1);
  CHECK(callAdd(add, &call, &x, &other, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "'add', argument1: expected memory of GPU 0");
  CHECK_CONTAINS(call.message, "got memory of GPU 1");
  CHECK(!lowpMemoryFree(1, other.aligned, NULL));
  CHECK(callAdd(add, &call, &x, &other, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "was the memory freed");
  CHECK(lowpMemoryDevice(other.aligned, &device, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "was the memory freed");
  CHECK(device == -1);
  other.aligned = onHost;
  CHECK(callAdd(add, &call, &x, &other, &r) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "memory of the host?");
  /* No elements, no memory. */
  other = vectorOf(onHost, 0);
  CHECK(!callAdd(add, &call, &other, &other, &other));

  arguments[0] = arguments[1] = &x;
  arguments[2] = &r;
  lowpCallInit(&call, NULL);
  CHECK(!lowpFunctionCall(add, &call, arguments, 3, LOWP_CURRENT_DEVICE));
  call.workspace = onHost;
  call.workspaceBytes = sizeof(onHost);
  CHECK(lowpFunctionCall(add, &call, arguments, 3, 0) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "'add', workspace: expected memory of GPU 0");
}

void testCallOnGpu(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CUDA);
  const LowpFunction *add = findAdd(program);
  LowpTensor1 x = allocateVector(0, 4), y = allocateVector(0, 4);
  LowpTensor1 r = allocateVector(0, 4);
  LowpCall call;
  LowpDeviceInfo info;
  int32_t count;
  CHECK(!lowpDeviceCount(&count, NULL) && count == 2);
  CHECK(!lowpDeviceInfo(1, &info, sizeof(info), NULL));
  CHECK(!strcmp(info.chip, "sm_90a"));
  CHECK(lowpDeviceInfo(2, &info, sizeof(info), NULL) == LOWP_ERROR_NO_DEVICE);
  testMemory();
  CHECK(!callAdd(add, &call, &x, &y, &r));
  checkRefusals(add, x, y, r);
  checkMemory(add, x, r);
  CHECK(!lowpStreamWait(0, NULL, NULL, NULL));
  CHECK(lowpStreamWait(9, NULL, NULL, NULL) == LOWP_ERROR_NO_DEVICE);
  CHECK(!lowpProgramPreload(program, 1, NULL));
  CHECK(lowpProgramPreload(program, 9, NULL) == LOWP_ERROR_NO_DEVICE);
  CHECK(!lowpDeviceSynchronize(0, NULL));
  lowpProgramDestroy(program);
}

void testWithoutDriver(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CUDA);
  const LowpFunction *add = findAdd(program);
  float a[4], b[4], c[4];
  LowpTensor1 x = vectorOf(a, 4), y = vectorOf(b, 4), r = vectorOf(c, 4);
  LowpCall call;
  LowpError error;
  int32_t count;
  CHECK(callAdd(add, &call, &x, &y, &r) == LOWP_ERROR_NO_DRIVER);
  CHECK_CONTAINS(call.message, "no CUDA driver");
  CHECK(lowpProgramPreload(program, 0, &error) == LOWP_ERROR_NO_DRIVER);
  CHECK(lowpDeviceCount(&count, &error) == LOWP_ERROR_NO_DRIVER && !count);
  lowpProgramDestroy(program);
}
