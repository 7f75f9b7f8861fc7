/*===- at-run-time.c - Compiles text with liblowp-c -----------------------===*\
|* No device is needed for that.                                              *|
\*===----------------------------------------------------------------------===*/

#include "lowp-c/Compiler.h"

#include <stdio.h>
#include <string.h>

static const char kQuantize[] =
    "func.func @up(%x: tensor<?x512xbf16>)\n"
    "    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {\n"
    "  %q = lowp.quantize %x numerics <torchao> : tensor<?x512xbf16>\n"
    "    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>\n"
    "  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>\n"
    "}\n";

int main(void) {
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  if (lowpCompile(kQuantize, strlen(kQuantize), &options, &program, &error)) {
    fprintf(stderr, "%s: %s\n", lowpStatusName(error.status), error.message);
    return 1;
  }
  printf("%d kernels\n", (int)lowpProgramNumKernels(program));
  lowpProgramDestroy(program);
  return 0;
}
