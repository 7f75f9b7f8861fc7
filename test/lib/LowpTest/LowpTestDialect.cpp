//===- LowpTestDialect.cpp - Extends lowp from outside --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

#include "LowpTestDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "LowpTestAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "LowpTestOps.cpp.inc"

void lowp_test::LowpTestDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "LowpTestAttrs.cpp.inc"
      >();
}

void lowp_test::LowpTestDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "LowpTestOps.cpp.inc"
      >();
}
