/*===- HeaderTest.c - The C header is C99 -----------------------------------===*\
|* Compiled with -std=c99 -pedantic; a break shows as a compile error.         *|
\*===-----------------------------------------------------------------------===*/

#include "lowp/Runtime/lowp_runtime.h"

#include <stddef.h>

/* C99 has no static assertion: an array of size -1 stands in. */
#define LOWP_CHECK(name, condition) typedef char name[(condition) ? 1 : -1]

/* The layout of MLIR's memref descriptors on 64-bit machines. */
LOWP_CHECK(tensor0_size, sizeof(LowpTensor0) == 24);
LOWP_CHECK(tensor1_size, sizeof(LowpTensor1) == 40);
LOWP_CHECK(tensor2_size, sizeof(LowpTensor2) == 56);
LOWP_CHECK(tensor3_size, sizeof(LowpTensor3) == 72);
LOWP_CHECK(tensor2_strides, offsetof(LowpTensor2, strides) == 40);

/* What compiled code relies on. A change raises LOWP_RUNTIME_ABI_VERSION. */
LOWP_CHECK(call_mode, offsetof(LowpCall, mode) == 32);
LOWP_CHECK(call_status, offsetof(LowpCall, status) == 36);
LOWP_CHECK(call_message, offsetof(LowpCall, message) == 40);
LOWP_CHECK(call_size, sizeof(LowpCall) == 40 + LOWP_MESSAGE_BYTES);
LOWP_CHECK(image_size, sizeof(LowpImage) == 24);
LOWP_CHECK(launch_size, sizeof(LowpLaunch) == 44);
LOWP_CHECK(map_sizes, offsetof(LowpTensorMap, sizes) == 16);
LOWP_CHECK(map_strides, offsetof(LowpTensorMap, strides) == 56);
LOWP_CHECK(map_box, offsetof(LowpTensorMap, box) == 88);
LOWP_CHECK(map_swizzle, offsetof(LowpTensorMap, swizzle) == 108);
LOWP_CHECK(map_size, sizeof(LowpTensorMap) == 112);

/* A C program can call the library. */
LowpStatus lowpHeaderTestCallFromC(void);
LowpStatus lowpHeaderTestCallFromC(void) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  lowpFail(&call, LOWP_ERROR_LOAD, "from C");
  return call.status;
}
