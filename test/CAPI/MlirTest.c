/*===- MlirTest.c - The C API for holders of MLIR objects -----------------===*\
|* A program of its own: it links MLIR's archives.                            *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Mlir.h"

static const char *const kSame =
    "func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n";

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

  lowpCompileOptionsInit(&options);
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

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
