/* Calls a compiled function without a device: measuring asks for none. */

#include "up.h"

#include <stdio.h>

int main(void) {
  LowpTensor2 x = {0, 0, 0, {100, 512}, {512, 1}};
  LowpTensor2 data = {0, 0, 0, {100, 512}, {512, 1}};
  LowpTensor2 scales = {0, 0, 0, {100, 4}, {4, 1}};
  LowpCall call;

  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  up(&call, &x, &data, &scales);
  printf("%s %s\n", lowpStatusName(call.status), call.message);

  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  x.sizes[1] = 500;
  up(&call, &x, &data, &scales);
  printf("%s %s\n", lowpStatusName(call.status), call.message);
  return 0;
}
