/*===- MlirTest.c - The C API for holders of MLIR objects -----------------===*\
|* A program of its own: it links MLIR's archives.                            *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Mlir.h"

/** In DialectTest.c. */
void testDialect(MlirContext context);

static const char *const kSame =
    "func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n";

static const char *const kMatmul =
    "!x = !lowp.scaled<64x512xf8E4M3FN, #lowp.rowwise>\n"
    "func.func @f(%x: !x, %w: !x) -> tensor<64x64xbf16> {\n"
    "  %y = lowp.scaled_matmul %x, %w : !x, !x -> tensor<64x64xbf16>\n"
    "  return %y : tensor<64x64xbf16>\n"
    "}\n";

static void countChoices(const LowpDiagnostic *diagnostic, void *userData) {
  if (strstr(diagnostic->message, "config-selected"))
    ++*(int *)userData;
}

/** Compilations report what they decide, and leave the context as it was. */
static void checkRemarks(MlirContext context) {
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(kMatmul));
  int choices = 0, i;
  LowpCompileOptions options;
  LowpProgram *program;
  LowpError error;
  lowpCompileOptionsInit(&options, sizeof(options));
  options.chip = "sm_90a";
  options.imageFormat = LOWP_IMAGE_PTX;
  options.userData = &choices;
  for (i = 0; i < 4; ++i) {
    options.onDiagnostic = i % 2 ? countChoices : NULL;
    CHECK(!lowpCompileModule(module, &options, &program, &error));
    lowpProgramDestroy(program);
  }
  CHECK(choices == 2);
  mlirModuleDestroy(module);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirContext context;
  MlirModule module;
  LowpCompileOptions options;
  LowpProgram *program = NULL;
  LowpError error;
  lowpRegisterDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/0);
  module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(kSame));
  CHECK(!mlirModuleIsNull(module));

  lowpCompileOptionsInit(&options, sizeof(options));
  options.device = LOWP_DEVICE_CPU;
  CHECK(!lowpCompileModule(module, &options, &program, &error));
  CHECK(!strcmp(lowpProgramFunctionInfo(program, 0)->name, "same"));
  lowpProgramDestroy(program);
  /* The module is as it was. */
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  CHECK(!lowpCompileModule(module, &options, &program, &error));
  lowpProgramDestroy(program);
  options.device = LOWP_DEVICE_CUDA;
  CHECK(lowpCompileModule(module, &options, &program, &error) ==
        LOWP_ERROR_COMPILE);
  CHECK_CONTAINS(error.message, "expected a chip");
  lowpRegisterPasses();
  lowpRegisterPasses();
  checkRemarks(context);
  mlirContextLoadAllAvailableDialects(context);
  testDialect(context);

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
