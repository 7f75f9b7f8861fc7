/*===- RepeatTest.c - Calls on objects ------------------------------------===*\
|* On objects and an interpreter of the test's own.                           *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Repeat.h"

#include <stddef.h>

/** An object of the test: a DLTensor of rank 1 as dlpack.h lays it out. */
typedef struct Object {
  void *data;
  int32_t deviceType, deviceId, rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byteOffset;
  /** What follows is no part of a DLTensor. */
  int64_t size, stride;
  int isUnreadable;
} Object;

typedef struct Tuple {
  intptr_t size;
  Object *items[3];
} Tuple;

static int errorsCleared, locksTaken;

static intptr_t sizeOf(void *tuple) { return ((Tuple *)tuple)->size; }
static void *itemOf(void *tuple, intptr_t index) {
  return ((Tuple *)tuple)->items[index];
}
static void clearError(void) { ++errorsCleared; }
static void *saveThread(void) {
  --locksTaken;
  return &locksTaken;
}
static void restoreThread(void *state) { ++*(int *)state; }

static const LowpPython python = {
    sizeof(LowpPython), sizeOf, itemOf, clearError, saveThread, restoreThread};

static int readObject(void *object, void *tensor) {
  Object *source = object;
  CHECK(locksTaken == 1);
  if (source->isUnreadable)
    return -1;
  source->shape = &source->size;
  source->strides = source->stride ? &source->stride : NULL;
  memcpy(tensor, source, offsetof(Object, size));
  return 0;
}

/** Four floats in host memory. */
static Object objectOf(void *data) {
  Object object;
  memset(&object, 0, sizeof(object));
  object.data = data;
  object.deviceType = object.rank = 1;
  object.code = 2;
  object.bits = 32;
  object.lanes = 1;
  object.size = 4;
  object.stride = 1;
  return object;
}

/** Each change to an object makes it another one than was remembered. */
static void checkDifferences(LowpRepeat *repeat, Tuple *objects) {
  Object *object = objects->items[1], good = *object;
#define CHECK_DIFFERS(change)                                                  \
  change;                                                                      \
  CHECK(lowpRepeatRun(repeat, objects) == LOWP_REPEAT_DIFFERS);                \
  *object = good
  CHECK_DIFFERS(object->deviceType = 2);
  CHECK_DIFFERS(object->deviceId = 1);
  CHECK_DIFFERS(object->rank = 0);
  CHECK_DIFFERS(object->code = 4);
  CHECK_DIFFERS(object->bits = 16);
  CHECK_DIFFERS(object->lanes = 2);
  CHECK_DIFFERS(object->size = 3);
  CHECK_DIFFERS(object->stride = 2);
  CHECK_DIFFERS(object->stride = 0);
#undef CHECK_DIFFERS
  CHECK(errorsCleared == 0);
  object->isUnreadable = 1;
  CHECK(lowpRepeatRun(repeat, objects) == LOWP_REPEAT_DIFFERS);
  CHECK(errorsCleared == 1);
  object->isUnreadable = 0;
  objects->size = 2;
  CHECK(lowpRepeatRun(repeat, objects) == LOWP_REPEAT_DIFFERS);
  objects->size = 3;
  CHECK(lowpRepeatRun(repeat, objects) == LOWP_OK);
}

void testRepeat(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CPU);
  const LowpFunction *add = lowpProgramFunction(program, "add", NULL);
  float a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, c[4];
  LowpTensor1 tensors[3] = {{NULL, NULL, 0, {4}, {1}},
                            {NULL, NULL, 0, {4}, {1}},
                            {NULL, NULL, 0, {4}, {1}}};
  void *arguments[3];
  Object x = objectOf(a), y = objectOf(a), r = objectOf(c);
  Tuple objects = {3, {NULL, NULL, NULL}};
  LowpPython older;
  LowpCall call;
  LowpRepeat *repeat;
  int i;
  objects.items[0] = &x;
  objects.items[1] = &y;
  objects.items[2] = &r;
  for (i = 0; i < 3; ++i)
    arguments[i] = &tensors[i];
  lowpCallInit(&call, NULL);
  locksTaken = 1;
  y.isUnreadable = 1;
  CHECK(!lowpRepeatCreate(&python, readObject, add, &call, arguments, 3, 0,
                          &objects));
  CHECK(errorsCleared == 1);
  errorsCleared = y.isUnreadable = 0;
  older = python;
  older.structBytes -= sizeof(older.restoreThread);
  CHECK(!lowpRepeatCreate(&older, readObject, add, &call, arguments, 3, 0,
                          &objects));
  repeat = lowpRepeatCreate(&python, readObject, add, &call, arguments, 3, 0,
                            &objects);
  CHECK(repeat && lowpRepeatRun(repeat, &objects) == LOWP_OK);
  CHECK(c[0] == 2 && c[3] == 8);
  /* Addresses are those of the objects, and are checked each time. */
  y.data = a + 3;
  y.byteOffset = 4;
  CHECK(lowpRepeatRun(repeat, &objects) == LOWP_OK);
  CHECK(c[0] == 6 && c[3] == 12);
  y.byteOffset = 2;
  CHECK(lowpRepeatRun(repeat, &objects) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(call.message, "aligned");
  y.byteOffset = 4;
  checkDifferences(repeat, &objects);
  CHECK(locksTaken == 1);
  lowpRepeatDestroy(repeat);
  lowpRepeatDestroy(NULL);
  lowpProgramDestroy(program);
}
