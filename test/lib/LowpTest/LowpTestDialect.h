//===- LowpTestDialect.h - Extends lowp from outside ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LOWPTESTDIALECT_H
#define LOWP_TEST_LOWPTESTDIALECT_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/DataLayoutInterface.h"
#include "lowp/Interfaces/LayoutPropagationInterface.h"
#include "lowp/Interfaces/RecipeInterface.h"
#include "lowp/Interfaces/ScaleLayoutInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "LowpTestDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "LowpTestAttrs.h.inc"

#define GET_OP_CLASSES
#include "LowpTestOps.h.inc"

#endif // LOWP_TEST_LOWPTESTDIALECT_H
