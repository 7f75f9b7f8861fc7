/*===- PrepareTest.c - Prepared weights -----------------------------------===*\
|* Which function prepares, and which weights fit.                            *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

static const char *const kScaled =
    "!q = !lowp.scaled<4x128xf8E4M3FN, #lowp.block<1x128>>\n"
    "func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n"
    "func.func @f(%w: tensor<4x128xf32> {lowp.parameter}, %s: f32)\n"
    "    -> tensor<4x128xf32> {\n"
    "  %q = lowp.quantize %w numerics <torchao> : tensor<4x128xf32> -> !q\n"
    "  %x = lowp.dequantize %q : !q -> tensor<4x128xf32>\n"
    "  %e = tensor.empty() : tensor<4x128xf32>\n"
    "  %y = linalg.fill ins(%s : f32) outs(%e : tensor<4x128xf32>)\n"
    "    -> tensor<4x128xf32>\n"
    "  %z = arith.addf %x, %y : tensor<4x128xf32>\n"
    "  return %z : tensor<4x128xf32>\n"
    "}\n";

/** The descriptor of a matrix. */
typedef struct Matrix {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;

static Matrix describe(void *data, int64_t rows, int64_t columns) {
  Matrix matrix = {NULL, NULL, 0, {0, 0}, {0, 1}};
  matrix.allocated = matrix.aligned = data;
  matrix.sizes[0] = rows;
  matrix.sizes[1] = columns;
  matrix.strides[0] = columns;
  return matrix;
}

static void call(const LowpProgram *program, const char *name,
                 void *const *arguments, size_t count) {
  LowpError error;
  LowpCall call;
  const LowpFunction *function = lowpProgramFunction(program, name, &error);
  CHECK(function);
  lowpCallInit(&call, NULL);
  CHECK(lowpFunctionCall(function, &call, arguments, count,
                         LOWP_CURRENT_DEVICE) == LOWP_OK);
}

/** Prepares ones and adds 2 to them. */
static void checkCalls(const LowpProgram *program) {
  static float weights[512], scales[4], sums[512];
  static unsigned char data[512];
  Matrix w = describe(weights, 4, 128), q = describe(data, 4, 128);
  Matrix s = describe(scales, 4, 1), y = describe(sums, 4, 128);
  float two = 2;
  void *prepare[3], *arguments[4];
  int i;
  for (i = 0; i < 512; ++i)
    weights[i] = 1;
  prepare[0] = &w;
  prepare[1] = &q;
  prepare[2] = &s;
  call(program, "f$prepare", prepare, 3);
  arguments[0] = &two;
  arguments[1] = &q;
  arguments[2] = &s;
  arguments[3] = &y;
  call(program, "f", arguments, 4);
  for (i = 0; i < 512; ++i)
    CHECK(sums[i] == 3);
}

static void checkPreparation(const LowpProgram *program) {
  const LowpFunctionInfo *info = lowpProgramFunctionInfo(program, 1);
  const LowpPreparation *taker = lowpProgramPreparation(program, 1);
  const LowpPreparation *maker = lowpProgramPreparation(program, 2);
  CHECK(lowpProgramNumFunctions(program) == 3);
  CHECK(!lowpProgramPreparation(program, 0));
  CHECK(!lowpProgramPreparation(program, 3));
  CHECK(taker && taker->prepare == 2 && taker->numPrepared == 2);
  CHECK(maker && maker->prepare == 2 && maker->numPrepared == 0);
  CHECK(!strcmp(taker->fingerprint, maker->fingerprint));
  CHECK_CONTAINS(taker->fingerprint, "chip=cpu");
  CHECK_CONTAINS(maker->parts,
                 "[{\"arguments\":[{\"element\":\"f32\",\"number\":0,"
                 "\"shape\":[4,128],\"type\":\"tensor<4x128xf32>\"}],"
                 "\"name\":\"part_");
  CHECK_CONTAINS(maker->parts,
                 "\"results\":[{\"number\":0,\"type\":\"!lowp.scaled<4x128x"
                 "f8E4M3FN, #lowp.block<1x128>>\"}],"
                 "\"text\":\"func.func private @part_");
  CHECK(!strcmp(taker->parts, maker->parts));
  CHECK(info->numArguments == 3);
  CHECK(!strcmp(info->arguments[0].name, "argument1"));
  CHECK(!strcmp(info->arguments[1].name, "prepared0"));
  CHECK(!strcmp(info->arguments[2].name, "prepared0.scales"));
  CHECK(!strcmp(lowpProgramFunctionInfo(program, 2)->name, "f$prepare"));
}

static void checkFingerprints(const LowpProgram *program) {
  const char *own = lowpProgramPreparation(program, 1)->fingerprint;
  char other[512];
  LowpError error;
  CHECK(lowpProgramCheckPrepared(program, 1, own, NULL) == LOWP_OK);
  snprintf(other, sizeof(other), "%s", own);
  memcpy(strstr(other, "chip=cpu"), "chip=gpu", 8);
  CHECK(lowpProgramCheckPrepared(program, 1, other, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message,
                 "'f': expected weights prepared for chip cpu, got chip gpu; "
                 "prepare them again with 'f$prepare' of this program");
  CHECK(lowpProgramCheckPrepared(program, 1, NULL, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "got ''");
  CHECK(lowpProgramCheckPrepared(program, 0, own, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "a function that takes prepared weights");
}

void testPrepare(void) {
  LowpProgram *program = compileOrExit(kScaled, LOWP_DEVICE_CPU), *copy = NULL;
  LowpBuffer bytes;
  CHECK(lowpProgramSerialize(program, &bytes, NULL) == LOWP_OK);
  CHECK(lowpProgramDeserialize(bytes.data, bytes.size, &copy, NULL) == LOWP_OK);
  lowpBufferFree(&bytes);
  checkPreparation(program);
  checkPreparation(copy);
  checkFingerprints(copy);
  checkCalls(copy);
  lowpProgramDestroy(copy);
  lowpProgramDestroy(program);
}
