/*===- HostileTest.c - Callers that get it wrong --------------------------===*\
|* What can be checked is refused with a reason; nothing ends the process.   *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Device.h"
#include "lowp-c/Repeat.h"

static LowpError error;

/** The call before refused its arguments and said why. */
#define CHECK_REFUSED(call, reason)                                            \
  do {                                                                         \
    memset(&error, 0, sizeof(error));                                          \
    CHECK((call) == LOWP_ERROR_INVALID_ARGUMENT);                              \
    CHECK_CONTAINS(error.message, reason);                                     \
  } while (0)

static void testNull(void) {
  LowpProgram *program = NULL;
  LowpBuffer buffer = {NULL, 0};
  int host = 0;
  CHECK_REFUSED(lowpCompile(kAdd, strlen(kAdd), NULL, NULL, &error),
                "'program'");
  CHECK_REFUSED(lowpCompile(NULL, 5, NULL, &program, &error), "'source'");
  CHECK_REFUSED(lowpRunPipeline(NULL, 5, "cse", NULL, &buffer, &error),
                "'source'");
  CHECK_REFUSED(lowpRunPipeline(kAdd, 5, "cse", NULL, NULL, &error), "'text'");
  CHECK_REFUSED(lowpFindPtxas(NULL, NULL, &error), "'path'");
  CHECK_REFUSED(lowpProgramSerialize(NULL, &buffer, &error), "'program'");
  CHECK_REFUSED(lowpProgramDeserialize(NULL, 5, &program, &error), "'bytes'");
  CHECK_REFUSED(lowpProgramDeserialize("", 0, NULL, &error), "'program'");
  CHECK_REFUSED(lowpProgramPreload(NULL, 0, &error), "'program'");
  CHECK_REFUSED(lowpDeviceCount(NULL, &error), "'count'");
  CHECK_REFUSED(lowpDeviceInfo(0, NULL, sizeof(LowpDeviceInfo), &error),
                "'info'");
  CHECK_REFUSED(lowpMemoryAllocate(0, 4, NULL, &error), "'memory'");
  CHECK_REFUSED(lowpMemoryDevice(&host, NULL, &error), "'device'");
  CHECK_REFUSED(lowpMemoryToDevice(0, NULL, &host, 4, &error), "'target'");
  CHECK_REFUSED(lowpMemoryToHost(0, &host, NULL, 4, &error), "'source'");
  CHECK(lowpProgramFunction(NULL, NULL, &error) == NULL);
  CHECK(lowpFunctionInfo(NULL) == NULL);
  CHECK(lowpProgramNumFunctions(NULL) == 0);
  CHECK(lowpProgramNumKernels(NULL) == 0);
  CHECK(lowpProgramFunctionInfo(NULL, 0) == NULL);
  CHECK(lowpProgramKernelInfo(NULL, 0) == NULL);
  CHECK(lowpProgramImage(NULL, 0, NULL) == NULL);
  CHECK(lowpProgramImageFormat(NULL) == LOWP_IMAGE_AUTO);
  CHECK(!strcmp(lowpProgramChip(NULL), ""));
  CHECK(lowpProgramDevice(NULL) == -1);
  CHECK(!lowpRepeatCreate(NULL, NULL, NULL, NULL, NULL, 0, 0, NULL));
  CHECK(lowpRepeatRun(NULL, NULL) == LOWP_ERROR_INVALID_ARGUMENT);
  lowpCompileOptionsInit(NULL, sizeof(LowpCompileOptions));
}

static void testStructures(void) {
  LowpProgram *program = NULL;
  LowpCompileOptions options;
  memset(&options, 0xCD, sizeof(options));
  CHECK_REFUSED(lowpCompile(kAdd, strlen(kAdd), &options, &program, &error),
                "lowpCompileOptionsInit");
  program = compileOrExit(kAdd, LOWP_DEVICE_CPU);
  const LowpFunction *add = lowpProgramFunction(program, NULL, &error);
  LowpCall call;
  lowpCallInit(&call, NULL);
  call.mode = 7;
  CHECK(lowpFunctionCall(add, &call, NULL, 0, 0) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  lowpCallInit(&call, NULL);
  CHECK(lowpFunctionCall(add, &call, NULL, 3, 0) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  void *none[5] = {0};
  for (size_t count = 0; count <= 5; ++count) {
    lowpCallInit(&call, NULL);
    CHECK(lowpFunctionCall(add, &call, none, count, 0) ==
          LOWP_ERROR_INVALID_ARGUMENT);
  }
  lowpCallInit(&call, NULL);
  call.mode = 7;
  CHECK_CONTAINS((lowpWorkspaceAllocate(&call, 4), call.message), "mode");
  lowpProgramDestroy(program);
}

/** The status and the reason of a compilation for the CPU. */
static void checkSource(const char *source, size_t size, int trust,
                        const char *reason) {
  LowpProgram *program = NULL;
  LowpCompileOptions options;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.device = LOWP_DEVICE_CPU;
  options.trustBytecode = trust;
  CHECK(lowpCompile(source, size, &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, reason);
}

static void keepNothing(const void *key, size_t keySize, const void *content,
                        size_t contentSize, void *userData) {
  (void)key, (void)keySize, (void)content, (void)contentSize, (void)userData;
}

static void testCallbacks(void) {
  LowpProgram *program = NULL;
  LowpCompileOptions options;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.storeKernel = keepNothing;
  CHECK_REFUSED(lowpCompile(kAdd, strlen(kAdd), &options, &program, &error),
                "both or not at all, got only storeKernel");
}

static void testSources(void) {
  enum { kDepth = 100000 };
  static char deep[2 * kDepth];
  memset(deep, '[', kDepth);
  memset(deep + kDepth, ']', kDepth);
  checkSource(deep, sizeof(deep), 0, "256 levels of nesting");
  // The start of a file of bytecode.
  checkSource("ML\xefR\x0dMLIR\0", 10, 0, "without: damage to it could");
  checkSource("ML\xefR\x0dMLIR\0", 10, 1, "missing data");
  const char *assembly = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                         "  %0 = llvm.inline_asm \"nop\", \"=r\" : () -> i64\n"
                         "  return %x : tensor<4xf32>\n}";
  checkSource(assembly, strlen(assembly), 0,
              "'llvm.inline_asm' op expected a program on tensors and scalars");
}

static void testPipelines(void) {
  LowpBuffer text = {NULL, 0};
  CHECK_REFUSED(lowpRunPipeline(kAdd, strlen(kAdd), "func.func(lowp-to-cpu)",
                                NULL, &text, &error),
                "expected pipeline 'lowp-to-cpu' to run on builtin.module, got "
                "func.func");
  CHECK_REFUSED(
      lowpRunPipeline(kAdd, strlen(kAdd),
                      "builtin.module(func.func(lowp-to-nvvm{chip=sm_90a}))",
                      NULL, &text, &error),
      "expected pipeline 'lowp-to-nvvm' to run on builtin.module");
}

static void testKeptDiagnostics(void) {
  LowpDiagnosticList *list = lowpDiagnosticListCreate();
  LowpProgram *program = NULL;
  LowpCompileOptions options;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.onDiagnostic = lowpDiagnosticListAppend;
  options.userData = list;
  options.sourceName = "wrong.mlir";
  CHECK(lowpCompile("module {", 8, &options, &program, &error));
  CHECK(lowpDiagnosticListSize(list) == 1);
  const LowpDiagnostic *diagnostic = lowpDiagnosticListGet(list, 0);
  CHECK(diagnostic->severity == LOWP_SEVERITY_ERROR && diagnostic->line == 1);
  CHECK(!strcmp(diagnostic->file, "wrong.mlir"));
  CHECK(!lowpDiagnosticListGet(list, 1));
  CHECK(lowpDiagnosticListSize(NULL) == 0 && !lowpDiagnosticListGet(NULL, 0));
  lowpDiagnosticListAppend(NULL, list);
  lowpDiagnosticListDestroy(list);
  lowpDiagnosticListDestroy(NULL);
}

void testHostile(void) {
  testNull();
  testStructures();
  testCallbacks();
  testSources();
  testPipelines();
  testKeptDiagnostics();
}
