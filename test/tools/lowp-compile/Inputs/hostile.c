/* Calls functions of failed-calls.mlir with sizes that cannot be. */

#include "hostile.h"

#include <stdio.h>

static LowpTensor2 makeTensor(int64_t rows, int64_t columns) {
  LowpTensor2 tensor = {0};
  tensor.sizes[0] = rows;
  tensor.sizes[1] = columns;
  tensor.strides[0] = columns;
  tensor.strides[1] = 1;
  return tensor;
}

static void callLinear(int32_t mode, int64_t rows, int64_t resultRows) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = mode;
  LowpTensor2 x = makeTensor(rows, 512), w = makeTensor(256, 512);
  LowpTensor2 y = makeTensor(resultRows, 256);
  linear(&call, &x, &w, &y);
  printf("linear %s: %s\n", lowpStatusName(call.status), call.message);
}

static void callProduct(int64_t m, int64_t n) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  LowpTensor2 x = makeTensor(m, 512), w = makeTensor(n, 512);
  LowpTensor2 y = makeTensor(m, n);
  product(&call, &x, &w, &y);
  printf("product %s: %s\n", lowpStatusName(call.status), call.message);
}

static void callTwice(int64_t rows) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  LowpTensor2 x = makeTensor(rows, 4), y = makeTensor(rows, 4);
  twice(&call, &x, &y);
  printf("twice %s: %s\n", lowpStatusName(call.status), call.message);
}

int main(void) {
  callLinear(LOWP_MEASURE, 64, 64);
  callLinear(LOWP_MEASURE, -1, 64);
  callLinear(LOWP_RUN, -1, -1);
  callLinear(LOWP_MEASURE, 64, 65);
  callLinear(LOWP_MEASURE, INT64_MAX, INT64_MAX);
  callLinear(LOWP_MEASURE, 4294967280, 4294967280);
  callProduct(64, 128);
  callProduct(4294967280, 2147483520);
  callProduct(4294967280, 65536);
  callProduct(INT64_MIN, INT64_MIN);
  callTwice(64);
  callTwice(70368744177664);
  return 0;
}
