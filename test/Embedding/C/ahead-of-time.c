/*===- ahead-of-time.c - Calls a function that lowp compiled --------------===*\
|* Measuring needs no device.                                                 *|
\*===----------------------------------------------------------------------===*/

#include "up.h"

#include <stdio.h>

/** The status of up on `columns` columns, of which it expects 512. */
static LowpStatus measure(int64_t columns) {
  LowpTensor2 x = {0, 0, 0, {100, 0}, {512, 1}};
  LowpTensor2 data = {0, 0, 0, {100, 512}, {512, 1}};
  LowpTensor2 scales = {0, 0, 0, {100, 4}, {4, 1}};
  LowpCall call;
  x.sizes[1] = columns;
  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  up(&call, &x, &data, &scales);
  printf("%s %s\n", lowpStatusName(call.status), call.message);
  return call.status;
}

int main(void) {
  if (lowpRuntimeAbiVersion() != LOWP_RUNTIME_ABI_VERSION)
    return 1;
  return measure(512) != LOWP_OK || measure(500) != LOWP_ERROR_INVALID_ARGUMENT;
}
