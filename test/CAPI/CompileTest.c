/*===- CompileTest.c - From text to programs ------------------------------===*\
|* Programs, what is known of them, pipelines, diagnostics.                   *|
\*===----------------------------------------------------------------------===*/

/* setenv */
#define _POSIX_C_SOURCE 200112L

#include "Check.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

const char *const kAdd =
    "#map = affine_map<(i) -> (i)>\n"
    "func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %n = tensor.dim %x, %c0 : tensor<?xf32>\n"
    "  %e = tensor.empty(%n) : tensor<?xf32>\n"
    "  %r = linalg.generic {indexing_maps = [#map, #map, #map],\n"
    "                       iterator_types = [\"parallel\"]}\n"
    "    ins(%x, %y : tensor<?xf32>, tensor<?xf32>)\n"
    "    outs(%e : tensor<?xf32>) {\n"
    "  ^bb0(%a: f32, %b: f32, %c: f32):\n"
    "    %s = arith.addf %a, %b : f32\n"
    "    linalg.yield %s : f32\n"
    "  } -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n"
    "}\n";

LowpProgram *compileOrExit(const char *source, LowpDeviceKind device) {
  LowpCompileOptions options;
  LowpProgram *program = NULL;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.device = device;
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  if (lowpCompile(source, strlen(source), &options, &program, &error)) {
    fprintf(stderr, "%s: %s\n", lowpStatusName(error.status), error.message);
    exit(1);
  }
  return program;
}

static void checkAdd(const LowpProgram *program) {
  const LowpFunctionInfo *info = lowpProgramFunctionInfo(program, 0);
  CHECK(lowpProgramNumFunctions(program) == 1);
  CHECK(!lowpProgramFunctionInfo(program, 1));
  CHECK(!strcmp(info->name, "add"));
  CHECK(info->numArguments == 2 && info->numResults == 1);
  CHECK(!strcmp(info->arguments[1].name, "argument1"));
  CHECK(info->arguments[1].type == LOWP_TYPE_F32);
  CHECK(info->arguments[1].rank == 1 && !info->arguments[1].isScalar);
  /* The other sizes follow from the first. */
  CHECK(info->arguments[1].dimensions[0].size == -1);
  CHECK(info->arguments[1].dimensions[0].argument == 0);
  CHECK(info->results[0].dimensions[0].argument == 0);
}

void testCompile(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CUDA);
  size_t size = 0;
  checkAdd(program);
  CHECK(lowpProgramDevice(program) == LOWP_DEVICE_CUDA);
  CHECK(!strcmp(lowpProgramChip(program), "sm_90a"));
  CHECK(lowpProgramImageFormat(program) == LOWP_IMAGE_PTX);
  CHECK_CONTAINS(lowpProgramImage(program, 0, &size), ".target sm_90a");
  CHECK(size == strlen(lowpProgramImage(program, 0, NULL)));
  CHECK(lowpProgramNumKernels(program) == 1);
  CHECK(lowpProgramKernelInfo(program, 0)->registers == -1);
  CHECK(lowpProgramKernelInfo(program, 0)->block[0] > 0);
  CHECK(!lowpProgramKernelInfo(program, 1));
  lowpProgramDestroy(program);

  program = compileOrExit(kAdd, LOWP_DEVICE_CPU);
  checkAdd(program);
  CHECK(lowpProgramNumKernels(program) == 0);
  CHECK(!lowpProgramImage(program, 0, &size) && size == 0);
  CHECK(lowpProgramImageFormat(program) == LOWP_IMAGE_AUTO);
  lowpProgramDestroy(program);
  lowpProgramDestroy(NULL);

  CHECK(!strcmp(lowpTypeName(LOWP_TYPE_F8E4M3FN), "f8E4M3FN"));
  CHECK(lowpTypeBytes(LOWP_TYPE_BF16) == 2);
  CHECK(!lowpTypeName(99) && lowpTypeBytes(-1) == 0);
  CHECK_CONTAINS(lowpChips(), "sm_90a");
  CHECK(strlen(lowpVersion()) > 0);
}

/** The last diagnostic of each severity. */
struct Seen {
  int count[4];
  char message[512];
  char file[64];
  unsigned line, column;
};

static void note(const LowpDiagnostic *diagnostic, void *userData) {
  struct Seen *seen = (struct Seen *)userData;
  ++seen->count[diagnostic->severity];
  snprintf(seen->message, sizeof(seen->message), "%s", diagnostic->message);
  snprintf(seen->file, sizeof(seen->file), "%s", diagnostic->file);
  seen->line = diagnostic->line;
  seen->column = diagnostic->column;
}

void testDiagnostics(void) {
  const char *wrong = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                      "  %y = arith.addf %x, %z : tensor<2xf32>\n"
                      "  return %y : tensor<2xf32>\n"
                      "}\n";
  struct Seen seen;
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  memset(&seen, 0, sizeof(seen));
  lowpCompileOptionsInit(&options, sizeof(options));
  options.sourceName = "wrong.mlir";
  options.onDiagnostic = note;
  options.userData = &seen;
  CHECK(lowpCompile(wrong, strlen(wrong), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK(!program);
  CHECK(seen.count[LOWP_SEVERITY_ERROR] == 1);
  CHECK(!strcmp(seen.file, "wrong.mlir"));
  CHECK(seen.line == 2 && seen.column == 23);
  CHECK_CONTAINS(error.message, "wrong.mlir:2:23: ");
  CHECK(error.status == LOWP_ERROR_COMPILE);
  CHECK(!strcmp(lowpSeverityName(LOWP_SEVERITY_REMARK), "remark"));

  /* Without a chip, without a callback, without an error. */
  CHECK(lowpCompile(kAdd, strlen(kAdd), NULL, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "expected a chip");
  CHECK(lowpCompile(kAdd, strlen(kAdd), NULL, &program, NULL) ==
        LOWP_ERROR_COMPILE);
  options.device = 7;
  CHECK(lowpCompile(kAdd, strlen(kAdd), &options, &program, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "got 7");
}

/** A loop that LLVM is told to unroll, and cannot. */
static const char *const kEndless =
    "\n"
    "  gpu.module @kernels {\n"
    "    llvm.func @spin(%p: !llvm.ptr<1>, %n: i32)\n"
    "        attributes {nvvm.kernel} {\n"
    "      %one = llvm.mlir.constant(1 : i32) : i32\n"
    "      llvm.br ^loop(%one : i32)\n"
    "    ^loop(%i: i32):\n"
    "      %v = llvm.load volatile %p : !llvm.ptr<1> -> i32\n"
    "      %next = llvm.add %i, %v : i32\n"
    "      %more = llvm.icmp \"slt\" %next, %n : i32\n"
    "      llvm.cond_br %more, ^loop(%next : i32), ^end\n"
    "        {loop_annotation = #llvm.loop_annotation<unroll =\n"
    "          <full = true>>}\n"
    "    ^end:\n"
    "      llvm.return\n"
    "    }\n"
    "  }\n";

void testNotes(void) {
  struct Seen seen;
  LowpCompileOptions options;
  LowpProgram *program;
  LowpBuffer text;
  LowpError error;
  char source[2048];
  size_t mapLength = strchr(kAdd, '\n') + 1 - kAdd;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.sourceName = "notes.mlir";
  options.onDiagnostic = note;
  options.userData = &seen;

  memset(&seen, 0, sizeof(seen));
  CHECK(!lowpRunPipeline(kEndless, strlen(kEndless),
                         "lowp-serialize{format=isa chip=sm_90a}", &options,
                         &text, &error));
  lowpBufferFree(&text);
  CHECK(seen.count[LOWP_SEVERITY_WARNING] == 1);
  CHECK(seen.count[LOWP_SEVERITY_ERROR] == 0);
  CHECK_CONTAINS(seen.message, "loop not unrolled");
  CHECK(!strcmp(seen.file, "notes.mlir"));
  CHECK(seen.line == 2 && seen.column == 3);
  CHECK(!strcmp(lowpSeverityName(LOWP_SEVERITY_WARNING), "warning"));

  /* There is no ptxas, as LOWP_PTXAS says in this test's environment. */
  memset(&seen, 0, sizeof(seen));
  snprintf(source, sizeof(source), "%.*s module {\n%s}\n", (int)mapLength, kAdd,
           kAdd + mapLength);
  options.chip = "sm_90a";
  CHECK(!lowpCompile(source, strlen(source), &options, &program, &error));
  CHECK(lowpProgramImageFormat(program) == LOWP_IMAGE_PTX);
  lowpProgramDestroy(program);
  /* Behind the traffic of a launch and of the function. */
  CHECK(seen.count[LOWP_SEVERITY_REMARK] == 3);
  CHECK_CONTAINS(seen.message, "no ptxas: the images hold PTX");
  CHECK(!strcmp(seen.file, "notes.mlir"));
  CHECK(seen.line == 2 && seen.column == 2);
}

/** Counts the remarks on the config of a matmul. */
static void countChoices(const LowpDiagnostic *diagnostic, void *userData) {
  if (!strstr(diagnostic->message, "config-selected"))
    return;
  ++*(int *)userData;
  CHECK(diagnostic->severity == LOWP_SEVERITY_REMARK);
  CHECK_CONTAINS(diagnostic->message, "about ");
  CHECK(!strcmp(diagnostic->file, "remarks.mlir"));
  CHECK(diagnostic->line == 3 && diagnostic->column == 8);
}

/** A matmul of any number of rows. */
static const char *const kMatmul =
    "!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>\n"
    "func.func @f(%x: !x, %w: !x) -> tensor<?x?xbf16> {\n"
    "  %y = lowp.scaled_matmul %x, %w : !x, !x -> tensor<?x?xbf16>\n"
    "  return %y : tensor<?x?xbf16>\n"
    "}\n";

void testRemarks(void) {
  int choices = 0;
  LowpCompileOptions options;
  LowpProgram *program;
  LowpBuffer text;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.sourceName = "remarks.mlir";
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  options.onDiagnostic = countChoices;
  options.userData = &choices;
  CHECK(!lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error));
  lowpProgramDestroy(program);
  CHECK(choices == 1);
  CHECK(!lowpRunPipeline(kMatmul, strlen(kMatmul),
                         "lowp-to-nvvm{chip=sm_90a serialize=false}", &options,
                         &text, &error));
  lowpBufferFree(&text);
  CHECK(choices == 2);
}

/** A bug in the pass that reports something. */
static void crash(const LowpDiagnostic *diagnostic, void *unused) {
  (void)diagnostic;
  (void)unused;
  raise(SIGSEGV);
}

void testSurvival(void) {
  static const char *const kRefused =
      "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %y = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %y : tensor<4xf32>\n"
      "}\n";
  LowpCompileOptions options;
  LowpProgram *program;
  LowpBuffer text;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.device = LOWP_DEVICE_CPU;
  options.onDiagnostic = crash;
  setenv("LOWP_CRASH_DIR", "", 1);
  for (int round = 0; round < 3; ++round) {
    CHECK(lowpCompile(kRefused, strlen(kRefused), &options, &program, &error) ==
          LOWP_ERROR_COMPILE);
    CHECK(!program);
    CHECK_CONTAINS(error.message, "lowp failed in ");
    CHECK_CONTAINS(error.message, "it crashed (Segmentation fault)");
    CHECK(lowpRunPipeline(kMatmul, strlen(kMatmul),
                          "lowp-to-nvvm{chip=sm_90a serialize=false}", &options,
                          &text, &error) == LOWP_ERROR_COMPILE);
    CHECK_CONTAINS(error.message, "lowp failed in pass 'lowp-");
    /* The process goes on as if nothing had been. */
    lowpProgramDestroy(compileOrExit(kAdd, LOWP_DEVICE_CPU));
  }
}

/** Notes the rows of the tile that was chosen. */
static void noteTile(const LowpDiagnostic *diagnostic, void *userData) {
  const char *tile = strstr(diagnostic->message, "tile = [");
  if (tile)
    *(int *)userData = atoi(tile + strlen("tile = ["));
}

static int chooseTile(LowpCompileOptions *options) {
  int rows = 0;
  LowpProgram *program;
  options->onDiagnostic = noteTile;
  options->userData = &rows;
  CHECK(!lowpCompile(kMatmul, strlen(kMatmul), options, &program, NULL));
  lowpProgramDestroy(program);
  return rows;
}

void testExpectedM(void) {
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  CHECK(options.expectedM == 0);
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  /* Kernels for any M, the first for few rows. */
  CHECK(chooseTile(&options) == 64);
  options.expectedM = 8192;
  CHECK(chooseTile(&options) == 128);
  options.expectedM = 16;
  CHECK(chooseTile(&options) == 64);
  options.expectedM = -1;
  CHECK(lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message,
                 "expectedM to be 1 or more, or 0 for any M, got -1");
  /* More than kernels count, which the compiler says. */
  options.expectedM = (int64_t)1 << 31;
  CHECK(lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "'expected-m' to be 1 to 2147483647");
  /* A caller of before the field was there gets the default. */
  options.structBytes = offsetof(LowpCompileOptions, expectedM);
  CHECK(chooseTile(&options) == 64);
}

/** Whether the kernels of a function have approximations of the chip. */
static int approximates(LowpCompileOptions *options) {
  static const char kFunction[] =
      "func.func @f(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {\n"
      "  %y = math.log %x : tensor<64x128xf32>\n"
      "  return %y : tensor<64x128xf32>\n"
      "}\n";
  int found;
  LowpProgram *program;
  CHECK(!lowpCompile(kFunction, strlen(kFunction), options, &program, NULL));
  found = strstr(lowpProgramImage(program, 0, NULL), "lg2.approx") != NULL;
  lowpProgramDestroy(program);
  return found;
}

void testOptionsText(void) {
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  CHECK(!options.options);
  options.options = "chip=sm_90a format=isa expected-m=16";
  CHECK(chooseTile(&options) == 64);
  /* It goes before the fields. */
  options.chip = "sm_91";
  options.expectedM = 8192;
  CHECK(chooseTile(&options) == 64);
  options.options = "chip=sm_90a format=isa math=fast";
  CHECK(approximates(&options));
  options.options = "chip=sm_90a format=isa math=exact";
  CHECK(!approximates(&options));
  options.options = "chip=sm_90a format=isa";
  CHECK(!approximates(&options));
  options.options = "chip=sm_90a math=quick";
  CHECK(lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "got 'chip=sm_90a math=quick'");
  options.options = "chip=sm_90a expected-m=-1";
  CHECK(lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message,
                 "expectedM to be 1 or more, or 0 for any M, got -1");
  /* Where a pipeline stops is not an option of a compilation. */
  options.options = "serialize=false";
  CHECK(lowpCompile(kMatmul, strlen(kMatmul), &options, &program, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "got 'serialize=false'");
  CHECK_CONTAINS(error.message, "no such option serialize");
}

void testConfigFile(void) {
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  CHECK(!options.configFile);
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  options.configFile = "nowhere.json";
  CHECK(lowpCompile(kAdd, strlen(kAdd), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "expected a config file at 'nowhere.json'");
  /* The CPU has no use for one, an older caller does not know of it. */
  options.device = LOWP_DEVICE_CPU;
  CHECK(!lowpCompile(kAdd, strlen(kAdd), &options, &program, &error));
  lowpProgramDestroy(program);
  options.device = LOWP_DEVICE_CUDA;
  options.structBytes = offsetof(LowpCompileOptions, configFile);
  CHECK(!lowpCompile(kAdd, strlen(kAdd), &options, &program, &error));
  lowpProgramDestroy(program);
}

void testPartFile(void) {
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  CHECK(!options.partFile);
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  options.partFile = "no such part.json";
  CHECK(lowpCompile(kAdd, strlen(kAdd), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "expected a part file at 'no such part.json'");
  /* An older caller does not know of it. */
  options.structBytes = offsetof(LowpCompileOptions, partFile);
  CHECK(!lowpCompile(kAdd, strlen(kAdd), &options, &program, &error));
  lowpProgramDestroy(program);
}

void testEmulation(void) {
  const char *mx =
      "!x = !lowp.scaled<64x512xf8E4M3FN, #lowp.mx<1x32>>\n"
      "func.func @f(%x: !x) -> tensor<64x64xbf16> {\n"
      "  %y = lowp.scaled_matmul %x, %x : !x, !x -> tensor<64x64xbf16>\n"
      "  return %y : tensor<64x64xbf16>\n"
      "}\n";
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  CHECK(lowpCompile(mx, strlen(mx), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "option allow-emulation");
  options.allowEmulation = 1;
  CHECK(!lowpCompile(mx, strlen(mx), &options, &program, &error));
  lowpProgramDestroy(program);
  /* A caller of before the field was there does not ask for it. */
  options.structBytes = offsetof(LowpCompileOptions, allowEmulation);
  CHECK(lowpCompile(mx, strlen(mx), &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
}

void testPipeline(void) {
  LowpBuffer text;
  LowpError error;
  size_t size = strlen(kAdd);
  CHECK(!lowpRunPipeline(kAdd, size, "lowp-to-cpu", NULL, &text, &error));
  CHECK_CONTAINS(text.data, "llvm.func @_mlir_ciface_add");
  CHECK(text.size == strlen(text.data));
  lowpBufferFree(&text);
  CHECK(!text.data);
  lowpBufferFree(&text);

  CHECK(!lowpRunPipeline(kAdd, size, "builtin.module(canonicalize,cse)", NULL,
                         &text, NULL));
  lowpBufferFree(&text);
  CHECK(lowpRunPipeline(kAdd, size, "no-such-pass", NULL, &text, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "no-such-pass");
  CHECK(!text.data);
  CHECK(lowpRunPipeline("nonsense", 8, "cse", NULL, &text, &error) ==
        LOWP_ERROR_COMPILE);
}

void testSerialize(void) {
  LowpProgram *program = compileOrExit(kAdd, LOWP_DEVICE_CUDA);
  LowpProgram *copy = NULL;
  LowpBuffer bytes;
  LowpError error;
  size_t cut;
  CHECK(!lowpProgramSerialize(program, &bytes, &error));
  CHECK(!lowpProgramDeserialize(bytes.data, bytes.size, &copy, &error));
  checkAdd(copy);
  CHECK(!strcmp(lowpProgramImage(copy, 0, NULL),
                lowpProgramImage(program, 0, NULL)));
  CHECK(lowpProgramFunction(copy, "add", &error));
  lowpProgramDestroy(copy);

  for (cut = 0; cut < bytes.size; cut += 97)
    CHECK(lowpProgramDeserialize(bytes.data, cut, &copy, &error) ==
          LOWP_ERROR_FORMAT);
  bytes.data[bytes.size / 2] ^= 1;
  CHECK(lowpProgramDeserialize(bytes.data, bytes.size, &copy, &error) ==
        LOWP_ERROR_FORMAT);
  CHECK(!copy);
  CHECK_CONTAINS(error.message, "damaged");
  lowpBufferFree(&bytes);
  lowpProgramDestroy(program);
}
