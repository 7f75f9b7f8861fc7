/*===- ThreadTest.c - 64 threads compile at once --------------------------===*\
|* Some of them for the GPU, some for the CPU, some what is wrong, and some *|
|* what makes LLVM want to end the process.                                   *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include <pthread.h>

#define NUM_THREADS 64

/** A kernel that no PTX of this version can express. */
static const char *const kFatal =
    "gpu.module @kernels {\n"
    "  llvm.func @mma(%a: i32, %b: i64, %c: i1) attributes {nvvm.kernel} {\n"
    "    %d = llvm.inttoptr %a : i32 to !llvm.ptr<6>\n"
    "    nvvm.tcgen05.mma.block_scale %d, %b, %b, %a, %c, %d, %d\n"
    "      {kind = #nvvm.block_scale_kind<mxf4nvf4>,\n"
    "       ctaGroup = #nvvm.cta_group<cta_1>,\n"
    "       blockScale = #nvvm.tcgen05_mma_block_scale<block16>}\n"
    "      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)\n"
    "    llvm.return\n"
    "  }\n"
    "}\n";

static void compileWrong(void) {
  LowpProgram *program;
  LowpError error;
  CHECK(lowpCompile("func.func", 9, NULL, &program, &error) ==
        LOWP_ERROR_COMPILE);
}

static void compileFatal(void) {
  LowpBuffer text;
  LowpError error;
  CHECK(
      lowpRunPipeline(kFatal, strlen(kFatal),
                      "lowp-serialize{format=isa chip=sm_100a ptx-version=86}",
                      NULL, &text, &error) == LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "Cannot select");
}

static void *compileOnThread(void *number) {
  switch (*(int *)number % 4) {
  case 0:
    lowpProgramDestroy(compileOrExit(kAdd, LOWP_DEVICE_CUDA));
    break;
  case 1:
    lowpProgramDestroy(compileOrExit(kAdd, LOWP_DEVICE_CPU));
    break;
  case 2:
    compileWrong();
    break;
  default:
    compileFatal();
  }
  return NULL;
}

void testThreads(void) {
  pthread_t threads[NUM_THREADS];
  int numbers[NUM_THREADS];
  int i;
  for (i = 0; i < NUM_THREADS; ++i) {
    numbers[i] = i;
    CHECK(!pthread_create(&threads[i], NULL, compileOnThread, &numbers[i]));
  }
  for (i = 0; i < NUM_THREADS; ++i)
    CHECK(!pthread_join(threads[i], NULL));
}
