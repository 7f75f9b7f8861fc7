/*===- ExternalTest.c - Functions of the caller's in a program ------------===*\
|* Binding them, what they get, and how much workspace they take.             *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

/* Two calls of one function, of different sizes, and one that depends on both. */
static const char *const kTwice =
    "func.func private @f(tensor<4xf32>, i8) -> tensor<4xf32>\n"
    "    attributes {lowp.external = \"take\"}\n"
    "func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %few = arith.constant -1 : i8\n"
    "  %many = arith.constant 100 : i8\n"
    "  %a = call @f(%x, %many) : (tensor<4xf32>, i8) -> tensor<4xf32>\n"
    "  %b = call @f(%a, %few) : (tensor<4xf32>, i8) -> tensor<4xf32>\n"
    "  return %b : tensor<4xf32>\n"
    "}\n";

static int numRuns;

/** Adds `number` to each element; takes 256 bytes of workspace, or 25600. */
static void take(LowpCall *call, const LowpTensor1 *x, int8_t number,
                 const LowpTensor1 *y) {
  int i;
  char *memory =
      lowpWorkspaceAllocate(call, number < 0 ? 256 : (uint64_t)number * 256);
  if (call->mode == LOWP_MEASURE || call->status != LOWP_OK)
    return;
  ++numRuns;
  memory[0] = 1;
  for (i = 0; i < 4; ++i)
    ((float *)y->aligned)[i] = ((const float *)x->aligned)[i] + number;
}

static void fail(LowpCall *call, const LowpTensor1 *x, int8_t number,
                 const LowpTensor1 *y) {
  (void)x;
  (void)y;
  if (call->mode != LOWP_MEASURE && number == 100)
    lowpFail(call, LOWP_ERROR_EXTERNAL, "expected luck, got none");
  else if (call->mode != LOWP_MEASURE)
    ++numRuns;
}

static LowpTensor1 describe(float *data) {
  LowpTensor1 tensor = {NULL, NULL, 0, {4}, {1}};
  tensor.allocated = tensor.aligned = data;
  return tensor;
}

/** Calls the only function, in memory of the fake driver's. */
static LowpStatus callTwice(LowpProgram *program, LowpCall *call) {
  LowpError error;
  void *x, *y, *workspace = call->workspace;
  LowpTensor1 given, result;
  void *arguments[2];
  LowpStatus status;
  float data[4] = {0, 1, 2, 3};
  const LowpFunction *function = lowpProgramFunction(program, NULL, &error);
  CHECK(function);
  CHECK(lowpMemoryAllocate(0, sizeof(data), &x, &error) == LOWP_OK);
  CHECK(lowpMemoryAllocate(0, sizeof(data), &y, &error) == LOWP_OK);
  CHECK(lowpMemoryToDevice(0, x, data, sizeof(data), &error) == LOWP_OK);
  if (call->workspaceBytes) {
    CHECK(lowpMemoryAllocate(0, call->workspaceBytes, &workspace, &error) ==
          LOWP_OK);
    call->workspace = workspace;
  }
  given = describe(x);
  result = describe(y);
  arguments[0] = &given;
  arguments[1] = &result;
  status = lowpFunctionCall(function, call, arguments, 2, 0);
  if (status == LOWP_OK && call->mode == LOWP_RUN) {
    CHECK(lowpMemoryToHost(0, data, y, sizeof(data), &error) == LOWP_OK);
    CHECK(data[0] == 99 && data[3] == 102);
  }
  lowpMemoryFree(0, x, &error);
  lowpMemoryFree(0, y, &error);
  if (workspace)
    lowpMemoryFree(0, workspace, &error);
  return status;
}

static void checkDescription(LowpProgram *program) {
  const LowpFunctionInfo *info = lowpProgramExternalInfo(program, 0);
  LowpError error;
  CHECK(lowpProgramNumExternals(program) == 1);
  CHECK(!lowpProgramExternalInfo(program, 1));
  CHECK(!strcmp(info->name, "take"));
  CHECK(info->numArguments == 2 && info->numResults == 1);
  CHECK(info->arguments[1].isScalar && info->arguments[1].type == LOWP_TYPE_I8);
  CHECK(info->results[0].rank == 1 && info->results[0].dimensions[0].size == 4);
  CHECK(!lowpProgramFunction(program, "twice", &error));
  CHECK_CONTAINS(error.message, "'take' to be bound, got none");
  CHECK(lowpProgramBindExternal(program, "give", (void (*)(void))take,
                                &error) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "one of take, got 'give'");
  CHECK(lowpProgramBindExternal(program, "take", NULL, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
}

/** The larger of both calls, behind what the function itself needs. */
static void checkWorkspace(LowpProgram *program) {
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = LOWP_MEASURE;
  CHECK(callTwice(program, &call) == LOWP_OK);
  CHECK(call.workspaceUsed == 25600 + 256);
  CHECK(numRuns == 0);

  lowpCallInit(&call, NULL);
  call.workspaceBytes = 25600;
  CHECK(callTwice(program, &call) == LOWP_ERROR_WORKSPACE);
  CHECK(call.workspaceUsed == 25600 + 256);
  CHECK(numRuns == 0);

  lowpCallInit(&call, NULL);
  call.workspaceBytes = 25600 + 256;
  CHECK(callTwice(program, &call) == LOWP_OK);
  CHECK(numRuns == 2);
}

static void checkFailure(void) {
  LowpError error;
  LowpCall call;
  LowpProgram *program = compileOrExit(kTwice, LOWP_DEVICE_CUDA);
  CHECK(lowpProgramBindExternal(program, "take", (void (*)(void))fail,
                                &error) == LOWP_OK);
  lowpCallInit(&call, NULL);
  call.workspaceBytes = 1 << 16;
  numRuns = 0;
  CHECK(callTwice(program, &call) == LOWP_ERROR_EXTERNAL);
  CHECK_CONTAINS(call.message, "expected luck, got none");
  CHECK(!strcmp(lowpStatusName(call.status), "LOWP_ERROR_EXTERNAL"));
  /* Nothing is called after it. */
  CHECK(numRuns == 0);
  lowpProgramDestroy(program);
}

void testExternals(void) {
  LowpError error;
  LowpProgram *program = compileOrExit(kTwice, LOWP_DEVICE_CUDA);
  checkDescription(program);
  CHECK(lowpProgramBindExternal(program, "take", (void (*)(void))take,
                                &error) == LOWP_OK);
  checkWorkspace(program);
  CHECK(lowpProgramBindExternal(program, "take", (void (*)(void))take,
                                &error) == LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "before the first use");
  lowpProgramDestroy(program);
  checkFailure();
}
