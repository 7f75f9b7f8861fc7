/*===- SizesTest.c - Sizes that a call decides ----------------------------===*\
|* Their formulas, and what these are in numbers.                             *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

static const char kHalf[] =
    "func.func @half(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c2 = arith.constant 2 : index\n"
    "  %n = tensor.dim %x, %c0 : tensor<?xf32>\n"
    "  %m = arith.divui %n, %c2 : index\n"
    "  %y = tensor.extract_slice %x[0] [%m] [1]\n"
    "      : tensor<?xf32> to tensor<?xf32>\n"
    "  return %y : tensor<?xf32>\n"
    "}\n";

/* A size that no LowpDimension says. */
static void checkFormula(void) {
  LowpProgram *program = compileOrExit(kHalf, LOWP_DEVICE_CPU);
  CHECK(lowpProgramFunctionInfo(program, 0)->results[0].dimensions[0].size ==
        -1);
  CHECK(!strcmp(lowpProgramSizeFormula(program, 0, 0, 0),
                "floordiv(argument0.0, 2)"));
  CHECK(!lowpProgramSizeFormula(program, 0, 0, 1));
  CHECK(!lowpProgramSizeFormula(program, 0, 1, 0));
  CHECK(!lowpProgramSizeFormula(program, 1, 0, 0));
  lowpProgramDestroy(program);
}

static void checkEvaluateSize(void) {
  const char *names[] = {"argument0.0", "argument0.1"};
  const int64_t values[] = {9, 0};
  int64_t size = 0;
  LowpError error;
  const char *formula = "2 * floordiv(argument0.0, 2) + -1";
  CHECK(!lowpEvaluateSize(formula, names, values, 2, &size, &error));
  CHECK(size == 7);
  CHECK(!lowpEvaluateSize(formula, NULL, NULL, 0, &size, &error));
  CHECK(size == -1);
  formula = "floordiv(argument0.0, argument0.1)";
  CHECK(lowpEvaluateSize(formula, names, values, 2, &size, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message, "got floordiv of 9 by 0");
  CHECK(lowpEvaluateSize("4 *", names, values, 2, &size, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK_CONTAINS(error.message,
                 "expected a sum of products of sizes, got '4 *'");
  CHECK(lowpEvaluateSize(NULL, names, values, 2, &size, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
  CHECK(lowpEvaluateSize("4", NULL, values, 2, &size, &error) ==
        LOWP_ERROR_INVALID_ARGUMENT);
}

void testSizes(void) {
  checkFormula();
  checkEvaluateSize();
}
