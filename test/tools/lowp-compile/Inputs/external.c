/* Provides the external function of external.mlir, and measures its caller. */

#include "external.h"

#include <stdio.h>

void normalize(LowpCall *call, const LowpTensor2 *x, uint16_t scale,
               const LowpTensor2 *y) {
  (void)y;
  lowpWorkspaceAllocate(call, 4096);
  printf("normalize %dx%d, scale %x\n", (int)x->sizes[0], (int)x->sizes[1],
         (unsigned)scale);
}

int main(void) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  LowpTensor2 x = {NULL, NULL, 0, {64, 512}, {512, 1}}, y = x;
  layer(&call, &x, &y);
  printf("layer %s %d\n", lowpStatusName(call.status), (int)call.workspaceUsed);
  return 0;
}
