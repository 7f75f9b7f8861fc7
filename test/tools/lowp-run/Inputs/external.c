/* The external function of external.mlir, in memory that the host reads. */

#include "lowp/Runtime/lowp_runtime.h"

#include <stdio.h>

void my_scale(LowpCall *call, const LowpTensor2 *x, float factor,
              const LowpTensor2 *y) {
  float *scratch = lowpWorkspaceAllocate(call, 1000);
  if (call->mode == LOWP_MEASURE || call->status != LOWP_OK)
    return;
  printf("my_scale by %g\n", factor);
  scratch[0] = factor;
  const float *from = (const float *)x->aligned + x->offset;
  float *to = (float *)y->aligned + y->offset;
  for (int64_t i = 0; i < x->sizes[0]; ++i)
    for (int64_t j = 0; j < x->sizes[1]; ++j)
      to[i * y->strides[0] + j * y->strides[1]] =
          scratch[0] * from[i * x->strides[0] + j * x->strides[1]];
}
