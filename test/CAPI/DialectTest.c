/*===- DialectTest.c - Types and attributes by C functions ----------------===*\
|* Each is what its text gives; what cannot be is an error with a place. *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "lowp-c/Dialect.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

static MlirContext context;
static MlirLocation place;
static char message[256];

static void keep(MlirStringRef text, void *userData) {
  char *end = message + strlen(message);
  size_t room = (size_t)(message + sizeof(message) - 1 - end);
  (void)userData;
  strncat(end, text.data, text.length < room ? text.length : room);
}

static MlirLogicalResult keepMessage(MlirDiagnostic diagnostic,
                                     void *userData) {
  message[0] = 0;
  mlirDiagnosticPrint(diagnostic, keep, userData);
  return mlirLogicalResultSuccess();
}

static MlirAttribute parseAttribute(const char *text) {
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}

static MlirType parseType(const char *text) {
  return mlirTypeParseGet(context, mlirStringRefCreateFromCString(text));
}

static void checkRecipes(void) {
  struct {
    MlirAttribute made;
    const char *text;
  } cases[] = {
      {lowpTensorwiseAttrGet(context), "#lowp.tensorwise"},
      {lowpRowwiseAttrGet(place, 1), "#lowp.rowwise"},
      {lowpRowwiseAttrGet(place, 0), "#lowp.rowwise<axis = 0>"},
      {lowpBlockAttrGet(place, 1, 128), "#lowp.block<1x128>"},
      {lowpMXAttrGet(place, 1, 32), "#lowp.mx<1x32>"},
      {lowpNVFP4AttrGet(place, 16, 16), "#lowp.nvfp4<16x16>"},
      {lowpMatmulRecipeAttrGetPreset(context,
                                     mlirStringRefCreateFromCString("mxfp8")),
       "#lowp.matmul_recipe<mxfp8>"},
  };
  size_t i;
  for (i = 0; i < sizeof(cases) / sizeof(*cases); ++i)
    CHECK(mlirAttributeEqual(cases[i].made, parseAttribute(cases[i].text)));
  CHECK(mlirAttributeIsNull(lowpMatmulRecipeAttrGetPreset(
      context, mlirStringRefCreateFromCString("nope"))));
  CHECK(mlirAttributeIsNull(lowpBlockAttrGet(place, 3, 128)));
  CHECK_CONTAINS(message, "power");
}

static void checkTypes(void) {
  MlirAttribute none = {NULL}, mx = lowpMXAttrGet(place, 1, 32);
  MlirType fp8 = mlirFloat8E4M3FNTypeGet(context);
  MlirType fp4 = mlirFloat4E2M1FNTypeGet(context);
  int64_t shape[] = {mlirShapedTypeGetDynamicSize(), 512};
  MlirType plain = lowpScaledTypeGet(place, 2, shape, fp8, mx, false, false,
                                     false, none, none, none);
  MlirType packed =
      lowpScaledTypeGet(place, 2, shape, fp4, mx, false, false, true, none,
                        parseAttribute("#lowp.swizzled"), none);
  CHECK(mlirTypeEqual(
      plain, parseType("!lowp.scaled<?x512xf8E4M3FN, #lowp.mx<1x32>>")));
  CHECK(mlirTypeEqual(packed,
                      parseType("!lowp.scaled<?x512xf4E2M1FN, #lowp.mx<1x32>, "
                                "scales = #lowp.swizzled, packing = dense>")));
  CHECK(lowpTypeIsAScaled(plain) && !lowpTypeIsAScaled(fp8));
  CHECK(mlirTypeEqual(lowpScaledTypeGetElementType(plain), fp8));
  CHECK(mlirAttributeEqual(lowpScaledTypeGetRecipe(plain), mx));
  CHECK(lowpScaledTypeGetNumStorageTypes(packed) == 2);
  CHECK(mlirTypeEqual(lowpScaledTypeGetStorageType(packed, 0),
                      parseType("tensor<?x256xi8>")));
  CHECK(mlirTypeIsNull(lowpScaledTypeGetStorageType(packed, 2)));
  CHECK(mlirTypeEqual(
      lowpScaledTypeGet(place, 2, shape, fp8, lowpRowwiseAttrGet(place, 0),
                        true, true, false, parseAttribute("#lowp.panels<128>"),
                        none, parseAttribute("#lowp.groups<4, axis = 0>")),
      parseType(
          "!lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise<axis = 0>, "
          "order = [1, 0], data = #lowp.panels<128>, convention = encode, "
          "groups = <4, axis = 0>>")));
}

static void checkRefusals(void) {
  MlirAttribute none = {NULL}, rowwise = lowpRowwiseAttrGet(place, 1);
  MlirType fp8 = mlirFloat8E4M3FNTypeGet(context);
  int64_t shape[] = {64, 512};
  struct {
    intptr_t rank;
    MlirAttribute recipe, dataLayout;
    const char *message;
  } cases[] = {
      {1, rowwise, none, "expected"},
      {2, parseAttribute("7 : i64"), none, "expected a recipe, got 7 : i64"},
      {2, rowwise, rowwise, "expected a data layout, got #lowp.rowwise"},
  };
  size_t i;
  for (i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    MlirType made =
        lowpScaledTypeGet(place, cases[i].rank, shape, fp8, cases[i].recipe,
                          false, false, false, cases[i].dataLayout, none, none);
    CHECK(mlirTypeIsNull(made));
    CHECK_CONTAINS(message, cases[i].message);
  }
}

void testDialect(MlirContext given) {
  context = given;
  place = mlirLocationUnknownGet(context);
  mlirContextAttachDiagnosticHandler(context, keepMessage, NULL, NULL);
  checkRecipes();
  checkTypes();
  checkRefusals();
}
